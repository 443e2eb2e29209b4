"""Tartlets with custard and soft fruit on a dark stand, in the light of a window from the left; a berry and some crumbs lie beside them."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import *

reset(71)
A = args()
rs = random.Random(8)
bpy.context.scene.cycles.max_bounces = 5
Z = 6.0  # the top of the stand


def noise(x, y, z=0, seed=0):
    return mnoise.noise(Vector((x, y, z)) + Vector((seed * 7.1, seed * 3.7, seed * 1.9)))


def keep_values(o, **values):
    "one number for each vertex, for the material"
    for name, v in values.items():
        o.data.attributes.new(name, 'FLOAT', 'POINT').data.foreach_set('value', np.asarray(v, np.float32).ravel())
    return o


def value(m, name):
    return m.n('Attribute', attribute_name=name).outputs['Fac']


# ---------------------------------------------------------------- pastry
def pastry_mat():
    m = M('pastry')
    co = m.co(rand=60)
    big, grain, fine = m.noise(co, 0.7, 5, 0.6), m.noise(co, 4.5, 6, 0.75), m.noise(co, 15, 3, 0.7)
    pit = m.ramp(m.n('TexVoronoi', Vector=co, Scale=5.5, Randomness=1).outputs['Distance'], (0.05, 0), (0.34, 1))
    f = m.math('ADD', value(m, 'brown'), m.math('MULTIPLY_ADD', big, 0.75, m.math('MULTIPLY', grain, 0.5)))
    c = m.ramp(
        m.math('SUBTRACT', f, 0.32),
        (0.18, (0.74, 0.49, 0.225)),
        (0.45, (0.60, 0.335, 0.125)),
        (0.70, (0.41, 0.19, 0.06)),
        (1.0, (0.20, 0.080, 0.026)),
    )
    c = m.mix(value(m, 'inside'), c, m.mix(grain, (0.60, 0.38, 0.16), (0.80, 0.60, 0.33)))
    c = m.mix(m.ramp(fine, (0.36, 0.40), (0.50, 0)), c, (0.30, 0.14, 0.05))
    c = m.mix(m.ramp(fine, (0.56, 0), (0.70, 0.30)), c, (0.86, 0.66, 0.38))
    h = m.math('ADD', m.math('MULTIPLY_ADD', fine, 0.6, grain), m.math('MULTIPLY', pit, 0.35))
    return m.surf(
        m.pbr(
            c,
            0.68,
            Normal=m.bump(h, 0.085, 0.85),
            Specular=0.28,
            Subsurface=0.06,
            Subsurface_Color=(0.7, 0.42, 0.18),
            Subsurface_Radius=(0.25, 0.12, 0.05),
        )
    )


pastry = pastry_mat()
R, H, WALL, FLUTES = 3.95, 2.1, 0.40, 28


def shell(seed):
    "a case from a fluted tin"
    path = np.array([(0, 0.02), (3.05, 0.0), (3.17, 0.06), (3.32, 0.35), (3.60, 1.2), (3.84, 1.95), (3.86, 2.08), (3.76, 2.13), (3.58, 2.12), (3.50, 2.02), (3.42, 1.6), (3.20, 0.6), (0, 0.5)])
    steps = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    where = np.interp(np.linspace(0.30, 0.72, 96), steps / steps[-1], np.arange(len(path)))
    nu, rows, brown, inside = 420, [], [], []
    for k in where:
        r0, z0 = [float(np.interp(k, np.arange(len(path)), path[:, q])) for q in (0, 1)]
        outer = sstep(8.6, 6.6, k)
        for i in range(nu):
            a = TAU * i / nu
            x, y = math.cos(a), math.sin(a)
            ridge = abs(math.sin(FLUTES * a / 2 + 0.25 * noise(x * 2, y * 2, seed=seed))) ** 0.75
            top = H + 0.13 * noise(x * 1.6, y * 1.6, seed=seed) + 0.07 * noise(x * 7, y * 7, seed=seed + 1)
            z = z0 * (1 + (top / H - 1) * sstep(0.3, 1.9, z0))
            r = r0 + outer * (0.19 * ridge - 0.10) * (0.55 + 0.45 * sstep(0.0, 0.8, z)) * (1 - 0.35 * sstep(1.95, 2.1, z0))
            r += 0.07 * noise(x * 1.1, y * 1.1, seed=seed + 4)
            p = Vector((r * x, r * y, z))
            n = sum(noise(*(p * q), seed=seed) / q**0.9 for q in (1.7, 3.6, 7.4, 14))
            lip = sstep(1.75, 2.05, z0)
            r += 0.035 * n
            z += 0.070 * n * lip
            rows.append((r * x, r * y, max(z, 0.0)))
            brown.append(0.10 + 0.30 * z / H + 0.32 * lip * (0.7 + noise(x * 2.4, y * 2.4, seed=seed)) + 0.13 * outer * (ridge - 0.5) + 0.10 * sstep(0.25, 0.0, z))
            inside.append(0.6 * (1 - outer))
    nv = len(where)
    o = grid('shell', lambda u, v: rows[round(v * (nv - 1)) * nu + round(u * nu)], nu, nv, pastry, closed_u=True)
    return keep_values(o, brown=brown, inside=np.clip(inside, 0, 1))


def crumb(seed, s=(1, 1, 0.7)):
    "a broken bit of pastry: corners, not a bead"
    rough = lambda d: 1 + 0.55 * noise(*(d * 1.3), seed=seed) + 0.35 * noise(*(d * 3.1), seed=seed) + 0.14 * noise(*(d * 8), seed=seed)
    o = blob('crumb', lambda d: tuple(c * k * rough(d) for c, k in zip(d, s)), pastry, 4)
    return keep_values(o, brown=[0.15 + 0.3 * (v.co.z > 0) for v in o.data.vertices], inside=[0.5] * len(o.data.vertices))


# ---------------------------------------------------------------- strawberries
def strawberry_mat():
    m = M('strawberry')
    co = m.co(rand=40)
    z, n = value(m, 'along'), m.noise(co, 0.8, 4)
    f = m.math('MULTIPLY_ADD', n, 0.22, z)
    c = m.ramp(f, (0.05, (0.80, 0.36, 0.17)), (0.15, (0.66, 0.075, 0.030)), (0.32, (0.55, 0.014, 0.012)), (1.0, (0.42, 0.006, 0.010)))
    c = m.mix(m.math('MULTIPLY', value(m, 'dimple'), 0.40), c, (0.30, 0.004, 0.006))
    c = m.jitter(c, 0.006, 0.12, 0.03)
    return m.surf(
        m.pbr(
            c,
            m.math('MULTIPLY_ADD', m.noise(co, 3, 4), 0.16, 0.16),
            Subsurface=0.16,
            Subsurface_Color=(0.85, 0.07, 0.04),
            Subsurface_Radius=(0.35, 0.07, 0.04),
            Normal=m.bump(m.noise(co, 5, 4), 0.02, 0.4),
            Specular=0.5,
        )
    )


def cut_mat():
    m = M('cut')
    n = m.noise(m.co(rand=20), 3, 5)
    c = m.mix(value(m, 'pale'), (0.56, 0.018, 0.014), (0.90, 0.62, 0.46))
    c = m.mix(value(m, 'rim'), c, (0.40, 0.006, 0.008))
    return m.surf(
        m.pbr(
            c,
            m.math('MULTIPLY_ADD', n, 0.2, 0.16),
            Subsurface=0.22,
            Subsurface_Color=(0.9, 0.25, 0.16),
            Subsurface_Radius=(0.35, 0.12, 0.07),
            Normal=m.bump(m.math('MULTIPLY_ADD', value(m, 'pale'), -0.5, n), 0.05, 0.5),
            Specular=0.5,
        )
    )


skin, cut = strawberry_mat(), cut_mat()
seed_mat = food((0.52, 0.30, 0.085), 0.40, 0.05, hue=0.02, var=0.35, nscale=6)
green = leafmat((0.075, 0.20, 0.035), (0.30, 0.50, 0.10), 0.5, vein=False)
SIDE = [(0, 0.30), (0.30, 0.16), (0.62, 0.0), (0.90, 0.16), (1.0, 0.58), (0.97, 1.05), (0.84, 1.70), (0.63, 2.35), (0.38, 2.90), (0.16, 3.18), (0, 3.25)]


def strawberry(seed, half=False, size=1.0, leaves=True):
    "its stalk end at 0, its tip at +z; half: the cut looks to -y"
    r = random.Random(seed)
    prof = catmull(SIDE, 9) * np.array([1.38 * r.uniform(0.95, 1.05), r.uniform(0.94, 1.06)])
    steps = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(prof, axis=0).T))])
    steps /= steps[-1]
    ph, bend = r.random() * TAU, r.uniform(-0.16, 0.16)

    def at(a, t):
        q, z = np.interp(t, steps, prof[:, 0]), np.interp(t, steps, prof[:, 1])
        q = q * (1 + 0.045 * np.cos(2 * a + ph) + 0.03 * np.cos(3 * a + 2 * ph) * np.sin(3 * t + ph))
        return np.stack([q * np.cos(a) + bend * (z / 3) ** 2, q * np.sin(a) * 0.95, z], -1)

    # seeds, at equal distances on the skin
    area_ = np.cumsum(np.interp(np.linspace(0, 1, 400), steps, prof[:, 0]))
    n = 118
    ts = np.interp((np.arange(n) + 0.5) / n * 0.90 + 0.085, area_ / area_[-1], np.linspace(0, 1, 400))
    an = (np.arange(n) * 2.39996 + np.array([r.uniform(-0.10, 0.10) for _ in range(n)])) % TAU
    S = at(an, ts)
    nu, nv = (150 if half else 260), 170
    U, V = np.meshgrid(np.linspace(0, math.pi, nu) if half else np.linspace(0, TAU, nu, endpoint=False), np.linspace(0.0, 1, nv))
    P = at(U, V)
    N = np.cross(np.gradient(P, axis=1), np.gradient(P, axis=0))
    N /= np.linalg.norm(N, axis=-1, keepdims=True) + 1e-9
    d = np.min(((P[:, :, None] - S) ** 2).sum(-1), -1)
    hole = np.exp(-d / 0.0085)
    P = P + N * ((-0.062 * hole + 0.018 * np.exp(-((np.sqrt(d) - 0.17) ** 2) / 0.004)) * np.clip((1 - V) * 12, 0, 1) * np.clip(V * 9 - 0.5, 0, 1))[..., None]
    o = grid('skin', lambda u, v: P[round(v * (nv - 1)), round(u * (nu - 1 if half else nu))], nu, nv, skin, closed_u=not half)
    along = (P[..., 2] - 0.0) / 3.2 + 0.05 * np.sin(3 * U + ph)
    keep_values(o, along=along, dimple=hole)
    grain = sphere('grain', 0.078, None, 2, scale=(0.56, 0.30, 1.0))
    hide_proto(grain)
    xf = []
    for a, t, p in zip(an, ts, S):
        if half and p[1] < 0.06:
            continue
        up = Vector(at(a, min(1, t + 0.01)) - at(a, max(0, t - 0.01))).normalized()
        out = Vector(at(a + 0.02, t) - at(a - 0.02, t)).cross(up).normalized()
        e = Matrix((out.cross(up), out, up)).transposed()
        xf.append((Vector(p) - out * 0.042, e.to_euler(), r.uniform(0.85, 1.1)))
    merged('seeds', grain, xf, seed_mat)
    if half:
        m, L = 110, 3.25
        V2, X = np.meshgrid(np.linspace(0.02, 1, 170), np.linspace(-1, 1, m), indexing='ij')
        e0, e1 = at(np.full(170, math.pi), V2[:, 0]), at(np.zeros(170), V2[:, 0])
        Q = e0[:, None] * (1 - (X[..., None] + 1) / 2) + e1[:, None] * (X[..., None] + 1) / 2
        w = np.abs(e1[:, 0] - e0[:, 0])[:, None] / 2
        z, x = Q[..., 2] / L, np.abs(X) * w
        rag = np.array([[noise(q[0] * 2.2, q[2] * 1.3, seed=seed) for q in row] for row in Q])
        core_w = 0.40 * np.sin(math.pi * np.clip((z + 0.03) / 0.80, 0, 1)) ** 0.9 + 1e-3
        c = (x + 0.07 * rag) / core_w
        heart = np.clip((1.2 - c) / 0.6, 0, 1)
        line = np.exp(-((c - 1.02) ** 2) / 0.012)
        flow = Q[..., 2] - 0.75 * x + 0.30 * rag
        rays = np.clip(np.sin(flow * TAU / 0.30 + 2.5 * rag), 0, 1) ** 5 * np.clip(c - 1, 0, 0.5) * 2 * np.clip((w - x) / 0.35, 0, 1)
        slit = np.exp(-((x / 0.075) ** 2)) * np.clip(np.sin(math.pi * (z - 0.10) / 0.45), 0, 1)
        flesh = 0.20 * np.clip(1 - (c - 1) / 2.2, 0, 1)
        pale = np.clip(flesh + 0.60 * heart + 0.12 * line + 0.24 * rays - 0.30 * slit + 0.10 * rag, 0, 1)
        Q[..., 1] += -0.015 + 0.16 * slit + 0.03 * rag * heart - 0.05 * np.clip((w - x) / 0.2, 0, 1)
        f = grid('cut', lambda u, v: Q[round(v * 169), round(u * (m - 1))], m, 170, cut)
        keep_values(f, pale=pale, rim=np.exp(-(((w - x) / 0.05) ** 2)) * 0.9)
    if leaves:
        for k in range(9):
            a = k * TAU / 9 + r.uniform(-0.15, 0.15)
            L, W, up, tw = r.uniform(0.95, 1.35), r.uniform(0.40, 0.54), r.uniform(-0.10, 0.55), r.uniform(-0.4, 0.4)

            def sepal(u, v):
                s, w = 2 * u - 1, W / 2 * (math.sin(math.pi * min(1, 0.12 + 0.88 * v) ** 0.9) ** 0.75 + 0.02)
                q = 0.06 + L * v
                z = 0.10 - 0.15 * math.sin(math.pi * v) - up * v**2 * 1.2 - 0.14 * (1 - s * s) * (1 - v) + 0.05 * math.sin(9 * v + k) * s
                y = s * w + tw * v * v * 0.4
                return (q * math.cos(a) - y * math.sin(a), q * math.sin(a) + y * math.cos(a), z)

            leaf_ = grid('sepal', sepal, 9, 16, green)
            solid(leaf_, 0.035)
            subsurf(leaf_, 1)
        tube('stalk', [(0, 0, 0.2), (0.02, 0, -0.25), (0.10, 0.04, -0.62), (0.22, 0.06, -0.9)], 0.085, green, 10, lambda t: 1.25 - 0.35 * t)


# ---------------------------------------------------------------- blueberries and raspberries
def blueberry_mat():
    m = M('blueberry')
    co = m.co(rand=40)
    n, f = m.noise(co, 1.1, 5, 0.6, 0.6), m.noise(co, 6, 5, 0.7)
    bloom = m.ramp(m.math('MULTIPLY_ADD', f, 0.30, m.math('MULTIPLY', n, 0.70)), (0.38, 0.10), (0.47, 0.65), (0.62, 1))
    c = m.mix(bloom, (0.010, 0.010, 0.030), (0.115, 0.145, 0.245))
    c = m.mix(m.math('MULTIPLY', value(m, 'crown'), 0.85), c, (0.035, 0.022, 0.030))
    c = m.jitter(c, 0.02, 0.25, 0.12)
    return m.surf(m.pbr(c, m.math('MULTIPLY_ADD', bloom, 0.34, 0.24), Normal=m.bump(f, 0.015, 0.5), Specular=0.4, Sheen=0.2))


blue = blueberry_mat()


def blueberry(seed):
    "a crown grown from the skin: five worn lobes round a dry hollow"
    r, R0, crown = random.Random(seed), 0.74, []
    ph, tall = r.random() * TAU, r.uniform(0.84, 0.92)

    def fn(d):
        q, a = math.acos(max(-1, min(1, d.z))), math.atan2(d.y, d.x)
        lobe = 0.5 + 0.5 * math.cos(5 * (a + 0.12 * math.sin(2 * a + ph)))
        edge = 0.50 + 0.05 * lobe + 0.03 * noise(d.x * 3, d.y * 3, seed=seed)
        rim = math.exp(-(((q - edge) / 0.075) ** 2)) * (0.055 + 0.15 * lobe**0.8)
        hollow = sstep(edge, edge - 0.16, q)
        k = R0 * (1 + 0.025 * noise(*(d * 1.4), seed=seed) + 0.006 * noise(*(d * 7), seed=seed))
        crown.append(min(1, hollow + rim * 4))
        dent = 0.05 * math.exp(-(((math.pi - q) / 0.2) ** 2))
        return tuple(d.xy * k * (1 + 0.5 * rim)) + (d.z * k * tall + R0 * (rim - 0.17 * hollow + dent),)

    return keep_values(blob('blueberry', fn, blue, 6), crown=crown)


red = raspmat(0, (0.34, 0.008, 0.018))
STRAW = [capture(strawberry, k, False, 1, False) for k in (1, 2)]
TOPS = [capture(strawberry, k) for k in (11, 12)]
HALVES = [capture(strawberry, k, True, 1, False) for k in (5, 7)]
BLUES = [capture(blueberry, k) for k in (1, 2, 3)]
RASPS = [capture(raspberry, red, 0.94, 1.95, k) for k in (1, 2, 3)]

# ---------------------------------------------------------------- tartlets
custard = food((0.84, 0.62, 0.25), 0.18, 0.30, (0.5, 0.32, 0.12), 0.8, 0.05, 0.05, spec=0.45, hue=0.004)
SHELLS = [capture(shell, k) for k in (1, 2, 3)]


def fill():
    o = lathe('custard', catmull([(0, 2.30), (1.6, 2.24), (2.7, 2.05), (3.22, 1.85), (3.44, 1.62), (3.40, 1.0), (3.2, 0.55)], 12), custard, 128)
    for v in o.data.vertices:
        v.co.z += 0.05 * noise(v.co.x * 0.9, v.co.y * 0.9, 0)


FILL = capture(fill)
top = lambda q: 2.30 - 0.045 * q * q


def place(col, x, y, up, axis=(0, 0, 1), face=(0, -1, 0), s=1):
    "axis: where its own z points; face: where its front (-y) looks"
    z = Vector(axis).normalized()
    y_ = -(Vector(face) - z * z.dot(Vector(face))).normalized()
    e = Matrix((y_.cross(z), y_, z)).transposed().to_euler()
    inst(col, (x, y, top(math.hypot(x, y)) + up), e, s)


def tart(case, kind, seed):
    r = random.Random(seed)
    inst(case, (0, 0, 0), (0, 0, r.random() * TAU))
    inst(FILL, (0, 0, 0), (0, 0, r.random() * TAU))
    front = lambda: (math.cos(q := r.random() * TAU), math.sin(q), 0)
    lean = lambda: (r.uniform(-0.6, 0.6), r.uniform(-0.9, 0.2), 0.8)
    if kind == 'mix':
        d = Vector((-0.80, -0.42, -0.20)).normalized()
        c = Vector((0.25, 0.75, 1.30)) - d * 1.75
        place(TOPS[seed % 2], c.x, c.y, c.z, d, (0, 0, 1), 0.98)
        place(HALVES[0], -1.05, -2.10, 0.0, (-0.12, 0.40, 1), (0.08, -1, 0.3), 0.76)
        for x, y, k in ((1.10, -1.95, 0), (2.35, -0.55, 1), (-2.50, 0.65, 2), (1.9, 1.9, 0)):
            place(RASPS[k], x, y, -0.08, (x * 0.09, y * 0.09, 1), front(), r.uniform(0.92, 1.0))
        for x, y, z in ((0.0, -2.78, 0.50), (0.12, -1.45, 0.52), (-2.45, -1.0, 0.50), (2.25, -2.02, 0.55), (-0.8, 2.5, 0.5), (0.7, 2.6, 0.5)):
            place(BLUES[r.randrange(3)], x, y, z, lean(), front(), r.uniform(0.84, 0.98))
    elif kind == 'straw':
        for k in range(5):
            a = k * TAU / 5 - 1.75 + r.uniform(-0.08, 0.08)
            x, y = math.cos(a), math.sin(a)
            place(HALVES[k % 2], 2.0 * x, 2.0 * y, -0.08, (-x * 0.42, -y * 0.42, 1), (x, y, 0.3), r.uniform(0.74, 0.80))
        place(STRAW[0], 0, 0.1, 0.25, (0.05, 0.05, 1), s=0.84)
        for a in (-1.15, 0.2, 1.4, 2.7, -2.35):
            place(BLUES[r.randrange(3)], 2.85 * math.cos(a), 2.85 * math.sin(a), 0.46, lean(), front(), 0.80)
    elif kind == 'rasp':
        for q, n in ((2.52, 9), (1.25, 5), (0, 1)):
            for k in range(n):
                a = k * TAU / n + q + r.uniform(-0.06, 0.06)
                x, y = q * math.cos(a), q * math.sin(a)
                axis = (x * 0.07 + r.uniform(-0.15, 0.15), y * 0.07 + r.uniform(-0.15, 0.15), 1)
                place(RASPS[r.randrange(3)], x, y, -0.06 + (0.12 if q < 1 else 0), axis, front(), r.uniform(0.90, 1.03))
    else:
        for q, n, z in ((2.72, 11, 0.48), (1.38, 6, 0.50), (0, 1, 0.5), (2.0, 6, 1.35), (0.72, 3, 1.5)):
            for k in range(n):
                a = k * TAU / n + q + r.uniform(-0.09, 0.09)
                axis = lean() if r.random() < 0.7 else (0.3, 1, -0.5)
                place(BLUES[r.randrange(3)], q * math.cos(a), q * math.sin(a), z + r.uniform(-0.06, 0.06), axis, front(), r.uniform(0.88, 1.06))


for k, (x, y, kind, a) in enumerate(((-0.9, -9.0, 'mix', 0.1), (8.6, -4.6, 'rasp', 0), (-9.3, -3.2, 'straw', 0.2), (0.6, 1.6, 'blue', 0), (-7.6, 7.4, 'rasp', 0.8), (9.4, 6.2, 'mix', -0.3))):
    inst(capture(tart, SHELLS[k % 3], kind, k), (x, y, Z), (0, 0, a), (1.0, 0.985, 1.01, 1, 0.99, 1)[k])

# crumbs, and a berry that fell off
CRUMBS = [capture(crumb, k) for k in range(5)]
for k in range(46):
    q, a = abs(rs.gauss(0, 1.5)) + 0.1, rs.random() * TAU
    x, y, s = 6.8 + q * math.cos(a) * 1.4, -9.6 + q * math.sin(a), 0.022 + 0.10 * rs.random() ** 3
    if math.hypot(x - 8.6, y + 4.6) > 3.7 and math.hypot(x + 0.9, y + 9) > 3.7:
        inst(CRUMBS[k % 5], (x, y, Z + s * 0.5), (rs.random() * 3, rs.random() * 3, rs.random() * 6), s)
inst(BLUES[0], (-6.9, -11.2, Z + 0.60), Vector((0.75, -0.5, 0.45)).to_track_quat('Z', 'Y').to_euler())


# ---------------------------------------------------------------- stand, table and wall
def stone(dark, light, rough, speck=None):
    m = M('stone')
    co = m.co()
    n, f = m.noise(co, 0.08, 7, 0.6, 0.8), m.noise(co, 1.6, 6, 0.65)
    c = m.ramp(m.math('MULTIPLY_ADD', f, 0.30, m.math('MULTIPLY', n, 0.70)), (0.34, dark), (0.64, light))
    if speck:
        c = m.mix(m.ramp(m.noise(co, 5, 4), (0.66, 0), (0.74, 0.35)), c, speck)
    return m.surf(m.pbr(c, m.math('MULTIPLY_ADD', n, 0.18, rough), Normal=m.bump(f, 0.02, 0.4), Specular=0.45))


def wall():
    m = M('wall')
    co = m.co()
    n, f = m.noise(co, 0.03, 6, 0.6), m.noise(co, 0.6, 8, 0.65)
    c = m.mix(m.ramp(n, (0.35, 0), (0.7, 1)), (0.205, 0.215, 0.190), (0.245, 0.255, 0.225))
    return m.surf(m.pbr(c, 0.8, Normal=m.bump(m.math('MULTIPLY_ADD', f, 0.4, n), 0.35, 0.5), Specular=0.2))


dark = stone((0.020, 0.022, 0.021), (0.052, 0.056, 0.053), 0.26)
edge = catmull([(17.5, Z), (17.85, Z - 0.08), (18.0, Z - 0.4), (18.0, Z - 0.9), (17.8, Z - 1.2), (17.2, Z - 1.3)], 8)
foot = catmull([(9.0, Z - 1.35), (4.2, Z - 1.9), (3.4, 2.8), (4.2, 1.4), (8.4, 0.7), (9.0, 0.35), (8.9, 0)], 10)
lathe('stand', np.vstack([[(0, Z)], edge, foot, [(0, 0)]]), dark, 192)
box('table', (300, 80, 4), stone((0.40, 0.375, 0.335), (0.52, 0.495, 0.455), 0.28, (0.30, 0.275, 0.24)), (0, 10, -2), 0.35)
backdrop(wall(), 52, 400, 300, 60)

# ---------------------------------------------------------------- light
environment(A.get('env', 'apartment'), float(A.get('es', 0.2)), float(A.get('rot', 0)))
window((-88, 24, 58), (0, -2, 9), (74, 92), (2, 3), 5, float(A.get('win', 80)), (1, 0.975, 0.94))
camera((-3, -90, 38), (0.0, -2.6, 8.1), float(A.get('lens', 112)), 5.6, focus=(-1, -10.5, 9.5))
render(
    'taartjes_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', 0.8)),
    bloom=0.03,
    vig=0.24,
    temp=(1.01, 1, 0.98),
    sat=1.03,
    keep=0.15,
    soften=0.4,
)
