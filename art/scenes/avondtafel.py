import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(41)
A = args()
world((0.055, 0.10, 0.24), (0.10, 0.13, 0.22), (0.020, 0.018, 0.020), 0.55)
ln = linen((0.62, 0.58, 0.52), 12)
nap = linen((0.30, 0.34, 0.24), 16, 0.08)
cer = ceramic((0.80, 0.77, 0.72), 0.20, 0.8)
gold = metal(GOLD, 0.22, smudge=0.08)
gl = glass(clear=0.72)
wx = wax(glow=2.2)
fl = flamemat(22)
wine = liquid((0.46, 0.010, 0.028), 1.34, (0.75, 0.10, 0.10))
dk = wood((0.012, 0.007, 0.004), (0.03, 0.017, 0.010), (0.06, 0.035, 0.02), axis=2)
c = cloth('cloth', 118, 620, ln, 0.5, 150, 4, 0.035, 3, 0.05)
c.location = (0, 235, 0)
HERO = ((-5.2, 0), (10.2, 7.0), (17.6, 1.5), (-14.0, 16), (0.4, -4.8))
for v in c.data.vertices:  # flat below the glasses in front
    d = min(math.hypot(v.co.x - x, v.co.y + 235 - y) for x, y in HERO)
    v.co.z = 0.3 + (v.co.z - 0.3) * sstep(4.5, 9, d)


def hang(s):
    o = grid(
        'drop',
        lambda u, v: (s * (59 + 1.2 * math.sin(u * 60) * v + 1.5 * v), -75 + u * 620, -30 * v + 0.1),
        400,
        12,
        ln,
        uvscale=(620, 30),
    )
    return o


hang(1)
hang(-1)


def setting():
    p = plate(cer, 13.5, 0.66, 1.5, 0.42, True)
    p.location = (0, 0, 0.1)
    p2 = plate(cer, 10.2, 0.62, 1.5, 0.36, True)
    p2.location = (0, 0, 0.75)
    f = cutlery_fork(gold)
    f.location = (-16.4, 0, 0.15)
    k = cutlery_knife(gold)
    k.location = (16.6, 0, 0.15)
    o = grid(
        'np',
        lambda u, v: (
            (u - 0.5) * 6.5 + 0.25 * math.sin(v * 5),
            (v - 0.5) * 19,
            1.9
            + 0.5 * math.sin(u * math.pi) ** 0.5
            + 0.15 * math.sin(u * 9 + v * 4)
            + 0.5 * math.exp(-(((v - 0.5) * 3) ** 2)),
        ),
        24,
        40,
        nap,
        uvscale=(7, 19),
    )
    solid(o, 0.35)
    subsurf(o, 1)


PS = capture(setting)
WG = [capture(wineglass, gl, 21.5, 4.4, wine, f) for f in (0.36, 0.30)]
WT = capture(wineglass, gl, 17.5, 3.7, liquid((0.985, 0.99, 0.99), 1.33, (1, 1, 1)), 0.5)
VC = capture(tumbler_candle, glass((1, 0.95, 0.86)), wx, fl, 3.6, 8.0)


def chair():
    for s in (-1, 1):
        tube('cl', [(s * 19, 0, -75), (s * 19, 0, -10), (s * 18, 3, 12), (s * 15, 5, 26)], 1.3, dk, 10)
    for z in (8, 15, 22):
        tube(
            'cb',
            [(-18 + 0.1 * z, 3 + z * 0.07, z), (0, 6 + z * 0.08, z + 1), (18 - 0.1 * z, 3 + z * 0.07, z)],
            1.1,
            dk,
            8,
        )


CH = capture(chair)
rs = random.Random(3)
for i in range(9):
    y = -6 + i * 58
    for s in (-1, 1):
        if i == 0 and s < 0:
            continue
        yy = y + (22 if s < 0 else 14) - (36 if s < 0 else 0)
        inst(PS, (s * 38, yy, 0.3), (0, 0, s * math.pi / 2 + rs.uniform(-0.04, 0.04)))
        i and inst(CH, (s * 76, yy + rs.uniform(-3, 3), -2), (0, 0, -s * math.pi / 2 + rs.uniform(-0.15, 0.15)))
        if not (i == 0):
            inst(WG[i % 2], (s * (21 + rs.uniform(-1, 1)), yy + 14, 0.3))
            inst(WT, (s * (15 + rs.uniform(-1, 1)), yy + 20, 0.3))
# hero glasses
for g, (x, y) in zip((WG[0], WG[1], WT, WT), HERO):
    inst(g, (x, y, 0.3))
for x, y in (
    HERO[4],
    (-9.5, 27),
    (10, 33),
    (-3, 62),
    (6, 86),
    (-6, 118),
    (4, 152),
    (-5, 196),
    (5, 250),
    (-3, 310),
    (3, 380),
):
    inst(VC, (x, y, 0.3), scale=rs.uniform(0.9, 1.08))
