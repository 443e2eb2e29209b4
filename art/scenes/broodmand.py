import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(81)
A = args()
world((0.62, 0.64, 0.70), (0.62, 0.54, 0.44), (0.20, 0.15, 0.11), 0.36)
wd = wood(*OAK, rough=0.46, coat=0.08)
planks(wd, -60, 160, 15)
lin = linen((0.72, 0.645, 0.52), thread=12, stain=0.16)
wick = wood((0.20, 0.11, 0.05), (0.36, 0.22, 0.11), (0.50, 0.34, 0.19), axis=2, rough=0.5, scale=2)
# ---------- wicker basket (oval)
Bx, By, H = 19.0, 13.0, 8.0


def wall(a, t):
    k = 0.82 + 0.18 * t
    return np.array((Bx * k * math.cos(a), By * k * math.sin(a), t * H))


ns = 44
rows = 15
wk = food((0.40, 0.25, 0.125), 0.45, 0, nscale=3, nbump=0.05, var=0.28, spec=0.4, hue=0.01)
for i in range(ns):
    a = TAU * i / ns
    tube('stk', [wall(a, -0.02), wall(a, 0.5), wall(a, 1.02)], 0.30, wk, 8, None, 4)
for j in range(rows):
    t = (j + 0.5) / rows
    pts = []
    for i in range(ns * 4):
        a = TAU * i / (ns * 4)
        s = math.cos(ns / 2 * a + math.pi * (j % 2))
        p = wall(a, t)
        nrm = np.array((math.cos(a) / Bx, math.sin(a) / By, 0))
        nrm /= np.linalg.norm(nrm)
        pts.append(p + nrm * s * 0.36 + np.array((0, 0, 0.05 * math.sin(a * 7 + j * 2))))
    pts.append(pts[0])
    tube('wv', pts, 0.285, wk, 8, None, 2)
for ph in (0, math.pi, math.pi / 2):
    pts = [
        wall(a, 1.03)
        + np.array(
            (
                0.28 * math.cos(a) * math.cos(a * 30 + ph),
                0.28 * math.sin(a) * math.cos(a * 30 + ph),
                0.30 * math.sin(a * 30 + ph) + 0.2,
            )
        )
        for a in np.linspace(0, TAU, 500)
    ]
    tube('rim', pts, 0.34, wk, 8, None, 0)
b = lathe('bbot', [(0, 0.2), (Bx * 0.82, 0.2)], wk, 64)
b.scale = (1, By / Bx, 1)


# linen lining the basket, spilling over the edge
def lf(u, v):
    a = u * TAU
    r = v * 1.5
    k = min(r, 1.0)
    w = math.sin(a * 5 + 1) * 0.5 + math.sin(a * 9 + 2.2) * 0.3
    nz = mnoise.noise(Vector((math.cos(a) * 3, math.sin(a) * 3, 1)))
    if r < 1.0:
        t = sstep(0.55, 1.0, r)
        return (
            Bx * 0.82 * k * math.cos(a) * (1 + 0.03 * w),
            By * 0.82 * k * math.sin(a) * (1 + 0.03 * w),
            0.8 + t * (H + 0.25) + (0.25 * w + 0.35 * math.sin(a * 23 + nz * 4) * 0.5) * t,
        )
    d = (r - 1.0) * 10
    cor = max(0, math.cos(2 * (a + 1.95))) ** 4
    drop = 0.62 + 1.35 * cor + 0.25 * nz
    out = 4.9 * min(1, d / 1.5) ** 0.8 + 0.25 * cor * d
    pl = (
        math.sin(a * 17 + nz * 5) * (0.12 + 0.15 * d) * (0.5 + 0.5 * abs(nz) + 0.3 * w)
        + math.sin(a * 9 + nz * 6) * 0.13 * d
    )
    fall = max(0, d - 1.0) * drop
    R = 0.82 * Bx + out + pl * 0.9 + 0.05
    R2 = 0.82 * By + out * 0.86 + pl * 0.9 + 0.05
    return (
        R * math.cos(a),
        max(-By - 1.2 - 0.6 * cor - 0.10 * pl, R2 * math.sin(a)) if False else R2 * math.sin(a),
        H + 1.20 + 0.45 * math.sin(min(1, d / 1.6) * math.pi) + 0.2 * w * (1 - min(1, d / 3)) + 0.12 * pl - fall,
    )


