import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(41)
A = args()
world((0.75, 0.80, 0.88), (0.80, 0.74, 0.64), (0.30, 0.24, 0.18), 0.50)
wd = wood(*LIGHTWOOD, rough=0.46, coat=0.06)
planks(wd, -60, 160, 15)
enam = food((0.80, 0.77, 0.70), 0.30, 0, nscale=0.4, nbump=0.01, var=0.03, spec=0.5, hue=0)
sage = food((0.255, 0.30, 0.20), 0.34, 0, nscale=0.4, nbump=0.01, var=0.05, spec=0.45, hue=0)
lin = linen((0.84, 0.78, 0.67), thread=14, stain=0.08)
bam = wood((0.42, 0.28, 0.14), (0.60, 0.43, 0.25), (0.70, 0.54, 0.34), rough=0.4, scale=0.9)
W, D, H = 26, 18, 6.6
box_ = rrect_shell(
    'tin',
    W,
    D,
    3.4,
    [
        (9, 0.0),
        (0.9, 0.0),
        (0.35, 0.12),
        (0.08, 0.5),
        (0, 1.2),
        (0, H - 0.25),
        (-0.12, H - 0.12),
        (-0.12, H),
        (0.02, H + 0.10),
        (0.16, H),
        (0.22, H - 0.4),
        (0.22, 1.2),
        (0.6, 0.55),
        (1.2, 0.42),
        (8.5, 0.42),
    ],
    sage,
    12,
)
ins = rrect_shell(
    'inner', W - 0.46, D - 0.46, 3.2, [(0, H - 0.5), (0.02, 1.2), (0.4, 0.6), (1.0, 0.47), (8.4, 0.47)], enam, 12, False
)
# divider
dv = box('div', (0.22, D - 0.7, H - 2.2), enam, (3.2, 0, 0.4 + (H - 2.2) / 2), 0.06)
dv2 = box('div2', (W / 2 - 3.4 - 0.2, 0.22, H - 2.4), enam, (3.2 + (W / 2 - 3.4) / 2, -0.2, 0.4 + (H - 2.4) / 2), 0.06)
# ---------- sandwiches
cm = crumbmat((0.90, 0.76, 0.52), (0.62, 0.43, 0.21), 1.3)
cr = breadmat(0.12, (0.20, 0.075, 0.02), (0.42, 0.20, 0.06), (0.66, 0.42, 0.18))
ham = food((0.80, 0.40, 0.36), 0.30, 0.35, (0.5, 0.2, 0.15), 1.5, 0.02, 0.12, 0.15, hue=0.005)
che = food((0.90, 0.66, 0.20), 0.34, 0.35, (0.5, 0.35, 0.1), 0.8, 0.01, 0.04, 0.1, hue=0.004)
tomf = food((0.68, 0.055, 0.025), 0.16, 0.35, (0.6, 0.15, 0.08), 2.5, 0.03, 0.25, 0.4)
let = leafmat((0.20, 0.36, 0.06), (0.50, 0.66, 0.14), rough=0.38, vein=False, sp=0.45)
butr = food((0.92, 0.86, 0.66), 0.35, 0.3, (0.5, 0.4, 0.25), 2, 0.02, 0.03, 0.2, hue=0)


