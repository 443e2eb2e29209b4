import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(31)
A = args()
world((0.75, 0.80, 0.88), (0.80, 0.74, 0.64), (0.30, 0.24, 0.18), 0.50)
wd = wood(*LIGHTWOOD, rough=0.46, coat=0.06)
planks(wd, -60, 150, 14)
cer = ceramic((0.90, 0.88, 0.83), 0.15, 0.35)
cer2 = ceramic((0.44, 0.50, 0.40), 0.24)
gl = thinglass(edge=0.30)
wat = liquid((0.985, 0.995, 0.995), 1.33, (0.98, 1, 1))
st = food((0.16, 0.09, 0.04), 0.6, 0)
bas = leafmat((0.045, 0.16, 0.02), (0.20, 0.45, 0.04), rough=0.3, sp=0.5)
steel = metal((0.50, 0.49, 0.47), 0.13, smudge=0.08)
# tray: pale ash
tw = food((0.150, 0.180, 0.115), 0.40, 0, nscale=0.5, nbump=0.01, var=0.06, spec=0.4)
# soup bowl
pr = np.vstack(
    [
        [[0, 1.0]],
        catmull(
            [
                (3.2, 1.0),
                (5.2, 1.7),
                (7.0, 3.6),
                (7.9, 6.3),
                (8.05, 6.55),
                (8.25, 6.5),
                (8.2, 6.2),
                (7.4, 3.5),
                (5.6, 1.2),
                (4.3, 0.55),
                (4.15, 0),
                (3.7, 0),
                (3.5, 0.4),
            ],
            8,
        ),
        [[0, 0.5]],
    ]
)
bowl = lathe('bowl', pr, cer, 144)
N = 768
y, x = np.mgrid[0:N, 0:N] / N * 2 - 1
rr = np.sqrt(x * x + y * y)
th = np.arctan2(y, x)
rs = np.random.RandomState(3)


def nz(s):
    return blur(rs.randn(N, N)[..., None], s)[..., 0]


n1 = nz(26)
n1 /= n1.std()
n2 = nz(6)
n2 /= n2.std()
n3 = nz(1.2)
n3 /= n3.std()
# a spoon of cream, pulled once around: thick where it fell, thin where the spoon left it
xx, yy = x + 0.050 * n1 + 0.008 * n2 + 0.10, y + 0.045 * np.roll(n1, 90, 0) + 0.006 * n2 - 0.06
turn = (np.arctan2(yy, xx) / TAU) % 1
mk = np.zeros((N, N))
for lap in (0, 1):
    along = (turn + lap) / 1.55  # 0 where it starts, 1 where it ends
    off = np.abs(np.sqrt(xx * xx + yy * yy) - 0.16 - 0.30 * along)
    width = 0.058 * np.clip(along / 0.08, 0, 1) * np.clip((1 - along) / 0.75, 0, 1) ** 0.8 * (1 + 0.22 * n1)
    mk = np.maximum(mk, np.clip((width - off) / 0.022 + 0.4, 0, 1) * (width > 0.002))
mk = mk * np.clip(0.86 + 0.10 * n2, 0.5, 1)
base = (
    np.array([0.56, 0.042, 0.006])
    * (1 + 0.05 * n1 + 0.035 * n2)[..., None]
    * (1 - 0.18 * np.clip(rr - 0.75, 0, 1) * 2)[..., None]
)
base[n3 > 2.6] *= 0.45
img = base * (1 - mk[..., None] * 0.94) + np.array([0.93, 0.80, 0.62]) * mk[..., None] * 0.94
soup = imgmat(
    np.clip(img, 0, 1),
    'soup',
    0.22,
    0.03,
    Subsurface=0.18,
    Subsurface_Color=(0.9, 0.25, 0.06),
    Subsurface_Radius=(0.5, 0.2, 0.08),
    Clearcoat=0.25,
    Clearcoat_Roughness=0.06,
    Specular=0.35,
)


