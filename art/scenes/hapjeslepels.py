import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(91)
A = args()
world((0.44, 0.44, 0.45), (0.40, 0.33, 0.26), (0.10, 0.08, 0.06), 0.18)
ln = cloth('cloth', 240, 220, linen((0.30, 0.27, 0.23), 13), 0.34, 260, 8, 0.035, 3, 0.05)
ln.location = (0, 40, 0)
sl = box('slate', (62, 34, 0.9), slate(), (5, 7, 1.0), 0.10, (0, 0, -0.10), sub=40, wob=0.05)
Z = 1.46
por = ceramic((0.88, 0.86, 0.82), 0.08)
tuna = tunamat()
ses = food((0.82, 0.68, 0.44), 0.45, 0.2, hue=0.012)
ses2 = food((0.03, 0.026, 0.022), 0.4, 0)
cav = food((0.016, 0.015, 0.014), 0.08, 0.05, (0.1, 0.1, 0.1), 1, 0.0, 0.2, 0.8)
mayo = food((0.90, 0.80, 0.50), 0.24, 0.3, (0.5, 0.4, 0.2), 3, 0.01, 0.04, 0.5, 0.5, hue=0.004)
avo = food((0.40, 0.46, 0.165), 0.36, 0.25, (0.4, 0.4, 0.1), 4, 0.06, 0.14, 0.2)
cuc = food((0.52, 0.62, 0.30), 0.2, 0.4, (0.5, 0.5, 0.2), 3, 0.02, 0.2, 0.4)
bl = leafmat((0.09, 0.20, 0.04), (0.30, 0.46, 0.08), 0.38)
red = leafmat((0.20, 0.035, 0.05), (0.50, 0.10, 0.12), 0.4)
ms = food((0.55, 0.16, 0.20), 0.35, 0.2)
gs = food((0.35, 0.48, 0.16), 0.35, 0.2)
ML = [
    capture(microleaf, bl, ms, 1, 5, 1.5, 0.95),
    capture(microleaf, red, ms, 2, 4, 1.4, 0.85),
    capture(microleaf, bl, gs, 5, 4, 1.6, 0.9),
]
sd = sphere('sd', 0.115, None, 2, scale=(0.62, 1.25, 0.5))
cv = sphere('cv', 0.185, cav, 3)
ck = box('ck', (0.5, 0.5, 0.5), cuc, bev=0.08)
hide_proto(sd, cv, ck)


def bite(seed):
    rs = random.Random(seed)
    random.seed(seed)
    amusespoon(por)
    lathe(
        'bed',
        catmull([(0, 1.05), (0.8, 1.02), (1.35, 0.88), (1.6, 0.62), (1.3, 0.40)], 6),
        avo,
        64,
        wob=0.12,
        wfreq=0.9,
    ).location = (0, -0.15, 0.30)
    for k in range(9):
        a = rs.random() * TAU
        copy(
            ck,
            (
                1.35 * math.cos(a) * rs.uniform(0.7, 1.1),
                -0.1 + 1.5 * math.sin(a) * rs.uniform(0.7, 1.1),
                1.12 + rs.uniform(-0.1, 0.12),
            ),
            (rs.random() * 3,) * 3,
            rs.uniform(0.7, 1.05),
        )
    r0 = rs.uniform(-0.25, 0.25) + 0.5
    t = box(
        'tuna',
        (2.15, 2.15, 1.9),
        tuna,
        (0, -0.1, 2.22),
        0.16,
        (rs.uniform(-0.05, 0.05), rs.uniform(-0.05, 0.05), r0),
        sub=6,
        wob=0.05,
    )
    subsurf(t, 1)
    q = Matrix.Rotation(r0, 3, 'Z')
    xs = []
    ys = []
    for k in range(120):
        x, y = rs.uniform(-1.02, 1.02), rs.uniform(-1.02, 1.02)
        p = q @ Vector((x, y, 0))
        (xs if rs.random() < 0.62 else ys).append(
            (
                (p.x, p.y - 0.1, 3.17 + rs.uniform(-0.03, 0.05) + 0.06 * mnoise.noise(Vector((x, y, seed)))),
                (rs.uniform(-0.35, 0.35), rs.uniform(-0.35, 0.35), rs.random() * 6),
                rs.uniform(0.85, 1.1),
            )
        )
    merged('ses', sd, xs, ses)
    merged('ses2', sd, ys, ses2)
    m_ = lathe(
        'mayo',
        catmull(
            [
                (0, -0.05),
                (0.45, -0.05),
                (0.58, 0.10),
                (0.55, 0.30),
                (0.36, 0.50),
                (0.16, 0.66),
                (0.04, 0.86),
                (0, 0.90),
            ],
            6,
        ),
        mayo,
        48,
    )
    m_.location = (0.42, -0.52, 3.20)
    for k, (a, b) in enumerate(scatter_disc(11, 0.52, 0.30)):
        copy(cv, (-0.42 + a, -0.45 + b, 3.36 + 0.17 * (1 - (a * a + b * b) / 0.27)), scale=rs.uniform(0.88, 1.06))
    for a, b in scatter_disc(3, 0.2, 0.28):
        copy(cv, (-0.42 + a, -0.45 + b, 3.66), scale=rs.uniform(0.9, 1.0))
    inst(ML[seed % 3], (0.0, 0.30, 3.25), (-0.12, rs.uniform(-0.2, 0.2), rs.random() * 6), 1.12)
    d = lathe('dot', catmull([(0, 0), (0.30, 0), (0.36, 0.10), (0.24, 0.26), (0.05, 0.36), (0, 0.38)], 5), mayo, 40)
    d.location = (0.0, -2.15, 1.0)
    d.rotation_euler = (0.25, 0, 0)


