import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(71)
A = args()
world((0.44, 0.45, 0.48), (0.42, 0.35, 0.28), (0.12, 0.10, 0.08), 0.28)
tbl = cloth('cloth', 240, 220, linen((0.22, 0.22, 0.175), 13), 0.7, 240, 8, 0.035, 3, 0.05)
tbl.location = (0, 40, 0)
mar = marble((0.050, 0.060, 0.046), (0.50, 0.50, 0.43), 0.05, 0.12)
gold = metal(GOLD, 0.20, smudge=0.08)
Z = 10.0
lathe(
    'top',
    np.vstack(
        [
            [[0, Z]],
            catmull(
                [(17.2, Z), (17.7, Z - 0.08), (17.9, Z - 0.45), (17.9, Z - 1.25), (17.6, Z - 1.5), (16.8, Z - 1.55)], 6
            ),
            [[0, Z - 1.55]],
        ]
    ),
    mar,
    192,
)
lathe(
    'ft',
    np.vstack(
        [
            [[0, Z - 1.5]],
            catmull(
                [
                    (6.5, Z - 1.52),
                    (6.2, Z - 1.9),
                    (2.4, Z - 2.8),
                    (1.5, 5.2),
                    (1.7, 3.2),
                    (3.6, 1.5),
                    (8.2, 0.6),
                    (8.5, 0.15),
                    (8.2, 0),
                ],
                7,
            ),
            [[0, 0]],
        ]
    ),
    gold,
    128,
)
# pastry with a dusting of icing sugar
m = M('past')
co = m.co(rand=60)
z = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['Generated']).outputs[2]
n = m.noise(co, 1.0, 7, 0.62)
n2 = m.noise(co, 6, 5, 0.7)
f = m.math('ADD', m.math('MULTIPLY_ADD', n, 1.7, -0.66), m.math('MULTIPLY', z, 0.58))
c = m.ramp(f, (0.12, (0.74, 0.50, 0.25)), (0.50, (0.56, 0.31, 0.12)), (0.90, (0.30, 0.13, 0.045)))
c = dusted(m, c, 0.55, 6, 0.55)
cm = m.surf(
    m.pbr(
        c,
        0.62,
        Normal=m.bump(m.math('ADD', n2, n), 0.10, 0.8),
        Subsurface=0.1,
        Subsurface_Color=(0.7, 0.45, 0.2),
        Subsurface_Radius=(0.3, 0.15, 0.06),
        Specular=0.3,
    )
)
cust = food((0.90, 0.72, 0.34), 0.24, 0.35, (0.6, 0.4, 0.15), 1.6, 0.03, 0.06, 0.5, 0.5, hue=0.004)
sk, cut = strawmats()
sk2, _ = strawmats(0.8)
seedm = food((0.80, 0.60, 0.25), 0.4, 0.1, hue=0.01)
rm = raspmat(0, (0.40, 0.007, 0.020))
rm2 = raspmat(0.7, (0.42, 0.008, 0.024))
bl = bluemat()
bl2 = bluemat(0.6)
mint = leafmat((0.075, 0.22, 0.045), (0.26, 0.52, 0.10), 0.42)
sugar = food((0.92, 0.91, 0.88), 0.8, 0.1, hue=0)
SW = [capture(tart_strawberry, k, cut, seedm, 1.22, 2.75, False, s) for s, k in ((1, sk), (2, sk2))]
SHf = [capture(tart_strawberry, sk, cut, seedm, 1.30, 2.9, True, s) for s in (3, 4, 5)]
RB = [capture(raspberry, k, 0.92, 1.95, s) for s, k in ((1, rm), (2, rm2), (3, rm))]
BB = [capture(blueberry, k, 0.74, s) for s, k in ((1, bl), (2, bl2), (3, bl))]
ML = [leaf('mint', 2.9, 1.75, mint, 0.55, 0.35, 0.07, 0.6, 13, 20) for _ in range(3)]
[subsurf(o, 1) for o in ML]
hide_proto(*ML)


