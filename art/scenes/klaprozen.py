import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(101)
A = args()
world((0.34, 0.36, 0.40), (0.36, 0.31, 0.25), (0.14, 0.11, 0.085), 0.26)
ln = linen((0.70, 0.645, 0.55), thread=13, stain=0.12)
cloth('cloth', 220, 150, ln, 0.38, 320, 14, 0.035, 3, 0.05).location = (0, 30, 0)


# ---------- materials
def poppymat():
    m = M('poppy')
    uv = m.n('TexCoord').outputs['UV']
    x, y = m.n('SeparateXYZ', Vector=uv).outputs[0:2]
    st = m.noise(m.co('UV', scale=(34, 1.6, 1)), 1.6, 4)
    n = m.noise(m.co(rand=10), 0.8, 4)
    f = m.math('ADD', y, m.math('MULTIPLY_ADD', n, 0.22, -0.11))
    c = m.ramp(
        f,
        (0.05, (0.018, 0.004, 0.010)),
        (0.20, (0.035, 0.004, 0.008)),
        (0.29, (0.36, 0.012, 0.006)),
        (0.65, (0.58, 0.032, 0.014)),
        (1, (0.70, 0.075, 0.030)),
    )
    vein = m.noise(m.co('UV', scale=(70, 0.9, 1)), 1.0, 2)
    c = m.mix(m.ramp(st, (0.35, 0.45), (0.62, 0)), c, (0.22, 0.006, 0.004))
    c = m.mix(m.ramp(vein, (0.36, 0.5), (0.48, 0)), c, (0.16, 0.004, 0.004))
    c = m.jitter(c, 0.006, 0.12, 0.06)
    h = m.math('ADD', vein, st)
    h = m.math('MULTIPLY_ADD', h, 0.8, m.noise(m.co('UV', scale=(9, 5, 1)), 1.5, 5))
    bs = m.pbr(c, 0.48, Normal=m.bump(h, 0.10, 0.8), Sheen=0.4, Sheen_Tint=0.6, Specular=0.22)
    t = m.n('BsdfTranslucent', Color=m.mix(0.3, c, (0.90, 0.09, 0.03)))
    mx = m.n('MixShader', Fac=0.42)
    m.set(mx.inputs[1], bs.outputs[0])
    m.set(mx.inputs[2], t.outputs[0])
    return m.surf(mx)


pm = poppymat()
stm = food((0.20, 0.27, 0.085), 0.5, 0.15, var=0.2)
hair = food((0.52, 0.50, 0.30), 0.6, 0.2)
dark = food((0.022, 0.014, 0.022), 0.6, 0)
cap = food((0.30, 0.36, 0.16), 0.5, 0.2)
dm = M('drycap')
z = dm.n('SeparateXYZ', Vector=dm.n('TexCoord').outputs['Generated']).outputs[2]
co = dm.co(rand=20)
n = dm.noise(co, 1.3, 6, 0.62)
n2 = dm.noise(dm.co(scale=(3, 3, 0.4), rand=20), 2.0, 5)
c = dm.mix(dm.ramp(n, (0.3, 0), (0.72, 1)), (0.50, 0.40, 0.255), (0.34, 0.30, 0.225))
c = dm.mix(dm.ramp(n2, (0.52, 0), (0.75, 0.6)), c, (0.24, 0.16, 0.09))
c = dm.mix(dm.ramp(dm.noise(co, 9, 4, 0.7), (0.60, 0), (0.70, 0.6)), c, (0.16, 0.10, 0.06))
c = dm.jitter(c, 0.008, 0.14, 0.08)
drym = dm.surf(dm.pbr(c, 0.62, Normal=dm.bump(dm.math('ADD', n2, n), 0.08, 0.7), Specular=0.3))
seedm = M('seed')
c = seedm.jitter((0.055, 0.060, 0.078), 0.03, 0.55, 0.3)
seedm = seedm.surf(seedm.pbr(c, 0.55, Specular=0.4))
gold = metal((0.78, 0.55, 0.27), 0.26, smudge=0.10)
gl = thinglass((0.97, 0.985, 0.965), edge=0.04)
lip = glass((0.93, 0.965, 0.94), 0, 1.45)
wat = liquid((0.982, 0.988, 0.968), 1.33, (0.66, 0.68, 0.64))