BT = [capture(bite, s) for s in (1, 2, 3, 4)]
rs = random.Random(2)
for i in range(-3, 5):
    inst(
        BT[(i + 3) % 4],
        (0.6 + i * 6.5 + rs.uniform(-0.2, 0.2), -2.5 - i * 1.55 + rs.uniform(-0.2, 0.2), Z - 0.08),
        (0, 0, -0.36 + rs.uniform(-0.05, 0.05)),
    )
for i in range(-4, 5):
    inst(
        BT[(i + 5) % 4],
        (6.5 + i * 6.5 + rs.uniform(-0.2, 0.2), 13.5 - i * 1.35 + rs.uniform(-0.2, 0.2), Z - 0.08),
        (0, 0, -0.36 + rs.uniform(-0.05, 0.05)),
    )
merged(
    'sl1',
    sd,
    [
        (
            (rs.uniform(-16, 16), rs.uniform(-9, -3), Z + 0.05),
            (rs.uniform(-0.2, 0.2), rs.uniform(-0.2, 0.2), rs.random() * 6),
            1,
        )
        for _ in range(26)
    ],
    ses,
)
gl = glass()
WG = capture(wineglass, gl, 21, 4.1, liquid((0.995, 0.95, 0.74), 1.34), 0.34)
for x, y in ((-21, 44), (25, 47), (33, 52)):
    inst(WG, (x, y, 0))
bg = bokeh_image(
    'bg_k',
    grad=((0.030, 0.025, 0.019), (0.085, 0.066, 0.046), (0.15, 0.118, 0.084)),
    glows=[(0.24, 0.70, 0.26, 0.38, (1, 0.85, 0.68), 0.55), (0.85, 0.6, 0.2, 0.3, (1, 0.64, 0.34), 0.15)],
    n=36,
    r=(0.018, 0.034),
    L=(0.08, 0.9),
    yr=(0.58, 1),
    seed=19,
)
image_backdrop(bg, 100, 180, 100, 0, -22)
area((-46, 14, 32), (0, 0, 3), (22, 30), 68, (1, 0.91, 0.78))
area((52, 30, 30), (0, 0, 3), (24, 34), 16, (1, 0.78, 0.54))
area((-30, -38, 26), (0, 0, 3), (12, 34), 9, (1, 0.96, 0.9))
area((0, -75, 60), (0, 0, 2), (70, 40), 1.0, (1, 0.97, 0.93))
camera((-7, -58, 19.5), (1.0, -0.6, 4.0), 90, 3.6, focus=(0.3, -4.0, 4.2))
render('hapjeslepels_' + str(A.get('tag', 'p')), A['w'], A['h'], A['spp'], exposure=0.64, bloom=0.05, vig=0.34)
