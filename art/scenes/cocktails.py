import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(81)
A = args()
world((0.12, 0.12, 0.14), (0.18, 0.13, 0.09), (0.03, 0.024, 0.018), 0.6)
gl = glass()
brass = metal((0.86, 0.60, 0.28), 0.20, smudge=0.10)
ice = icemat()
wd = wood((0.022, 0.012, 0.007), (0.055, 0.030, 0.017), (0.10, 0.06, 0.035), rough=0.34)
for i in range(-4, 10):
    box('pl', (240, 13.6, 3), wd, (random.uniform(-19, 19), i * 13.8 - 6, -1.5 + random.uniform(-0.05, 0.05)), 0.18)
tr = lathe(
    'tray',
    np.vstack(
        [
            [[0, 0.35], [20.2, 0.35]],
            catmull(
                [
                    (20.8, 0.38),
                    (21.5, 0.8),
                    (21.9, 1.7),
                    (22.15, 2.0),
                    (22.35, 1.95),
                    (22.3, 1.7),
                    (21.9, 0.7),
                    (21.0, 0.05),
                ],
                7,
            ),
            [[0, 0]],
        ]
    ),
    brass,
    192,
)
tr.location = (2.5, 5, 0)
Z = 0.36
of, op = citrusmats()
gf, gp = citrusmats((0.72, 0.10, 0.045), (0.86, 0.24, 0.10), (0.90, 0.40, 0.10), (0.92, 0.80, 0.60))
lf, lp = citrusmats((0.80, 0.72, 0.16), (0.88, 0.82, 0.30), (0.86, 0.66, 0.04), (0.93, 0.90, 0.74), 9)
OS = capture(citrus_wheel, of, op, 3.3, 0.45)
GS = capture(citrus_wheel, gf, gp, 3.5, 0.45)
LS = capture(citrus_wheel, lf, lp, 2.5, 0.38)
LH = capture(citrus_half, lf, lp, 2.7)
rl = leafmat((0.15, 0.19, 0.11), (0.30, 0.38, 0.17), 0.5, False, 0.3)
rst = food((0.16, 0.11, 0.055), 0.7, 0.05)
RM = [capture(rosemary, rl, rst, 10, s, 34, 0.12, 1.7, 0.21, 0.10, 0.8, 0.10) for s in (1, 2, 3)]
cub = [box('ic', (2.75, 2.75, 2.75), ice, bev=0.30, sub=3, wob=0.18) for _ in range(3)]
hide_proto(*cub)


def spritz(liq, seed, fill=6.9):
    rs = random.Random(seed)
    rin = ribtumbler(gl)
    zs = [1.08] + list(np.linspace(1.2, 1.8, 4)) + list(np.linspace(2.2, fill, 10))
    lathe(
        'lq',
        [(0, 1.05), (2.6, 1.07)]
        + [(rin(z) + 0.03, z) for z in zs[1:]]
        + [(rin(fill) + 0.03, fill + 0.04), (rin(fill) - 0.1, fill - 0.02), (0, fill - 0.02)],
        liq,
        96,
    )
    for x, y, z in (
        (-1.1, -1.0, 2.75),
        (1.35, 0.9, 3.0),
        (-0.5, 1.3, 5.6),
        (1.0, -1.2, 5.9),
        (-1.4, -0.6, 7.6),
        (1.2, 1.0, 7.9),
    ):
        copy(
            cub[rs.randint(0, 2)],
            (x, y, z),
            (rs.uniform(-0.5, 0.5), rs.uniform(-0.5, 0.5), rs.random() * 3),
            rs.uniform(0.86, 1.0),
        )


