import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(101)
A = args()
world((0.46, 0.46, 0.47), (0.46, 0.40, 0.32), (0.12, 0.10, 0.08), 0.15)
ln = cloth('cloth', 240, 220, linen((0.47, 0.42, 0.345), 13, 0.2), 0.42, 320, 12, 0.035, 5, 0.09)
ln.location = (0, 40, 0)
por = ceramic((0.88, 0.86, 0.81), 0.075)
st = ceramic((0.34, 0.36, 0.29), 0.34, 0.5)
gold = metal(GOLD, 0.20, smudge=0.08)
cr = coffeemat()
sm = specmat()
choc = chocolate((0.045, 0.018, 0.008), 0.22)
choc2 = chocolate((0.16, 0.065, 0.028), 0.28)
leafg = metal((0.95, 0.70, 0.34), 0.30, smudge=0.15)
crm = cream()


def cupset():
    s = saucer(por)
    c = capture(espressocup, por, cr, 3.15, 5.4, gold)
    inst(c, (0, 0, 0.42), (0, 0, 0.0))
    q = coffee_spoon(gold, 10.2, 1.05, 0.34, 0.45, 0.24)
    q.location = (1.4, -4.25, 1.25)
    q.rotation_euler = (0.02, -0.10, -1.42)


CS = capture(cupset)
inst(CS, (0, 0, 0.35), (0, 0, 0.55))
inst(CS, (15.5, 15.5, 0.35), (0, 0, -0.4))
inst(CS, (-13.5, 20, 0.35), (0, 0, 2.6))
SPC = [speculoos(sm, 6.2, 3.5, s) for s in (1, 2, 3)]
hide_proto(*SPC)


def spec(k, x, y, z, r, s=1):
    copy(SPC[k], (x, y, z), r, s)


spec(0, 9.2, -9.6, 0.62, (0, 0, 0.45))
spec(1, 9.5, -9.2, 1.30, (0.02, 0.03, 0.80))
spec(2, 9.0, -9.4, 1.98, (-0.02, 0.02, 0.30))
spec(1, -3.9, -2.9, 1.52, (0.16, -0.16, -0.55), 0.78)
# petit-four plate behind right
pl = plate(st, 8.6, 0.66, 1.1, 0.36, True)
PX, PY = 15.6, 0.8
pl.location = (PX, PY, 0.35)


def praline(seed, kind):
    rs = random.Random(seed)
    if kind == 0:
        b = box('pr', (2.3, 2.3, 1.5), choc, (0, 0, 0.75), 0.22, sub=4, wob=0.03)
        subsurf(b, 1)
        for k in range(4):
            y = -0.8 + k * 0.5
            tube(
                'dz',
                [
                    (-1.12, y + 0.1, 1.2),
                    (-0.95, y + 0.05, 1.53),
                    (0, y + 0.12, 1.56),
                    (0.95, y + 0.25, 1.53),
                    (1.12, y + 0.25, 1.2),
                ],
                0.075,
                choc2,
                8,
            )
    elif kind == 1:
        lathe(
            'dm', catmull([(1.32, 0), (1.36, 0.25), (1.22, 0.85), (0.80, 1.30), (0.3, 1.46), (0, 1.48)], 7), choc2, 72
        )
        v = []
        for q in range(9):
            b = TAU * q / 9
            r = rs.uniform(0.22, 0.5)
            v.append((r * math.cos(b), r * math.sin(b), 1.50 - 0.06 * r + rs.uniform(0, 0.05)))
        mesh('gl', v, [tuple(range(9))], leafg, False)
    else:
        s = sphere('tr', 1.25, choc2, 5, 0.10, 1.6)
        s.location = (0, 0, 1.2)
        p = sphere('cp', 0.06, food((0.09, 0.04, 0.018), 0.9, 0), 1)
        hide_proto(p)
        merged(
            'cocoa',
            p,
            [
                (
                    (1.27 * math.sin(t) * math.cos(a), 1.27 * math.sin(t) * math.sin(a), 1.2 + 1.27 * math.cos(t)),
                    (0, 0, 0),
                    rs.uniform(0.4, 1.4),
                )
                for a, t in [(rs.random() * TAU, math.acos(rs.uniform(-1, 1))) for _ in range(900)]
            ],
            food((0.11, 0.050, 0.022), 0.95, 0),
        )


PR = [capture(praline, s, k) for s, k in ((1, 0), (2, 1), (3, 2))]
MC = [
    capture(macaron, food(c, 0.55, 0.15, (0.3, 0.2, 0.15), 9, 0.012, 0.05, hue=0.004), crm, None, 2.1, i + 2)
    for i, c in enumerate(((0.60, 0.09, 0.07), (0.52, 0.56, 0.36), (0.86, 0.78, 0.62)))
]
for x, y, k, a in ((-4.3, -1.6, 0, 0.4), (-1.6, -4.2, 1, 0), (2.0, -3.4, 2, 0), (4.9, -0.6, 0, 1.2), (-4.4, 2.2, 1, 1)):
    inst(PR[k], (PX + x, PY + y, 0.94), (0, 0, a))
