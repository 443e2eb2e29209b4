"""A wedding table before the guests sit down: daylight, roses, glasses, one chair pushed back."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import *

reset(52)
A = args()
cycles = bpy.context.scene.cycles
cycles.diffuse_bounces = 3
bpy.context.scene.render.use_persistent_data = True
rs = random.Random(9)

cloth_m = linen((0.76, 0.73, 0.67), thread=10, stain=0.05)
for node in cloth_m.node_tree.nodes:
    if node.type == 'BUMP':
        node.inputs['Strength'].default_value = 0.25
napkin_m = linen((0.50, 0.53, 0.42), thread=14, stain=0.06)
porcelain, stoneware = ceramic((0.90, 0.885, 0.86), 0.12), ceramic((0.70, 0.66, 0.60), 0.32, 0.5)
silver = metal((0.70, 0.74, 0.80), 0.16, smudge=0.06)
bowl_m, stem_m = crystal(), glass()
wax_m = food((0.88, 0.82, 0.70), 0.45, 0.3)
wick_m = food((0.02, 0.018, 0.015), 0.9, 0)
paper = food((0.90, 0.88, 0.83), 0.8, 0.05, nscale=6, var=0.02, hue=0)
ink = food((0.03, 0.03, 0.035), 0.6, 0)
oak = wood((0.10, 0.055, 0.03), (0.22, 0.13, 0.07), (0.34, 0.22, 0.13), axis=2, rough=0.5)
stem_green = food((0.16, 0.22, 0.09), 0.5, 0.1)
euc = leafmat((0.12, 0.17, 0.11), (0.28, 0.38, 0.20), 0.55, sp=0.25)
ol = leafmat((0.075, 0.13, 0.045), (0.24, 0.34, 0.11), 0.45)

# cloth on a round table, its edge far behind
R0 = 92


def top(u, v):
    a, r = u * TAU, v * R0 * 1.5
    if r < R0:
        x, y = r * math.cos(a), r * math.sin(a)
        crease = 0.30 * math.exp(-(((x + 18) / 1.1) ** 2)) + 0.26 * math.exp(
            -(((y - 26) / 1.2) ** 2)
        )  # where it lay folded
        return (x, y, crease + 0.10 * mnoise.noise(Vector((x * 0.06, y * 0.06, 3))))
    d = r - R0
    t = min(1, d / 28)
    w = math.sin(a * 23 + 2 * mnoise.noise(Vector((math.cos(a) * 2, math.sin(a) * 2, 0)))) * 4.2 * t
    rr = R0 + 2.5 * (1 - math.exp(-d / 3)) + w + d * 0.05
    return (rr * math.cos(a), rr * math.sin(a), -d + 2 * (1 - math.exp(-d / 3)))


grid('cloth', top, 400, 140, cloth_m, closed_u=True, uvscale=(480, 138))


def setting():
    p = plate(stoneware, 14.2, 0.68, 1.3, 0.45, True)
    p.location = (0, 0, 0.1)
    p = plate(porcelain, 11.2, 0.62, 1.7, 0.34)
    p.location = (0, 0, 0.75)


SETTING = capture(setting)
FORK, KNIFE = capture(fork, silver), capture(knife, silver)
NAPKIN = [capture(folded_napkin, napkin_m, 8.6, 20, s) for s in (1, 2, 3)]
WHITE = dict(H=22.5, R=4.1, rise=11)
WATER = dict(H=19, R=4.3, rise=7.5, flare=0.80)


def white_glass():
    stem_glass(bowl_m, stem_m, **WHITE)


def water_glass():
    stem_glass(bowl_m, stem_m, **WATER)


def water_full():
    stem_glass(bowl_m, stem_m, **WATER)
    poured(liquid((0.99, 0.995, 0.995), 1.33, (0.99, 1, 1)), fill=0.52, **WATER)


GW, GA, GF = capture(white_glass), capture(water_glass), capture(water_full)
twig = capture(sprig, ol, stem_green, 8, 11, 0.7, 2.3, 9, 0.2)


def name_card():
    box('card', (6.4, 0.05, 3.4), paper, (0, 0.8, 1.65), 0, (-0.30, 0, 0))
    box('card2', (6.4, 0.05, 3.4), paper, (0, 2.1, 1.65), 0, (0.30, 0, 0))
    pts = [
        (
            -1.9 + 0.29 * k + 0.12 * math.sin(k * 2.4),
            0.1 - 0.0 * k,
            2.3 + 0.42 * math.sin(k * 1.9) * (0.6 + 0.4 * math.sin(k * 0.7)),
        )
        for k in range(14)
    ]
    o = tube('hand', [(x, 0, z - 2.15) for x, _, z in pts], 0.035, ink, 5)
    o.rotation_euler = (-0.30, 0, 0)
    o.location = (0, 0.72, 1.75)


CARD = capture(name_card)

R1 = 68
for i in range(9):
    a = math.radians(-96 + i * 40)
    ca, sa = math.cos(a), math.sin(a)

    def at(r, t):
        return (
            R1 * ca + (r - R1) * ca - t * sa,
            R1 * sa + (r - R1) * sa + t * ca,
        )  # r from the middle, t to the guest's right

    turn = a + math.pi / 2
    x, y = at(R1, 0)
    inst(SETTING, (x, y, 0.3), (0, 0, turn))
    inst(NAPKIN[i % 3], (*at(R1 + 0.5, 0.4), 1.95), (0, 0, turn + rs.uniform(-0.10, 0.10) + (0.22 if i == 1 else 0)))
    if i % 2 == 0:
        inst(twig, (*at(R1 + 3, 1.0), 3.7), (0.05, 0, turn + 0.35), 0.95)
    inst(FORK, (*at(R1, -17.6), 0.35), (0, 0, turn + rs.uniform(-0.02, 0.02)))
    inst(FORK, (*at(R1 - 0.5, -20.4), 0.35), (0, 0, turn + rs.uniform(-0.03, 0.03) + (0.10 if i == 0 else 0)), 0.93)
    inst(KNIFE, (*at(R1, 17.4), 0.35), (0, 0, turn + rs.uniform(-0.02, 0.02)))
    inst(GW, (*at(R1 - 20, 16.5), 0.35), (0, 0, rs.random() * 6))
    inst(GF if i in (0, 1, 3, 5, 8) else GA, (*at(R1 - 15, 24.5), 0.35), (0, 0, rs.random() * 6))
    inst(CARD, (*at(R1 - 17.5, -1 + rs.uniform(-1, 1)), 0.35), (0, 0, turn + rs.uniform(-0.15, 0.15)))
CHAIR = capture(chair, oak, linen((0.62, 0.56, 0.46), thread=4, stain=0.1))
for i in range(9):
    a = math.radians(-96 + i * 40)
    if not 20 < i * 40 - 96 < 200:
        continue
    out, skew = (128, 0.5) if i == 4 else (112, rs.uniform(-0.08, 0.08))
    inst(CHAIR, (out * math.cos(a), out * math.sin(a), -74), (0, 0, a - math.pi / 2 + skew))

# the flowers: a low bowl of roses, eucalyptus and jasmine
whites = [
    rose_petal(),
    rose_petal((0.96, 0.84, 0.64), (0.94, 0.91, 0.82)),
    rose_petal((0.93, 0.66, 0.56), (0.93, 0.82, 0.75)),
]
ROSES = [
    capture(garden_rose, whites[0], 3.7, 36, 1.0, 1, euc),
    capture(garden_rose, whites[1], 3.4, 32, 0.85, 2, euc),
    capture(garden_rose, whites[2], 3.1, 30, 0.75, 3, euc),
    capture(garden_rose, whites[0], 2.9, 26, 0.6, 4, euc),
]
BUDS = [capture(bud, whites[2], 1.5, 7, euc), capture(bud, whites[1], 1.7, 8, euc)]
EUC = [capture(sprig, euc, stem_green, 15, 12, 2.3, 2.6, s, 0.2, True, 0.25) for s in (1, 2, 3)]
OLIVE = [capture(sprig, ol, stem_green, 17, 14, 0.9, 3.6, s, 0.35, True, 0.25) for s in (4, 5)]
lathe(
    'footed',
    catmull(
        [
            (0, 0),
            (5.2, 0),
            (5.4, 0.5),
            (2.6, 1.3),
            (2.0, 2.8),
            (3.2, 4.2),
            (8.2, 5.6),
            (10.2, 8.2),
            (10.4, 9.0),
            (9.8, 9.0),
            (8, 6.6),
            (0, 6.2),
        ],
        7,
    ),
    stoneware,
    96,
).location = (0, 0, 0.3)
C0 = Vector((0, 0, 8.6))


def put(col, az, el, k, s, lift=0):
    d = Vector((math.cos(az) * math.cos(el), math.sin(az) * math.cos(el), math.sin(el)))
    q = d.to_track_quat('Z', 'Y') @ Euler((0, 0, rs.random() * 6)).to_quaternion()
    inst(col, C0 + Vector((d.x * k * 1.35, d.y * k * 1.2, d.z * k * 0.85 + lift)), q.to_euler(), s)


for el, n, off in ((-0.08, 11, 0.2), (0.36, 10, 0.5), (0.82, 7, 0.1), (1.25, 3, 0.4)):
    for i in range(n):
        put(
            rs.choice(ROSES),
            TAU * i / n + off + rs.uniform(-0.2, 0.2),
            el + rs.uniform(-0.12, 0.12),
            8.2 + rs.uniform(-1.0, 1.5),
            rs.uniform(0.78, 1.12),
        )
for i in range(12):
    put(rs.choice(BUDS), rs.random() * TAU, rs.uniform(0, 1.1), 11 + rs.uniform(-1, 1.5), rs.uniform(0.8, 1.1))
for i in range(44):
    az, el = rs.random() * TAU, rs.uniform(-0.45, 1.1)
    d = Vector((math.cos(az) * math.cos(el), math.sin(az) * math.cos(el), math.sin(el)))
    inst(
        rs.choice(EUC + OLIVE),
        C0 + Vector((d.x * 5.5, d.y * 5.5, d.z * 3.6)),
        d.to_track_quat('Y', 'Z').to_euler(),
        rs.uniform(0.7, 1.2),
    )


# tapers, not lit yet
def taper(h):
    lathe(
        'holder',
        catmull(
            [(0, 0), (3.4, 0), (3.5, 0.5), (1.6, 1.0), (1.0, 2.0), (1.4, 3.0), (1.5, 4.2), (1.2, 4.2), (0, 4.0)], 5
        ),
        stoneware,
        64,
    )
    lathe(
        'wax',
        catmull([(0, 4), (1.08, 4.1), (1.04, 4 + h * 0.5), (0.92, 4 + h - 0.8), (0.5, 4 + h), (0, 4 + h + 0.1)], 6),
        wax_m,
        40,
    )
    tube('wick', [(0, 0, 4 + h), (0.05, 0, 4 + h + 0.6), (0.2, 0.05, 4 + h + 1.1)], 0.07, wick_m, 6)


for x, y, h in ((-21, 8, 18), (-27, -2, 13.5), (20, 12, 19), (28, 5, 14.5)):
    inst(capture(taper, h), (x, y, 0.35), (rs.uniform(-0.012, 0.012), rs.uniform(-0.012, 0.012), 0))
# petals that fell
for x, y in ((-13, -20), (-17, -25), (9, -24), (24, -16)):
    o = grid(
        'fallen',
        lambda u, v: (
            (u - 0.5) * 3.0 * math.sin(math.pi * (0.15 + 0.8 * v)),
            (v - 0.5) * 3.2,
            0.5 * ((2 * u - 1) ** 2) + 0.7 * (v - 0.3) ** 2,
        ),
        11,
        11,
        whites[0],
    )
    subsurf(o, 1)
    o.location = (x, y, 0.42)
    o.rotation_euler = (rs.uniform(-0.1, 0.1), rs.uniform(-0.1, 0.1), rs.random() * 6)

environment(A.get('env', 'courtyard'), float(A.get('es', 0.75)), float(A.get('rot', 220)))
cycles.sample_clamp_indirect = 2
sun(
    float(A.get('az', 152)),
    float(A.get('el', 34)),
    float(A.get('sun', 4)),
    (1, 0.87, 0.70),
    1.2,
    (120, 100, 3, 3, 7),
    220,
    (float(A.get('gx', 2)), float(A.get('gy', -4)), 8),
)
area((-150, 60, 130), (0, -10, 5), (90, 120), float(A.get('key', 5)), (1, 0.965, 0.91))
if A.get('cam') == 'rose':
    camera((-10, -60, 30), (0, 0, 12), 85, 6, focus=(0, -9, 12))
else:
    camera((-62, -160, 56), (-9.5, -27, 5.5), 64, 3.4, focus=(-6, -22, 9))
render(
    'bruiloftstafel_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', 0.85)),
    look='High Contrast',
    bloom=0.02,
    vig=0.18,
    temp=(0.985, 1, 1.0),
    sat=1.0,
)
