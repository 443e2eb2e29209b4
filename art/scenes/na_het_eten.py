"""A long table in the garden after the meal: low sun, half a piece of cake, a ring of wine, a jacket left on a chair."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import *

reset(64)
A = args()
cycles = bpy.context.scene.cycles
cycles.max_bounces, cycles.transmission_bounces, cycles.transparent_max_bounces = 8, 8, 12
bpy.context.scene.render.use_persistent_data = True
rs = random.Random(17)

JACKET = os.path.join(TMP, 'jacket.npz')
porcelain = ceramic((0.86, 0.85, 0.82), 0.14)
silver = metal((0.80, 0.79, 0.77), 0.18, smudge=0.08)
bowl, clear = crystal(), glass()
green_glass = glass((0.20, 0.33, 0.12))
red_wine = liquid((0.50, 0.012, 0.035), 1.34, (0.80, 0.12, 0.14))
water = liquid((0.99, 0.995, 0.995), 1.33, (0.99, 1, 1))
napkin_m = linen((0.44, 0.48, 0.37), thread=8, stain=0.08)
oak = wood((0.06, 0.036, 0.022), (0.14, 0.085, 0.05), (0.22, 0.145, 0.09), axis=2, rough=0.5)
sponge = crumbmat((0.86, 0.66, 0.36), (0.70, 0.46, 0.19), 1.6)
baked = food((0.52, 0.27, 0.09), 0.7, 0.1, nscale=5, nbump=0.06, hue=0)
frosting = food((0.90, 0.87, 0.80), 0.42, 0.25, (0.5, 0.4, 0.3), 1.6, 0.06, 0.03, 0.1, hue=0)
jam = food((0.46, 0.018, 0.026), 0.16, 0.3, (0.4, 0.06, 0.04), 3, 0.05, 0.2, 0.4)
seeds = food((0.012, 0.012, 0.016), 0.5, 0, hue=0)
coffee = food((0.045, 0.020, 0.010), 0.10, 0, nbump=0)
label = food((0.80, 0.77, 0.69), 0.75, 0, nscale=3, var=0.04, hue=0)
cork = food((0.45, 0.28, 0.15), 0.8, 0.05, nscale=7, nbump=0.08)


# ---------------------------------------------------------------- cloth: creases from the cupboard, one ring of wine
def tablecloth():
    m = M('tablecloth')
    uv = m.co('UV')
    x, y = m.n('SeparateXYZ', Vector=uv).outputs[0:2]
    n = m.noise(uv, 0.9, 3)
    w = m.math(
        'MULTIPLY',
        m.math('SINE', m.math('MULTIPLY_ADD', x, TAU * 5, m.math('MULTIPLY', n, 5))),
        m.math('SINE', m.math('MULTIPLY_ADD', y, TAU * 5, m.math('MULTIPLY', n, 5))),
    )
    c = m.mix(m.math('MULTIPLY_ADD', w, 0.14, 0.14), (0.80, 0.77, 0.71), (0.62, 0.59, 0.53))

    def ring(cx, cy, r, wide, gap, strength):
        dx, dy = m.math('SUBTRACT', x, cx), m.math('SUBTRACT', y, cy)
        wob = m.math('MULTIPLY_ADD', n, 0.30, -0.15)
        d = m.math('SQRT', m.math('ADD', m.math('MULTIPLY', dx, dx), m.math('MULTIPLY', dy, dy)))
        d = m.math('ABSOLUTE', m.math('SUBTRACT', m.math('ADD', d, wob), r))
        line = m.ramp(m.math('DIVIDE', d, wide), (0.30, 1), (0.62, 0.38), (1, 0), interp='EASE')
        a = m.math('ARCTAN2', dy, dx)
        open_ = m.ramp(
            m.math('MULTIPLY_ADD', m.math('COSINE', m.math('SUBTRACT', a, gap)), 0.5, m.math('MULTIPLY', n, 0.35)),
            (0.05, 1),
            (0.62, 0.10),
        )
        return m.math('MULTIPLY', m.math('MULTIPLY', line, open_), strength)

    def drop(cx, cy, r):
        dx, dy = m.math('SUBTRACT', x, cx), m.math('SUBTRACT', y, cy)
        d = m.math('SQRT', m.math('ADD', m.math('MULTIPLY', dx, dx), m.math('MULTIPLY', dy, dy)))
        return m.ramp(
            m.math('DIVIDE', m.math('ADD', d, m.math('MULTIPLY_ADD', n, 0.5, -0.25)), r), (0.55, 0.75), (1, 0)
        )

    s = ring(45 + 7.5, 60 - 15.5, 3.35, 0.26, 0.6, 0.85)
    s = m.math('MAXIMUM', s, ring(45 + 9.2, 60 - 14.0, 3.35, 0.20, 3.4, 0.40))
    for cx, cy, r in ((45 + 2.6, 60 - 17.6, 0.55), (45 + 13.4, 60 - 18.4, 0.36), (45 + 3.4, 60 - 11.0, 0.28)):
        s = m.math('MAXIMUM', s, drop(cx, cy, r))
    c = m.mix(s, c, (0.23, 0.022, 0.055))
    bs = m.pbr(c, 0.85, Normal=m.bump(m.math('MULTIPLY_ADD', w, 0.35, n), 0.03, 0.5), Sheen=0.3, Specular=0.15)
    return m.surf(bs)


cloth_m = tablecloth()


def top(u, v):
    x, y = -45 + 90 * u, -60 + 420 * v
    h = 0.32 * math.exp(-(((x + 3) / 0.9) ** 2)) - 0.22 * math.exp(-(((x - 26) / 0.8) ** 2))
    h += 0.30 * math.exp(-(((y - 22) / 1.0) ** 2)) - 0.25 * math.exp(-(((y - 66) / 1.0) ** 2))
    for k in range(4):
        a = k * 0.9 + 0.3
        s = x * math.cos(a) + y * math.sin(a)
        h += 0.34 * max(0, 1 - abs(mnoise.noise(Vector((s * 0.045 + k * 5, (y - x) * 0.008, k * 3.0)))) * 3.2) ** 2
    return (x, y, h + 0.05 * mnoise.noise(Vector((x * 0.3, y * 0.3, 1))))


grid('cloth', top, 180, 760, cloth_m, uvscale=(90, 420))
for s in (-1, 1):
    grid(
        'drop',
        lambda u, v, s=s: (
            s * (45 + 1.2 * (1 - math.exp(-9 * v)) + 1.6 * v * math.sin(u * 92 + 2 * math.sin(u * 31))),
            -60 + 420 * u,
            top(0 if s < 0 else 1, u)[2] - 30 * v,
        ),
        600,
        16,
        cloth_m,
        uvscale=(420, 30),
    )


# ---------------------------------------------------------------- cake
def sector(r0, r1, a, seed, ragged=0.0):
    "outline of a piece of cake whose tip has been eaten down to r0"
    tip = [(r0 + ragged * fbm((k * 0.9, seed, 0)), -a / 2 + a * k / 9) for k in range(10)]
    back = [(r1, a / 2 - a * k / 14) for k in range(15)]
    side = lambda p, q: [(p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t) for t in np.linspace(0.08, 0.92, 12)]
    pts = tip + side(tip[-1], back[0]) + back + side(back[-1], tip[0])
    return [
        ((q + 0.05 * fbm((q * 1.3, w * 9, seed))) * math.cos(w), (q + 0.05 * fbm((q * 1.3, w * 9, seed))) * math.sin(w))
        for q, w in pts
    ]


def cake_piece(r0=3.6, r1=10.5, a=0.62, seed=1):
    z = 0
    for k in range(3):
        o = slab(
            'sponge', sector(r0 + (0.5, 0.1, 0.9)[k], r1, a, seed + k, 0.5), 1.9, sponge, None, None, 16, 0.05, seed + k
        )
        o.location = (0, 0, z)
        z += 1.85
        if k < 2:
            o = slab(
                'cream',
                sector(r0 + 0.35, r1, a * 1.01, seed + 7 + k, 0.3),
                0.42,
                frosting,
                None,
                None,
                12,
                0.03,
                k,
                round_=0.16,
            )
            o.location = (0, 0, z)
            o = slab(
                'jam',
                sector(r0 + 0.5, r1 - 0.2, a * 1.025, seed + 9 + k, 0.4),
                0.16,
                jam,
                None,
                None,
                12,
                0.03,
                k,
                round_=0.07,
            )
            o.location = (0, 0, z + 0.36)
            z += 0.46
    o = slab(
        'top',
        sector(r0 + 0.7, r1 + 0.05, a * 1.01, seed + 20, 0.4),
        0.62,
        frosting,
        None,
        lambda x, y: 0.10 * fbm((x * 0.9, y * 0.9, 3)),
        20,
        0.05,
        3,
        round_=0.22,
    )
    o.location = (0, 0, z - 0.03)

    def back(u, v):  # the frosted outside of the cake, with the marks of a palette knife
        w = (u - 0.5) * a * 1.015
        q = (
            r1
            + 0.02
            + 0.40 * math.sin(math.pi * min(1, 0.12 + 0.8 * v)) ** 0.3
            + 0.06 * fbm((w * 9, v * 5, 2))
            + 0.05 * math.sin(v * 17 + 2 * math.sin(w * 6))
        )
        return (q * math.cos(w), q * math.sin(w), (z + 0.55) * v)

    solid(grid('back', back, 40, 50, frosting), 0.42, -1)
    return z + 0.6


def slice_on_plate():
    plate(porcelain, 11.8, 0.64, 1.7, 0.36)
    c0 = Vector((-4.5, -1.5, 0.66))
    before = set(bpy.context.scene.collection.objects)
    height = cake_piece()
    crumbs(seeds, (4.5, 10), (-2, 2), 60, height - 0.08, (0.05, 0.07), 2)
    for o in set(bpy.context.scene.collection.objects) - before:
        o.matrix_world = Matrix.Translation(c0) @ Matrix.Rotation(0.35, 4, 'Z') @ o.matrix_basis


# ---------------------------------------------------------------- jacket: a cloth simulation, kept in .cache
def sew_jacket():
    "a jacket cut flat (body with two sleeves), dropped over a chair's top rail; metres here, for the solver"
    S = 0.011
    inside = lambda x, y: (
        (abs(x) < 0.25 - 0.03 * (y < -0.2) and -0.44 < y < 0.24)
        or (abs(x) < 0.09 and y < 0.285 and y > 0)
        or (
            abs(x) >= 0.22
            and abs((abs(x) - 0.22) * 0.52 + (y - 0.16) * 0.86) < 0.085
            and (abs(x) - 0.22) * 0.86 - (y - 0.16) * 0.52 < 0.56
        )
    )
    nx, ny = 150, 110
    idx, V = {}, []
    for j in range(-ny, ny):
        for i in range(-nx, nx):
            x, y = (i + 0.5) * S, (j + 0.5) * S
            if inside(x, y):
                idx[i, j] = len(V)
                V.append((x, y + 0.02, 0.905 + 0.002 * math.sin(i * 3.1 + j)))
    F = [
        (idx[i, j], idx[i + 1, j], idx[i + 1, j + 1], idx[i, j + 1])
        for i, j in idx
        if (i + 1, j) in idx and (i + 1, j + 1) in idx and (i, j + 1) in idx
    ]
    o = mesh('jacket', V, F)
    cl = o.modifiers.new('cloth', 'CLOTH')
    st = cl.settings
    st.quality, st.mass, st.air_damping = 8, 0.5, 1.5
    st.tension_stiffness = st.compression_stiffness = 25
    st.shear_stiffness, st.bending_stiffness = 8, 2.2
    cl.collision_settings.use_self_collision = True
    cl.collision_settings.self_distance_min = 0.006
    cl.collision_settings.distance_min = 0.008
    cl.point_cache.frame_end = 110
    body = [
        box('rail', (0.37, 0.030, 0.07), None, (0, 0, 0.85), 0.006),
        box('slats', (0.36, 0.026, 0.30), None, (0, -0.012, 0.66), 0.006),
        box('post', (0.04, 0.04, 0.60), None, (-0.18, 0, 0.60), 0.006),
        box('post', (0.04, 0.04, 0.60), None, (0.18, 0, 0.60), 0.006),
        box('seat', (0.42, 0.41, 0.04), None, (0, -0.21, 0.45), 0.006),
    ]
    for b in body:
        b.modifiers.new('hit', 'COLLISION')
        b.collision.thickness_outer = 0.006
        b.collision.cloth_friction = 25
    scene = bpy.context.scene
    scene.frame_end = 110
    for f in range(1, 111):
        scene.frame_set(f)
    e = o.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    P = np.array([q.co[:] for q in e.vertices])
    scene.frame_set(1)
    for b in body + [o]:
        bpy.data.objects.remove(b)
    np.savez(JACKET, V=P, F=np.array(F), U=np.array(V)[:, :2])


def wool():
    m = M('wool')
    uv = m.co('UV')
    x, y = m.n('SeparateXYZ', Vector=uv).outputs[0:2]
    n = m.noise(uv, 1.2, 3)
    twill = m.math('SINE', m.math('MULTIPLY_ADD', m.math('ADD', x, y), TAU * 2.2, m.math('MULTIPLY', n, 3)))
    c = m.mix(m.math('MULTIPLY_ADD', twill, 0.25, 0.3), (0.060, 0.078, 0.115), (0.026, 0.035, 0.058))
    c = m.mix(m.ramp(n, (0.4, 0), (0.8, 0.5)), c, (0.085, 0.10, 0.14))
    return m.surf(
        m.pbr(c, 0.9, Normal=m.bump(m.math('MULTIPLY_ADD', twill, 0.4, n), 0.06, 0.7), Sheen=0.5, Specular=0.1)
    )


def chair_with_jacket():
    chair(oak)
    d = np.load(JACKET)
    o = mesh('jacket', d['V'] * 100 + [0, 22.5, -1.5], d['F'].tolist(), wool(), uv=d['U'] * 100)
    solid(o, 0.9, 0)
    subsurf(o, 1)


if not os.path.exists(JACKET):
    sew_jacket()

CHAIR, COAT = capture(chair, oak), capture(chair_with_jacket)
floor = -74
inst(COAT, (78, 40, floor), (0, 0, -1.15))
for k, (x, y, turn) in enumerate(
    (
        (74, 96, -1.7),
        (74, 152, -1.5),
        (76, 206, -1.66),
        (78, 262, -1.5),
        (-84, 30, 1.9),
        (-74, 96, 1.5),
        (-80, 150, 1.7),
        (-72, 206, 1.5),
        (-78, 262, 1.6),
    )
):
    inst(CHAIR, (x, y, floor), (0, 0, turn))

# ---------------------------------------------------------------- on the table
FORK = capture(fork, silver, 17.5, 3)


def glass_of(liq, fill, H=22, R=4.1, rise=10.5):
    def make():
        stem_glass(bowl, clear, H, R, 3.5, rise)
        if liq:
            poured(liq, H, R, rise, fill=fill)

    return capture(make)


RED, LAST, WATER, EMPTY = (
    glass_of(red_wine, 0.30),
    glass_of(red_wine, 0.10),
    glass_of(water, 0.34, 18.5, 3.9, 7.5),
    glass_of(None, 0),
)


def used_plate(seed):
    "crumbs, a smear of cream and jam, the fork left lying"
    r = random.Random(seed)
    plate(porcelain, 11.8, 0.64, 1.7, 0.36)
    for _ in range(2):
        a, w, cx, cy = r.random() * 6, r.uniform(2, 3.6), r.uniform(-2.5, 2.5), r.uniform(-2.5, 2.5)
        grid(
            'smear',
            lambda u, v: (
                cx + w * (u - 0.5) * math.cos(a) - (v - 0.5) * 0.9 * math.sin(math.pi * u) ** 0.5 * math.sin(a),
                cy + w * (u - 0.5) * math.sin(a) + (v - 0.5) * 0.9 * math.sin(math.pi * u) ** 0.5 * math.cos(a),
                0.63 + 0.12 * abs(fbm((u * 4, v * 6, seed))) * math.sin(math.pi * v) * math.sin(math.pi * u),
            ),
            30,
            14,
            (frosting, jam)[_],
        )
    crumbs(sponge, (-6, 6), (-6, 6), 26, 0.62, (0.05, 0.24), seed)


SLICE = capture(slice_on_plate)
USED = [capture(used_plate, s) for s in (3, 4)]


def bottle():
    lathe(
        'bottle',
        np.vstack(
            [
                [[0, 1.2], [2.2, 0.8], [3.2, 0.05]],
                catmull([(3.6, 0.0), (3.75, 0.6), (3.75, 17), (3.5, 19.5), (2.2, 22.2), (1.45, 24.2), (1.38, 29.0)], 6),
                [[1.62, 29.1], [1.62, 29.9], [1.40, 30.1], [1.05, 30.1], [1.05, 24]],
                catmull([(1.9, 22), (3.2, 19.2), (3.45, 17), (3.45, 1.4)], 5),
                [[2.4, 1.2], [0, 1.6]],
            ]
        ),
        green_glass,
        96,
    )
    lathe('in', [(0, 1.7), (3.4, 1.5), (3.42, 6.0), (3.3, 5.95), (0, 5.95)], red_wine, 64)
    o = grid(
        'label',
        lambda u, v: (3.79 * math.cos(-2.7 + 2.1 * u), 3.79 * math.sin(-2.7 + 2.1 * u), 6.2 + 7.6 * v),
        40,
        4,
        label,
    )
    solid(o, 0.02)


def cup():
    espressocup(porcelain, coffee)


def vase():
    tumbler(clear, water, 3.1, 2.7, 10, 0.55)


poppy_m, heart, stamens = poppymat(), food((0.05, 0.06, 0.025), 0.6, 0.1), food((0.02, 0.015, 0.015), 0.8, 0)
POPPIES = [capture(poppy, poppy_m, heart, stamens, 3.8, w, k) for k, w in enumerate((0.8, 1.0, 0.6))]
hairy = food((0.12, 0.19, 0.06), 0.5, 0.15)


def flowers():
    vase()
    for k, (x, y, z, tx, ty) in enumerate(
        (
            (-4.5, -3, 18.5, -0.6, -0.6),
            (3.6, -2, 21.5, 0.3, -0.7),
            (7.4, 3, 16.5, 0.9, 0.1),
            (-2, 5, 20.5, -0.3, 0.5),
            (0.5, -5.5, 15.5, 0.1, -1),
        )
    ):
        poppy_stem(POPPIES[k % 3], (x * 0.12, y * 0.12, 1.2), (x, y, z), hairy, (tx, ty, 0.8), k + 2, 0.12)


def crumpled(w, d, seed, tall=4.0):
    "a napkin dropped on the table"
    r = random.Random(seed)
    o = [r.uniform(0, 99) for _ in range(3)]

    def fn(u, v):
        x, y = (u - 0.5) * w, (v - 0.5) * d
        px, py = (
            x + 3.2 * mnoise.noise(Vector((x * 0.12, y * 0.12, o[0]))),
            y + 3.2 * mnoise.noise(Vector((x * 0.12, y * 0.12, o[1]))),
        )
        ridge = (1 - abs(mnoise.noise(Vector((x * 0.13, y * 0.10, o[2]))) * 2.1)) ** 2
        ridge += 0.5 * (1 - abs(mnoise.noise(Vector((x * 0.22 + 3, y * 0.30, o[0]))) * 2.0)) ** 2
        away = max(0, 1 - (math.hypot(x / w, y / d) * 2.1) ** 2)
        return (px, py, 0.15 + tall * max(0, ridge) * (0.15 + 0.85 * away))

    n = grid('napkin', fn, 120, 110, napkin_m, uvscale=(w, d))
    solid(n, 0.22)
    return n


NAPKIN = [capture(crumpled, 20, 19, s, h) for s, h in ((2, 3.6), (5, 2.6))]
CUP = capture(cup)
SAUCER = capture(saucer, porcelain)
BOTTLE = capture(bottle)

inst(SLICE, (21, -7, 0.3), (0, 0, -0.75))
inst(FORK, (26.0, -12.5, 1.9), (0.05, -0.06, 1.95))
inst(LAST, (9.5, -1.5, 0.35), (0, 0, 1))
inst(WATER, (3.0, 8.5, 0.35))
inst(NAPKIN[0], (33, -24, 0.3), (0, 0, 0.6))
inst(SAUCER, (29, 17, 0.35), (0, 0, 1.0))
inst(CUP, (29, 17, 0.95), (0, 0, 2.6))
inst(capture(flowers), (-4, 34, 0.35), (0, 0, 0.4))
inst(BOTTLE, (-15, 52, 0.35), (0, 0, -0.5))
o = tube('cork', [(0, 0, 0), (0, 0, 4.2)], 1.05, cork, 20, lambda t: 1 + 0.06 * (t > 0.7), 0)
o.location, o.rotation_euler = (-9, 20, 1.3), (math.pi / 2, 0, 1.2)
inst(USED[0], (-24, 5, 0.3), (0, 0, 1.0))
inst(FORK, (-26, 4, 1.7), (0.05, 0.04, -0.7))
inst(RED, (-17, 21, 0.35))
inst(EMPTY, (-30, 24, 0.35))
for k in range(8):
    y = 66 + 36 * k
    for s in (-1, 1):
        inst(USED[k % 2], (s * (27 + rs.uniform(-3, 3)), y + rs.uniform(-6, 6), 0.3), (0, 0, rs.random() * 6))
        inst((RED, LAST, EMPTY, WATER)[rs.randrange(4)], (s * rs.uniform(10, 18), y + rs.uniform(4, 16), 0.35))
        inst((WATER, EMPTY, LAST)[rs.randrange(3)], (s * rs.uniform(12, 24), y + rs.uniform(-14, -8), 0.35))
        if rs.random() < 0.6:
            inst(NAPKIN[k % 2], (s * rs.uniform(30, 38), y + rs.uniform(10, 18), 0.3), (0, 0, rs.random() * 6), 0.9)
inst(BOTTLE, (6, 118, 0.35), (0, 0, 2))
inst(capture(flowers), (4, 150, 0.35), (0, 0, 2.4))
inst(capture(flowers), (-5, 262, 0.35), (0, 0, 4))
crumbs(sponge, (2, 34), (-26, 4), 70, 0.25, (0.04, 0.20), 8)
crumbs(baked, (-30, 0), (-14, 16), 40, 0.25, (0.04, 0.16), 9)
for x, y in ((2.5, 24), (9, 29), (-9, 41)):
    o = grid(
        'petal',
        lambda u, v: (
            (u - 0.5) * 4.2 * math.sin(math.pi * (0.15 + 0.7 * v)),
            (v - 0.5) * 3.6,
            0.5 * (2 * u - 1) ** 2 + 0.9 * (v - 0.4) ** 2 + 0.12 * math.sin(u * 15),
        ),
        15,
        13,
        poppy_m,
    )
    o.location, o.rotation_euler = (x, y, 0.45), (0, 0, rs.random() * 6)

# ---------------------------------------------------------------- garden: grass below, leaves between sun and table
g = M('grass')
co = g.co()
n = g.noise(co, 0.02, 5)
grass = g.surf(g.pbr(g.mix(n, (0.026, 0.040, 0.014), (0.11, 0.13, 0.05)), 0.9, Specular=0.05))
mesh(
    'grass',
    [(-1500, -800, floor), (1500, -800, floor), (1500, 1900, floor), (-1500, 1900, floor)],
    [(0, 1, 2, 3)],
    grass,
    False,
)
AZ, EL = float(A.get('az', 128)), float(A.get('el', 24))
sun(AZ, EL, float(A.get('sun', 14)), (1, 0.80, 0.56), 1.6)
leaf_shade((0, 40, 0), AZ, EL, 620, 200, 110, 150, (3, 11), 4)

environment(A.get('env', 'forest'), float(A.get('es', 1.0)), float(A.get('rot', 0)))
cycles.sample_clamp_indirect = 2
camera((-22, -84, 35), (13, 20, 8.5), float(A.get('lens', 38)), 3.2, focus=(19, -8, 4))
render(
    'na-het-eten_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', -1.5)),
    look='High Contrast',
    bloom=0.05,
    vig=0.24,
    temp=(1.03, 1, 0.94),
    sat=1.06,
)