def half(seed=0):
    random.seed(seed)
    S = 10.4
    P = rrect_pts(S, S, 1.9, 6, 26)
    keep = [p for p in P if p[0] + p[1] <= -0.02]
    # order: start after the cut
    k = max(range(len(keep)), key=lambda i: math.dist(keep[i], keep[i - 1]))
    keep = keep[k:] + keep[:k]
    a, b = np.array(keep[-1]), np.array(keep[0])
    cut = [tuple(a + (b - a) * t) for t in np.linspace(0, 1, 30)[1:-1]]
    out = keep + cut
    fl = [False] * len(keep) + [True] * len(cut)
    fl[0] = fl[len(keep) - 1] = True
    rs = random.Random(seed)
    z = 0

    def wv(amp, f, o):
        return lambda x, y: amp * mnoise.noise(Vector((x * f + o, y * f, o)))

    def grow(k, jit, o, fr=0.9):
        C = np.array(out).mean(0)
        return [
            tuple(C + (np.array(p) - C) * (k + jit * mnoise.noise(Vector((p[0] * fr + o, p[1] * fr, o))))) for p in out
        ]

    slab('bs', grow(1.0, 0.02, seed), 1.45, cm, cr, wv(0.10, 0.3, seed), 14, 0.05, seed, fl, 0.22)
    z = 1.42
    slab('bt', grow(0.985, 0.03, seed + 1), 0.10, butr, None, wv(0.08, 0.3, seed), 8, 0.03)
    z += 0.06
    for q in range(3):
        o = slab(
            'let',
            grow(1.02 + 0.03 * q, 0.22, seed + 3 + q, 1.6),
            0.07,
            let,
            None,
            lambda x, y, q=q: (
                z
                + 0.16 * q
                + 0.30
                * mnoise.noise(Vector((x * 0.9 + q * 3, y * 0.9, seed + q)))
                * (1 + 0.6 * mnoise.noise(Vector((x * 2.2, y * 2.2, q))))
            ),
            16,
            0.12,
            q,
            None,
            0.03,
        )
    z += 0.55
    for q in range(3):
        slab(
            'ham',
            grow(1.0 + 0.02 * q, 0.07, seed + 7 + q, 1.1),
            0.17,
            ham,
            None,
            lambda x, y, q=q, z0=z: z0 + 0.19 * q + 0.13 * mnoise.noise(Vector((x * 0.7 + q, y * 0.7, q + seed))),
            10,
            0.05,
            q,
            None,
            0.05,
        )
    z += 0.68
    slab(
        'che',
        grow(1.015, 0.012, seed + 11),
        0.30,
        che,
        None,
        lambda x, y, z0=z: z0 + 0.05 * mnoise.noise(Vector((x * 0.4, y * 0.4, 2))),
        10,
        0.02,
        3,
        None,
        0.05,
    )
    z += 0.34
    slab(
        'che2',
        grow(0.99, 0.02, seed + 13),
        0.28,
        che,
        None,
        lambda x, y, z0=z: z0 + 0.05 * mnoise.noise(Vector((x * 0.4, y * 0.4, 5))),
        10,
        0.02,
        3,
        None,
        0.05,
    )
    z += 0.30
    ac = (a + b) / 2
    dr = (b - a) / np.linalg.norm(b - a)
    for q in (-3.3, 0.2, 3.6):
        nn = 40
        pts = []
        c0 = ac + dr * q - np.array((1, 1)) * 0.05
        for i in range(nn):
            t = TAU * i / nn
            p = c0 + 2.1 * np.array((math.cos(t), math.sin(t)))
            e = p[0] + p[1]
            if e > 0.02:
                p = p - np.array((1, 1)) * (e / 2)
            pts.append(tuple(p))
        slab('tomf', pts, 0.48, tomf, None, lambda x, y, z0=z: z0, 8, 0.03, 3, None, 0.07)
    z += 0.50
    o = slab(
        'let',
        grow(1.03, 0.24, seed + 23, 1.6),
        0.07,
        let,
        None,
        lambda x, y, z0=z: z0 + 0.12 + 0.26 * mnoise.noise(Vector((x * 0.9, y * 0.9, seed + 9))),
        16,
        0.12,
        5,
        None,
        0.03,
    )
    z += 0.30
    slab(
        'bs2',
        grow(1.0, 0.02, seed + 5),
        1.45,
        cm,
        cr,
        lambda x, y, z0=z: z0 + 0.10 * mnoise.noise(Vector((x * 0.3, y * 0.3, seed + 4))),
        14,
        0.05,
        seed + 2,
        fl,
        0.22,
    )


H1, H2 = capture(half, 1), capture(half, 4)


# stand halves with the cut face up and towards the viewer: local cut normal is (1,1,0)/sqrt2, cut runs along (1,-1,0)
def stand(col, loc, tilt, yaw):
    n = Vector((1, 1, 0)).normalized()
    d = Vector((1, -1, 0)).normalized()
    up = Vector((0, math.sin(tilt) * -1, math.cos(tilt)))
    dx = Vector((1, 0, 0))
    src = Matrix((d, n, d.cross(n))).transposed()
    dst = Matrix((dx, up, dx.cross(up))).transposed()
    R = Matrix.Rotation(yaw, 3, 'Z') @ dst @ src.transposed()
    inst(col, loc, R.to_euler())


