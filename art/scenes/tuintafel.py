"""A garden table in June under a tree: a jug of cloudy lemonade, glasses, a bowl of cherries, leaf shadows."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import *

reset(71)
A = args()
cycles = bpy.context.scene.cycles
cycles.max_bounces, cycles.transmission_bounces, cycles.transparent_max_bounces = 10, 10, 12
bpy.context.scene.render.use_persistent_data = True
rs = random.Random(31)

boards = wood((0.115, 0.10, 0.082), (0.23, 0.205, 0.17), (0.35, 0.32, 0.275), rough=0.62, scale=0.8, coat=0)
runner = linen((0.74, 0.70, 0.62), thread=7, stain=0.08)
stoneware = ceramic((0.72, 0.69, 0.62), 0.28, 0.6)
clear = glass()
stalk = food((0.13, 0.17, 0.045), 0.5, 0.05)
mint_m = leafmat((0.035, 0.135, 0.020), (0.22, 0.42, 0.05), 0.38, sp=0.4)
flesh, zest = citrusmats((0.84, 0.66, 0.16), (0.93, 0.82, 0.40), (0.86, 0.64, 0.06), (0.94, 0.91, 0.76), 9)


def cloudy():
    "pressed lemons: light comes through, but nothing is seen behind it"
    m = M('lemonade')
    n = m.noise(m.co(), 0.25, 3)
    c = m.mix(n, (0.86, 0.78, 0.42), (0.93, 0.87, 0.58))
    bs = m.pbr(c, 0.06, Specular=0.5)
    t = m.n('BsdfTranslucent', Color=c)
    g = m.n('BsdfGlass', Color=(0.97, 0.93, 0.70), Roughness=0.25, IOR=1.33)
    a = m.n('MixShader', Fac=0.62)
    m.set(a.inputs[1], bs.outputs[0])
    m.set(a.inputs[2], t.outputs[0])
    b = m.n('MixShader', Fac=0.30)
    m.set(b.inputs[1], a.outputs[0])
    m.set(b.inputs[2], g.outputs[0])
    return m.surf(shadow_clear(m, b, 0.45, (1, 0.92, 0.60)))


lemonade = cloudy()


def cherry_mat():
    m = M('cherry')
    co = m.co(rand=40)
    z = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['Generated']).outputs[2]
    n = m.noise(co, 0.8, 3)
    c = m.ramp(
        m.math('MULTIPLY_ADD', n, 0.5, m.math('MULTIPLY', z, 0.5)),
        (0.25, (0.24, 0.005, 0.008)),
        (0.75, (0.075, 0.002, 0.006)),
    )
    c = m.mix(m.ramp(m.noise(co, 9, 2), (0.66, 0), (0.74, 0.35)), c, (0.42, 0.06, 0.04))
    c = m.jitter(c, 0.012, 0.45, 0.05)
    return m.surf(
        m.pbr(
            c,
            m.math('MULTIPLY_ADD', n, 0.10, 0.10),
            Subsurface=0.10,
            Subsurface_Color=(0.55, 0.02, 0.02),
            Subsurface_Radius=(0.4, 0.05, 0.03),
            Specular=0.5,
        )
    )


cherry_m = cherry_mat()

# ---------------------------------------------------------------- table
planks(boards, -58, 62, 11.5, 190, gap=0.5)


def cloth_fn(u, v):
    x, y = (u - 0.5) * 46, (v - 0.5) * 150
    h = 0.30 * math.exp(-(((y - 8) / 0.8) ** 2)) + 0.28 * math.exp(-(((y + 34) / 0.8) ** 2))
    for k in range(3):
        a = k * 1.1 + 0.5
        s = x * math.cos(a) + y * math.sin(a)
        h += 0.5 * max(0, 1 - abs(mnoise.noise(Vector((s * 0.06 + k * 5, k * 3.0, 0)))) * 3.0) ** 2
    return (x, y, 0.12 + h + 0.03 * fbm((x * 0.7, y * 0.7, 1)))


o = grid('runner', cloth_fn, 130, 380, runner, uvscale=(46, 150))
o.rotation_euler, o.location = (0, 0, 1.35), (-8, 6, 0.05)


# ---------------------------------------------------------------- cherries
def cherry(seed, stem=1.0):
    r = random.Random(seed)
    sx = r.uniform(0.96, 1.06)

    def fn(d):
        p = math.hypot(d.x, d.y)
        dent = 0.34 * math.exp(-((p / 0.34) ** 2)) if d.z > 0 else 0.05 * math.exp(-((p / 0.2) ** 2))
        seam = 0.025 * math.exp(-((d.x / 0.10) ** 2)) * max(0, d.y)
        k = 1.18 * (1 + 0.03 * mnoise.noise(d * 1.6 + Vector((seed * 3, 0, 0))) - seam)
        return (d.x * k * sx, d.y * k, d.z * k * 0.95 - dent * math.copysign(1, d.z))

    blob('cherry', fn, cherry_m, 5)
    if stem:
        a = r.random() * 6
        b = Vector((math.cos(a), math.sin(a), 0)) * r.uniform(0.8, 2.0)
        tip = Vector((b.x, b.y, 0.8 + 3.6 * stem))
        tube(
            'stem',
            [(0, 0, 0.7), (b.x * 0.2, b.y * 0.2, 0.8 + 1.3 * stem), tip],
            0.065,
            stalk,
            7,
            lambda t: 1 + 0.9 * max(0, t - 0.86) / 0.14,
        )


WITH, BARE = [capture(cherry, k) for k in (1, 2, 3)], [capture(cherry, k, 0) for k in (4, 5)]


def bowl():
    lathe(
        'bowl',
        np.vstack(
            [
                catmull([(0, 0.7), (4.6, 0.7), (4.8, 0), (5.4, 0.2), (8.8, 2.8), (10.6, 6.2), (10.8, 6.9)], 8),
                catmull([(10.45, 6.95), (10.1, 6.0), (8.4, 3.2), (5, 1.4), (0, 1.2)], 8),
            ]
        ),
        stoneware,
        128,
    )


BX, BY = 9.5, -8.5
inst(capture(bowl), (BX, BY, 0.4))
placed = []
for z, rmax, n in ((3.4, 6.3, 15), (5.3, 7.9, 24), (7.1, 7.4, 21), (8.8, 4.6, 9), (10.3, 2.0, 3)):
    k = 0
    for _ in range(3000):
        a, q = rs.random() * TAU, rmax * math.sqrt(rs.random())
        p = Vector((BX + q * math.cos(a), BY + q * math.sin(a), z + rs.uniform(-0.35, 0.35)))
        if all((p - w).length > 2.12 for w in placed):
            placed.append(p)
            col = rs.choice(WITH) if z > 5 and rs.random() < 0.75 else rs.choice(BARE)
            inst(col, p, (rs.uniform(-0.9, 0.9), rs.uniform(-0.9, 0.9), rs.random() * 6), rs.uniform(0.92, 1.06))
            k += 1
        if k == n:
            break
for x, y, rx, rz, s in (
    (-4.5, -17.5, 1.2, 0.3, 1),
    (-1.8, -19.0, -1.1, 2.2, 0.97),
    (22.8, -13.0, 1.3, 1.2, 1),
    (-13.5, -13.0, 1.25, 4.0, 1.02),
):
    inst(WITH[int(rz) % 3], (x, y, 1.45), (rx, 0.2, rz), s)
for x, y, a in ((1.8, -22.5, 0.4), (3.0, -21.8, 2.4)):  # two have been eaten
    tube(
        'eaten',
        [
            (x, y, 0.5),
            (x + 1.4 * math.cos(a), y + 1.4 * math.sin(a), 0.75),
            (x + 3.2 * math.cos(a + 0.4), y + 3.2 * math.sin(a + 0.4), 0.5),
        ],
        0.065,
        stalk,
        7,
    )
pit = food((0.42, 0.24, 0.12), 0.5, 0.1, nscale=5, nbump=0.05)
for x, y in ((0.2, -21.4), (0.9, -22.6)):
    o = sphere('pit', 0.48, pit, 3, 0.05, 2, (1, 0.85, 0.8))
    o.location = (x, y, 0.72)


# ---------------------------------------------------------------- jug and glasses
MINT = [capture(mint, mint_m, stalk, 4.2, k, 5) for k in (1, 2)]


def ice_mat():
    m = M('ice')
    g = m.n(
        'BsdfGlass',
        Color=(0.99, 1, 1),
        Roughness=0.06,
        IOR=1.22,
        Normal=m.bump(m.noise(m.co(rand=9), 1.2, 3), 0.15, 0.5),
    )
    return m.surf(shadow_clear(m, g, 0.9))


ice = ice_mat()
ICE = [capture(box, 'ice', (2.5, 2.4, 2.3), ice, (0, 0, 0), 0.4, (0, 0, 0), 4, 0.14) for _ in range(2)]
WHEEL = capture(citrus_wheel, flesh, zest, 2.7, 0.42)


def jug():
    out = catmull([(5.2, 0.3), (6.0, 1.4), (6.9, 5), (6.7, 9), (5.6, 13.4), (4.9, 16.8), (5.1, 19.4), (5.4, 20.4)], 8)
    inn = [(r - 0.26, z) for r, z in out if z > 1.5]
    prof = np.vstack([[[0, 0.05], [4.6, 0.0]], out, [[5.36, 20.52], [5.24, 20.5]], inn[::-1], [[4.8, 1.2], [0, 1.1]]])
    o = lathe('jug', prof, clear, 112)
    for q in o.data.vertices:  # a lip drawn out by hand, towards -x
        if q.co.z > 16.5:
            a, k = math.atan2(q.co.y, -q.co.x), sstep(16.5, 20.4, q.co.z)
            w = math.exp(-((a / 0.45) ** 2)) * k
            q.co.x -= w * 2.0
            q.co.y *= 1 - 0.25 * w
            q.co.z += w * 0.8
    tube(
        'handle',
        [(4.95, 0, 17.4), (7.0, 0, 18.2), (9.3, 0, 16.4), (9.9, 0, 12.8), (8.9, 0, 8.8), (7.2, 0, 6.6), (6.6, 0, 6.2)],
        0.55,
        clear,
        14,
        None,
        9,
    )
    zt = 12.2
    ic = [(r - 0.24, z) for r, z in out if 1.6 < z < zt]
    rt = ic[-1][0]
    lathe('in', [(0, 1.12), (4.8, 1.22)] + ic + [(rt, zt + 0.06), (rt - 0.2, zt - 0.02), (0, zt - 0.03)], lemonade, 112)
    for k, (x, y, z) in enumerate(
        ((-2.4, -2.4, 12.1), (1.5, -2.8, 12.0), (2.8, 1.0, 12.2), (-1.2, 2.4, 12.1), (-3.4, 0.6, 11.9))
    ):
        inst(ICE[k % 2], (x, y, z), [k * 1.3, k * 2.1, k * 0.7], 0.95)
    inst(WHEEL, (0.6, -4.2, 11.0), (1.2, 0.15, 0.2), 0.95)
    inst(WHEEL, (-3.9, -0.8, 11.6), (1.0, -0.8, 0.9), 0.9)
    inst(MINT[0], (1.2, -0.8, 11.8), (0.35, 0.25, 0.4), 1.15)
    inst(MINT[1], (-0.8, 0.8, 12.0), (-0.2, -0.5, 2), 1.05)
    inst(MINT[1], (2.0, 1.4, 11.7), (-0.4, 0.4, 1), 0.9)


inst(capture(jug), (-7.0, 3.5, 0.45), (0, 0, 0.35))


def drink(fill, seed):
    r = random.Random(seed)
    tumbler(clear, lemonade, 3.7, 3.1, 9.6, fill)
    zt = 0.9 + 8.7 * fill
    for k in range(2):
        inst(ICE[k], (r.uniform(-1, 1), r.uniform(-1, 1), zt - 0.2), [r.random() * 6 for _ in range(3)], 0.85)
    if fill > 0.5:
        inst(MINT[seed % 2], (0.9, 0.7, zt - 0.6), (-0.3, 0.4, r.random() * 6), 0.7)


FULL, HALF = capture(drink, 0.72, 3), capture(drink, 0.34, 4)
inst(FULL, (-21.5, -4.0, 0.45))
inst(HALF, (12.5, 11.5, 0.45), (0, 0, 1))
inst(FULL, (25.0, 15.0, 0.2), (0, 0, 2))
for k in range(3):
    a = -2.6 + 0.5 * k
    inst(MINT[k % 2], (-16 + 2.2 * k, -15.5 - 0.9 * k, 0.8), (1.45, 0.1, a), 0.62)

# plates at the far end, waiting
PLATE = capture(plate, stoneware, 10.5, 0.64, 1.5, 0.36)
for k in range(4):
    inst(PLATE, (-36 + rs.uniform(-0.4, 0.4), 32 + rs.uniform(-0.4, 0.4), 0.1 + 1.15 * k))


def seat():
    chair(boards)


SEAT = capture(seat)
for x, y, turn in ((-30, 84, 0.1), (32, 88, -0.25), (-104, 10, 1.5)):
    inst(SEAT, (x, y, -72), (0, 0, turn))

# ---------------------------------------------------------------- under the tree: grass, sun through leaves
g = M('grass')
n = g.noise(g.co(), 0.02, 5)
mesh(
    'grass',
    [(-1500, -800, -72), (1500, -800, -72), (1500, 1900, -72), (-1500, 1900, -72)],
    [(0, 1, 2, 3)],
    g.surf(g.pbr(g.mix(n, (0.030, 0.050, 0.014), (0.12, 0.16, 0.05)), 0.9, Specular=0.05)),
    False,
)
AZ, EL = float(A.get('az', 118)), float(A.get('el', 42))
leaf_shade((0, 0, 0), AZ, EL, 300, 150, 80, int(A.get('leaves', 420)), (2.2, 5.5), 5)
sun(AZ, EL, float(A.get('sun', 9)), (1, 0.88, 0.70), 1.1)

environment(A.get('env', 'forest'), float(A.get('es', 0.9)), float(A.get('rot', 60)))
cycles.sample_clamp_indirect = 2
camera((-16, -76, 39), (0.3, -1.5, 6.6), float(A.get('lens', 49)), 3.6, focus=(4, -9, 7))
render(
    'tuintafel_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', -0.8)),
    look='High Contrast',
    bloom=0.04,
    vig=0.22,
    temp=(1.02, 1, 0.95),
    sat=1.05,
)
