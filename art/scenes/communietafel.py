import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(61)
A = args()
bpy.context.scene.cycles.diffuse_bounces = 4
world((0.80, 0.86, 0.92), (0.84, 0.82, 0.76), (0.36, 0.34, 0.28), 0.20)
ln = linen((0.80, 0.78, 0.71), thread=12, stain=0.06)
run = linen((0.50, 0.56, 0.42), thread=13, stain=0.06)
cloth('cloth', 260, 120, ln, 0.22, 300, 6, 0.03, 3, 0.04).location = (0, -4, 0)


def rf(u, v):
    X, Y = (u - 0.5) * 150, (v - 0.5) * 30
    return (
        X,
        Y,
        0.46
        + 0.35 * max(0, mnoise.noise(Vector((X * 0.06, Y * 0.10, 6))))
        + 0.03 * fbm((X * 0.5, Y * 0.5, 1))
        - 0.34 * sstep(0.88, 1, abs(2 * v - 1)),
    )


r_ = grid('runner', rf, 260, 70, run, uvscale=(150, 30))
r_.rotation_euler = (0, 0, 0.10)
r_.location = (0, 2, 0)
solid(r_, 0.07)
cer = ceramic((0.90, 0.88, 0.84), 0.14)
gold = metal(GOLD, 0.22, smudge=0.07)


# ---------- sugared almonds
def sugar(col):
    return food(col, 0.26, 0.10, (0.3, 0.27, 0.2), 1.2, 0.02, 0.03, 0.35, 0.5, hue=0.004)


SM = [sugar((0.97, 0.945, 0.89)), sugar((0.62, 0.70, 0.48)), sugar((0.90, 0.82, 0.66)), sugar((0.78, 0.82, 0.66))]


def almond(i, mt):
    def fn(d):
        t = d.y
        w = (1 - 0.30 * max(0, t) ** 1.5) * (1 - 0.05 * t)
        n = 1 + 0.03 * mnoise.noise(d * 1.6 + Vector((i * 7, 0, 0)))
        return (d.x * 0.78 * w * n, d.y * 1.22 * n, d.z * 0.50 * w * n)

    return blob('alm', fn, mt, 4)


AL = [almond(i, SM[(0, 0, 1, 1, 2, 3)[i]]) for i in range(6)]
hide_proto(*AL)
# footed bowl
lathe(
    'bowl',
    np.vstack(
        [
            [[0, 0]],
            catmull(
                [
                    (4.6, 0),
                    (4.9, 0.15),
                    (4.7, 0.5),
                    (2.0, 1.3),
                    (1.35, 2.6),
                    (1.5, 3.8),
                    (3.4, 4.6),
                    (6.6, 5.8),
                    (8.6, 8.0),
                    (9.2, 10.2),
                    (9.4, 10.5),
                    (9.5, 10.3),
                    (9.25, 10.0),
                ],
                8,
            )[:-1],
            catmull([(9.1, 10.2), (8.3, 8.1), (6.3, 6.3), (3.4, 5.3), (0.8, 5.0)], 7),
            [[0, 5.0]],
        ]
    ),
    cer,
    128,
)
lathe('brim', catmull([(9.36, 10.46), (9.46, 10.55), (9.56, 10.46), (9.5, 10.34)], 4), gold, 128)
BO = [o for o in bpy.context.scene.collection.objects if o.name.split('.')[0] in ('bowl', 'brim')]
rs = random.Random(4)
bx, by, bz = 0.5, -1.5, 0.75
for o in BO:
    o.location = (bx, by, bz)
pts = []
random.seed(3)
for lay, Rf, mn, dz in ((0, 6.2, 1.5, -1.35), (1, 7.0, 1.45, -0.65), (2, 7.4, 1.45, 0)):
    for a, b in scatter_disc(95, Rf, mn):
        r2 = a * a + b * b
        copy(
            AL[rs.randint(0, 5)],
            (bx + a, by + b, bz + 12.2 - 0.040 * r2 + dz + rs.uniform(-0.15, 0.15)),
            (rs.uniform(-0.45, 0.45) + b * 0.04, rs.uniform(-0.45, 0.45) - a * 0.04, rs.random() * 6),
            rs.uniform(0.95, 1.08),
        )