o = grid('blin', lf, 420, 100, lin, closed_u=True, uvscale=(110, 28))
solid(o, 0.08)
# ---------- bread
bm1 = breadmat(0.55)
bm2 = breadmat(0.95, (0.12, 0.042, 0.012), (0.36, 0.15, 0.045), (0.70, 0.44, 0.20))
bm3 = breadmat(0.12, (0.22, 0.08, 0.018), (0.55, 0.26, 0.07), (0.84, 0.60, 0.30))
RL = [
    bread_roll(bm1, 10.0, 7.6, 5.8, 1, ((0, 0.10, 0.95),), 0.6),
    bread_roll(bm2, 9.0, 8.4, 5.6, 2, ((-0.16, 0.0, 0.85), (0.22, 0, 0.85)), 0.45),
    bread_roll(bm3, 8.6, 8.2, 5.4, 3, ((0, 0, 0.9),), 0.5),
    bread_roll(bm1, 12.5, 6.6, 5.0, 5, ((0.05, 0.55, 0.30), (0.05, 0.55, 0.30)), 0.5),
    bread_roll(bm2, 9.4, 7.8, 5.8, 7, ((0.02, -0.08, 0.95),), 0.6),
]
hide_proto(*RL)
# seeds on the brioche-like roll
for k, (x, y, z, rx, ry, rz, s) in [
    (0, (-10.2, -3.6, 4.6, 0.18, -0.10, 0.5, 1.0)),
    (1, (-1.6, -5.6, 5.0, 0.22, 0.02, 0.1, 1.0)),
    (2, (7.2, -4.6, 4.8, 0.15, 0.10, -0.3, 1.02)),
    (4, (12.4, 1.2, 4.6, 0.0, 0.18, 1.0, 0.95)),
    (2, (-12.6, 3.6, 5.0, -0.05, -0.12, 2.0, 0.95)),
    (0, (-4.6, 2.6, 7.6, 0.12, -0.08, -0.55, 1.0)),
    (1, (3.4, 2.2, 8.2, 0.05, 0.05, 0.9, 1.0)),
    (4, (-2, 7.4, 6.4, -0.2, 0, 0.2, 1.0)),
    (2, (8.2, 7.0, 6.4, -0.15, 0.1, -0.7, 1.0)),
]:
    copy(RL[k], (x, y, z + 1.9), (rx, ry, rz), s)
# poppy seeds / sesame on the two brioche rolls + flour dust on wood
ps = food((0.05, 0.05, 0.065), 0.6, 0)
pp = sphere('ps', 0.085, ps, 2, 0.01, 9, (1, 0.8, 0.8))
hide_proto(pp)
# ---------- board with country slices, front
bd = wood((0.12, 0.06, 0.028), (0.24, 0.13, 0.065), (0.34, 0.20, 0.11), rough=0.4)
board = rrect_shell(
    'board', 34, 17, 2.5, [(5, 0), (0.3, 0), (0.05, 0.2), (0, 0.5), (0, 1.3), (0.08, 1.55), (0.3, 1.62), (5, 1.62)], bd
)
board.location = (3.5, -23.5, 0)
board.rotation_euler = (0, 0, -0.06)
cm = crumbmat((0.93, 0.76, 0.50), (0.55, 0.35, 0.15), 0.62)
cr = breadmat(0.75, (0.11, 0.040, 0.012), (0.34, 0.14, 0.04), (0.55, 0.32, 0.13))


def oval(seed, w=13.0, h=8.6):
    rs = random.Random(seed)
    n = 84
    P = []
    for i in range(n):
        a = TAU * i / n
        x, y = math.cos(a), math.sin(a)
        k = 1 + 0.035 * mnoise.noise(Vector((x * 1.3 + seed, y * 1.3, 2)))
        yy = y * h / 2 * (1.05 if y > 0 else 0.62 + 0.1 * abs(x))
        P.append((x * w / 2 * (1 - 0.05 * (y > 0) * y) * k, (yy) * k))
    return P


