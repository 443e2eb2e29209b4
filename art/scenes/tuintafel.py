import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(71)
A = args()
world((0.62, 0.74, 0.86), (0.66, 0.72, 0.52), (0.16, 0.18, 0.09), 0.42)
wd = wood((0.17, 0.12, 0.075), (0.33, 0.25, 0.165), (0.46, 0.37, 0.26), rough=0.55, coat=0.0)
planks(wd, -60, 58, 11.5, 300)
lin = linen((0.82, 0.78, 0.69), thread=13, stain=0.08)
gl = thinglass(edge=0.10)
lem = liquid((0.992, 0.965, 0.77), 1.33, (1, 0.97, 0.80))
lem2 = liquid((0.992, 0.968, 0.80), 1.33, (1, 0.97, 0.84))
cit = imgmat(
    citrus_img(),
    'citrus',
    0.25,
    0.05,
    Subsurface=0.25,
    Subsurface_Color=(0.95, 0.8, 0.2),
    Subsurface_Radius=(0.5, 0.4, 0.1),
    Emission=(0.9, 0.70, 0.10, 1),
    Emission_Strength=0.05,
)
ice = M('ice')
g = ice.n(
    'BsdfGlass',
    Color=(0.99, 1, 1),
    Roughness=0.03,
    IOR=1.25,
    Normal=ice.bump(ice.noise(ice.co(rand=9), 1.2, 3), 0.15, 0.5),
)
ice = ice.surf(shadow_clear(ice, g, 0.9))
mm = leafmat((0.05, 0.19, 0.03), (0.28, 0.52, 0.07), rough=0.38, sp=0.45)
sm = food((0.16, 0.28, 0.06), 0.5, 0.1)
lmn = food((0.88, 0.66, 0.045), 0.34, 0.25, (0.5, 0.35, 0.05), 3.2, 0.05, 0.06, 0.2, hue=0.006)
SLI = [citrus_slice(cit, None, 3.0, 0.55, False, i) for i in range(3)]
hide_proto(*SLI)
IC = [box('ice', (2.4, 2.4, 2.2), ice, (0, 0, 0), 0.35, sub=4, wob=0.12) for _ in range(3)]
hide_proto(*IC)
MI = [capture(mint, mm, sm, 4.4, i, 5) for i in (1, 2)]
# ---------- jug
jr = [
    (0, 0.5),
    (4.6, 0.45),
    (5.7, 0.7),
    (6.2, 1.5),
    (6.7, 5),
    (6.6, 9),
    (5.9, 13),
    (5.2, 16.5),
    (5.3, 19.0),
    (5.6, 20.2),
]


def jug():
    out = catmull(jr[2:], 8)
    inn = [(r - 0.28, z) for r, z in out if z > 1.3]
    prof = np.vstack([[[0, 0.05], [4.7, 0.0]], out, [[5.55, 20.32], [5.42, 20.3]], inn[::-1], [[5.0, 1.0], [0, 0.9]]])
    o = lathe('jug', prof, gl, 120)
    for q in o.data.vertices:  # pouring lip towards -x
        if q.co.z > 16.5:
            a = math.atan2(q.co.y, -q.co.x)
            k = sstep(16.5, 20.2, q.co.z)
            w = math.exp(-((a / 0.42) ** 2)) * k
            r = math.hypot(q.co.x, q.co.y)
            q.co.x -= w * 2.3
            q.co.y *= 1 - 0.25 * w
            q.co.z += w * 0.9
    tube(
        'jh',
        [(5.35, 0, 17.2), (7.2, 0, 18.2), (9.6, 0, 16.6), (10.3, 0, 12.8), (9.2, 0, 8.6), (7.4, 0, 6.2), (6.6, 0, 5.6)],
        0.58,
        glass((0.985, 0.995, 0.985)),
        16,
        None,
        10,
    )
    zt = 14.6
    ic = [(r - 0.26, z) for r, z in out if 1.35 < z < zt]
    rt = np.interp(zt, [p[1] for p in out], [p[0] for p in out]) - 0.26
    lathe(
        'lemo',
        [(0, 0.92), (4.95, 1.02)]
        + ic
        + [(rt, zt + 0.08), (rt - 0.22, zt - 0.02), (rt * 0.5, zt - 0.04), (0, zt - 0.04)],
        lem,
        120,
    )
    rs = random.Random(5)
    for i, (a, r, z, ti) in enumerate(
        [
            (-1.7, 4.4, 5.4, 1.45),
            (-0.75, 4.5, 9.2, 1.5),
            (-2.5, 4.2, 10.6, 1.4),
            (0.3, 4.2, 5.0, 1.5),
            (2.0, 4.0, 8, 1.4),
            (-1.5, 3.0, 12.6, 0.7),
            (-2.9, 4.0, 4.2, 1.5),
        ]
    ):
        copy(
            SLI[i % 3],
            (r * math.cos(a), r * math.sin(a), z),
            Euler((ti, 0, a + math.pi / 2 + rs.uniform(-0.2, 0.2)), 'XYZ'),
            0.98,
        )
    for i, (x, y, z) in enumerate(
        [
            (-2.2, -2.2, 14.4),
            (1.6, -2.6, 14.2),
            (2.6, 1.2, 14.6),
            (-1.4, 2.4, 14.3),
            (0.2, -0.3, 13.2),
            (-3.2, 0.3, 13.6),
        ]
    ):
        copy(IC[i % 3], (x, y, z), (rs.random() * 6,) * 3, rs.uniform(0.85, 1.1))
    inst(MI[0], (1.2, -1.4, 14.0), (0.35, 0.25, 0.4), 1.1)
    inst(MI[1], (-1.2, 0.6, 14.2), (-0.2, -0.45, 2), 1.0)
    inst(MI[1], (0.6, 1.8, 14.0), (-0.4, 0.2, 1), 0.9)