def topm(cx, cy, z, s, a):  # a little mint crown
    for k in range(4):
        copy(
            random.choice(ML),
            (cx, cy, z + 0.03 * k),
            (0.50 - 0.25 * (k > 1), random.uniform(-0.2, 0.2), a + k * 1.65 + random.uniform(-0.2, 0.2)),
            s * random.uniform(0.75, 1.05) * (1 if k < 2 else 0.7),
        )


def tart(seed, kind):
    random.seed(seed)
    rs = random
    tartshell(cm, 3.9, 2.0)
    lathe(
        'cr',
        catmull([(0, 2.42), (1.6, 2.36), (2.7, 2.12), (3.25, 1.78), (3.42, 1.45), (3.3, 1.0)], 8),
        cust,
        96,
        wob=0.14,
        wfreq=0.55,
    )
    top = lambda r: 2.38 - 0.085 * r * r
    if kind == 'mix':
        for k in range(6):
            a = k * TAU / 6 - 0.52
            inst(
                SHf[k % 3],
                (2.35 * math.cos(a), 2.35 * math.sin(a), top(2.35) + 0.14),
                (Matrix.Rotation(a + math.pi / 2, 3, 'Z') @ Matrix.Rotation(-0.52, 3, 'X')).to_euler(),
                rs.uniform(0.86, 0.95),
            ) if k % 2 == 0 else inst(
                RB[k % 3],
                (2.2 * math.cos(a), 2.2 * math.sin(a), top(2.2) - 0.05),
                (rs.uniform(-0.2, 0.2), rs.uniform(-0.2, 0.2), rs.random() * 6),
                rs.uniform(0.95, 1.05),
            )
        for k in range(5):
            a = k * TAU / 5 + 0.9
            inst(
                BB[k % 3],
                (0.85 * math.cos(a), 0.85 * math.sin(a), 2.9 + rs.uniform(-0.1, 0.1)),
                (rs.uniform(-0.8, 0.8), rs.uniform(-0.8, 0.8), rs.random() * 6),
                rs.uniform(0.95, 1.1),
            )
        inst(RB[1], (0.05, 0, 3.05), (0.1, 0.2, 1), 1.05)
        topm(0.1, 0.75, 4.0, 0.95, 0.3)
    elif kind == 'rasp':
        for R, n in ((2.55, 9), (1.25, 5), (0, 1)):
            for k in range(n):
                a = k * TAU / max(n, 1) + R
                inst(
                    RB[rs.choice((0, 1, 2))],
                    (R * math.cos(a), R * math.sin(a), top(R) - 0.08),
                    (
                        rs.uniform(-0.15, 0.15) - 0.12 * math.sin(a) * R * 0.5,
                        rs.uniform(-0.15, 0.15) + 0.12 * math.cos(a) * R * 0.5,
                        rs.random() * 6,
                    ),
                    rs.uniform(0.92, 1.04),
                )
        topm(-0.4, 0.5, 4.2, 0.8, 1.2)
        inst(BB[0], (1.3, -1.7, 3.55), (0.5, 0.2, 0), 0.95)
    elif kind == 'straw':
        for k in range(6):
            a = k * TAU / 6 + 0.1
            inst(
                SW[rs.choice((0, 1))],
                (2.05 * math.cos(a), 2.05 * math.sin(a), top(2.05) - 0.05),
                (-0.28 * math.sin(a) * -1 * -1, 0.28 * math.cos(a) * -1, rs.random() * 6)
                if 0
                else (0.22 * math.sin(a), -0.22 * math.cos(a), rs.random() * 6),
                rs.uniform(0.78, 0.9),
            )
        inst(SW[1], (0, 0, 2.3), (0, 0, 1), 1.0)
        for k in range(4):
            a = k * TAU / 4 + 0.6
            inst(
                BB[k % 3],
                (2.75 * math.cos(a), 2.75 * math.sin(a), 2.35),
                (rs.uniform(-0.9, 0.9), rs.uniform(-0.9, 0.9), 0),
                0.9,
            )
        topm(0.9, -0.3, 3.9, 0.8, -1.0)
    else:
        for R, n in ((2.75, 11), (1.5, 6)):
            for k in range(n):
                a = k * TAU / n + R
                inst(
                    BB[rs.choice((0, 1, 2))],
                    (R * math.cos(a), R * math.sin(a), top(R) + 0.42),
                    (rs.uniform(-0.9, 0.9), rs.uniform(-0.9, 0.9), rs.random() * 6),
                    rs.uniform(0.92, 1.08),
                )
        for k in range(3):
            inst(
                BB[k],
                (0.55 * math.cos(k * 2.1), 0.55 * math.sin(k * 2.1), 3.05 + 0.25 * (k == 1)),
                (rs.uniform(-0.6, 0.6), rs.uniform(-0.6, 0.6), 0),
                1.0,
            )
        topm(0.3, 0.3, 3.8, 0.85, 0.2)