# ---------- flower
def poppy(seed=0, open_=1.0, L=5.0):
    rs = random.Random(seed)
    for k in range(6):
        inner = k >= 3
        th0 = math.radians(8 + 20 * inner)
        th1 = math.radians((74 if inner else 58) - 34 * open_ + rs.uniform(-9, 12))
        a0 = TAU * (k % 3) / 3 + (0.55 * inner * 2) + rs.uniform(-0.15, 0.15)
        hw = rs.uniform(0.92, 1.10)
        Lk = L * rs.uniform(0.92, 1.08) * (0.90 if inner else 1.0)
        o = Vector((seed * 3.1, k * 2.7, 0))
        curl = rs.uniform(-0.2, 0.9)

        def fn(u, v):
            s = (u - 0.5) * 2
            edge = (
                1
                - 0.16 * abs(s) ** 3
                + 0.045 * mnoise.noise(Vector((s * 3.2, 1, 0)) + o)
                + 0.02 * mnoise.noise(Vector((s * 11, 3, 0)) + o)
            )
            t = v * edge
            kk = th1 - th0 - curl * 0.7 * max(0, t - 0.6)
            kk = kk if abs(kk) > 0.05 else 0.05
            r = Lk * (math.sin(th0 + kk * t) - math.sin(th0)) / kk
            zz = Lk * (math.cos(th0) - math.cos(th0 + kk * t)) / kk
            a = a0 + s * hw * (1 - 0.10 * t)
            cr = t**1.3 * (
                0.30 * mnoise.noise(Vector((s * 4.0, t * 2.0, 2)) + o)
                + 0.17 * mnoise.noise(Vector((s * 9.0 + t * 1.5, t * 2.6, 5)) + o)
                + 0.085 * mnoise.noise(Vector((s * 20 + t * 2, t * 4.5, 8)) + o)
            ) + 0.24 * t**5 * math.sin(s * 6 + k * 2 + seed) * (1 - 0.3 * abs(s))
            thn = th0 + kk * t
            r += -cr * math.sin(thn) * 1.1
            zz += cr * math.cos(thn) * 1.15 + 0.12 * inner
            return (0.22 * math.cos(a0) + r * math.cos(a), 0.22 * math.sin(a0) + r * math.sin(a), zz)

        p = grid('pop', fn, 60, 44, pm)
        subsurf(p, 1)
    lathe(
        'pc',
        catmull(
            [
                (0, -0.1),
                (0.35, 0),
                (0.62, 0.45),
                (0.58, 0.95),
                (0.42, 1.1),
                (0.62, 1.16),
                (0.60, 1.24),
                (0.2, 1.36),
                (0, 1.36),
            ],
            6,
        ),
        cap,
        40,
    )
    for i in range(9):
        a = TAU * i / 9
        tube(
            'ry',
            [
                (0, 0, 1.39),
                (0.32 * math.cos(a), 0.32 * math.sin(a), 1.36),
                (0.60 * math.cos(a), 0.60 * math.sin(a), 1.25),
            ],
            0.055,
            dark,
            5,
            None,
            3,
        )
    fa = blob('anth', lambda d: (d.x * 0.085, d.y * 0.085, d.z * 0.13), dark, 2)
    hide_proto(fa)
    for i in range(110):
        a = rs.random() * TAU
        e = rs.uniform(0.25, 1.1)
        l = rs.uniform(1.0, 1.75)
        d = np.array((math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)))
        q = d * l + np.array((0, 0, -0.05))
        tube('fi', [d * 0.4, d * l * 0.7 + np.array((0, 0, -0.05)), q], 0.020, dark, 4, None, 2)
        copy(fa, q, (rs.random() * 3, rs.random() * 3, 0), rs.uniform(0.8, 1.2))