J = capture(jug)
inst(J, (-0.8, 5.5, 0.45), (0, 0, 0.28))


# ---------- glasses
def glass_(seed):
    rs = random.Random(seed)
    tumbler(gl, lem2, 3.5, 3.05, 10.2, 0.70)
    zt = 0.9 + 9.3 * 0.70
    for i, (x, y) in enumerate([(-1.1, -0.9), (1.2, 0.3), (-0.4, 1.3)]):
        copy(IC[i % 3], (x, y, zt - 0.4 + rs.uniform(-0.3, 0.3)), (rs.random() * 6,) * 3, rs.uniform(0.78, 0.92))
    copy(SLI[seed % 3], (0.3, -1.9, zt - 2.6), (1.35, 0.1, rs.uniform(-0.4, 0.4)), 0.78)
    inst(MI[seed % 2], (1.0, 0.8, zt - 0.3), (-0.2, 0.35, rs.random() * 6), 0.75)
    o = copy(SLI[(seed + 1) % 3], (-3.1, -0.6, 9.9), (1.45, 0.12, 0.5), 0.88)


GA, GB = capture(glass_, 1), capture(glass_, 2)
inst(GA, (11.6, 1.2, 0.45), (0, 0, 0.5))
inst(GB, (18.6, 8.5, 0.45), (0, 0, 1.6))
inst(GB, (-20, 22, 0.05), (0, 0, 2.6))
# ---------- strawberries in a shallow bowl
sb = food((0.58, 0.022, 0.016), 0.20, 0.35, (0.5, 0.08, 0.05), 1.5, 0.02, 0.18, 0.5, 0.5, hue=0.008)
sd = food((0.75, 0.50, 0.14), 0.45, 0.1)
cl = leafmat((0.08, 0.22, 0.03), (0.28, 0.46, 0.07), vein=False)
ST = [capture(strawberry, sb, sd, cl, i) for i in range(4)]
cer = ceramic((0.88, 0.86, 0.80), 0.18, 0.5)
bw = lathe(
    'sbowl',
    np.vstack(
        [
            [[0, 0.9]],
            catmull(
                [
                    (4.5, 0.9),
                    (7, 1.7),
                    (8.4, 3.6),
                    (8.9, 5.2),
                    (9.1, 5.35),
                    (9.25, 5.2),
                    (8.8, 3.4),
                    (7.3, 1.2),
                    (5, 0.3),
                    (4.8, 0),
                    (4.3, 0),
                ],
                8,
            ),
            [[0, 0.3]],
        ]
    ),
    cer,
    128,
)
bx, by = 2.2, -9.6
bw.location = (bx, by, 0.45)
rs = random.Random(6)
k = 0
for n, R, z in ((10, 5.3, 4.0), (4, 2.4, 3.4), (9, 4.7, 6.0), (5, 2.4, 7.4), (2, 0.7, 8.7)):
    for i in range(n):
        a = TAU * i / n + rs.uniform(-0.2, 0.2)
        e = Euler((rs.uniform(0.8, 2.2), rs.uniform(-0.5, 0.5), rs.random() * 6))
        p = Vector(
            (bx + R * math.cos(a), by + R * math.sin(a), z + 0.45 + rs.uniform(-0.2, 0.2))
        ) - e.to_matrix() @ Vector((0, 0, 1.8))
        inst(ST[k % 4], p, e, rs.uniform(0.92, 1.10))
        k += 1
inst(ST[1], (-11.0, -11.6, 1.9), (1.75, 0.2, 0.9), 1.05)
inst(ST[2], (11.4, -14.6, 1.9), (1.5, -0.2, -1.2), 0.98)