for x, y in ((-11.5, -8.5), (-9.4, -10.6), (-14.6, -6.6), (8.6, -12.6), (11.2, -11.2), (6.4, -14.2), (-6, -13)):
    # on the runner, or on the cloth where the runner ends
    under = bpy.context.scene.ray_cast(bpy.context.evaluated_depsgraph_get(), (x, y, 30), (0, 0, -1))[1].z
    copy(AL[rs.randint(0, 5)], (x, y, under + 0.47), (rs.uniform(-0.1, 0.1), rs.uniform(-0.12, 0.12), rs.random() * 6))
# ---------- tulle pouches with ribbon
tm = M('tulle')
uv = tm.co('UV')
x, y = tm.n('SeparateXYZ', Vector=uv).outputs[0:2]
g = tm.math(
    'MAXIMUM', tm.math('SINE', tm.math('MULTIPLY', x, TAU * 6)), tm.math('SINE', tm.math('MULTIPLY', y, TAU * 6))
)
lw = tm.n('LayerWeight', Blend=0.45).outputs['Facing']
bs = tm.pbr((0.96, 0.96, 0.93), 0.6, Sheen=0.6)
tl = tm.n('BsdfTranslucent', Color=(0.96, 0.96, 0.92))
mm = tm.n('MixShader', Fac=0.4)
tm.set(mm.inputs[1], bs.outputs[0])
tm.set(mm.inputs[2], tl.outputs[0])
tr = tm.n('BsdfTransparent')
mx = tm.n('MixShader', Fac=tm.math('MULTIPLY_ADD', lw, 0.40, tm.math('MULTIPLY_ADD', g, 0.08, 0.24)))
tm.set(mx.inputs[1], tr.outputs[0])
tm.set(mx.inputs[2], mm.outputs[0])
tulle = tm.surf(mx)
sat1 = food((0.42, 0.50, 0.31), 0.34, 0.05, nscale=0.6, nbump=0.005, var=0.05, spec=0.5, hue=0, Sheen=0.4)
sat2 = food((0.90, 0.86, 0.77), 0.34, 0.05, nscale=0.6, nbump=0.005, var=0.04, spec=0.5, hue=0, Sheen=0.4)