SL = [
    slab('slc', oval(i, 13.2 - 0.3 * i, 9.4 - 0.15 * i), 1.35, cm, cr, None, 18, 0.10, i, None, 0.16) for i in range(3)
]
hide_proto(*SL)
# leaning fan of slices
for i, (x, y, t, yw) in enumerate([(-5.6, -21.6, 1.02, 0.12), (-3.7, -23.8, 0.86, 0.02), (-1.3, -26.0, 0.66, -0.12)]):
    copy(SL[i % 3], (x, y, 1.62 + 3.0 * math.sin(t) + 0.1), (t, 0, yw))
# butter on a small dish, curls
cer = ceramic((0.88, 0.86, 0.81), 0.16, 0.4)
butr = food((0.93, 0.80, 0.44), 0.30, 0.45, (0.6, 0.5, 0.25), 1.4, 0.012, 0.03, 0.25, hue=0)
dish = lathe(
    'dish',
    np.vstack(
        [
            [[0, 0.5]],
            catmull([(4.2, 0.5), (5.0, 0.75), (5.6, 1.45), (5.75, 1.5), (5.7, 1.3), (5.0, 0.3), (4.2, 0)], 7),
            [[0, 0.05]],
        ]
    ),
    cer,
    96,
)
dish.location = (11.2, -23.6, 1.62)


def curl(seed, W=2.6, turns=1.35, R=1.05):
    rs = random.Random(seed)

    def fn(u, v):
        s = (u - 0.5) * 2
        a = v * TAU * turns
        r = R * (0.45 + 0.55 * v) + 0.03 * math.sin(s * 22) + 0.02 * math.sin(v * 60)
        return (s * W / 2 * (1 - 0.25 * (1 - v)) + 0.12 * math.sin(a), r * math.cos(a), r * math.sin(a))

    o = grid('bcurl', fn, 60, 70, butr)
    solid(o, 0.20)
    return o


for i, (x, y, z, rz) in enumerate(
    [(9.8, -24.2, 3.2, 0.4), (12.4, -24.4, 3.2, -0.5), (11.3, -22.2, 3.2, 1.2), (11.0, -23.6, 4.7, 0.1)]
):
    c = curl(i)
    c.location = (x, y, z)
    c.rotation_euler = (random.uniform(0, 6), random.uniform(-0.15, 0.15), rz)
# butter knife
steel = metal(GOLD, 0.24, smudge=0.06)
kn = cutlery_knife(steel, 17)
kn.location = (17.4, -27.5, 1.75)
kn.rotation_euler = (0, 0, 0.38)
# ---------- wheat ears, left front and back
wh = food((0.66, 0.48, 0.22), 0.55, 0.15, (0.3, 0.2, 0.08), 3, 0.03, 0.2, 0, 0.3, hue=0.012)
gr = blob('grain', lambda d: (d.x * 0.20, d.y * 0.16, d.z * 0.48 * (1 - 0.25 * d.z)), wh, 2)
hide_proto(gr)
aw = tube('awn', [(0, 0, 0), (0.05, 0, 2.4), (0.22, 0, 5.0)], 0.022, wh, 4, lambda t: 1 - 0.85 * t, 3)
hide_proto(aw)


def ear():
    rs = random.Random(3)
    tube('wst', [(0, -17, 0), (0.4, -8, 0.35), (0.1, 0, 0.3)], 0.11, wh, 6)
    for i in range(26):
        t = i / 25
        y = t * 7.0
        side = (i % 3) * TAU / 3 + i * 0.2
        r = 0.34 * (1 - 0.5 * t**3)
        p = Vector((r * math.cos(side), y, 0.3 + r * math.sin(side)))
        e = Vector((math.cos(side) * 0.42, 1, math.sin(side) * 0.42)).to_track_quat('Z', 'Y').to_euler()
        copy(gr, p, e, rs.uniform(0.9, 1.1))
        copy(
            aw,
            p,
            (
                Vector(
                    (math.cos(side) * 0.24 + rs.uniform(-0.05, 0.05), 1, math.sin(side) * 0.24 + 0.03)
                ).to_track_quat('Z', 'Y')
            ).to_euler(),
            rs.uniform(0.75, 1.1),
        )