ol = leafmat((0.10, 0.16, 0.075), (0.28, 0.38, 0.16), 0.45)
sm = food((0.20, 0.17, 0.10), 0.6, 0.1)
SO = [capture(sprig, ol, sm, 15, 12, 1.0, 3.8, s, 0.3, True, 0.25) for s in (3, 4, 5)]
for i in range(46):
    y = 14 + i * 8.5
    inst(
        rs.choice(SO),
        (rs.uniform(-5, 5), y, 0.7 + rs.uniform(0, 1.3)),
        (rs.uniform(-0.1, 0.25), rs.uniform(-0.4, 0.4), rs.uniform(-2.6, 2.6)),
        rs.uniform(0.85, 1.2),
    )
# poppies in a small brass bud vase
pm = poppymat()
ctr = food((0.05, 0.06, 0.025), 0.6, 0.1)
stm = food((0.02, 0.015, 0.015), 0.8, 0)
gs = food((0.12, 0.19, 0.06), 0.5, 0.15)


def vase():
    lathe(
        'vs',
        np.vstack(
            [
                [[0, 0]],
                catmull([(2.4, 0), (3.0, 0.4), (3.5, 2.2), (2.9, 5.0), (1.35, 7.4), (1.15, 8.8), (1.5, 9.8)], 7),
                catmull([(1.36, 9.8), (1.0, 8.8), (1.2, 7.4)], 4),
            ]
        ),
        metal(GOLD, 0.30, smudge=0.16),
        80,
    )


PO = [capture(poppy, pm, ctr, stm, 3.6, o, s) for o, s in ((0.75, 1), (0.95, 2), (0.55, 3))]


def bunch(x, y, sd):
    inst(VS, (x, y, 0.3))
    r2 = random.Random(sd)
    for k in range(6):
        a = k * TAU / 6 + r2.uniform(-0.4, 0.4)
        q = r2.uniform(3.5, 7.0)
        h = (x + q * math.cos(a), y + q * math.sin(a) * 0.8, 16 + r2.uniform(0, 7.5))
        poppy_stem(
            PO[k % 3],
            (x + 0.5 * math.cos(a), y + 0.5 * math.sin(a), 9),
            h,
            gs,
            (math.cos(a) * 0.8, math.sin(a) * 0.6 - 0.45, 0.8),
            sd * 10 + k,
        )


VS = capture(vase)
bunch(14.0, 34, 5)
bunch(-9, 104, 7)
bunch(6, 208, 8)
S = []
for x0, y0, x1, y1, sag, n in (
    (-0.05, 1.02, 0.44, 0.61, 0.10, 10),
    (0.30, 1.05, 0.49, 0.61, 0.05, 9),
    (0.74, 1.06, 0.53, 0.61, 0.05, 9),
    (1.06, 0.99, 0.57, 0.61, 0.10, 10),
):
    for a in range(n):
        t0 = a / n
        t1 = (a + 1) / n
        q = lambda t: (
            x0 + (x1 - x0) * (1 - (1 - t) ** 1.7),
            y0 + (y1 - y0) * (1 - (1 - t) ** 1.7) - sag * 4 * t * (1 - t),
        )
        k = 1 - (t0) ** 0.8
        S.append((*q(t0), *q(t0), 0, 1, 0.003 + 0.0105 * k, (0.7 + 1.2 * k)))
bg = bokeh_image(
    'bg_f',
    w=1600,
    h=1000,
    grad=((0.004, 0.006, 0.008), (0.045, 0.085, 0.16), (0.016, 0.034, 0.095)),
    glows=[(0.5, 0.50, 0.55, 0.07, (1, 0.60, 0.34), 0.10), (0.48, 0.555, 0.5, 0.12, (0.45, 0.62, 0.9), 0.10)],
    n=26,
    r=(0.003, 0.007),
    L=(0.2, 1.0),
    yr=(0.52, 0.58),
    cols=((1, 0.66, 0.12), (1, 0.74, 0.22), (1, 0.58, 0.06)),
    strings=S,
    seed=5,
)
image_backdrop(bg, 640, 760, 475, 0, -19)
# dark tree line silhouettes
tm = food((0.006, 0.010, 0.008), 1, 0)
for i in range(21):
    o = sphere('tree', rs.uniform(12, 24), tm, 3, 6, 0.08, (1.2, 0.4, rs.uniform(0.9, 1.8)))
    o.location = (-360 + i * 40 + rs.uniform(-12, 12), 610, -6 + rs.uniform(-10, 8))
for lamp in (
    area((0, 190, 150), (0, 120, 0), (120, 300), 1.9, (1, 0.62, 0.32)),
    area((-60, -30, 70), (0, 5, 8), (50, 50), 1.6, (1, 0.68, 0.42)),
    area((70, 60, 60), (0, 20, 10), (40, 60), 2.0, (1, 0.66, 0.36)),
    area((0, -120, 120), (0, 0, 0), (160, 80), 0.55, (0.55, 0.70, 1)),
):
    lamp.visible_glossy = False  # no rectangles of light in the wine
camera((-9, -76, 20.5), (0.6, 6, 14.4), 50, 2.3, focus=(-2.5, -2, 12))
render(
    'avondtafel_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=0.9,
    bloom=0.10,
    vig=0.34,
    temp=(1.02, 1.0, 0.96),
)