def fn(u, v):
    a = u * TAU
    r = 7.62 * v
    return (
        r * math.cos(a),
        r * math.sin(a),
        5.35
        + 0.10 * sstep(0.95, 1, v)
        + 0.02 * mnoise.noise(Vector((r * math.cos(a) * 0.6, r * math.sin(a) * 0.6, 2))),
    )


o = grid('soup', fn, 96, 40, soup, closed_u=True)
l = o.data.uv_layers[0]
ii = np.zeros(len(o.data.loops), np.int32)
o.data.loops.foreach_get('vertex_index', ii)
co = np.array([(q.co.x / 7.62 * 0.5 + 0.5, q.co.y / 7.62 * 0.5 + 0.5) for q in o.data.vertices], np.float32)
l.data.foreach_set('uv', co[ii].ravel())
for i, (lx, ly, rz, L) in enumerate(((0.2, 0.5, 0.5, 2.9), (0.5, 0.3, -1.3, 2.4), (0.1, 0.2, 2.6, 1.9))):
    b = leaf('bas', L, L * 0.60, bas, 0.55, 0.30, 0.08, 0.6)
    b.location = (lx, ly, 5.5 + 0.08 * i)
    b.rotation_euler = (0.30, 0.05, rz)
    subsurf(b, 1)
pep = food((0.03, 0.02, 0.015), 0.6, 0)
pp = sphere('pp', 0.05, pep, 2, 0.02, 9)
hide_proto(pp)
for a, b in scatter_disc(34, 6.6, 0.3):
    copy(pp, (a, b, 5.40), (1, 2, 3), random.uniform(0.4, 1.1))
oil = M('oil')
oil = oil.surf(shadow_clear(oil, oil.n('BsdfGlass', Color=(1, 0.72, 0.28), Roughness=0.02, IOR=1.46), 0.8))
for a, b in scatter_disc(18, 6.4, 0.5):
    q = sphere('od', random.uniform(0.10, 0.30), oil, 3, scale=(1, 1, 0.25))
    q.location = (a, b, 5.40)
SB = [
    o for o in list(bpy.context.scene.collection.objects) if o.name.split('.')[0] in ('bowl', 'soup', 'bas', 'pp', 'od')
]
C = collection('soupbowl', SB)
# under-plate
tz = 1.02
tray = rrect_shell(
    'tray',
    45,
    28,
    4.5,
    [
        (8, 0.0),
        (0.6, 0.0),
        (0.15, 0.15),
        (0, 0.5),
        (-0.1, 2.0),
        (-0.02, 2.2),
        (0.28, 2.25),
        (0.5, 2.1),
        (0.58, 1.4),
        (0.9, 1.04),
        (1.5, tz - 0.02),
        (8, tz - 0.02),
    ],
    tw,
)
inst(C, (0, -1.5, tz), (0, 0, 0.5))
# roll on small linen napkin
lin = linen((0.80, 0.76, 0.68), thread=16, stain=0.06)
bm_ = breadmat(0.45)


def nf(u, v):
    X, Y = (u - 0.5) * 15, (v - 0.5) * 13
    return (
        X,
        Y,
        0.10
        + 0.35 * max(0, mnoise.noise(Vector((X * 0.16, Y * 0.22, 3))))
        + 0.10 * math.sin(X * 0.9 + Y * 0.3) * abs(v - 0.5) * 2
        + 0.03 * fbm((X * 0.8, Y * 0.8, 1)),
    )


