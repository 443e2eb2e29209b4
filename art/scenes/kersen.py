"""A bowl of washed cherries seen from straight above, in the light of a window."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import *

reset(17)
A = args()
rs = random.Random(8)
cycles = bpy.context.scene.cycles
cycles.max_bounces, cycles.transmission_bounces, cycles.transparent_max_bounces = 7, 6, 8


def settle(radii, inside, seed=0, spread=4, top=30, steps=700):
    "lets balls fall; inside(p, r) returns the place nearest to p where a ball of radius r touches nothing"
    r = np.random.RandomState(seed)
    n = len(radii)
    rad = np.asarray(radii, float)
    p = np.stack([r.normal(0, spread, n), r.normal(0, spread, n), np.linspace(rad.max() * 2, top, n)], 1)
    for s in range(steps):
        p[:, 2] -= 0.16 if s < steps * 0.8 else 0.03
        for _ in range(4):
            d = p[:, None] - p[None]
            q = np.sqrt((d**2).sum(-1)) + np.eye(n) * 1e3
            over = np.maximum(rad[:, None] + rad[None] - q, 0)
            p += (d / q[..., None] * over[..., None] * 0.5).clip(-0.5, 0.5).sum(1) * 0.8
            p = np.array([inside(a, b) for a, b in zip(p, rad)])
    return p


def in_bowl(centre, R):
    "for settle(): the hollow of a ball of radius R"
    c = np.asarray(centre, float)

    def inside(p, r):
        d = p - c
        q = math.hypot(math.hypot(d[0], d[1]), d[2])
        return p if d[2] > 0 or q <= R - r else c + d * (R - r) / q

    return inside


def water():
    m = M('water')
    g = m.n('BsdfGlass', Color=(1, 1, 1), Roughness=0, IOR=1.33)
    return m.surf(shadow_clear(m, g, 0.8))


def drop(mat, r, flat=0.55, seed=0):
    "a drop that lies on something: flat below, not quite round"
    s = random.Random(seed)
    ph, k = s.random() * 9, s.uniform(0.04, 0.16)

    def fn(d):
        w = 1 + k * math.sin(2 * math.atan2(d.y, d.x) + ph)
        return (d.x * r * w, d.y * r / w, (d.z if d.z > 0 else d.z * 0.25) * r * flat)

    return blob('drop', fn, mat, 3)


wet = water()


def cherry_mat():
    m = M('cherry')
    co = m.co(rand=40)
    z = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['Generated']).outputs[2]
    n = m.noise(co, 0.7, 3)
    c = m.ramp(
        m.math('MULTIPLY_ADD', n, 0.7, m.math('MULTIPLY', z, 0.3)),
        (0.30, (0.34, 0.006, 0.010)),
        (0.70, (0.085, 0.002, 0.008)),
    )
    c = m.mix(m.ramp(m.noise(co, 11, 2), (0.66, 0), (0.76, 0.30)), c, (0.50, 0.08, 0.05))
    c = m.jitter(c, 0.010, 0.40, 0.05)
    return m.surf(
        m.pbr(
            c,
            m.math('MULTIPLY_ADD', n, 0.08, 0.10),
            Subsurface=0.12,
            Subsurface_Color=(0.60, 0.02, 0.02),
            Subsurface_Radius=(0.5, 0.05, 0.03),
            Specular=0.5,
            Normal=m.bump(m.noise(co, 2.2, 3), 0.02, 0.5),
        )
    )


def stalk_mat():
    m = M('stalk')
    y = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['Generated']).outputs[2]
    n = m.noise(m.co(rand=20), 3, 4)
    c = m.ramp(
        m.math('MULTIPLY_ADD', n, 0.35, m.math('MULTIPLY', y, 0.75)),
        (0.15, (0.20, 0.24, 0.05)),
        (0.70, (0.12, 0.17, 0.035)),
        (1.0, (0.10, 0.05, 0.02)),
    )
    return m.surf(m.pbr(m.jitter(c, 0.02, 0.25, 0.1), 0.42, Normal=m.bump(n, 0.03, 0.6), Specular=0.4))


skin, stalk = cherry_mat(), stalk_mat()


def cherry(seed, stem=1.0, drops=26):
    r = random.Random(seed)
    sx, off = r.uniform(0.97, 1.06), Vector((seed * 3, 0, 0))

    def at(d):
        p = math.hypot(d.x, d.y)
        dent = 0.36 * math.exp(-((p / 0.30) ** 2)) if d.z > 0 else 0.05 * math.exp(-((p / 0.2) ** 2))
        seam = 0.03 * math.exp(-((d.x / 0.10) ** 2)) * max(0, d.y)
        k = 1.2 * (1 + 0.03 * mnoise.noise(d * 1.6 + off) - seam)
        return Vector((d.x * k * sx, d.y * k, d.z * k * 0.94 - dent * math.copysign(1, d.z)))

    blob('cherry', at, skin, 5)
    if stem:
        a, bend, L = r.random() * TAU, r.uniform(0.5, 1.5), r.uniform(3.2, 4.6) * stem
        x, y = math.cos(a), math.sin(a)
        tube(
            'stem',
            [
                (0, 0, 0.62),
                (x * 0.1 * bend, y * 0.1 * bend, 0.8 + L * 0.2),
                (x * 0.6 * bend, y * 0.6 * bend, 0.8 + L * 0.55),
                (x * 1.5 * bend, y * 1.5 * bend, 0.8 + L * 0.88),
                (x * 1.9 * bend, y * 1.9 * bend, 0.8 + L),
            ],
            0.062,
            stalk,
            9,
            lambda t: 1 + 0.8 * max(0, 0.08 - t) / 0.08 + 0.75 * max(0, t - 0.94) / 0.06,
            9,
        )
    for k in range(drops):
        d = Vector((r.gauss(0, 1), r.gauss(0, 1), r.gauss(0.35, 0.8))).normalized()
        if math.hypot(d.x, d.y) < 0.45 and d.z > 0:
            continue
        s = 0.04 + 0.22 * r.random() ** 2.6
        o = drop(wet, s, r.uniform(0.55, 0.75), seed * 31 + k)
        e = 0.02
        u, v = d.orthogonal().normalized(), None
        v = d.cross(u)
        n = (at((d + u * e).normalized()) - at(d)).cross(at((d + v * e).normalized()) - at(d)).normalized()
        o.location, o.rotation_euler = at(d), n.to_track_quat('Z', 'Y').to_euler()


WITH = [capture(cherry, k) for k in range(1, 8)]
BARE = [capture(cherry, k, 0, 30) for k in range(11, 16)]

# ---------------------------------------------------------------- bowl
R, DEEP = 13.5, 7.0  # the hollow is part of a ball; rim where it is DEEP high
C = (0, 0, R + 0.55)


def bowl():
    top = math.acos(1 - DEEP / R)
    arc = [(R * math.sin(a), C[2] - R * math.cos(a)) for a in np.linspace(0, top, 40)]
    back = [(r + 0.42 * math.sin(a), z - 0.42 * math.cos(a)) for a, (r, z) in zip(np.linspace(0, top, 40), arc)]
    rim = (arc[-1][0] + 0.24, arc[-1][1] + 0.12)
    foot = [(5.4, back[13][1] - 0.3), (5.2, 0.0), (4.7, 0.0), (4.5, 0.3), (0, 0.3)]
    out = [p for p in back[::-1] if p[0] > 5.5]
    lathe('bowl', np.vstack([arc, [rim], out, foot]), glaze, 160, wob=0.10, wfreq=0.12)


def glaze_mat():
    m = M('glaze')
    co = m.co()
    x, y, z = m.n('SeparateXYZ', Vector=co).outputs[0:3]
    n = m.noise(co, 0.5, 5)
    sp = m.noise(co, 5.5, 2)
    edge = m.ramp(m.math('MULTIPLY_ADD', m.noise(co, 1.2, 4), 0.5, z), (DEEP + 0.55, 0), (DEEP + 0.95, 1))
    rim = m.ramp(m.math('MULTIPLY', m.math('MULTIPLY_ADD', n, 0.35, z), 0.1), (0.775, 0), (0.80, 1))
    c = m.mix(m.ramp(n, (0.35, 0), (0.65, 1)), (0.62, 0.60, 0.55), (0.70, 0.68, 0.63))
    c = m.mix(m.ramp(sp, (0.70, 0), (0.73, 0.85)), c, (0.14, 0.09, 0.055))
    c = m.mix(rim, c, (0.20, 0.115, 0.06))
    return m.surf(
        m.pbr(c, m.math('MULTIPLY_ADD', n, 0.25, 0.14), Normal=m.bump(m.noise(co, 0.9, 4), 0.06, 0.5), Specular=0.5)
    )


glaze = glaze_mat()
BX, BY = float(A.get('bx', 2.5)), float(A.get('by', 0.8))
inst(capture(bowl), (BX, BY, 0))
radii = [rs.uniform(1.10, 1.24) for _ in range(int(A.get('n', 150)))]
lie = settle(radii, in_bowl(C, R), 5, 4.5, 40)
top = lie[:, 2] > np.percentile(lie[:, 2], 35)
for (x, y, z), r, high in zip(lie, radii, top):
    col = rs.choice(WITH) if high and rs.random() < 0.62 else rs.choice(BARE)
    tilt = 1.5 if col in BARE else 1.0
    inst(
        col,
        (BX + x, BY + y, z),
        (rs.gauss(0, 0.55) * tilt, rs.gauss(0, 0.55) * tilt, rs.random() * TAU),
        r / 1.17,
    )
for x, y, rx, ry, rz, k in ((-15.6, 5.2, 1.25, 0.1, 2.6, 1), (-16.9, 2.3, 1.15, 0.0, 4.9, 4), (16.1, -8.7, 1.3, 0.2, 0.4, 2)):
    inst(WITH[k], (x, y, 1.15), (rx, ry, rz), 0.98)

# ---------------------------------------------------------------- table
tube('loose', [(-14.6, -7.4, 0.1), (-13.4, -6.3, 0.35), (-12.6, -4.6, 0.3), (-12.5, -3.4, 0.1)], 0.065, stalk, 9)
oak = wood((0.016, 0.012, 0.010), (0.045, 0.034, 0.027), (0.085, 0.066, 0.053), rough=0.36, scale=0.9, coat=0.1)
planks(oak, -40, 40, 13.5, 160, gap=0.18)
for k in range(46):
    a = rs.random() * TAU
    q = 15 + abs(rs.gauss(0, 5))
    s = 0.09 + 0.42 * rs.random() ** 3
    o = drop(wet, s, 0.42, k)
    o.location = (BX + q * math.cos(a), BY + q * math.sin(a), 0.02)

# ---------------------------------------------------------------- light
environment(A.get('env', 'courtyard'), float(A.get('es', 0.25)), float(A.get('rot', 40)))
window((-75, 38, 62), (0, 2, 4), (62, 86), (2, 3), 5, float(A.get('win', 70)), (1, 0.96, 0.90))
camera((0.5, -6, 92), (0.5, 0.3, 4), float(A.get('lens', 88)), 5.6, focus=(2, 0, 8.5), roll=0.04)
render(
    'kersen_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', 0.2)),
    bloom=0.03,
    vig=0.26,
    temp=(1.02, 1, 0.97),
    sat=1.04,
    keep=0.25,
)