EA = capture(ear)
for x, y, z, rz, rx in (
    (-17, -20, 0.2, 1.15, 0.0),
    (-15.5, -23.5, 0.2, 0.92, 0.02),
    (-19.5, -18, 0.25, 1.42, 0.0),
    (-16.6, -21.6, 0.75, 1.05, 0.03),
    (24, 10, 0.3, -0.6, 0),
    (26, 7, 0.3, -0.9, 0),
):
    inst(EA, (x, y, z), (rx, random.uniform(-0.5, 0.5), rz - 1.9), random.uniform(0.95, 1.08))
crumbs(food((0.66, 0.42, 0.18), 0.8, 0.1), (-12, 18), (-34, -18), 130, 1.66, (0.03, 0.16), 2)
crumbs(food((0.60, 0.36, 0.14), 0.8, 0.1), (-25, 25), (-38, -14), 90, 0.02, (0.03, 0.14), 3)


# linen cloth under the basket, right
def nf(u, v):
    X, Y = (u - 0.5) * 44, (v - 0.5) * 40
    return (
        X,
        Y,
        0.06
        + 2.0 * max(0, mnoise.noise(Vector((X * 0.07, Y * 0.10, 6)))) ** 1.3
        + 0.5 * max(0, mnoise.noise(Vector((X * 0.2, Y * 0.09, 9))))
        + 0.03 * fbm((X * 0.8, Y * 0.8, 1)),
    )


nap = grid('nap', nf, 180, 150, linen((0.36, 0.40, 0.30), thread=13, stain=0.08), uvscale=(44, 40))
nap.location = (16, -3, 0.02)
nap.rotation_euler = (0, 0, 0.5)
solid(nap, 0.07)
jar = lathe(
    'jar',
    catmull([(0, 0), (6, 0), (7.5, 2), (8.5, 9), (7, 16), (4.2, 20), (4.8, 23), (4.3, 23), (3.8, 20), (0, 3)], 6),
    ceramic((0.62, 0.58, 0.50), 0.35),
    64,
)
jar.location = (-32, 62, 0)
bg = room_image(
    'bg_r',
    grad=((0.10, 0.070, 0.045), (0.28, 0.21, 0.145), (0.34, 0.27, 0.195)),
    rects=[
        (0.62, 0.36, 1.02, 1.1, (1.0, 0.93, 0.82), 2.0),
        (0.80, 0.36, 0.815, 1.1, (0.5, 0.42, 0.32), 1.0),
        (0.62, 0.68, 1.02, 0.69, (0.5, 0.42, 0.32), 1.0),
    ],
    foliage=[(40, 0.62, 1.0, 0.36, 0.55, 0.01, 0.03, ((0.40, 0.48, 0.22), (0.55, 0.58, 0.30)), 0.5)],
    blobs=[(0.85, 0.6, 0.30, 0.45, (1, 0.90, 0.74), 0.30)],
    blur_=16,
    seed=5,
)
image_backdrop(bg, 150, 230, 144, 0, 42)
area((80, 60, 62), (0, -5, 4), (70, 70), 11, (1, 0.92, 0.80))
area((-50, -90, 60), (0, -10, 4), (80, 60), 3.0, (1, 0.95, 0.88))
sun(38, 30, 2.2, (1, 0.86, 0.66), 3, (52, 46, 2, 2, 3), 120, (0, -5, 0))
camera((-6, -90, 39), (0.4, -8, 6.4), 62, 3.9, focus=(0, -19, 6))
render(
    'broodmand_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=0.62,
    look='Very High Contrast',
    bloom=0.03,
    vig=0.28,
    ll=0.40,
    temp=(1.02, 1, 0.95),
    sat=1.12,
)