TT = {k: capture(tart, i + 3, k) for i, k in enumerate(('mix', 'rasp', 'straw', 'blue'))}
P = [
    (0.6, -8.6, 'mix', 0.55),
    (8.9, -4.4, 'rasp', 1.2),
    (-7.9, -4.2, 'straw', 0.3),
    (1.2, 0.6, 'blue', 2),
    (9.6, 4.6, 'mix', 2.6),
    (-7.0, 4.9, 'rasp', 0.8),
    (1.6, 9.6, 'straw', 1.9),
    (-5.5, 12.9, 'mix', 1.4),
    (8.6, 12.8, 'blue', 0.4),
]
for x, y, k, a in P:
    inst(TT[k], (x, y, Z), (0, 0, a), random.uniform(0.97, 1.02))
# loose berries, sugar on marble, on the cloth
rs = random.Random(8)
for x, y, k in ((-2.9, -14.0, 0), (5.6, -13.2, 1)):
    inst(BB[k], (x, y, Z + 0.62), (rs.uniform(-1, 1), rs.uniform(-1, 1), 0), 1)
inst(RB[0], (7.2, -12.0, Z + 0.85), (1.5, 0, 0.6), 1)
sp = sphere('sg', 0.035, None, 1)
hide_proto(sp)
merged(
    'sug',
    sp,
    [
        (
            (17 * math.sqrt(rs.random()) * math.cos(a), 17 * math.sqrt(rs.random()) * math.sin(a), Z + 0.01),
            (0, 0, 0),
            rs.uniform(0.3, 1.1),
        )
        for a in [rs.random() * TAU for _ in range(1500)]
    ],
    sugar,
)
gl = glass()
fl = capture(flute, gl, liquid(), 0.7, 3, None)
for x, y in ((26, 34), (33, 40), (-33, 44)):
    inst(fl, (x, y, 0))
bg = bokeh_image(
    'bg_i',
    grad=((0.032, 0.027, 0.020), (0.085, 0.070, 0.050), (0.14, 0.115, 0.082)),
    glows=[(0.22, 0.72, 0.26, 0.40, (1, 0.86, 0.70), 0.65), (0.85, 0.6, 0.2, 0.3, (1, 0.66, 0.36), 0.15)],
    n=30,
    r=(0.018, 0.034),
    L=(0.08, 0.8),
    yr=(0.58, 1),
    seed=16,
)
image_backdrop(bg, 100, 180, 100, 0, -22)
area((-50, 18, 50), (0, 0, 11), (46, 46), 34, (1, 0.95, 0.87))
area((52, 30, 36), (0, 0, 11), (30, 36), 9, (1, 0.80, 0.58))
area((0, -75, 60), (0, 0, 10), (70, 40), 1.8, (0.98, 0.98, 1))
camera((-8, -72, 27.5), (0.7, -5.2, 12.7), 85, 3.2, focus=(0.6, -11.5, 12.5))
render('taartjes_' + str(A.get('tag', 'p')), A['w'], A['h'], A['spp'], exposure=0.66, bloom=0.05, vig=0.34)
