"""Ripe pears in a shallow grey bowl and beside it, on a dark table, in the light of a window from the left."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import *

reset(71)
A = args()
rs = random.Random(5)
bpy.context.scene.cycles.max_bounces = 5


# ---------------------------------------------------------------- pears
def skin_mat():
    m = M('skin')
    co = m.co(rand=40)
    x, y, z = m.n('SeparateXYZ', Vector=m.co()).outputs[0:3]
    n, f = m.noise(co, 0.35, 5, 0.6), m.noise(co, 2.4, 6, 0.7)
    c = m.mix(m.ramp(n, (0.35, 0), (0.68, 1)), (0.45, 0.385, 0.060), (0.61, 0.47, 0.10))
    blush = m.ramp(m.math('MULTIPLY_ADD', x, 0.14, m.math('MULTIPLY_ADD', n, 0.9, -0.30)), (0.30, 0), (0.75, 0.65))
    c = m.mix(blush, c, (0.47, 0.155, 0.045))
    far = m.math('ABSOLUTE', m.math('SUBTRACT', z, 0.6))  # russet round the stalk and the eye
    russet = m.ramp(m.math('MULTIPLY_ADD', far, 0.16, m.math('MULTIPLY_ADD', f, 0.5, m.math('MULTIPLY', n, 0.35))), (0.88, 0), (1.0, 0.85))
    c = m.mix(russet, c, (0.29, 0.165, 0.060))
    dots = m.n('TexVoronoi', Vector=co, Scale=3.1).outputs['Distance']
    c = m.mix(m.ramp(dots, (0.06, 0.60), (0.13, 0)), c, (0.25, 0.155, 0.05))
    c = m.jitter(c, 0.012, 0.07, 0.08)
    return m.surf(
        m.pbr(
            c,
            m.math('MULTIPLY_ADD', f, 0.16, 0.28),
            Subsurface=0.10,
            Subsurface_Color=(0.75, 0.50, 0.12),
            Subsurface_Radius=(0.5, 0.3, 0.08),
            Normal=m.bump(m.math('MULTIPLY_ADD', f, 0.35, m.noise(co, 0.8, 3)), 0.05, 0.5),
            Specular=0.42,
        )
    )


skin = skin_mat()
bark = food((0.105, 0.062, 0.032), 0.6, 0, nscale=5, nbump=0.08, var=0.35, spec=0.25)
MIDDLE = 3.7
PROFILE = [(0, 0.55), (0.35, 0.42), (0.75, 0.14), (1.25, 0.0), (2.1, 0.28), (3.05, 1.45), (3.42, 2.9), (3.25, 4.3), (2.62, 5.7), (1.95, 6.9), (1.58, 7.9), (1.26, 8.6), (0.75, 8.98), (0.32, 8.92), (0, 8.78)]


def pear(seed, n=9, seg=128):
    "its centre of gravity at 0; the neck leans, the belly is never quite round"
    r = random.Random(seed)
    fat, tall, bend, ph = r.uniform(0.95, 1.06), r.uniform(0.92, 1.08), r.uniform(0.3, 1.0), r.random() * TAU
    o = lathe('pear', catmull(PROFILE, n), skin, seg)
    for v in o.data.vertices:
        x, y, z = v.co
        a = math.atan2(y, x)
        k = fat * (1 + 0.030 * math.cos(2 * a + ph) + 0.022 * math.cos(3 * a + 2 * ph) + 0.05 * mnoise.noise(Vector((x, y, z)) * 0.22 + Vector((seed * 5, 0, 0))))
        lean = bend * (max(0, z - 2) / 7) ** 2
        v.co = (x * k + lean, y * k + 0.3 * lean * math.sin(ph), z * tall * (1 + 0.012 * math.cos(a + ph) * math.hypot(x, y)) - MIDDLE)
    return o


def stalk(seed, length):
    r = random.Random(seed)
    r.uniform(0.95, 1.06)
    tall, bend, ph = r.uniform(0.92, 1.08), r.uniform(0.3, 1.0), r.random() * TAU
    q, s = (bend * 0.97, bend * 0.29 * math.sin(ph)), r.uniform(0.5, 1.1)
    z = 8.6 * tall - MIDDLE
    tube(
        'stalk',
        [(*q, z), (q[0] + 0.05, q[1], z + 0.8 * length), (q[0] + 0.3 * s, q[1] + 0.1, z + 1.7 * length), (q[0] + 0.9 * s, q[1] + 0.3 * s, z + 2.6 * length)],
        0.15,
        bark,
        14,
        lambda t: 1.25 - 0.55 * math.sin(math.pi * min(1, t * 1.25)) + 0.55 * max(0, t - 0.85) / 0.15,
        12,
    )
    for k in range(5):  # the dry eye below
        a = k * TAU / 5 + r.random() * 0.4
        tube('eye', [(0.08 * math.cos(a), 0.08 * math.sin(a), 0.52 - MIDDLE), (0.26 * math.cos(a), 0.26 * math.sin(a), 0.36 - MIDDLE), (0.42 * math.cos(a + 0.3), 0.42 * math.sin(a + 0.3), 0.30 - MIDDLE)], 0.075, bark, 6, lambda t: 1 - 0.7 * t)


# ---------------------------------------------------------------- bowl
def clay():
    m = M('clay')
    co = m.co()
    n, sp = m.noise(co, 0.30, 6, 0.6), m.noise(co, 4.5, 2)
    c = m.mix(m.ramp(n, (0.32, 0), (0.68, 1)), (0.255, 0.262, 0.262), (0.335, 0.338, 0.330))
    c = m.mix(m.ramp(sp, (0.69, 0), (0.73, 0.8)), c, (0.07, 0.05, 0.038))
    return m.surf(m.pbr(c, m.math('MULTIPLY_ADD', n, 0.22, 0.24), Normal=m.bump(n, 0.08, 0.5), Specular=0.45))


BX, BY = 4.6, 3.0
inner = catmull([(0, 0.75), (4.5, 0.80), (8.2, 1.5), (10.6, 2.9), (11.9, 4.6)], 10)
outer = catmull([(12.25, 4.55), (10.9, 2.5), (8.4, 1.0), (6.3, 0.5), (6.0, 0.0)], 10)
bowl = lathe('bowl', np.vstack([inner, [(12.02, 4.74), (12.18, 4.72)], outer, [(5.6, 0.0), (5.5, 0.25), (0, 0.3)]]), clay(), 160, wob=0.10, wfreq=0.12)
pit = lathe('pit', np.vstack([inner[::4], [(12.6, 6.5)]]), None, 40)
bowl.location = pit.location = (BX, BY, 0)
ground = mesh('ground', [(-90, -90, 0), (90, -90, 0), (90, 90, 0), (-90, 90, 0)], [(0, 1, 2, 3)], None, False)
fruit = []
for k, (x, y, z, tilt, turn) in enumerate(
    (
        (BX - 5.0, BY - 1.2, 5.0, 0.15, 0.6),
        (BX + 2.6, BY - 4.6, 5.0, 1.45, 0.5),
        (BX + 5.4, BY + 3.6, 5.0, 0.3, 2.6),
        (BX - 1.8, BY + 5.2, 5.0, 0.2, 4.0),
        (-24.6, 4.8, 3.6, 1.75, 5.218),
        (-8.0, -11.4, 4.2, 0.05, 1.0),
    )
):
    o = pear(k, 3, 24)
    o.location, o.rotation_euler = (x, y, z), (0, tilt, turn)
    fruit.append(o)
bpy.context.view_layer.update()
tumble(fruit, [pit, ground], 140)
hide_proto(ground, pit)
for k, o in enumerate(fruit):  # the second one has lost most of its stalk: a whole one would go through the bowl
    whole = capture(lambda: (pear(k), stalk(k, 0.25 if k == 1 else 1)))
    inst(whole).matrix_world = o.matrix_world.copy()
hide_proto(*fruit)

# ---------------------------------------------------------------- table and wall
def table():
    m = M('table')
    co = m.co()
    n, f = m.noise(co, 0.09, 8, 0.6), m.noise(co, 2.2, 8, 0.7)
    c = m.ramp(m.math('MULTIPLY_ADD', f, 0.35, m.math('MULTIPLY', n, 0.65)), (0.35, (0.030, 0.026, 0.023)), (0.70, (0.075, 0.066, 0.058)))
    return m.surf(m.pbr(c, m.math('MULTIPLY_ADD', n, 0.20, 0.38), Normal=m.bump(m.math('MULTIPLY_ADD', f, 0.4, n), 0.05, 0.5), Specular=0.35))


def wall():
    m = M('wall')
    co = m.co()
    n, f = m.noise(co, 0.030, 6, 0.6), m.noise(co, 0.7, 8, 0.65)
    c = m.mix(m.ramp(n, (0.35, 0), (0.7, 1)), (0.060, 0.072, 0.080), (0.092, 0.106, 0.115))
    return m.surf(m.pbr(c, 0.85, Normal=m.bump(m.math('MULTIPLY_ADD', f, 0.4, n), 0.35, 0.5), Specular=0.15))


box('table', (300, 90, 4), table(), (0, 15, -2), 0.35)
backdrop(wall(), 62, 400, 300, 60)

# ---------------------------------------------------------------- light
environment(A.get('env', 'apartment'), float(A.get('es', 0.12)), float(A.get('rot', 0)))
window((-92, 26, 56), (0, 0, 4), (74, 92), (2, 3), 5, float(A.get('win', 100)), (1, 0.97, 0.92))
camera((-4.5, -92, 36), (-2.1, 0, 4.2), float(A.get('lens', 89)), 7, focus=(2, -3, 5))
render(
    'peren_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', 0.5)),
    bloom=0.03,
    vig=0.28,
    temp=(1.01, 1, 0.98),
    sat=1.03,
    keep=0.15,
)