# lemons, cut half, linen, mint
def lemon(seed=0):
    blob(
        'lemon',
        lambda d: (
            (1 + 0.02 * mnoise.noise(d * 2 + Vector((seed, 0, 0)))) * d.x * 2.75,
            d.y * 2.75 * (1 + 0.02 * mnoise.noise(d * 2)),
            d.z * 3.1 + 0.95 * math.copysign(max(0, abs(d.z) - 0.86) / 0.14, d.z) ** 1,
        ),
        lmn,
        5,
    )


LM = capture(lemon, 1)
inst(LM, (-15.5, 4.2, 3.15), (1.45, 0.2, 0.5))
inst(LM, (24.5, -0.5, 2.8), (1.6, 0, -0.7), 0.98)


def lhalf():
    o = blob('lh', lambda d: (d.x * 2.75, d.y * 2.75, min(0, d.z) * 3.4 - 0.5 * max(0, -d.z - 0.88) / 0.12), lmn, 5)
    c = citrus_slice(cit, None, 2.76, 0.12)
    c.location = (0, 0, 0.0)


LH = capture(lhalf)
inst(LH, (-11.6, -2.4, 2.65), (1.15, -0.25, 0.35))


def nf(u, v):
    X, Y = (u - 0.5) * 52, (v - 0.5) * 34
    return (
        X,
        Y,
        0.06
        + 1.6 * max(0, mnoise.noise(Vector((X * 0.07, Y * 0.11, 6)))) ** 1.3
        + 0.35 * max(0, mnoise.noise(Vector((X * 0.2, Y * 0.09, 9))))
        + 0.03 * fbm((X * 0.8, Y * 0.8, 1)),
    )


nap = grid('nap', nf, 200, 140, lin, uvscale=(52, 34))
nap.location = (2, -3, 0.02)
nap.rotation_euler = (0, 0, 0.14)
solid(nap, 0.07)
for x, y, rz in ((-16.5, -9.5, 0.4), (14.5, -10.5, 2.2)):
    inst(MI[0], (x, y, 1.0), (1.45, 0, rz), 1.0)
# ---------- garden: painted blur + a few real blurred blossoms at the table end
wf = petalmat((0.95, 0.93, 0.86), (1, 0.99, 0.97))
lf = leafmat((0.09, 0.22, 0.04), (0.35, 0.55, 0.10))
rr = capture(rose, wf, 3.2, 1.0, 16, 3)
lv = leaf('gl', 5, 2.4, lf, 0.6, 0.3)
hide_proto(lv)
for i in range(160):
    copy(
        lv,
        (random.uniform(-75, -24), random.uniform(70, 95), random.uniform(-14, 26) * random.random()),
        (random.uniform(-0.3, 1.2), random.uniform(-0.5, 0.5), random.random() * 6),
        random.uniform(0.8, 1.6),
    )
for i in range(14):
    inst(
        rr,
        (random.uniform(-70, -26), random.uniform(66, 80), random.uniform(-4, 18)),
        (random.uniform(0.4, 1.2), 0, random.random() * 6),
        random.uniform(0.8, 1.2),
    )
bg = room_image(
    'bg_q',
    grad=((0.045, 0.060, 0.022), (0.12, 0.155, 0.055), (0.26, 0.30, 0.14)),
    foliage=[
        (
            260,
            -0.05,
            1.05,
            0.0,
            0.9,
            0.01,
            0.045,
            ((0.04, 0.075, 0.02), (0.095, 0.15, 0.04), (0.17, 0.235, 0.07), (0.29, 0.34, 0.13)),
            0.45,
        ),
        (
            70,
            0.2,
            1.05,
            0.45,
            1.0,
            0.012,
            0.034,
            ((0.62, 0.68, 0.28), (0.85, 0.85, 0.50), (0.50, 0.62, 0.22), (1.1, 1.05, 0.75)),
            0.42,
        ),
        (26, 0.0, 1.0, 0.30, 0.55, 0.008, 0.02, ((0.85, 0.80, 0.72), (0.70, 0.25, 0.20), (0.9, 0.75, 0.5)), 0.40),
    ],
    blobs=[(0.72, 0.85, 0.35, 0.35, (1, 0.93, 0.68), 0.60)],
    blur_=3.0,
    seed=9,
)
image_backdrop(bg, 190, 300, 188, 0, 30)
area((90, 70, 80), (0, 0, 5), (80, 80), 9, (1, 0.95, 0.84))
area((-60, -80, 70), (0, 0, 5), (90, 70), 2.6, (0.93, 1, 0.97))
sun(55, 36, 3.4, (1, 0.90, 0.70), 3)
camera((-5, -88, 27), (1.0, 0, 9.4), 66, 4.6, focus=(0, -4, 8))
render(
    'tuintafel_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=0.36,
    look='Very High Contrast',
    bloom=0.03,
    vig=0.26,
    ll=0.50,
    temp=(1.025, 1, 0.95),
    sat=1.05,
)