def stem(pts, r=0.13, hairs=90, seed=0, mt=None):
    rs = random.Random(seed)
    c = catmull(pts, 12)
    tube('stem', pts, r, mt or stm, 9, lambda t: 1 - 0.25 * t, 12)
    for _ in range(hairs):
        i = rs.randint(2, len(c) - 2)
        T_ = c[i + 1] - c[i - 1]
        T_ /= np.linalg.norm(T_)
        d = np.array((rs.gauss(0, 1), rs.gauss(0, 1), rs.gauss(0, 0.3)))
        d -= T_ * np.dot(d, T_)
        d /= np.linalg.norm(d) + 1e-6
        p = c[i] + d * r
        tube('h', [p, p + d * rs.uniform(0.18, 0.42) + T_ * 0.05], 0.011, hair, 3, lambda t: 1 - 0.8 * t, 0)


def capsule(seed=0, s=1):
    rs = random.Random(seed)
    ph = rs.random() * 6
    k = rs.uniform(0.92, 1.12)
    o = lathe(
        'cap',
        catmull(
            [
                (0.17, -1.2),
                (0.20, -0.5),
                (0.30, -0.32),
                (0.62, -0.25),
                (0.55, -0.05),
                (0.95, 0.35),
                (1.38, 1.05),
                (1.52, 1.8),
                (1.38, 2.55),
                (0.98, 3.05),
                (0.80, 3.2),
                (0.9, 3.28),
                (0, 3.35),
            ],
            7,
        ),
        drym,
        90,
    )
    for q in o.data.vertices:
        a = math.atan2(q.co.y, q.co.x)
        w = (
            1
            + 0.028 * math.cos(10 * a) * sstep(0.2, 1.4, q.co.z) * sstep(3.3, 2.2, q.co.z)
            + 0.03 * math.cos(2 * a + ph)
        )
        q.co.x *= w * k
        q.co.y *= w * k
    n = 10

    def fn(u, v):
        a = u * TAU
        rg = 0.5 + 0.5 * math.cos(n * a)
        R = 1.40 * (0.90 + 0.12 * rg) * v
        return (
            R * math.cos(a),
            R * math.sin(a),
            3.32 + 0.34 * (1 - v**1.6) + 0.10 * rg * v * (1 - v * 0.5) - 0.18 * v**3 + 0.05 * rg,
        )

    g = grid('crown', fn, 160, 16, drym, closed_u=True)
    solid(g, 0.12)


def bud(seed=0):
    b = blob('bud', lambda d: (d.x * 0.78, d.y * 0.78, d.z * 1.30 * (1 - 0.12 * d.z)), stm, 4)
    rs = random.Random(seed)
    for _ in range(120):
        d = Vector((rs.gauss(0, 1), rs.gauss(0, 1), rs.gauss(0, 1))).normalized()
        p = np.array((d.x * 0.78, d.y * 0.78, d.z * 1.3))
        tube('h', [p, p + np.array(d) * rs.uniform(0.2, 0.4)], 0.012, hair, 3, None, 0)


F1, F2, F3 = capture(poppy, 1, 0.95, 5.2), capture(poppy, 4, 0.55, 4.9), capture(poppy, 7, 1.15, 4.6)
C1, C2, C3 = capture(capsule, 1), capture(capsule, 2), capture(capsule, 5)
B1 = capture(bud, 1)


def aim(col, p, d, s=1, roll=0):
    q = Vector(d).normalized().to_track_quat('Z', 'Y') @ Euler((0, 0, roll)).to_quaternion()
    inst(col, p, q.to_euler(), s)


cl = [o for o in bpy.context.scene.collection.objects if o.name == 'cloth'][0]
CV = np.array([q.co for q in cl.data.vertices]) + np.array(cl.location)
nu = 320
nv = len(CV) // nu
CV = CV.reshape(nv, nu, 3)


def ground(x, y):
    i = int(round((x - CV[0, 0, 0]) / (CV[0, -1, 0] - CV[0, 0, 0]) * (nu - 1)))
    j = int(round((y - CV[0, 0, 1]) / (CV[-1, 0, 1] - CV[0, 0, 1]) * (nv - 1)))
    return CV[j, i, 2]


def rest(x, y, r):
    "height at which a foot of radius r stands on the cloth"
    return max(ground(x + r * math.cos(k), y + r * math.sin(k)) for k in np.linspace(0, TAU, 24)) - 0.03


