import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(91)
A = args()
world((0.50, 0.50, 0.52), (0.52, 0.42, 0.32), (0.16, 0.12, 0.09), 0.34)
wd = wood((0.07, 0.034, 0.016), (0.19, 0.105, 0.052), (0.30, 0.19, 0.105), rough=0.42, coat=0.1)
planks(wd, -50, 110, 13)
cer = ceramic((0.86, 0.83, 0.77), 0.16, 0.55)
tm = tomato()
moz = food((0.95, 0.92, 0.84), 0.24, 0.45, (0.8, 0.65, 0.5), 1.0, 0.03, 0.03, 0.45, hue=0)
bas = leafmat((0.045, 0.175, 0.018), (0.24, 0.50, 0.045), rough=0.27, sp=0.55)
sm = food((0.16, 0.28, 0.06), 0.5, 0.1)
cal = leafmat((0.06, 0.17, 0.03), (0.22, 0.42, 0.06), vein=False)
bamb = wood((0.42, 0.26, 0.11), (0.62, 0.44, 0.23), (0.74, 0.58, 0.36), axis=2, scale=6, rough=0.45)
om = M('oil')
oil = om.surf(
    shadow_clear(om, om.n('BsdfGlass', Color=(1, 0.92, 0.48), Roughness=0.0, IOR=1.42), 0.92, (1, 0.94, 0.62))
)
pep = food((0.03, 0.025, 0.02), 0.6, 0)
bal = food((0.022, 0.008, 0.005), 0.10, 0, nbump=0, spec=0.6, coat=0.6)
pp = sphere('pp', 0.06, pep, 2, 0.03, 9)
hide_proto(pp)
od = sphere('od', 1, oil, 4, scale=(1, 1, 0.55))
hide_proto(od)


def bleaf(L, W, seed, fold):
    rs = random.Random(seed)
    ph = rs.random() * 6

    def fn(u, v):
        s = (u - 0.5) * 2
        w = W / 2 * math.sin(math.pi * min(1, v**0.70 * 0.985 + 0.012)) ** 0.72
        cup = 0.34 * w * (1 - s * s) * (1 if v < 0.85 else 0.6)
        a = fold * v
        bl = 0.10 * math.sin(v * 13 + ph + abs(s) * 3) * abs(s) + 0.07 * math.sin(s * 5 + v * 8)
        r = L / max(fold, 0.01)
        return (s * w, r * math.sin(a), r * (math.cos(a) - 1) + cup - 0.10 * math.exp(-((s / 0.09) ** 2)) + bl)

    o = grid('bas', fn, 17, 28, bas)
    solid(o, 0.03)
    subsurf(o, 1)
    return o


def skewer(seed=0):
    rs = random.Random(seed)
    random.seed(seed)
    b = sphere('mz', 1.45, moz, 5, 0.10, 0.8, (1, 1, 0.90))
    b.location = (0, 0, 1.12)
    for q in b.data.vertices:
        if q.co.z < -1.05:
            q.co.z = -1.05 - (q.co.z + 1.05) * 0.05
        q.co += Vector((0, 0, 0))
    for k in range(3):
        o = bleaf(2.9 * rs.uniform(0.85, 1.1), 2.1 * rs.uniform(0.9, 1.1), seed * 7 + k, rs.uniform(0.5, 1.3))
        o.location = (0.05, 0, 2.42 + 0.07 * k)
        o.rotation_euler = (
            rs.uniform(-0.05, 0.22),
            rs.uniform(-0.1, 0.1),
            seed * 1.3 + k * 2.2 + rs.uniform(-0.3, 0.3),
        )
    zt = 2.62
    t = lathe(
        'tom',
        catmull(
            [
                (0, 0.15),
                (0.45, 0.03),
                (1.10, 0.30),
                (1.42, 1.05),
                (1.36, 1.80),
                (0.85, 2.35),
                (0.32, 2.42),
                (0.12, 2.30),
                (0, 2.28),
            ],
            8,
        ),
        tm,
        72,
        wob=0.07,
        wfreq=0.45,
    )
    t.location = (0, 0, zt)
    t.rotation_euler = (rs.uniform(-0.1, 0.1), rs.uniform(-0.1, 0.1), 0)
    o = bleaf(1.7, 1.15, seed + 40, 0.9)
    o.location = (0, 0, zt + 2.36)
    o.rotation_euler = (0.12, 0.1, seed * 2.1)
    tube('pick', [(0, 0, 0.2), (0.02, 0, 4), (0.04, 0.02, 8.3)], 0.070, bamb, 10, None, 3)
    kn = [
        (
            0.04 + 0.30 * math.sin(a) * (1 + 0.2 * math.cos(2 * a)),
            0.02 + 0.10 * math.cos(2 * a),
            8.3 + 0.45 - 0.45 * math.cos(a),
        )
        for a in np.linspace(0, TAU, 30)
    ]
    tube('knot', kn, 0.075, bamb, 8, None, 0)
    tube(
        'kn2',
        [(0.04 + 0.13 * math.cos(a), 0.02 + 0.13 * math.sin(a), 8.22 + 0.012 * a) for a in np.linspace(0, TAU * 2, 26)],
        0.07,
        bamb,
        8,
        None,
        0,
    )
    # oil beads: on tomato and mozzarella
    for _ in range(9):
        a = rs.random() * TAU
        e = rs.uniform(-0.1, 1.0)
        d = Vector((math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)))
        copy(
            od,
            Vector((0, 0, zt + 1.22)) + Vector((d.x * 1.40, d.y * 1.40, d.z * 1.22)),
            d.to_track_quat('Z', 'Y').to_euler(),
            rs.uniform(0.04, 0.12),
        )
    for _ in range(6):
        a = rs.random() * TAU
        e = rs.uniform(-0.2, 0.5)
        d = Vector((math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)))
        copy(od, Vector((0, 0, 1.12)) + d * 1.44, d.to_track_quat('Z', 'Y').to_euler(), rs.uniform(0.05, 0.13))
    for _ in range(10):
        a = rs.random() * TAU
        e = rs.uniform(0.0, 0.9)
        d = Vector((math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e) * 0.9))
        copy(pp, Vector((0, 0, 1.12)) + d * 1.45, (1, 2, 3), rs.uniform(0.4, 1))