neg = liquid((0.99, 0.58, 0.17), 1.34, (1, 0.62, 0.24))
pal = liquid((0.985, 0.62, 0.34), 1.34, (1, 0.72, 0.42))
foam = food((0.93, 0.87, 0.76), 0.6, 0.3, (0.5, 0.4, 0.3), 9, 0.03, 0.04, hue=0)
S1 = capture(spritz, neg, 1)
S2 = capture(spritz, neg, 2, 6.6)
CP = capture(coupe, gl, pal, foam)
inst(S1, (0, -3.5, Z))
inst(S2, (-11.0, 6.5, Z), (0, 0, 1))
inst(CP, (10.0, 4.2, Z))
inst(CP, (1.8, 13.0, Z))
inst(S2, (15.5, 15.5, Z), (0, 0, 2))


def onrim(col, x, y, z, a, tilt=0.15, s=1):
    q = Matrix.Rotation(a, 3, 'Z') @ Matrix.Rotation(tilt, 3, 'Y') @ Matrix.Rotation(math.pi / 2, 3, 'X')
    inst(col, (x, y, z), q.to_euler(), s)


onrim(OS, 3.6, -3.9, 9.3, 0.35, 0.25)
onrim(OS, -7.6, 6.2, 9.2, 0.3, 0.2)
onrim(GS, 18.8, 15.2, 9.2, 0.2, 0.2)
inst(LS, (9.6, 3.9, Z + 13.35), (0.06, 0.05, 0.4), 0.86)
inst(LS, (1.4, 12.6, Z + 13.35), (0.06, 0.05, 1.4), 0.86)
inst(RM[0], (-1.3, -4.4, Z + 4.6), (-0.06, -0.22, 0.4), 1.0)
inst(RM[1], (-12.2, 6.2, Z + 4.4), (0, -0.25, 1), 1.0)
inst(RM[2], (14.6, 15.5, Z + 4.4), (0, -0.25, 2), 1.0)
inst(RM[1], (-5.2, -10.2, Z + 0.35), Euler((math.pi / 2, 0, 1.75)), 1.05)
for x, y, a in ((13.2, -2.2, 0.4),):
    copy(cub[0], (x, y, Z + 1.1), (0.1, 0.05, a), 0.82)
drop = sphere('dr', 0.16, glass((1, 1, 1), 0, 1.33), 2, scale=(1, 1, 0.5))
hide_proto(drop)
rs = random.Random(3)
for _ in range(40):
    copy(drop, (rs.uniform(-4, 14), rs.uniform(-12, -2), Z), scale=rs.uniform(0.3, 1.1))
bg = bokeh_image(
    'bg_j',
    grad=((0.010, 0.010, 0.008), (0.026, 0.022, 0.015), (0.018, 0.018, 0.015)),
    glows=[(0.28, 0.55, 0.22, 0.25, (1, 0.52, 0.24), 0.10), (0.80, 0.60, 0.22, 0.25, (1, 0.50, 0.22), 0.10)],
    n=64,
    r=(0.018, 0.034),
    L=(0.05, 1.1),
    yr=(0.32, 1.0),
    cols=((1, 0.55, 0.20), (1, 0.68, 0.36), (1, 0.46, 0.14), (0.95, 0.20, 0.07)),
    strings=[(-0.05, 0.90, 0.55, 0.96, 0.18, 11, 0.022, 1.4), (0.42, 0.98, 1.06, 0.84, 0.16, 11, 0.022, 1.4)],
    seed=18,
)
image_backdrop(bg, 85, 112, 63, 0, 6)
area((-46, 16, 34), (0, 0, 6), (24, 50), 20, (1, 0.92, 0.82))
area((48, 30, 36), (0, 0, 6), (24, 50), 13, (1, 0.76, 0.50))
area((-34, -40, 18), (0, 0, 6), (8, 36), 9, (1, 0.95, 0.88))
area((10, -80, 60), (0, 0, 4), (70, 40), 1.6, (0.95, 0.97, 1))
camera((-8, -67, 19.5), (1.0, -1.6, 6.5), 75, 2.6, focus=(0.6, -6.0, 7.5))
render('cocktails_' + str(A.get('tag', 'p')), A['w'], A['h'], A['spp'], exposure=0.82, bloom=0.07, vig=0.34)