for x, y, k in ((0.2, 0.6, 0), (3.2, 3.6, 1), (-1.6, 4.6, 2)):
    inst(MC[k], (PX + x, PY + y, 0.94 + 1.2), (0.03, 0.02, k * 2.0))
inst(PR[0], (2.6, -9.6, 0.40), (0, 0, 0.5))
inst(PR[1], (-0.9, -7.5, 0.62) if 0 else (5.2, -4.9, 1.05) if 0 else (5.3, -8.6, 0.40), (0, 0, 0.2))
cb = sphere('cr', 0.2, sm, 2, 0.12, 4)
hide_proto(cb)
rs = random.Random(4)
for _ in range(70):
    copy(cb, (rs.gauss(8.5, 3.2), rs.gauss(-8, 2.2), 0.66), (rs.random() * 6,) * 3, rs.uniform(0.15, 0.8))
# folded napkin, olive, under the speculoos
nap = linen((0.30, 0.33, 0.22), 16, 0.08)
o = grid(
    'np',
    lambda u, v: (
        (u - 0.5) * 19 + 0.3 * math.sin(v * 5),
        (v - 0.5) * 13 + 0.2 * math.sin(u * 6),
        0.42 + 0.10 * math.sin(u * 7 + v * 3) + 0.08 * mnoise.noise(Vector((u * 6, v * 6, 2))),
    ),
    70,
    50,
    nap,
    uvscale=(19, 13),
)
solid(o, 0.16, 1)
o.location = (13.5, -9.5, 0.0)
o.rotation_euler = (0, 0, 0.30)
# small vase with one poppy and olive, far left back
pm = poppymat()
PO = capture(poppy, pm, food((0.05, 0.06, 0.025), 0.6, 0.1), food((0.02, 0.015, 0.015), 0.8, 0), 3.4, 0.85, 2)
gs = food((0.12, 0.19, 0.06), 0.5, 0.15)
v_ = lathe(
    'vs',
    np.vstack(
        [
            [[0, 0]],
            catmull([(1.3, 0), (1.7, 0.3), (1.9, 1.4), (1.5, 2.9), (0.8, 3.8), (0.7, 4.3), (0.85, 4.7)], 7),
            catmull([(0.74, 4.7), (0.55, 4.3), (0.66, 3.7)], 4),
        ]
    ),
    metal(GOLD, 0.30, smudge=0.16),
    80,
)
v_.location = (7.0, 22, 0.3)
poppy_stem(PO, (7.0, 22, 4.2), (5.0, 20.4, 8.0), gs, (-0.35, -0.75, 0.75), 2)
poppy_stem(PO, (7.0, 22, 4.2), (9.8, 21.0, 6.6), gs, (0.6, -0.65, 0.6), 5)
bg = bokeh_image(
    'bg_l',
    grad=((0.050, 0.045, 0.038), (0.15, 0.135, 0.110), (0.30, 0.275, 0.23)),
    glows=[(0.20, 0.78, 0.26, 0.42, (1, 0.93, 0.82), 0.9), (0.85, 0.6, 0.2, 0.3, (1, 0.80, 0.58), 0.15)],
    n=14,
    r=(0.02, 0.036),
    L=(0.05, 0.4),
    yr=(0.6, 1),
    cols=((1, 0.86, 0.66), (1, 0.78, 0.52)),
    seed=20,
)
image_backdrop(bg, 100, 180, 100, 0, -22)
# window bars between the sun and the table: soft morning shadows
blk = food((0.02, 0.02, 0.02), 1, 0)
S = Vector((-140, 34, 84))
d = -S.normalized()
c = S * 0.42
ux = d.cross(Vector((0, 0, 1))).normalized()
uy = ux.cross(d)


def bar(a, b, w, h):
    o = box('bar', (w, h, 1), blk, c + ux * a + uy * b, 0)
    o.rotation_euler = Matrix((ux, uy, -d)).transposed().to_euler()
    o.visible_camera = False
    o.visible_glossy = False


for a in (-33, -11, 11, 33):
    bar(a, 0, 5, 90)
for b in (-28, 0, 28):
    bar(0, b, 100, 5)
area(S, (0, 0, 0), (7, 7), 17500, (1, 0.86, 0.66), glossy=False)
area((-50, 24, 40), (0, 0, 3), (40, 46), 8, (1, 0.95, 0.88))
area((-30, -16, 24), (0, 0, 4), (6, 28), 24, (1, 0.95, 0.88))
area((50, 30, 34), (0, 0, 3), (30, 36), 3.2, (1, 0.86, 0.70))
area((0, -75, 60), (0, 0, 2), (70, 40), 0.9, (1, 0.98, 0.95))
camera((-9, -62, 22.5), (1.2, -0.4, 4.9), 82, 4.2, focus=(0.6, -3.9, 5))
render('koffie_' + str(A.get('tag', 'p')), A['w'], A['h'], A['spp'], exposure=0.62, bloom=0.06, vig=0.40)