# ---------- vase
vx, vy = 0, 0
vz = rest(vx, vy, 3.3)
out = catmull(
    [
        (2.9, 0.05),
        (3.35, 0.25),
        (3.6, 1.2),
        (3.65, 4.2),
        (3.3, 6.6),
        (2.1, 8.6),
        (1.50, 9.9),
        (1.45, 11.2),
        (1.78, 12.0),
    ],
    8,
)
v_ = lathe(
    'vase',
    np.vstack(
        [
            [[0, 0.1], [2.4, 0.0]],
            out,
            [[1.72, 12.1], [1.60, 12.08]],
            [(r - 0.09, z_) for r, z_ in out if z_ > 0.5][::-1],
            [[3.1, 0.30], [0, 0.24]],
        ]
    ),
    gl,
    112,
)
v_.location = (vx, vy, vz)
rim = torus('rim', 1.72, 0.20, lip, 112, 20, 1.0, 0.9)
rim.location = (vx, vy, vz + 12.06)
zt = 6.0
ic = [(r - 0.10, z_) for r, z_ in out if 0.5 < z_ < zt]
rt = ic[-1][0]
w_ = lathe(
    'wat',
    [(0, 0.25), (3.08, 0.31)]
    + ic
    + [(rt - 0.03, zt + 0.10), (rt - 0.22, zt - 0.01), (rt * 0.5, zt - 0.03), (0, zt - 0.03)],
    wat,
    112,
)
w_.location = (vx, vy, vz)
S = [  # base, mid(neck), ..., head, dir
    ('F1', [(1.5, 0.4, 0.5), (0.35, -0.2, 12), (-0.2, -0.8, 17), (-1.2, -1.6, 21.6)], (-0.25, -0.88, 0.52), 1.05, 0.3),
    ('F2', [(-1.7, 0.3, 0.5), (-0.3, 0.1, 12), (2.2, 0.2, 18), (4.6, 0.2, 24.8)], (0.45, -0.55, 0.75), 0.98, 1.2),
    ('F3', [(1.9, -0.6, 0.5), (-0.5, 0.3, 12), (-3.4, 1.6, 18.5), (-6.4, 2.6, 24.0)], (-0.60, -0.40, 0.65), 0.92, 2.2),
]
for i, (k, pts, d, s, ro) in enumerate(S):
    stem([tuple(np.array(p) + (vx, vy, vz)) for p in pts], 0.135, 110, i)
    aim(
        {'F1': F1, 'F2': F2, 'F3': F3}[k],
        Vector(pts[-1]) + Vector((vx, vy, vz)) - Vector(d).normalized() * 0.0,
        d,
        s,
        ro,
    )
for i, (pts, d, s, col) in enumerate(
    [
        ([(-0.6, 1.0, 0.5), (0.5, 0.5, 12), (2.2, 1.6, 16.4)], (0.62, 0.05, 0.78), 0.88, C1),
        ([(1.0, 1.1, 0.5), (-0.7, 0.4, 12), (-3.5, 0.4, 14.6)], (-0.62, -0.1, 0.78), 0.80, C3),
    ]
):
    # the stalk runs straight into the capsule
    d, head = Vector(d).normalized(), Vector(((6.2, 2.6, 21.0), (-8.6, 0.2, 18.0))[i])
    pts = [Vector(p) for p in pts] + [head - 2.4 * d, head - 0.8 * d, head]
    stem([tuple(p + Vector((vx, vy, vz))) for p in pts], 0.15, 0, i + 9, drym)
    aim(col, head + Vector((vx, vy, vz)) + 1.0 * s * d, d, s)
stem([(0.4, -0.4, 12.5), (2.4, -0.8, 17), (5.2, -1.2, 19.0), (6.9, -1.5, 18.2), (7.2, -1.6, 17.2)], 0.10, 80, 21)
aim(B1, (7.25, -1.6, 16.2), (-0.08, 0.0, 1), 0.85)