SK = [capture(skewer, i) for i in (1, 2, 3, 5)]
W, D = 42, 13.5
rot = 0.12
pl = rrect_shell(
    'plate',
    W,
    D,
    3.2,
    [
        (5, 0),
        (1.8, 0),
        (1.5, 0.1),
        (0.6, 0.55),
        (0, 1.25),
        (-0.05, 1.42),
        (0.06, 1.50),
        (0.22, 1.44),
        (0.9, 0.95),
        (1.6, 0.72),
        (5, 0.68),
    ],
    cer,
    12,
)
pl.rotation_euler = (0, 0, rot)
pl.location = (1, 0, 0)
T = lambda x, y, z=0.70: (x * math.cos(rot) - y * math.sin(rot) + 1, x * math.sin(rot) + y * math.cos(rot), z)
random.seed(12)
k = 0
for j, y in enumerate((-2.7, 2.7)):
    for i in range(8):
        x = -16.6 + i * 4.7 + (2.3 if j else 0) + random.uniform(-0.35, 0.35)
        if abs(x) > 18:
            continue
        inst(
            SK[k % 4],
            T(x, y + random.uniform(-0.3, 0.3), 0.62),
            (random.uniform(-0.07, 0.07), random.uniform(-0.07, 0.07), random.random() * 6),
            random.uniform(0.94, 1.04),
        )
        k += 1
# oil pools and balsamic dots on the plate
rs = random.Random(4)
for _ in range(46):
    x, y = rs.uniform(-18, 18), rs.choice((rs.uniform(-5.0, -4.3), rs.uniform(-0.8, 0.9), rs.uniform(-5.0, -4.0)))
    s = rs.uniform(0.14, 0.58)
    o = copy(od, T(x, y, 0.70), (0, 0, rs.random() * 6), (s * rs.uniform(0.85, 1.3), s, s * 0.45))
bd = sphere('bd', 1, bal, 4, scale=(1, 1, 0.5))
hide_proto(bd)
for _ in range(26):
    x, y = rs.uniform(-18, 18), rs.choice((rs.uniform(-4.9, -4.2), rs.uniform(-0.7, 0.8)))
    s = rs.uniform(0.08, 0.26)
    copy(bd, T(x, y, 0.70), (0, 0, 0), (s, s, s * 0.7))
for _ in range(90):
    copy(pp, T(rs.uniform(-19, 19), rs.uniform(-5, 5), 0.73), (1, 2, 3), rs.uniform(0.4, 1.2))
salt = food((0.95, 0.94, 0.92), 0.2, 0.2, hue=0)
sa = box('salt', (0.16, 0.14, 0.10), salt, (0, 0, 0), 0.02)
hide_proto(sa)
for _ in range(46):
    copy(sa, T(rs.uniform(-19, 19), rs.uniform(-5.2, -3.8), 0.75), (rs.random() * 6,) * 3, rs.uniform(0.5, 1.2))
for _ in range(36):
    copy(pp, (rs.uniform(-16, 22), rs.uniform(-15, -8), 0.05), (1, 2, 3), rs.uniform(0.5, 1.2))