stand(H1, (-4.7, -2.9, 6.9), 0.42, 0.03)
stand(H2, (-5.0, 3.2, 7.7), 0.40, -0.04)
gr = food((0.46, 0.56, 0.16), 0.22, 0.6, (0.9, 0.9, 0.35), 0.9, 0.01, 0.10, 0.35, hue=0.012)
gs = food((0.26, 0.22, 0.08), 0.6, 0)
GP = [sphere('gr', 1.12, gr, 4, 0.05, 0.7, (1, 1, 1.18)) for _ in range(3)]
hide_proto(*GP)
rs = random.Random(8)
for i in range(26):
    x, y, z = (
        -10.8 + 12.4 * (i % 9) / 8 + rs.uniform(-0.3, 0.3),
        7.2 - 0.9 * (i // 9) + rs.uniform(-0.3, 0.3),
        5.0 + 1.25 * (i // 9) + rs.uniform(-0.3, 0.4),
    )
    copy(GP[i % 3], (x, y, z), (rs.uniform(-1, 1), rs.uniform(-1, 1), rs.random() * 6), rs.uniform(0.85, 1.05))
tube('gst', [(-9, 6.6, 6.5), (-6, 6.2, 8.4), (-4, 6, 8.2), (-1, 6.2, 8.0)], 0.12, gs, 8)
tube('gst', [(-6, 6.2, 8.4), (-6.4, 5.6, 9.6), (-7.2, 5.2, 10.2)], 0.13, gs, 8)
# ---------- vegetables
car = food((0.80, 0.215, 0.018), 0.36, 0.3, (0.5, 0.2, 0.05), 1.6, 0.04, 0.14, 0.2, hue=0.006)
rs = random.Random(4)


def stick(seed, L):
    r = random.Random(seed)
    o = box('cs', (1.02, 1.02, L), car, (0, 0, 0), 0.10, sub=6, wob=0.0)
    for q in o.data.vertices:
        t = q.co.z / L + 0.5
        k = 0.86 + 0.22 * t
        q.co = (
            Vector((q.co.x * k + 0.18 * math.sin(t * 2.4 + seed), q.co.y * k + 0.12 * math.cos(t * 2 + seed), q.co.z))
            + Vector(mnoise.noise_vector(q.co * 0.7 + Vector((seed * 9, 0, 0)))) * 0.06
        )
    return o


CS = [stick(i, 8.0 + rs.uniform(-0.8, 0.6)) for i in range(5)]
hide_proto(*CS)
k = 0
for i in range(7):
    for j in range(4):
        x, y = 4.4 + i * 1.18 + rs.uniform(-0.1, 0.1), 2.0 + j * 1.45 + rs.uniform(-0.15, 0.15)
        copy(
            CS[k % 5],
            (x, y, 4.6 + rs.uniform(-0.35, 0.5)),
            (rs.uniform(-0.16, 0.05) - 0.10, rs.uniform(-0.10, 0.10), rs.uniform(-0.5, 0.5)),
        )
        k += 1
# cucumber coins
m = M('cuc')
co = m.n('TexCoord').outputs['Object']
sx, sy, sz = m.n('SeparateXYZ', Vector=co).outputs[0:3]
r = m.math('SQRT', m.math('ADD', m.math('MULTIPLY', sx, sx), m.math('MULTIPLY', sy, sy)))
an = m.math('ARCTAN2', sy, sx)
c = m.ramp(
    m.math('DIVIDE', r, 2.0),
    (0, (0.50, 0.58, 0.26)),
    (0.30, (0.58, 0.66, 0.34)),
    (0.60, (0.60, 0.70, 0.38)),
    (0.66, (0.76, 0.82, 0.56)),
    (0.90, (0.70, 0.80, 0.45)),
    (0.955, (0.18, 0.32, 0.07)),
    (1, (0.06, 0.15, 0.025)),
)
sd = m.n('TexVoronoi', Vector=m.co(rand=0, scale=(1, 1, 0.2)), Scale=2.2).outputs['Distance']
lobe = m.math('ABSOLUTE', m.math('SINE', m.math('MULTIPLY', an, 1.5)))
sm = m.math(
    'MULTIPLY',
    m.math(
        'MULTIPLY',
        m.ramp(sd, (0.16, 1), (0.26, 0)),
        m.ramp(m.math('DIVIDE', r, 2.0), (0.22, 0), (0.3, 1), (0.52, 1), (0.6, 0)),
    ),
    m.ramp(lobe, (0.2, 0.1), (0.5, 1)),
)
c = m.mix(sm, c, (0.88, 0.88, 0.66))
c = m.mix(m.ramp(m.noise(m.co(), 5, 4), (0.35, 0.3), (0.6, 0)), c, (0.40, 0.52, 0.2))
c = m.jitter(c, 0.006, 0.08, 0.06)
cuc = m.surf(
    m.pbr(
        c,
        0.20,
        Subsurface=0.4,
        Subsurface_Color=(0.62, 0.78, 0.35),
        Subsurface_Radius=(0.5, 0.5, 0.25),
        Normal=m.bump(m.math('ADD', sm, m.noise(m.co(), 4, 3)), 0.03, 0.6),
        Clearcoat=0.4,
        Clearcoat_Roughness=0.1,
    )
)
CC = []
for i in range(3):
    o = lathe(
        'cc',
        [(0, 0), (1.7, 0), (1.96, 0.08), (2.0, 0.22), (1.97, 0.36), (1.72, 0.44), (0, 0.44)],
        cuc,
        64,
        wob=0.07,
        wfreq=0.5,
    )
    hide_proto(o)
    CC.append(o)
for i in range(7):
    copy(
        CC[i % 3],
        (4.9 + i * 0.62, -2.5 + rs.uniform(-0.2, 0.2), 4.5 + rs.uniform(-0.1, 0.2)),
        (rs.uniform(-0.12, 0.12), -1.05 + rs.uniform(-0.1, 0.1), rs.uniform(-0.2, 0.2) + 0.15),
        rs.uniform(0.93, 1.05),
    )
for i in range(7):
    copy(
        CC[(i + 1) % 3],
        (4.7 + i * 0.62, -6.0 + rs.uniform(-0.2, 0.2), 4.2 + rs.uniform(-0.1, 0.2)),
        (rs.uniform(-0.12, 0.12), -1.0 + rs.uniform(-0.1, 0.1), rs.uniform(-0.2, 0.2) - 0.1),
        rs.uniform(0.93, 1.05),
    )
# cherry tomatoes
tm = tomato()
cal = leafmat((0.06, 0.17, 0.03), (0.22, 0.42, 0.06), vein=False)


def ct(seed=0):
    random.seed(seed)
    o = sphere('ct', 1.35, tm, 5, 0.06, 0.6, (1, 1, 0.93))
    for q in o.data.vertices:
        rr = math.hypot(q.co.x, q.co.y)
        if q.co.z > 0:
            q.co.z -= 0.22 * math.exp(-((rr / 0.45) ** 2))
    calyx(cal, 5, 1.15, 0.30, 1.06, seed, 0.15)
    tube('cst', [(0, 0, 1.0), (0.04, 0.03, 1.4), (0.2, 0.1, 1.75)], 0.06, cal, 6)


CT = [capture(ct, i) for i in (1, 2)]
for x, y, z in (
    (9.6, -2.2, 4.5),
    (11.4, -4.6, 4.3),
    (9.5, -5.2, 4.6),
    (11.3, -1.9, 3.6),
    (10.9, -7.0, 4.0),
    (9.0, -7.3, 4.2),
    (10.4, -3.6, 6.2),
    (8.4, -2.6, 4.9),
    (8.6, -4.2, 5.4),
    (11.6, -6.2, 4.9),
):
    inst(
        CT[rs.randint(0, 1)],
        (x, y, z),
        (rs.uniform(-0.5, 0.5), rs.uniform(-0.5, 0.5), rs.random() * 6),
        rs.uniform(0.88, 1.02),
    )
for x, y in ((17.2, -8.4), (19.6, -6.6)):
    inst(CT[rs.randint(0, 1)], (x, y, 1.25), (rs.uniform(-0.9, -0.5), 0.3, rs.random() * 6), 0.95)
# filler under the vegetables (parchment-like enamel floor hidden by crumpled lettuce)
for i in range(16):
    l = leaf('ll', 4.5, 4.2, let, 0.5, 0.25, 0.35, 0.2, 19, 24)
    l.location = (4.2 + rs.uniform(0, 6.8), rs.uniform(-8, -1.2), 1.4 + rs.uniform(0, 1.8))
    l.rotation_euler = (rs.uniform(0.2, 0.8), rs.uniform(-0.3, 0.3), rs.uniform(-0.6, 0.6))
    l.location.y = rs.uniform(-7, -4.5)
# lid leaning behind, napkin, apple
lid = rrect_shell(
    'lid',
    W + 0.2,
    D + 0.2,
    3.4,
    [(9, 0), (0.5, 0), (0.1, 0.15), (0, 0.45), (0.05, 0.9), (0.5, 1.05), (9, 1.05)],
    bam,
    12,
)
lid.location = (9, 19.5, 8.3)
lid.rotation_euler = (1.16, 0, -0.16)
am = applemat((0.42, 0.05, 0.02), (0.66, 0.60, 0.16))
st = food((0.16, 0.09, 0.04), 0.6, 0)
ap = capture(apple, am, st, 7)
inst(ap, (-19, 11.5, 0), (0.06, 0.05, 1.0), 0.95)


def nf(u, v):
    X, Y = (u - 0.5) * 30, (v - 0.5) * 24
    return (
        X,
        Y,
        0.06
        + 1.9 * max(0, mnoise.noise(Vector((X * 0.10, Y * 0.16, 6)))) ** 1.3
        + 0.25 * max(0, mnoise.noise(Vector((X * 0.3, Y * 0.12, 9))))
        + 0.03 * fbm((X * 0.8, Y * 0.8, 1)),
    )


nap = grid('nap', nf, 130, 110, lin, uvscale=(30, 24))
nap.location = (12, -6.5, 0.02)
nap.rotation_euler = (0, 0, 0.42)
solid(nap, 0.07)
for o in (box_, ins):
    pass
crumbs(food((0.62, 0.40, 0.18), 0.8, 0.1), (-16, -4), (-13, -8), 30, 0.02, (0.03, 0.12))
pot = lathe(
    'pot',
    catmull([(0, 0), (5, 0), (5.6, 0.5), (6.8, 9.5), (7.2, 10), (6.6, 10.1), (6.3, 9.2), (0, 9)], 6),
    ceramic((0.80, 0.76, 0.70), 0.3),
    64,
)
pot.location = (-30, 72, 0)
herb = [leaf('hb', 5, 2.8, leafmat((0.07, 0.20, 0.03), (0.30, 0.52, 0.08)), 0.8, 0.3) for _ in range(3)]
hide_proto(*herb)
for i in range(80):
    a = random.random() * TAU
    r = random.uniform(0, 8)
    copy(
        random.choice(herb),
        (-30 + r * math.cos(a), 72 + r * math.sin(a), 9 + random.uniform(0, 10) * (1 - r / 14)),
        (random.uniform(-0.2, 0.9), 0, random.random() * 6),
        random.uniform(0.7, 1.2),
    )
bg = room_image(
    'bg_n',
    grad=((0.30, 0.23, 0.16), (0.66, 0.60, 0.50), (0.76, 0.71, 0.62)),
    rects=[
        (0.56, 0.36, 1.02, 1.1, (1.0, 0.98, 0.93), 3.0),
        (0.77, 0.36, 0.79, 1.1, (0.8, 0.78, 0.72), 1.2),
        (0.56, 0.66, 1.02, 0.675, (0.8, 0.78, 0.72), 1.2),
    ],
    foliage=[
        (60, 0.56, 1.0, 0.36, 0.62, 0.01, 0.035, ((0.45, 0.62, 0.25), (0.62, 0.74, 0.38), (0.30, 0.46, 0.18)), 0.6)
    ],
    blobs=[(0.80, 0.65, 0.30, 0.45, (1, 0.95, 0.85), 0.3)],
    blur_=16,
    seed=5,
)
image_backdrop(bg, 150, 230, 144, 0, 42)
area((75, 70, 75), (0, 0, 2), (80, 80), 10, (1, 0.95, 0.88))
area((-60, -50, 70), (0, 0, 2), (80, 60), 3.2, (0.97, 0.98, 1))
sun(52, 38, 2.8, (1, 0.90, 0.74), 3, (52, 46, 2, 2, 3), 120, (0, 2, 0))
camera((-7, -82, 52), (0.2, 1.0, 4.0), 62, 3.0, focus=(-3, -6, 7.5))
render(
    'brooddoos_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=0.42,
    look='Very High Contrast',
    bloom=0.02,
    vig=0.24,
    ll=0.46,
    temp=(1.03, 1, 0.955),
    sat=1.13,
)