# ---------- on the linen: capsules, seeds, brass dish
def lie(col, x, y, rz, s, tilt=1.44):
    "a capsule on its side, with its stalk on the cloth behind it"
    p = np.array((x, y, ground(x, y) + 1.38 * s))
    inst(col, p, (tilt, 0, rz), s)
    d = np.array((-math.sin(rz), math.cos(rz), 0))
    end = p + d * 7.5 * s
    end[2] = ground(end[0], end[1]) + 0.12
    mid = p * 0.55 + end * 0.45 + np.array((0.15, 0, 0.12))
    tube('ds', [p + d * 0.6 * s + np.array((0, 0, -0.08)), mid, end], 0.15, drym, 8, None, 8)


lie(C1, 11.0, -5.8, -0.7, 0.92)
lie(C3, 14.6, -0.6, 1.0, 0.85)
dish = lathe(
    'dish',
    np.vstack(
        [
            [[0, 0.35]],
            catmull(
                [(1.6, 0.38), (2.6, 0.8), (3.1, 1.5), (3.2, 1.6), (3.28, 1.5), (2.8, 0.6), (1.8, 0.08), (1.2, 0)], 7
            ),
            [[0, 0.05]],
        ]
    ),
    gold,
    96,
)
dx, dy = 5.0, -9.6
dz = rest(dx, dy, 1.4)
dish.location = (dx, dy, dz)
sp = [
    blob('sd', lambda d, i=i: (d.x * 0.062 + 0.012 * (1 - d.y * d.y), d.y * 0.078, d.z * 0.055), seedm, 2)
    for i in range(2)
]
hide_proto(*sp)
rs = random.Random(3)
fl_ = lathe('sdf', [(0, 1.45), (1.8, 1.38), (2.75, 1.12)], seedm, 48)
fl_.location = (dx, dy, dz - 0.07)
for _ in range(1500):
    a = rs.random() * TAU
    r = 2.8 * math.sqrt(rs.random())
    copy(
        rs.choice(sp),
        (dx + r * math.cos(a), dy + r * math.sin(a), dz + 1.42 - 0.045 * r * r + rs.uniform(-0.02, 0.06)),
        (rs.random() * 6, rs.random() * 6, rs.random() * 6),
        rs.uniform(0.85, 1.2),
    )
for _ in range(700):
    if rs.random() < 0.75:
        x, y = rs.gauss(8.6, 1.9), rs.gauss(-8.6, 1.1)
    else:
        x, y = rs.gauss(6, 4), rs.gauss(-8.5, 1.8)
    if y < -12.6 or (x - dx) ** 2 + (y - dy) ** 2 < 6 or x * x + y * y < 15:
        continue
    copy(
        rs.choice(sp),
        (x, y, ground(x, y) + 0.05),
        (rs.random() * 6, rs.random() * 6, rs.random() * 6),
        rs.uniform(0.8, 1.25),
    )


# ---------- wall
bg = room_image(
    'bg_t',
    grad=((0.10, 0.085, 0.062), (0.175, 0.155, 0.115), (0.20, 0.178, 0.138)),
    rects=[(0.58, 0.40, 0.70, 0.95, (0.40, 0.345, 0.255), 1.0), (0.725, 0.40, 0.85, 0.95, (0.42, 0.36, 0.265), 1.0)],
    blobs=[(0.78, 0.62, 0.30, 0.40, (1, 0.84, 0.60), 0.085), (0.10, 0.3, 0.35, 0.5, (-0.06, -0.055, -0.045), 1)],
    blur_=24,
    seed=5,
)
image_backdrop(bg, 75, 130, 81, 0, 16)
area((62, 16, 40), (0, 0, 13), (42, 52), 17, (1, 0.93, 0.82))
area((40, 60, 40), (0, 0, 14), (40, 50), 9, (1, 0.90, 0.76))
area((-60, -40, 30), (0, 0, 10), (60, 60), 1.5, (0.90, 0.95, 1))
camera((-4, -114, 31), (1.0, 0, 13.7), 70, 3.2, focus=(0, -2.6, 15))
render(
    'klaprozen_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=0.80,
    look='Very High Contrast',
    bloom=0.025,
    vig=0.30,
    ll=0.38,
    temp=(1.03, 1, 0.95),
    sat=1.08,
)