# foreground + background props
l1 = [bleaf(3.4, 2.5, i, 0.8) for i in (50, 51, 52)]
hide_proto(*l1)
for x, y, rz in ((9.5, -10.8, 0.4), (11.8, -9.6, 2.6), (10.8, -11.8, 4.4)):
    copy(rs.choice(l1), (x, y, 0.35), (0.15, 0, rz), 1)


def ct(seed=0):
    random.seed(seed)
    o = sphere('ct', 1.5, tm, 5, 0.06, 0.6, (1, 1, 0.93))
    calyx(cal, 5, 1.2, 0.30, 1.25, seed, 0.15)
    tube('cst', [(0, 0, 1.1), (0.04, 0.03, 1.6), (0.3, 0.2, 2.1)], 0.07, cal, 6)


CT = capture(ct, 2)
inst(CT, (15.2, -9.8, 1.4), (-0.6, 0.3, 1), 1.0)
inst(CT, (17.8, -8.0, 1.4), (0.3, 0.6, 2.4), 0.92)
lin = linen((0.40, 0.42, 0.31), thread=14, stain=0.08)


def nf(u, v):
    X, Y = (u - 0.5) * 34, (v - 0.5) * 30
    return (
        X,
        Y,
        0.06
        + 1.7 * max(0, mnoise.noise(Vector((X * 0.09, Y * 0.12, 6)))) ** 1.3
        + 0.4 * max(0, mnoise.noise(Vector((X * 0.25, Y * 0.1, 9))))
        + 0.03 * fbm((X * 0.8, Y * 0.8, 1)),
    )


nap = grid('nap', nf, 140, 120, lin, uvscale=(34, 30))
nap.location = (17, 14, 0.02)
nap.rotation_euler = (0, 0, 0.5)
solid(nap, 0.07)
gl = thinglass(edge=0.25)
WG = capture(wineglass, gl, 21, 4.2, liquid((0.995, 0.95, 0.74), 1.34), 0.40)
inst(WG, (-9.5, 27, 0))
inst(WG, (12.5, 33, 0))
# oil cruet bowl and basil pot
lathe(
    'dip',
    np.vstack(
        [
            [[0, 0.5]],
            catmull(
                [(2.6, 0.6), (3.9, 1.8), (4.2, 2.9), (4.35, 3.0), (4.45, 2.85), (4.1, 1.5), (3.0, 0.2), (2.4, 0)], 7
            ),
            [[0, 0.1]],
        ]
    ),
    ceramic((0.36, 0.40, 0.29), 0.25),
    96,
).location = (2.4, 17, 0)
q = lathe('dipo', [(0, 2.1), (3.9, 2.12), (3.98, 2.2)], oil, 64)
q.location = (2.4, 17, 0)
q2 = lathe('dipf', [(0, 2.0), (3.85, 2.0)], food((0.52, 0.40, 0.06), 0.3, 0.2), 64)
q2.location = (2.4, 17, 0)
bg = bokeh_image(
    'bg_s',
    grad=((0.045, 0.028, 0.016), (0.13, 0.085, 0.05), (0.20, 0.14, 0.085)),
    glows=[(0.70, 0.7, 0.28, 0.4, (1, 0.80, 0.55), 0.55), (0.2, 0.6, 0.25, 0.3, (1, 0.6, 0.3), 0.12)],
    n=46,
    r=(0.018, 0.034),
    L=(0.08, 1.2),
    yr=(0.3, 1),
    cols=((1, 0.66, 0.32), (1, 0.78, 0.50), (1, 0.52, 0.22)),
    strings=[(-0.05, 0.80, 0.55, 0.90, 0.14, 13, 0.018, 1.4), (0.45, 0.92, 1.05, 0.78, 0.14, 13, 0.018, 1.6)],
    seed=14,
)
image_backdrop(bg, 100, 150, 84, 0, 20)
area((48, 42, 46), (2, 0, 3), (52, 46), 17, (1, 0.92, 0.80))
area((-50, 30, 30), (0, 0, 4), (34, 40), 9, (1, 0.82, 0.60))
area((-15, -70, 50), (0, 0, 3), (70, 40), 3.0, (1, 0.96, 0.92))
area((-34, -8, 40), (0, 0, 4), (6, 46), 16, (1, 0.95, 0.88))
camera((-8, -60, 18.5), (1.0, -1.6, 4.3), 82, 3.8, focus=(0.5, -3.4, 4.4))
render(
    'spiesjes_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=0.68,
    look='Very High Contrast',
    bloom=0.03,
    vig=0.30,
    ll=0.42,
    temp=(1.03, 1, 0.95),
    sat=1.10,
)
