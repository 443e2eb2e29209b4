"""Shrimp croquettes on greaseproof paper, one cut open and steaming, with fried parsley and lemon."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import *

reset(77)
A = args()
cycles = bpy.context.scene.cycles
cycles.max_bounces, cycles.transmission_bounces = 8, 8
bpy.context.scene.render.use_persistent_data = True
rs = random.Random(21)


def crumb_coat():
    "UV.x: how brown this crumb is, UV.y: how high it lies; oil gives it a dull shine"
    m = M('crumbcoat')
    u, v = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['UV']).outputs[0:2]
    n = m.noise(m.co(rand=40), 0.55, 3)
    f = m.math('MULTIPLY_ADD', m.math('SUBTRACT', n, 0.46), 1.7, u)
    c = m.ramp(
        f,
        (0.0, (0.76, 0.45, 0.17)),
        (0.32, (0.60, 0.27, 0.070)),
        (0.62, (0.40, 0.145, 0.032)),
        (1.0, (0.13, 0.040, 0.012)),
    )
    c = m.jitter(c, 0.006, 0.10, 0.05)
    return m.surf(m.pbr(c, m.math('MULTIPLY_ADD', n, 0.25, 0.36), Specular=0.42))


coat = crumb_coat()
filling = food((0.80, 0.56, 0.37), 0.30, 0.22, (0.5, 0.25, 0.12), 2.2, 0.05, 0.10, 0.25, hue=0)
pink = shrimpmat()
plank = wood((0.060, 0.066, 0.050), (0.115, 0.125, 0.095), (0.175, 0.185, 0.145), rough=0.5, scale=0.9, coat=0.05)
glaze = food((0.026, 0.030, 0.028), 0.20, 0, nscale=0.8, nbump=0.03, var=0.35, coat=0.4, hue=0)
clay = food((0.22, 0.13, 0.075), 0.55, 0, nscale=2, nbump=0.03, var=0.25)
parsley = leafmat((0.020, 0.070, 0.012), (0.07, 0.17, 0.02), 0.28, vein=False, sp=0.6)
stalk = food((0.09, 0.16, 0.03), 0.35, 0.1)
face, peel = citrusmats((0.80, 0.60, 0.13), (0.90, 0.78, 0.36), (0.72, 0.50, 0.06), (0.92, 0.88, 0.70), 9)
cloth_m = linen((0.70, 0.66, 0.58), thread=8, stain=0.06)
steel = metal((0.76, 0.755, 0.74), 0.20, smudge=0.10)
salt_m = food((0.92, 0.91, 0.89), 0.25, 0.1, hue=0)


def paper_mat():
    "greaseproof paper: lets light through, darker where fat has soaked in"
    m = M('paper')
    co = m.co()
    n = m.noise(co, 0.22, 4)
    fat = m.ramp(m.noise(co, 0.17, 3), (0.50, 0), (0.60, 1))
    c = m.mix(m.ramp(n, (0.3, 0), (0.7, 1)), (0.56, 0.46, 0.33), (0.66, 0.56, 0.42))
    c = m.mix(fat, c, (0.36, 0.26, 0.15))
    h = m.math('MULTIPLY_ADD', m.noise(co, 3.0, 3), 0.25, m.noise(co, 0.5, 5))
    bs = m.pbr(c, m.math('MULTIPLY_ADD', fat, -0.25, 0.62), Normal=m.bump(h, 0.05, 0.5), Specular=0.3)
    mx = m.n('MixShader', Fac=0.18)
    m.set(mx.inputs[1], bs.outputs[0])
    m.set(mx.inputs[2], m.n('BsdfTranslucent', Color=c).outputs[0])
    return m.surf(mx)


# ---------------------------------------------------------------- croquettes
HALF, RAD = 2.5, 1.42


def flakes(points, normals, seed, size=(0.07, 0.20)):
    "one mesh of many broad, broken crumbs; each is a jittered icosphere"
    r = np.random.RandomState(seed)
    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=1, radius=1)
    ico = np.array([p.co[:] for p in bm.verts])
    tri = np.array([[q.index for q in p.verts] for p in bm.faces])
    bm.free()
    V, F, UV = [], [], []
    for k, (p, n) in enumerate(zip(points, normals)):
        s = size[0] + (size[1] - size[0]) * r.rand() ** 2.2
        shape = (
            ico * (1 + 0.38 * r.randn(len(ico), 1)).clip(0.35, 1.8) * [1, r.uniform(0.5, 0.95), r.uniform(0.25, 0.7)]
        )
        q = (
            Vector(n).to_track_quat('Z', 'Y')
            @ Euler((r.randn() * 0.55, r.randn() * 0.55, r.rand() * TAU)).to_quaternion()
        )
        V.append((shape * s) @ np.array(q.to_matrix()).T + p + np.array(n) * s * r.uniform(-0.1, 0.35))
        F.append(tri + k * len(ico))
        UV.append(np.tile([np.clip(r.normal(0.36, 0.20) - 0.8 * (s - 0.1), 0, 1), 1], (len(ico), 1)))
    return mesh('flakes', np.vstack(V), np.vstack(F).tolist(), coat, False, uv=np.vstack(UV))


def skin(x, a, seed):
    "a point of the croquette's surface; x from -1 (tip) to 1, a round the axis"
    end = max(0, abs(x) * (HALF + RAD * 0.75) - HALF) / (RAD * 0.75)
    r = RAD * math.sqrt(max(0, 1 - end**2.6))
    px = x * (HALF + RAD * 0.75)
    d = Vector((px * 0.5, math.cos(a) * 1.2, math.sin(a) * 1.2 + seed * 5))
    r *= 1 + 0.07 * mnoise.noise(d) + 0.035 * fbm(d * 2.6)
    y, z = r * math.cos(a), r * math.sin(a)
    return px, y, max(z, -RAD * 0.88 + 0.05 * mnoise.noise(d * 3))


def croquette(seed, cut=1.0):
    "whole when cut is 1; else it ends, torn open, at that x"

    def edge(a):
        return cut if cut == 1 else cut + 0.035 * fbm((math.cos(a) * 1.4, math.sin(a) * 1.4, seed))

    def fn(u, v):
        a = u * TAU
        x = -1 + (1 + edge(a)) * v
        p = Vector(skin(x, a, seed))
        k = 0.05 * abs(fbm(p * 3.1 + Vector((seed, 0, 0)))) + 0.03 * mnoise.noise(p * 9)
        n = Vector((0, p.y, p.z + 0.1)).normalized()
        return p + n * k * (1 if abs(x) < 0.98 else 0.3)

    o = grid('crust', fn, 110, 120, coat, closed_u=True)
    uv = o.data.uv_layers[0].data
    for q in uv:
        q.uv = (0.40, 0)
    r = random.Random(seed)
    P, N = [], []
    while len(P) < (1500 if cut == 1 else 900):
        x, a = r.uniform(-1, 1), r.random() * TAU
        if x > edge(a) - 0.02:
            continue
        p = Vector(skin(x, a, seed))
        n = Vector((1.6 * x * abs(x) ** 5, p.y / RAD, (p.z + 0.05) / RAD)).normalized()
        if n.z < -0.75 and r.random() < 0.8:
            continue
        P.append(p)
        N.append(n)
    flakes(P, N, seed)
    if cut == 1:
        return
    # the inside: béchamel that bulges a little, torn rather than sliced, with shrimps in it
    xc = cut * (HALF + RAD * 0.75)

    def inside(u, v):
        a, q = u * TAU, v
        p = Vector(skin(edge(a), a, seed))
        y, z = p.y * 0.955 * q, p.z * 0.955 * q
        d = Vector((seed, y * 1.3, z * 1.3))
        lump = 0.30 * fbm(d * 1.1) + 0.16 * abs(fbm(d * 2.6)) + 0.05 * mnoise.noise(d * 8)
        return (p.x * q + xc * (1 - q) - 0.10 * q**6 + (0.16 + lump) * (1 - q**5), y, z)

    solid(grid('inside', inside, 96, 46, filling, closed_u=True), 0.05)
    for k in range(7):
        a, q = r.random() * TAU, RAD * 0.78 * math.sqrt(r.random())
        inst(
            SHRIMP[k % 3],
            (xc + 0.14 + r.uniform(-0.05, 0.12), q * math.cos(a), q * math.sin(a)),
            (r.uniform(-0.5, 0.5), 1.4 + r.uniform(-0.6, 0.6), r.random() * 6),
            r.uniform(0.85, 1.1),
        )
    P, N = [], []
    for k in range(170):  # broken coat along the tear
        a = r.random() * TAU
        p = Vector(skin(edge(a), a, seed))
        P.append(p + Vector((r.uniform(-0.06, 0.05), 0, 0)))
        N.append(Vector((0.5, p.y / RAD, p.z / RAD)).normalized())
    flakes(P, N, seed + 50, (0.06, 0.15))


SHRIMP = [capture(shrimp, pink, None, 0.46 + 0.04 * k, 0.21, k) for k in range(3)]
WHOLE = [capture(croquette, s) for s in (1, 2, 3, 4)]
OPEN = [capture(croquette, 5, 0.10), capture(croquette, 6, 0.02)]

# ---------------------------------------------------------------- table, dish, paper
planks(plank, -70, 190, 15, 420)
dish = lathe(
    'dish',
    np.vstack(
        [
            catmull([(0, 0.55), (9, 0.55), (12.2, 0.75), (14.0, 1.9), (16.6, 2.5), (17.6, 2.6)], 8),
            catmull([(17.7, 2.45), (16.6, 2.2), (14.2, 1.55), (12.4, 0.25), (11.6, 0), (0, 0.1)], 6),
        ]
    ),
    glaze,
    160,
)
rim = torus('rim', 17.62, 0.17, clay, 160, 10)
rim.location = (0, 0, 2.55)
for o in (dish, rim):
    o.scale = (1.18, 0.80, 1)
    o.rotation_euler = (0, 0, 0.16)


def sheet(u, v):
    x, y = (u - 0.5) * 29, (v - 0.5) * 20
    r = math.hypot(x / 1.18, y / 0.80)
    rise = 0.62 + 1.75 * sstep(10.5, 17, r) + 0.10 * max(0, r - 17)
    h = 0
    for k in range(5):
        a = k * 1.31 + 0.4
        s = x * math.cos(a) + y * math.sin(a)
        h += 0.42 * (1 - abs(mnoise.noise(Vector((s * 0.16 + k * 7, k * 3.1, (y - x) * 0.015)))) * 2.6) ** 3
    return (x, y, rise + max(-0.05, 0.35 * h) + 0.05 * mnoise.noise(Vector((x * 0.9, y * 0.9, 2))))


paper = grid('paper', sheet, 220, 160, paper_mat(), uvscale=(29, 20))
paper.rotation_euler = (0, 0, 0.02)

Z = 2.05
for k, (x, y, z, turn, tip) in enumerate(
    (
        (-9.4, -0.4, 0, 0.55, 0),
        (-6.2, 4.6, 0, 0.18, 0),
        (-3.6, 0.2, 0, 0.85, 0),
        (0.2, 5.2, 0, -0.22, 0),
        (2.6, 0.9, 0, 0.62, 0),
        (6.9, 4.4, 0, 0.35, 0),
        (-5.9, -2.9, 0, -0.30, 0),
        (-2.6, 3.1, 2.15, 0.30, 0.10),
        (2.4, 3.6, 2.2, 1.15, -0.08),
    )
):
    inst(WHOLE[k % 4], (x, y, Z + z), (rs.uniform(-0.5, 0.5) if z == 0 else 0.2, tip, turn), rs.uniform(0.96, 1.04))
inst(OPEN[0], (-0.6, -4.6, Z), (0.3, 0.02, -0.75))
inst(OPEN[1], (5.4, -3.6, Z), (-0.4, 0.05, -2.75))
for k in range(5):
    inst(SHRIMP[k % 3], (rs.uniform(0.2, 3.2), rs.uniform(-6.6, -4.6), 1.05), (0, 0, rs.random() * 6))


# ---------------------------------------------------------------- parsley, lemon
def frill(seed):
    "one leaflet of curly parsley, crisp from the oil"
    r = random.Random(seed)
    ph, n = r.random() * 6, r.choice((5, 6, 7))

    def fn(u, v):
        a, q = u * TAU, v * 0.75
        z = q * q * (0.9 * math.sin(n * a + ph) + 0.5 * math.sin((n * 2 + 1) * a)) + 0.5 * q * q
        w = q * (1 + 0.22 * math.sin(3 * a + ph) + 0.10 * math.sin(9 * a))
        return (w * math.cos(a), w * math.sin(a), z * 0.85)

    subsurf(grid('frill', fn, 56, 9, parsley, closed_u=True), 1)


FRILL = [capture(frill, k) for k in range(5)]


def parsley_sprig(seed):
    r = random.Random(seed)
    for k in range(4):
        a = k * 1.7 + r.random()
        tip = Vector((2.2 * math.cos(a) * r.uniform(0.5, 1), 2.2 * math.sin(a) * r.uniform(0.5, 1), 2.0 + r.random()))
        tube('stalk', [(0, 0, 0), tip * 0.5 + Vector((0, 0, 0.3)), tip], 0.09, stalk, 7)
        for j in range(9):
            p = tip * (0.55 + 0.5 * r.random()) + Vector([r.gauss(0, 0.55) for _ in range(3)])
            inst(FRILL[r.randrange(5)], p, [r.uniform(-1.2, 1.2) for _ in range(3)], r.uniform(0.6, 1.05))


SPRIG = [capture(parsley_sprig, k) for k in (3, 8)]
inst(SPRIG[0], (-10.6, -4.6, 1.2), (0.5, -0.9, 0.4), 1.0)
inst(SPRIG[1], (-12.2, -2.2, 1.5), (-0.4, -0.7, 2.4), 0.9)
inst(SPRIG[0], (8.6, -1.2, 1.4), (-0.2, 0.9, 2.9), 0.8)


LEMON = capture(citrus_half, face, peel, 2.75)
inst(LEMON, (11.6, 2.2, 3.2), (-0.95, 0.1, -0.75))
inst(LEMON, (14.6, -2.6, 2.6), (1.45, 0.2, 0.9))

# ---------------------------------------------------------------- what lies about
P = [(rs.gauss(2, 7), rs.gauss(-6.4, 2.2), 0) for _ in range(120)]
P = [
    np.array((x, y, 0.06 if math.hypot(x / 1.18, y / 0.8) > 18.5 else sheet(x / 29 + 0.5, y / 20 + 0.5)[2] + 0.03))
    for x, y, _ in P
]
flakes(P, [np.array((0, 0, 1.0))] * len(P), 90, (0.04, 0.15))
grain = box('grain', (0.11, 0.10, 0.08), salt_m, bev=0.02)
hide_proto(grain)
for _ in range(70):
    x, y = rs.gauss(0, 7), rs.gauss(-1, 4)
    copy(
        grain,
        (x, y, sheet(x / 29 + 0.5, y / 20 + 0.5)[2] + 0.05),
        [rs.random() * 6 for _ in range(3)],
        rs.uniform(0.5, 1.3),
    )


def napkin(u, v):
    x, y = (u - 0.5) * 30, (v - 0.5) * 26
    h = 1.9 * max(0, mnoise.noise(Vector((x * 0.10, y * 0.13, 6)))) ** 1.2 + 0.5 * max(
        0, mnoise.noise(Vector((x * 0.3, y * 0.12, 9)))
    )
    return (x, y, 0.10 + h + 0.03 * fbm((x * 0.8, y * 0.8, 1)))


o = grid('napkin', napkin, 150, 130, cloth_m, uvscale=(30, 26))
o.location, o.rotation_euler = (-31, 7, 0.0), (0, 0, 0.45)
solid(o, 0.14)
FORK = capture(fork, steel, 15.5, 3)
inst(FORK, (-25.5, -2, 1.1), (0.02, 0.03, 0.30))
inst(FORK, (-23.0, -2.5, 1.0), (0.0, -0.02, 0.47))

# a glass of amber beer and a second dish, out of focus: there is a room behind
beer = liquid((0.93, 0.50, 0.12), 1.34, (0.95, 0.62, 0.25))
foam = food((0.90, 0.86, 0.76), 0.7, 0.2, nscale=5, nbump=0.06, var=0.04, hue=0)
clear = glass()


def beer_glass():
    stem_glass(clear, clear, 17, 4.6, 3.9, 6.0, 0.80)
    poured(beer, 17, 4.6, 6.0, 0.80, 0.70)
    lathe('foam', [(0, 13.6), (4.3, 13.6), (4.28, 14.9), (3.6, 15.3), (0, 15.5)], foam, 72, wob=0.12, wfreq=0.6)


BEER = capture(beer_glass)
inst(BEER, (-13, 21, 0))
inst(BEER, (19, 25, 0))
for k, (dx, w, h, f) in enumerate(((-1.2, 9, 17, 0.28), (1.2, 7, 14, 0.24), (0, 13, 22, 0.14))):
    steam_card((1.2 + dx, -4.2 + k, 3.2), w, h, f, k + 4, rs.uniform(-0.15, 0.15))

environment(A.get('env', 'apartment'), float(A.get('es', 0.5)), float(A.get('rot', 90)))
cycles.sample_clamp_indirect = 2
area((-66, 46, 48), (0, 0, 2), (34, 46), float(A.get('key', 42)), (1, 0.96, 0.90))
camera((11, -44, 33), (0.7, -0.4, 2.6), float(A.get('lens', 71)), 4.0, focus=(0.5, -4.6, 3))
render(
    'garnaalkroketten_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', 0.85)),
    look='High Contrast',
    bloom=0.03,
    vig=0.22,
    temp=(1.015, 1, 0.97),
    sat=1.06,
)