nap = grid('nap', nf, 90, 80, lin, uvscale=(15, 13))
nap.location = (13.2, 4.2, tz + 0.02)
nap.rotation_euler = (0, 0, 0.35)
solid(nap, 0.07)
rl = bread_roll(bm_, 10.2, 7.8, 5.6, 3, ((0, 0.12, 0.95),), 0.55)
rl.location = (14.2, 5.2, tz + 0.35)
rl.rotation_euler = (0.03, -0.04, 0.75)
crumbs(food((0.62, 0.36, 0.14), 0.8, 0.1), (8, 19), (-4, 2), 46, tz + 0.05, (0.03, 0.13))
# apple behind-left, water glass behind
am = applemat()
ap = capture(apple, am, st, 4)
inst(ap, (-10.6, 7.4, tz), (0.05, -0.06, 2.2), 0.98)
lf = leaf('apl', 3.0, 1.5, leafmat((0.06, 0.15, 0.03), (0.25, 0.42, 0.06)), 0.6, 0.3, 0.05)
lf.location = (-10.35, 7.5, tz + 7.0)
lf.rotation_euler = (0.35, 0, 1.1)
tg = capture(tumbler, gl, wat, 3.5, 3.0, 10.4, 0.74)
inst(tg, (4.6, 11.2, tz), (0, 0, 0.4))
# spoon right of the bowl
sp = cutlery_spoon(steel, 14, 1.7)
sp.location = (10.0, -5.0, tz + 0.30)
sp.rotation_euler = (0.03, 0, -0.30)
# background: blurred plant pot + jug
pot = lathe(
    'pot', catmull([(0, 0), (5, 0), (5.6, 0.5), (6.8, 9.5), (7.2, 10), (6.6, 10.1), (6.3, 9.2), (0, 9)], 6), cer2, 64
)
pot.location = (-27, 64, 0)
herb = [leaf('hb', 5, 2.8, leafmat((0.07, 0.20, 0.03), (0.30, 0.52, 0.08)), 0.8, 0.3) for _ in range(3)]
hide_proto(*herb)
for i in range(90):
    a = random.random() * TAU
    r = random.uniform(0, 8)
    copy(
        random.choice(herb),
        (-27 + r * math.cos(a), 64 + r * math.sin(a), 9 + random.uniform(0, 10) * (1 - r / 14)),
        (random.uniform(-0.2, 0.9), 0, random.random() * 6),
        random.uniform(0.7, 1.2),
    )
jug = lathe(
    'jug',
    catmull(
        [(0, 0), (5.5, 0), (6.6, 1), (8.0, 6), (7.2, 12), (5.2, 16), (5.6, 19), (5.2, 19), (4.9, 16), (6, 12), (0, 2)],
        6,
    ),
    cer,
    64,
)
jug.location = (30, 70, 0)
bg = room_image(
    'bg_m',
    grad=((0.34, 0.27, 0.19), (0.72, 0.66, 0.56), (0.80, 0.75, 0.66)),
    rects=[
        (0.56, 0.36, 1.02, 1.1, (1.0, 0.98, 0.93), 3.2),
        (0.77, 0.36, 0.79, 1.1, (0.8, 0.78, 0.72), 1.2),
        (0.56, 0.66, 1.02, 0.675, (0.8, 0.78, 0.72), 1.2),
    ],
    foliage=[
        (60, 0.56, 1.0, 0.36, 0.62, 0.01, 0.035, ((0.45, 0.62, 0.25), (0.62, 0.74, 0.38), (0.30, 0.46, 0.18)), 0.6)
    ],
    blobs=[(0.80, 0.65, 0.30, 0.45, (1, 0.95, 0.85), 0.35)],
    blur_=16,
)
image_backdrop(bg, 150, 230, 144, 0, 42)
area((75, 70, 75), (0, 0, 2), (80, 80), 10, (1, 0.95, 0.88))
area((-70, -30, 60), (0, 0, 2), (80, 60), 2.0, (0.93, 0.96, 1))
sun(48, 34, 3.2, (1, 0.90, 0.74), 3, (52, 46, 2, 2, 3), 120, (0, 2, 0))
camera((-4, -74, 35), (1.0, 1.6, 4.6), 60, 3.0, focus=(0, -5, 6.3))
render(
    'schoollunch_' + str(A.get('tag', 'p')),
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