def ribbon(pts, w, mat, up=None, ln=60):
    c = catmull(pts, max(4, ln // len(pts)))
    T = np.gradient(c, axis=0)
    T /= np.linalg.norm(T, axis=1)[:, None] + 1e-9
    U = np.array(up if up is not None else (0, 0, 1.0))
    v = []
    f = []
    for i in range(len(c)):
        b = np.cross(T[i], U) if up is None else U
        b = b - T[i] * np.dot(b, T[i])
        b /= np.linalg.norm(b) + 1e-9
        v += [
            c[i] - b * w / 2,
            c[i] - b * w / 6 + np.cross(b, T[i]) * 0.03,
            c[i] + b * w / 6 + np.cross(b, T[i]) * 0.03,
            c[i] + b * w / 2,
        ]
    for i in range(len(c) - 1):
        for k in range(3):
            f.append((i * 4 + k, i * 4 + k + 1, (i + 1) * 4 + k + 1, (i + 1) * 4 + k))
    o = mesh('rib', v, f, mat)
    solid(o, 0.035)
    return o


def bow(mat, z, y=0, s=1, w=0.9, tails=True):
    for sg in (-1, 1):
        ribbon(
            [
                (0, y, z),
                (sg * 1.1 * s, y - 0.25, z + 0.75 * s),
                (sg * 2.3 * s, y - 0.35, z + 0.62 * s),
                (sg * 2.5 * s, y - 0.3, z - 0.05 * s),
                (sg * 1.5 * s, y - 0.2, z - 0.30 * s),
                (0, y - 0.05, z),
            ],
            w,
            mat,
            (0, 1, 0.15),
        )
        if tails:
            ribbon(
                [
                    (0, y - 0.05, z),
                    (sg * 0.7 * s, y - 0.45, z - 0.9 * s),
                    (sg * 1.0 * s, y - 0.75, z - 1.9 * s),
                    (sg * 1.7 * s, y - 0.7, z - 2.9 * s),
                ],
                w * 0.9,
                mat,
                (0.9 * 1, 0.25 * sg, 0.15),
            )
    k = sphere('knot', 0.42 * s * w**0.5, mat, 4, 0.05, 2, (1, 0.8, 0.85))
    k.location = (0, y - 0.12, z)


def pouch(seed=0, rib=sat1):
    r = random.Random(seed)
    folds = [(n, r.uniform(0.4, 1), r.uniform(0, TAU)) for n in (5, 8, 11, 14)]

    def fn(u, v):
        a = u * TAU
        pl = sum(w * math.sin(n * a + ph) for n, w, ph in folds) / 2.2
        fine = math.sin(19 * a + seed + 2 * mnoise.noise(Vector((math.cos(a), math.sin(a), seed))))
        z = sinterp(v, [0, 0.1, 0.3, 0.5, 0.62, 0.70, 0.78, 0.9, 1], [0.02, 0.05, 1.4, 3.4, 4.7, 5.3, 5.9, 6.7, 7.3])
        R = sinterp(v, [0, 0.1, 0.3, 0.5, 0.62, 0.70, 0.78, 0.9, 1], [0.05, 2.0, 2.9, 2.45, 1.2, 0.55, 0.95, 1.9, 2.75])
        amp = sinterp(v, [0, 0.1, 0.4, 0.6, 0.7, 0.8, 1], [0, 0.02, 0.10, 0.12, 0.04, 0.22, 0.62])
        R = max(0.05, R + amp * pl + fine * sinterp(v, [0, 0.3, 0.6, 0.7, 0.8, 1], [0, 0.03, 0.10, 0.06, 0.08, 0.03]))
        top = sstep(0.72, 1, v)
        # the gathered edge folds over on itself, and hangs lower on one side
        z += top * (0.55 * mnoise.noise(Vector((math.cos(a) * 1.3, math.sin(a) * 1.3, seed + 3))) - 0.42 * pl)
        a += top * 0.16 * math.sin(5 * a + folds[0][2] + 1.2)
        return (R * math.cos(a), R * math.sin(a), z)

    grid('tul', fn, 220, 70, tulle, closed_u=True, uvscale=(18, 9))

    def fn2(u, v):
        p = np.array(fn((u + 0.13) % 1, v))
        top = sstep(0.7, 1, v)
        k = 0.97 - 0.22 * top
        return (p[0] * k, p[1] * k, p[2] + 0.5 * top)

    grid('tul', fn2, 220, 70, tulle, closed_u=True, uvscale=(18, 9))
    pp = []
    for i in range(22):
        for _ in range(40):
            a = r.random() * TAU
            rr = 2.0 * math.sqrt(r.random())
            p = (rr * math.cos(a), rr * math.sin(a), r.uniform(0.6, 3.5 - 0.35 * rr))
            if all(math.dist(p, q) > 1.12 for q in pp):
                break
        pp.append(p)
        copy(AL[r.randint(0, 5)], p, (r.random() * 6, r.random() * 6, r.random() * 6), 0.92)
    tube('rb', [(0.66 * math.cos(a), 0.66 * math.sin(a), 5.3) for a in np.linspace(0, TAU, 25)], 0.26, rib, 8, None, 2)
    bow(rib, 5.35, -0.75, 0.95, 0.75)


P1, P2 = capture(pouch, 1, sat1), capture(pouch, 5, sat2)
inst(P1, (-15.2, -3.5, 0.8), (0, 0, 0.25))
inst(P2, (-19.5, 5.2, 0.8), (0, 0.03, -0.3))
inst(P1, (23, 10, 0.8), (0, 0, 0.9), 0.95)
# ---------- small boxes with ribbon
card = food((0.86, 0.84, 0.79), 0.7, 0.05, nscale=5, nbump=0.008, var=0.03, spec=0.25, hue=0)
cardg = food((0.50, 0.57, 0.41), 0.7, 0.05, nscale=5, nbump=0.008, var=0.03, spec=0.25, hue=0)


def gift(a, rib):
    box('bx', (6, 6, 4.4), a, (0, 0, 2.2), 0.08)
    box('bl', (6.25, 6.25, 1.5), a, (0, 0, 4.2), 0.08)
    z = 4.97
    box('r1', (1.0, 6.36, 0.06), rib, (0, 0, z), 0.02)
    box('r2', (6.36, 1.0, 0.06), rib, (0, 0, z + 0.02), 0.02)
    for sx, sy, d in ((0, -3.16, 0), (0, 3.16, 0), (3.16, 0, 1), (-3.16, 0, 1)):
        box('r3', (0.06, 1.0, 4.96) if d else (1.0, 0.06, 4.96), rib, (sx, sy, 2.49), 0.02)
    bow(rib, z + 0.42, 0, 1.0, 0.95)


G1, G2 = capture(gift, card, sat1), capture(gift, cardg, sat2)
inst(G1, (14.6, -2.2, 0.82), (0, 0, -0.38))
inst(G2, (19.2, 4.6, 0.82), (0, 0, 0.2))
inst(G2, (13.4, 9.5, 0.82), (0, 0, 0.7))
# ---------- blossom branches in a vase
bark = food((0.14, 0.085, 0.055), 0.7, 0, nscale=4, nbump=0.08, var=0.3)
wp = petalmat((0.97, 0.90, 0.86), (1, 0.98, 0.96))
gr = leafmat((0.16, 0.26, 0.05), (0.45, 0.60, 0.14))
st = food((0.80, 0.66, 0.25), 0.5, 0.1)
bp = [leaf('bp', 1.35, 1.35, wp, -0.55, 0.38, 0.10, 0.1, 9, 10) for _ in range(3)]
lf = leaf('bl', 2.2, 0.95, gr, 0.4, 0.3, 0.05)
ys = sphere('st', 0.075, st, 2)
hide_proto(lf, ys, *bp)


def blossom():
    r = random.Random(random.random())
    for k in range(5):
        copy(
            r.choice(bp),
            (0, 0, 0),
            (r.uniform(0.35, 0.65), 0, TAU * k / 5 + r.uniform(-0.1, 0.1)),
            r.uniform(0.92, 1.08),
        )
    for k in range(14):
        a = r.random() * TAU
        q = r.uniform(0.15, 0.55)
        e = np.array((q * math.cos(a), q * math.sin(a), r.uniform(0.45, 0.75)))
        copy(ys, e)
        tube('fi', [(0, 0, 0), e * 0.6 + [0, 0, 0.05], e], 0.022, wp, 4, None, 2)


BL = [capture(blossom) for _ in range(4)]
bud = blob('bud', lambda d: (d.x * 0.32, d.y * 0.32, d.z * 0.42), wp, 3)
hide_proto(bud)


def branch(base, pts, seed, n=26):
    r = random.Random(seed)
    c = catmull(pts, 14)
    tube('br', pts, 0.42, bark, 9, lambda t: 1 - 0.72 * t, 14)
    for k in range(7):
        i = int(len(c) * (0.30 + 0.09 * k))
        p = c[i]
        d = np.array((r.uniform(-1, 1), r.uniform(-0.8, 0.5), r.uniform(0.2, 1)))
        d /= np.linalg.norm(d)
        L = r.uniform(5, 10) * (1 - 0.05 * k)
        tw = [p, p + d * L * 0.5 + np.array((0, 0, 0.5)), p + d * L]
        tube('tw', tw, 0.17, bark, 7, lambda t: 1 - 0.6 * t)
        for t in np.linspace(0.25, 1.0, 7):
            bl_(p + d * L * t + np.array((0, 0, 0.5 * math.sin(t * 3))), r, 0.85 if t < 1 else 0.5)
    for t in np.linspace(0.35, 1, n):
        bl_(c[min(len(c) - 1, int(t * len(c)))], r)


def bl_(p, r, pr=0.8):
    d = Vector((r.uniform(-1, 1), r.uniform(-1.3, 0.5), r.uniform(-0.4, 1))).normalized()
    q = d.to_track_quat('Z', 'Y').to_euler()
    pos = Vector(p) + d * 0.45
    if r.random() < pr:
        inst(r.choice(BL), pos, q, r.uniform(0.8, 1.12))
    else:
        copy(bud, pos, q, r.uniform(0.7, 1.1))
    if r.random() < 0.45:
        copy(lf, Vector(p), (r.uniform(-0.4, 0.9), r.uniform(-0.5, 0.5), r.random() * 6), r.uniform(0.6, 1.1))


vase = lathe(
    'vase',
    catmull(
        [
            (0, 0),
            (3.4, 0),
            (4.0, 0.4),
            (5.2, 4),
            (5.4, 8),
            (3.9, 13),
            (2.1, 16.5),
            (1.9, 18.5),
            (2.3, 20),
            (2.0, 20.1),
            (1.6, 18.5),
            (1.8, 16.5),
            (0, 10),
        ],
        7,
    ),
    ceramic((0.74, 0.75, 0.67), 0.26),
    96,
)
vx, vy = 3.5, 14.5
vase.location = (vx, vy, 0.6)
vase.scale = (0.8, 0.8, 0.62)
branch(
    0, [(vx, vy, 6), (vx - 0.6, vy, 13), (vx - 4, vy - 1, 20), (vx - 11, vy - 3, 25), (vx - 22, vy - 5, 26.5)], 3, 30
)
branch(0, [(vx, vy, 6), (vx + 0.8, vy, 13), (vx + 3.5, vy + 1, 20), (vx + 9, vy, 26), (vx + 18, vy - 1, 29)], 7, 26)
branch(0, [(vx, vy, 6), (vx, vy + 0.3, 13), (vx - 1.5, vy, 22), (vx - 3, vy, 33)], 11, 24)
ol = leafmat((0.13, 0.21, 0.08), (0.34, 0.46, 0.18), 0.45)
sm = food((0.25, 0.26, 0.12), 0.5, 0.1)
SO = [capture(sprig, ol, sm, 13, 12, 1.1, 3.2, s, 0.3, True, 0.25) for s in (3, 4)]
for x, y, rz in ((-8, 10, 1.9), (-14, 11.5, 1.4), (-1, 10, -1.7), (26, -1, 1.1), (-24, -1, -2.2)):
    inst(random.choice(SO), (x, y, 1.0), (random.uniform(-0.1, 0.1), random.uniform(-0.2, 0.2), rz))
bg = room_image(
    'bg_p',
    grad=((0.10, 0.105, 0.065), (0.20, 0.205, 0.14), (0.27, 0.275, 0.20)),
    rects=[(0.40, 0.34, 0.66, 1.1, (0.97, 1, 0.95), 1.0), (0.78, 0.34, 1.02, 1.1, (1.0, 0.99, 0.94), 1.2)],
    foliage=[
        (90, 0.36, 1.02, 0.34, 0.72, 0.01, 0.035, ((0.50, 0.64, 0.34), (0.66, 0.76, 0.46), (0.36, 0.50, 0.24)), 0.5)
    ],
    blobs=[(0.8, 0.6, 0.4, 0.5, (1, 0.98, 0.9), 0.12)],
    blur_=13,
    seed=6,
)
image_backdrop(bg, 130, 190, 110, 0, 12)
area((80, 40, 75), (0, 0, 8), (80, 80), 9, (1, 0.96, 0.90))
area((-70, -60, 70), (0, 0, 6), (80, 60), 3.0, (1, 0.985, 0.96))
area((-42, 22, 44), (0, 0, 11), (10, 50), 13, (1, 0.96, 0.90))
sun(30, 38, 1.8, (1, 0.92, 0.80), 4)
camera((-5, -104, 33), (0.8, 0, 12.6), 64, 3.8, focus=(0, -8, 11))
render(
    'communietafel_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=0.66,
    look='Very High Contrast',
    bloom=0.02,
    vig=0.26,
    ll=0.50,
    temp=(1.04, 1, 0.945),
    sat=1.20,
)
