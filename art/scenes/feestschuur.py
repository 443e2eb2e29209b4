"""The barn at dusk, seen from the meadow: doors open, long tables in the light, nobody there yet."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(71)
A = args()
cycles = bpy.context.scene.cycles
(
    cycles.max_bounces,
    cycles.diffuse_bounces,
    cycles.glossy_bounces,
    cycles.transmission_bounces,
    cycles.transparent_max_bounces,
) = 6, 1, 1, 2, 10
bpy.context.scene.render.use_persistent_data = True
rs = random.Random(7)
HALF, EAVES, RIDGE, DEPTH = 590, 400, 925, 2300  # barn, in cm: the gable stands at y = 0
DOOR, LINTEL = 345, 478  # half the width of the opening, its height


# ---------------------------------------------------------------- materials
def brick(mortar=(0.24, 0.20, 0.165), a=(0.21, 0.082, 0.050), b=(0.115, 0.048, 0.034), wash=0.0):
    "hand-made brick, 20 x 6.5 cm with its joint; wash: how much lime is left on it"
    m = M('brick')
    co = m.n('TexCoord').outputs['UV']
    n = m.noise(m.co('UV'), 0.012, 6, 0.6)
    wob = m.n(
        'VectorMath',
        operation='MULTIPLY_ADD',
        i0=m.n('TexNoise', Vector=co, Scale=0.06, Detail=2).outputs['Color'],
        i1=(1.6, 1.6, 0),
        i2=co,
    ).outputs[0]
    t = m.n(
        'TexBrick',
        Vector=wob,
        Color1=(*a, 1),
        Color2=(*b, 1),
        Mortar=(*mortar, 1),
        Scale=1.0,
        Mortar_Size=0.55,
        Mortar_Smooth=0.25,
        Bias=0.05,
        Brick_Width=20.0,
        Row_Height=6.5,
    )
    fine = m.noise(m.co('UV'), 0.35, 8, 0.7)
    c = m.mix(m.ramp(fine, (0.3, 0.75), (0.62, 0)), t.outputs['Color'], tuple(k * 0.5 for k in a))
    c = m.mix(m.ramp(n, (0.45, 0), (0.72, 0.75)), c, tuple(k * 1.6 for k in a))
    z = m.n('SeparateXYZ', Vector=co).outputs[1]
    damp = m.math('MULTIPLY', m.ramp(m.math('MULTIPLY', z, 0.01), (0, 1), (0.9, 0)), m.ramp(n, (0.3, 1), (0.7, 0.4)))
    c = m.mix(m.math('MULTIPLY', damp, 0.6), c, (0.055, 0.06, 0.04))
    if wash:
        c = m.mix(
            m.math('MULTIPLY', m.ramp(m.noise(m.co('UV'), 0.03, 8, 0.7), (0.25, 0.55), (0.5, 1)), wash),
            c,
            (0.74, 0.68, 0.58),
        )
    h = m.math('ADD', m.math('MULTIPLY', t.outputs['Fac'], -1.6), m.math('MULTIPLY', fine, 1.0))
    return m.surf(m.pbr(c, 0.88, Normal=m.bump(h, 0.9, 0.9), Specular=0.2))


red = brick()
lime = brick(wash=0.92)
stone = food((0.27, 0.23, 0.18), 0.9, 0, nscale=0.08, nbump=0.6, var=0.35, hue=0.004)
oak = wood((0.055, 0.028, 0.013), (0.13, 0.072, 0.036), (0.22, 0.135, 0.075), axis=0, rough=0.55, scale=0.12, coat=0)
dark = wood((0.03, 0.016, 0.009), (0.07, 0.04, 0.022), (0.12, 0.075, 0.043), axis=0, rough=0.6, scale=0.12, coat=0)
iron = metal((0.05, 0.048, 0.045), 0.5)
green = M('paint')
_co = green.co(rand=300)
_n = green.noise(_co, 0.05, 8, 0.7)
green = green.surf(
    green.pbr(
        green.jitter(
            green.mix(green.ramp(_n, (0.52, 0), (0.68, 0.8)), (0.075, 0.105, 0.070), (0.20, 0.15, 0.10)), 0.01, 0.2
        ),
        0.55,
        Normal=green.bump(_n, 0.6, 0.5),
    )
)
tile_m = M('pantile')
_co = tile_m.co(rand=400)
_n = tile_m.noise(_co, 0.06, 6)
tile_m = tile_m.surf(
    tile_m.pbr(
        tile_m.jitter(
            tile_m.mix(tile_m.ramp(_n, (0.4, 0), (0.7, 0.6)), (0.30, 0.085, 0.038), (0.06, 0.055, 0.035)),
            0.02,
            0.4,
            0.2,
        ),
        0.7,
        Normal=tile_m.bump(_n, 0.5, 0.6),
        Specular=0.3,
    )
)
floor = brick((0.12, 0.10, 0.08), (0.22, 0.11, 0.07), (0.15, 0.075, 0.05))
linen_m = linen((0.80, 0.76, 0.69), thread=2, stain=0.02)
white = ceramic((0.88, 0.86, 0.82), 0.2)
glass_m = thinglass(edge=0.30)
wine_m = food((0.10, 0.006, 0.012), 0.1, 0)
bottle_m = food((0.018, 0.030, 0.014), 0.06, 0, spec=0.8)
bulb_m = emit((1, 0.60, 0.25), 42)
flame_m = emit((1, 0.55, 0.20), 60)
black = food((0.012, 0.011, 0.010), 0.7, 0)


def uv_box(o, scale=1.0):
    "planar UVs in cm from the face's own plane, so that bricks keep their size on every wall"
    me = o.data
    layer = me.uv_layers[0] if me.uv_layers else me.uv_layers.new()
    for p in me.polygons:
        n = p.normal
        for li in p.loop_indices:
            x, y, z = me.vertices[me.loops[li].vertex_index].co
            layer.data[li].uv = (x, y) if abs(n.z) > 0.7 else (y, z) if abs(n.x) > 0.7 else (x, z)
    return o


def slab_mesh(name, pts, y0, y1, mat):
    "polygon in the xz plane, extruded from y0 to y1"
    n = len(pts)
    v = [(x, y0, z) for x, z in pts] + [(x, y1, z) for x, z in pts]
    f = [tuple(range(n)), tuple(range(2 * n - 1, n - 1, -1))] + [
        (i, (i + 1) % n, n + (i + 1) % n, n + i)[::-1] for i in range(n)
    ]
    o = mesh(name, v, f, mat, False)
    return uv_box(o)


def beam(a, b, w, h, mat):
    "squared timber from a to b"
    a, b = Vector(a), Vector(b)
    d = b - a
    o = box('beam', (d.length, w, h), mat, (a + b) / 2, 0.8)
    o.rotation_euler = d.to_track_quat('X', 'Z').to_euler()
    return o


# ---------------------------------------------------------------- walls and roof
top = lambda x: RIDGE - (RIDGE - EAVES) * abs(x) / HALF
slab_mesh('g1', [(-HALF, 0), (-DOOR, 0), (-DOOR, LINTEL), (-HALF, EAVES)], 0, 42, red)
slab_mesh('g2', [(DOOR, 0), (HALF, 0), (HALF, EAVES), (DOOR, LINTEL)], 0, 42, red)
slab_mesh(
    'g3',
    [
        (-HALF, EAVES),
        (-DOOR, LINTEL),
        (DOOR, LINTEL),
        (HALF, EAVES),
        (62, top(62)),
        (62, 640),
        (-62, 640),
        (-62, top(62)),
    ],
    0,
    42,
    red,
)
slab_mesh('g4', [(-62, 790), (62, 790), (62, top(62)), (0, RIDGE), (-62, top(62))], 0, 42, red)
slab_mesh('loft', [(-62, 640), (62, 640), (62, 790), (-62, 790)], 12, 20, green)
for s in (-1, 1):
    box('loftframe', (9, 14, 160), oak, (s * 62, 5, 715), 0.6)
    slab_mesh(
        'side',
        [(s * HALF, 0), (s * (HALF - 40), 0), (s * (HALF - 40), EAVES), (s * HALF, EAVES)],
        42,
        DEPTH,
        red if s < 0 else red,
    )
    uv_box(
        mesh(
            'limewall',
            [
                (s * (HALF - 41), 42, 0),
                (s * (HALF - 41), DEPTH, 0),
                (s * (HALF - 41), DEPTH, EAVES),
                (s * (HALF - 41), 42, EAVES),
            ],
            [(0, 1, 2, 3)],
            lime,
            False,
        )
    )
uv_box(
    mesh(
        'back',
        [
            (-HALF, DEPTH - 60, 0),
            (HALF, DEPTH - 60, 0),
            (HALF, DEPTH - 60, EAVES),
            (0, DEPTH - 60, RIDGE),
            (-HALF, DEPTH - 60, EAVES),
        ],
        [(0, 1, 2, 3, 4)],
        lime,
        False,
    )
)
beam((-DOOR - 45, 8, LINTEL + 14), (DOOR + 45, 8, LINTEL + 14), 38, 34, oak)
beam((-75, 6, 632), (75, 6, 632), 22, 16, oak)
for s in (-1, 1):  # pale blocks at corners and jambs, as on farms of the region
    for k, z in enumerate(range(0, 390, 50)):
        w = 44 if k % 2 else 28
        box('quoin', (w, 44, 24), stone, (s * (HALF - w / 2 + 1.2), 20.5, z + 18), 1)
for x, z in ((-430, 480), (-300, 560), (-160, 560), (160, 560), (300, 560), (430, 480), (0, 835)):  # wall anchors
    for r in (0.5, -0.5):
        beam(
            (x - 13 * math.sin(r), -1.5, z - 26 * math.cos(r)),
            (x + 13 * math.sin(r), -1.5, z + 26 * math.cos(r)),
            2,
            4,
            iron,
        )

slope = math.atan2(RIDGE - EAVES, HALF)
length = math.hypot(RIDGE - EAVES, HALF) + 38
pan = grid(
    'pan',
    lambda u, v: (
        (u - 0.5) * 25,
        (v - 0.5) * 34,
        3.2 * math.sin((u - 0.08) * TAU) * (0.75 if u > 0.5 else 1.1) + 2.2 * (1 - v),
    ),
    13,
    3,
    tile_m,
)
solid(pan, 1.4)
hide_proto(pan)
for s in (-1, 1):
    rot = Euler((0, 0, 0))
    mesh(
        'under',
        [
            (0, 2, RIDGE + 2),
            (s * HALF * 1.03, 2, EAVES - 9),
            (s * HALF * 1.03, DEPTH, EAVES - 9),
            (0, DEPTH, RIDGE + 2),
        ],
        [(0, 1, 2, 3)],
        dark,
        False,
    )
    q = Matrix.Rotation(s * slope, 3, 'Y') @ Matrix.Rotation(-s * math.pi / 2, 3, 'Z')
    if s > 0:
        rows = [0, 1]
    for i in range(int(length / 28) + 1):
        for j in range(int((DEPTH + 30) / 23.5) if s < 0 else 3):
            t = 14 + i * 28 - 6
            p = Vector((s * t * math.cos(slope), -8 + j * 23.5, RIDGE + 6 - t * math.sin(slope) + 5))
            copy(
                pan,
                p + Vector((rs.uniform(-0.6, 0.6), rs.uniform(-0.6, 0.6), rs.uniform(-0.5, 0.7))),
                (q @ Matrix.Rotation(math.pi, 3, 'Z')).to_euler(),
            )
ridge = lathe('ridge', [(0, 0), (11, 0), (12, 1), (12, 38), (0, 38)], tile_m, 16)
hide_proto(ridge)
for j in range(60):
    copy(ridge, (0, -14 + j * 37, RIDGE + 8 + rs.uniform(-0.6, 0.6)), (-math.pi / 2, 0, 0))
for s in (-1, 1):
    beam((s * (HALF + 14), -4, EAVES - 6), (0, -4, RIDGE + 7), 5, 20, dark)


# doors, opened wide: planks, ledges and a brace
def door():
    "one side of the gate: two leaves, folded upon each other"
    w = DOOR / 2
    for layer in (0, 9):
        for k in range(7):
            box(
                'plank',
                (w / 7 - 0.8, 4, LINTEL - 8 + rs.uniform(-1, 1)),
                green,
                (w / 7 * (k + 0.5), layer, LINTEL / 2),
                0.4,
            )
    for z in (55, 235, 415):
        box('ledge', (w - 8, 4.5, 18), green, (w / 2, -4, z), 0.6)
    beam((14, -4.2, 70), (w - 14, -4.2, 225), 4, 16, green)
    beam((14, -4.2, 250), (w - 14, -4.2, 405), 4, 16, green)
    for z in (55, 415):
        box('strap', (70, 0.8, 6), iron, (30, -6.8, z), 0.2)


DOORS = capture(door)
inst(DOORS, (DOOR + 3, -12, 4), (0, 0, -math.radians(33)))
inst(DOORS, (-DOOR - 3, -12, 4), (0, 0, -math.radians(180 - 20)), (1, -1, 1))

# ---------------------------------------------------------------- inside
mesh_floor = uv_box(
    mesh('floor', [(-HALF, -30, 2), (HALF, -30, 2), (HALF, DEPTH, 2), (-HALF, DEPTH, 2)], [(0, 1, 2, 3)], floor, False)
)
for j in range(6):
    y = 260 + j * 385
    for s in (-1, 1):
        beam((s * 470, y, 0), (s * 470, y, EAVES + 20), 24, 24, oak)
        beam((s * 470, y, 270), (s * 335, y, EAVES - 6), 18, 16, oak)
        beam((s * (HALF - 30), y, EAVES - 5), (0, y, RIDGE - 34), 20, 24, oak)
        beam((s * 215, y, EAVES + 8), (s * 215, y, 660), 16, 18, oak)
    beam((-HALF + 20, y, EAVES + 2), (HALF - 20, y, EAVES + 2), 24, 28, oak)
    beam((-230, y, 660), (230, y, 660), 18, 20, oak)
for s in (-1, 1):
    for x in (190, 380):
        beam((s * x, 42, top(x) - 26), (s * x, DEPTH, top(x) - 26), 14, 16, oak)
    for j in range(38):
        beam((s * 8, 70 + j * 60, RIDGE - 12), (s * (HALF - 6), 70 + j * 60, EAVES - 10), 7, 9, dark)


def seen_only(o):
    "a lamp that gives no light of its own: a few rays that happen to meet it would leave white specks"
    o.visible_diffuse = o.visible_glossy = o.visible_transmission = False
    return o


bulb = sphere('bulb', 4.2, bulb_m, 3, scale=(1, 1, 1.25))
hide_proto(bulb)
for x in (-330, -110, 110, 330):
    for j in range(5):
        y0, y1 = 260 + j * 385, 645 + j * 385
        if j == 0:
            y0 = 40
        pts = [(x, y0 + (y1 - y0) * t, 388 - 46 * 4 * t * (1 - t)) for t in np.linspace(0, 1, 13)]
        tube('cord', pts, 0.8, black, 5, None, 0)
        for p in pts[1:-1]:
            seen_only(copy(bulb, (p[0] + rs.uniform(-2, 2), p[1], p[2] - 7)))


def chair():
    for sx in (-1, 1):
        tube('leg', [(sx * 20, -20, 0), (sx * 19, -19, 45)], 1.9, oak, 8, None, 0)
        tube('back', [(sx * 20, 21, 0), (sx * 19, 19, 45), (sx * 18, 24, 82)], 1.9, oak, 8)
    box('seat', (43, 42, 3.4), oak, (0, 0, 46), 1)
    for z in (58, 68, 78):
        tube(
            'slat',
            [(-18, 21.5 + (z - 45) * 0.09, z), (0, 25 + (z - 45) * 0.09, z), (18, 21.5 + (z - 45) * 0.09, z)],
            2.3,
            oak,
            8,
        )
    for z in (20,):
        tube('rung', [(-19, -19, z), (19, -19, z)], 1.2, oak, 6, None, 0)


CHAIR = capture(chair)


def setting():
    p = plate(white, 14, 0.64, 1.8, 0.4)
    p.location = (0, 0, 0)
    box('nap', (8, 20, 1.2), NAPKIN, (0, 0, 2.6), 0.4)
    wineglass(glass_m, 21, 4.2, None)
    g = bpy.context.scene.collection.objects[-1]
    g.location = (11, 19, 0)
    box('k', (1.6, 22, 0.5), iron, (17, 0, 0.3), 0.1)
    box('f', (1.8, 20, 0.5), iron, (-17, 0, 0.3), 0.1)


NAPKIN = linen((0.36, 0.40, 0.28), thread=3, stain=0.05)
SET = capture(setting)


def red_glass():
    wineglass(glass_m, 21, 4.4, wine_m, 0.32)


RED = capture(red_glass)


def bottle():
    lathe(
        'bottle',
        catmull([(0, 0), (3.6, 0), (3.8, 0.5), (3.8, 18), (3.2, 21), (1.5, 24), (1.4, 30), (1.6, 30.4), (0, 30.6)], 5),
        bottle_m,
        32,
    )
    lathe('label', [(3.85, 6), (3.87, 6.1), (3.87, 14), (3.85, 14.1)], white, 32)


BOTTLE = capture(bottle)
leaf_m = leafmat((0.05, 0.10, 0.03), (0.18, 0.30, 0.07), 0.5)
petal_w = petalmat((0.95, 0.92, 0.80), (0.98, 0.96, 0.90))
petal_r = petalmat((0.62, 0.03, 0.015), (0.80, 0.07, 0.03))


def bouquet():
    r2 = random.Random(4)
    lathe('jug', catmull([(0, 0), (5, 0), (6.5, 5), (5.5, 10), (4, 14), (4.8, 17)], 6), white, 32)
    lf = leaf('bl', 9, 3.4, leaf_m, 0.4, 0.2, 0.05)
    hide_proto(lf)
    pe = [leaf('bp', 4.5, 4.4, m, -0.5, 0.4, 0.1, 0.2, 5, 6) for m in (petal_w, petal_r)]
    hide_proto(*pe)
    for k in range(60):
        a, e = r2.random() * TAU, r2.uniform(0.1, 1.5)
        d = Vector((math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)))
        copy(
            lf, Vector((0, 0, 15)) + d * r2.uniform(2, 12), (d.to_track_quat('Y', 'Z')).to_euler(), r2.uniform(0.7, 1.2)
        )
    for k in range(26):
        a, e = r2.random() * TAU, r2.uniform(0.1, 1.5)
        d = Vector((math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)))
        for j in range(6):
            copy(
                pe[k % 3 == 0],
                Vector((0, 0, 17)) + d * r2.uniform(11, 15),
                (d.to_track_quat('Z', 'Y') @ Euler((0.5, 0, j * TAU / 6)).to_quaternion()).to_euler(),
                r2.uniform(0.8, 1.1),
            )


BOUQUET = capture(bouquet)


def candle():
    lathe('jar', [(4.2, 0), (4.4, 0.5), (4.4, 11)], glass_m, 32)
    lathe('wax', [(0, 1), (4.0, 1), (4.0, 4.5), (0, 4.5)], white, 24)
    o = sphere('fl', 1.1, flame_m, 2, scale=(1, 1, 2))
    o.location = (0, 0, 7)
    seen_only(o)


CANDLE = capture(candle)


def table(x0, y0, L, W=92, H=76):
    def fn(u, v):
        "cloth: flat on top, hanging in loose folds on both sides"
        s = (u - 0.5) * 2 * (W / 2 + 34)
        y = y0 + v * L
        if abs(s) <= W / 2:
            return (x0 + s, y, H + 0.25 * mnoise.noise(Vector((s * 0.04, y * 0.04, x0))))
        d = abs(s) - W / 2
        k = d / 34
        f = (
            3.2 * math.sin(y * 0.11 + 2 * mnoise.noise(Vector((y * 0.01, x0, 1))))
            + 2 * mnoise.noise(Vector((y * 0.05, x0, s * 0.02)))
        ) * k
        return (
            x0 + math.copysign(W / 2 + 1.5 + d * 0.10 + f, s),
            y,
            H - d * 0.97 - 1.5 * mnoise.noise(Vector((y * 0.02, 3, x0))) * k,
        )

    grid('cloth', fn, 61, int(L / 2.5), linen_m, uvscale=((W + 68), L))
    for v in (0.02, 0.98):
        for s in (-1, 1):
            box('leg', (6, 6, H - 2), oak, (x0 + s * W * 0.4, y0 + L * v, H / 2), 0.5)
    n = int(L / 62)
    for i in range(n):
        y = y0 + 36 + i * 62
        for s in (-1, 1):
            inst(
                SET,
                (x0 + s * (W / 2 - 18), y + rs.uniform(-1, 1), H + 0.4),
                (0, 0, s * math.pi / 2 + rs.uniform(-0.03, 0.03)),
            )
            inst(
                CHAIR,
                (x0 + s * (W / 2 + 24 + rs.uniform(-5, 6)), y + rs.uniform(-4, 4), 3),
                (0, 0, -s * math.pi / 2 + rs.uniform(-0.12, 0.12)),
            )
            if rs.random() < 0.4:
                inst(RED, (x0 + s * (W / 2 - 34), y + 22, H + 0.4))
        k = i % 4
        if k == 1:
            inst(BOUQUET, (x0 + rs.uniform(-4, 4), y + 30, H + 0.3), (0, 0, rs.random() * 6))
        elif k == 3:
            inst(BOTTLE, (x0 + rs.uniform(-8, 8), y + 24, H + 0.3))
        inst(CANDLE, (x0 + rs.uniform(-9, 9), y + rs.uniform(-8, 8), H + 0.3))


table(-250, 130, 1800)
table(30, 100, 1860)
table(310, 130, 1800)


# ---------------------------------------------------------------- meadow
def ground_z(x, y):
    "gentle swell, level with the threshold near the door"
    far = min(1, max(0, (-y - 60) / 500)) if y < 0 else min(1, max(0, (abs(x) - HALF - 40) / 400))
    return far * (9 * mnoise.noise(Vector((x * 0.0025, y * 0.0025, 2))) - 6)


soil = M('soil')
_co = soil.co()
soil = soil.surf(
    soil.pbr(
        soil.ramp(soil.noise(_co, 0.02, 8, 0.7), (0.3, (0.014, 0.022, 0.007)), (0.7, (0.045, 0.052, 0.018))),
        0.95,
        Normal=soil.bump(soil.noise(_co, 0.06, 8, 0.7), 3, 0.8),
        Specular=0.1,
    )
)
grid(
    'meadow',
    lambda u, v: (
        (u - 0.5) * 9000,
        -2600 + v * 14000,
        ground_z((u - 0.5) * 9000, -2600 + v * 14000)
        - (2 if abs((u - 0.5) * 9000) < HALF and -2600 + v * 14000 > -40 else 0),
    ),
    160,
    240,
    soil,
)


def thin_leaf(dark, light, back, shine=0.25):
    "a cheap leaf for things seen by the thousand: darker at its foot, another green on each plant"
    m = M('thin')
    z = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['Generated']).outputs[2]
    c = m.jitter(m.mix(z, dark, light), 0.03, 0.3, 0.15)
    bs = m.pbr(c, 0.55, Specular=shine)
    t = m.n('BsdfTranslucent', Color=m.mix(0.5, c, back))
    mx = m.n('MixShader', Fac=0.35)
    m.set(mx.inputs[1], bs.outputs[0])
    m.set(mx.inputs[2], t.outputs[0])
    return m.surf(mx)


blade_m = thin_leaf((0.035, 0.06, 0.014), (0.095, 0.16, 0.03), (0.26, 0.38, 0.05))
straw_m = thin_leaf((0.12, 0.12, 0.05), (0.30, 0.26, 0.12), (0.42, 0.36, 0.14))


def tuft(h, n, seed, spread=7, mats=None, width=0.42):
    "one mesh of bent blades"
    r2 = random.Random(seed)
    v, f = [], []
    for _ in range(n):
        a, q = r2.random() * TAU, spread * math.sqrt(r2.random())
        bx, by = q * math.cos(a), q * math.sin(a)
        d, bend, hh = r2.random() * TAU, r2.uniform(0.1, 0.75), h * r2.uniform(0.45, 1.15)
        w = width * r2.uniform(0.7, 1.3)
        px, py = -math.sin(d) * w / 2, math.cos(d) * w / 2
        b0 = len(v)
        for t in (0, 0.4, 0.75, 1):
            o = bend * hh * t * t
            k = 1 - t * 0.92
            z = hh * t * (1 - 0.25 * bend * t)
            v += [
                (bx + o * math.cos(d) - px * k, by + o * math.sin(d) - py * k, z),
                (bx + o * math.cos(d) + px * k, by + o * math.sin(d) + py * k, z),
            ]
        for k in range(3):
            f.append((b0 + 2 * k, b0 + 2 * k + 1, b0 + 2 * k + 3, b0 + 2 * k + 2))
    o = mesh('tuft', v, f, mats or blade_m)
    hide_proto(o)
    return o


LONG = [tuft(h, 60, s, 9) for s, h in enumerate((30, 36, 42, 26, 34))]
SHORT = [tuft(9, 60, s + 20, 9, None, 0.5) for s in range(4)]
STRAW = [tuft(46, 9, s + 40, 8, straw_m, 0.3) for s in range(3)]
CAM, TARGET, LENS = Vector((-520, -1500, 140)), Vector((-105, 0, 308)), 28
view = (TARGET - CAM).normalized()
yaw0 = math.atan2(view.x, view.y)


def path(x, y):
    "how far the grass is trodden down, 0 to 1: from the lower right to the door"
    if y > 0:
        return 0
    cx = 60 + 330 * ((-y) / 1900) ** 1.3 + 40 * math.sin(y * 0.004)
    w = 105 + (-y) * 0.02
    return max(sstep(w * 1.25, w * 0.7, abs(x - cx)), sstep(-170, -60, y) * sstep(420, 300, abs(x)))


placed = 0
while placed < (9000 if A['w'] < 700 else 30000):
    r = 430 * math.exp(rs.random() * math.log(2900 / 430))
    a = yaw0 + rs.uniform(-0.56, 0.56)
    x, y = CAM.x + r * math.sin(a), CAM.y + r * math.cos(a)
    if abs(x) < HALF + 15 and y > -25:
        continue
    placed += 1
    t = path(x, y)
    z = ground_z(x, y) - 1
    lush = 0.75 + 0.5 * mnoise.noise(Vector((x * 0.006, y * 0.006, 8)))
    if t > 0.5 or (abs(x) < HALF + 60 and y > -60):
        copy(rs.choice(SHORT), (x, y, z), (0, 0, rs.random() * 6), rs.uniform(0.6, 1.1) * (1.3 - 0.6 * t))
    elif rs.random() < 0.10:
        copy(rs.choice(STRAW), (x, y, z), (0, 0, rs.random() * 6), lush * rs.uniform(0.8, 1.3))
    else:
        copy(
            rs.choice(LONG),
            (x, y, z),
            (rs.uniform(-0.1, 0.1), rs.uniform(-0.1, 0.1), rs.random() * 6),
            lush * rs.uniform(0.6, 1.15) * (1 - 0.5 * t),
        )


# daisies and poppies stand in drifts
def flower(kind):
    r2 = random.Random(3 + kind)
    h = 46
    tube('stem', [(0, 0, 0), (1.5, 1, h * 0.5), (0.5, 2, h)], 0.22, blade_m, 5)
    if kind == 0:
        for j in range(15):
            p = leaf('ray', 2.6, 0.8, petal_w, 0.1, 0.1, 0.02, 0.1, 3, 4)
            p.location = (0.5, 2, h)
            p.rotation_euler = (r2.uniform(-0.1, 0.3), 0, TAU * j / 15)
        o = sphere('eye', 0.8, food((0.75, 0.42, 0.03), 0.7, 0), 2, scale=(1, 1, 0.5))
        o.location = (0.5, 2, h + 0.2)
    else:
        for j in range(5):
            p = leaf('pp', 4.4, 5.2, petal_r, -0.5, 0.5, 0.25, 0.1, 7, 7)
            p.location = (0.5, 2, h)
            p.rotation_euler = (r2.uniform(0.5, 0.8), 0, TAU * j / 5)
        o = sphere('eye', 0.7, black, 2)
        o.location = (0.5, 2, h + 0.6)


DAISY, POPPY = capture(flower, 0), capture(flower, 1)
n = 0
while n < 420:
    r = 520 * math.exp(rs.random() * math.log(1900 / 520))
    a = yaw0 + rs.uniform(-0.54, 0.54)
    x, y = CAM.x + r * math.sin(a), CAM.y + r * math.cos(a)
    if y > -70 and abs(x) < HALF + 30:
        continue
    if path(x, y) > 0.25 or mnoise.noise(Vector((x * 0.005, y * 0.005, 4))) < rs.uniform(-0.15, 0.35):
        continue
    n += 1
    inst(
        POPPY if mnoise.noise(Vector((x * 0.004, y * 0.004, 11))) > 0.12 else DAISY,
        (x, y, ground_z(x, y) - 1),
        (rs.uniform(-0.15, 0.15), rs.uniform(-0.15, 0.15), rs.random() * 6),
        rs.uniform(0.75, 1.15),
    )

# ---------------------------------------------------------------- trees
tree_leaf = thin_leaf((0.016, 0.030, 0.011), (0.026, 0.050, 0.016), (0.06, 0.11, 0.022), 0.15)
bark = food((0.05, 0.04, 0.03), 0.9, 0, nscale=0.1, nbump=0.8)


def foliage(blobs, n, size, seed, mat=None):
    "leaves on the outside of a few ellipsoids, as one mesh"
    r2 = random.Random(seed)
    v, f = [], []
    vol = [b[3] * b[4] for b in blobs]
    for _ in range(n):
        cx, cy, cz, rx, rz = r2.choices(blobs, vol)[0]
        d = Vector((r2.gauss(0, 1), r2.gauss(0, 1), r2.gauss(0, 1))).normalized()
        q = r2.uniform(0.55, 1.0) ** 0.5 * (1 + 0.28 * mnoise.noise(d * 3 + Vector((cx, cy, cz)) * 0.01))
        p = Vector((cx + d.x * rx * q, cy + d.y * rx * q, cz + d.z * rz * q))
        s = size * r2.uniform(0.6, 1.3)
        e = Euler((r2.uniform(-1.2, 1.2), r2.uniform(-1.2, 1.2), r2.random() * 6)).to_matrix()
        b0 = len(v)
        v += [p + e @ Vector(c) * s for c in ((0, -0.9, 0), (0.42, -0.1, 0.1), (0, 1, 0), (-0.42, -0.1, 0.1))]
        f.append((b0, b0 + 1, b0 + 2, b0 + 3))
    return mesh('foliage', v, f, mat or tree_leaf)


def big_tree(x, y, h, w, seed, n=16000):
    r2 = random.Random(seed)
    tube(
        'trunk',
        [(x, y, -20), (x + 10, y, h * 0.25), (x - 15, y + 10, h * 0.5), (x, y, h * 0.8)],
        w * 0.075,
        bark,
        12,
        lambda t: 1.3 - 1.1 * t,
    )
    blobs = []
    for k in range(13):
        a, q, z = r2.random() * TAU, w * 0.5 * math.sqrt(r2.random()), h * r2.uniform(0.38, 0.86)
        q *= 1.2 - 0.75 * abs(z / h - 0.55) * 2
        blobs.append(
            (x + q * math.cos(a), y + q * math.sin(a), z, w * r2.uniform(0.22, 0.34), w * r2.uniform(0.16, 0.26))
        )
        tube(
            'bough',
            [
                (x, y, h * 0.25),
                (x + q * 0.5 * math.cos(a), y + q * 0.5 * math.sin(a), (h * 0.3 + z) / 2),
                (x + q * math.cos(a), y + q * math.sin(a), z),
            ],
            w * 0.022,
            bark,
            6,
            lambda t: 1.2 - t,
        )
    foliage(blobs, n, 21, seed)


big_tree(-1560, 2500, 1350, 1300, 3, 60000)
big_tree(1620, 1300, 1150, 1150, 9, 30000)


def away(deg, dist):
    "a place on the ground, so many degrees right of the view"
    t = yaw0 + math.radians(deg)
    return CAM.x + dist * math.sin(t), CAM.y + dist * math.cos(t)


for k in range(9):  # poplars on the horizon
    x, y = away(-33 + k * 2.1 + rs.uniform(-0.4, 0.4), 9800)
    h = rs.uniform(1700, 2300)
    foliage(
        [
            (x, y, h * t, 135 * math.sin(math.pi * min(1, t * 0.8 + 0.12)), h * 0.13)
            for t in (0.15, 0.3, 0.45, 0.6, 0.75, 0.9)
        ],
        1500,
        45,
        k + 50,
    )
wood_edge = []
for k in range(60):
    x, y = away(-36 + k * 1.25, 7600 + rs.uniform(-400, 400))
    wood_edge.append((x, y, rs.uniform(100, 330), rs.uniform(200, 380), rs.uniform(200, 430)))
foliage(wood_edge, 30000, 42, 77)
foliage([(x, 1900 + (x + 600) * -0.25, 60, 75, 85) for x in range(-3300, -700, 60)], 14000, 9, 78)
foliage(
    [
        (x, 2750 + rs.uniform(-150, 150), rs.uniform(120, 420), 170, rs.uniform(140, 230))
        for x in range(-3400, -700, 110)
    ],
    30000,
    19,
    80,
)
foliage([(HALF + 40 + k * 55, 60 + k * 4, 50 + 20 * math.sin(k), 48, 62) for k in range(6)], 5000, 8, 79)


# ---------------------------------------------------------------- out of place: a bicycle at the wall, a chair in the grass
def bicycle():
    tyre = food((0.015, 0.015, 0.015), 0.8, 0)
    frame = food((0.02, 0.06, 0.05), 0.25, 0, coat=0.8)
    chrome = metal(SILVER, 0.2)
    leather = food((0.16, 0.07, 0.03), 0.5, 0)
    for x in (0, 108):
        v = [(x + 34 * math.cos(t), 0, 35 + 34 * math.sin(t)) for t in np.linspace(0, TAU, 41)]
        tube('tyre', v, 1.7, tyre, 8, None, 0)
        tube('rim', [(x + (p[0] - x) * 0.94, 0, 35 + (p[2] - 35) * 0.94) for p in v], 0.8, chrome, 6, None, 0)
        tube(
            'guard',
            [(x + 37 * math.cos(t), 0, 35 + 37 * math.sin(t)) for t in np.linspace(0.1, 2.7, 16)],
            1.3,
            frame,
            6,
            None,
            0,
        )
        for k in range(14):
            a = TAU * k / 14
            tube('sp', [(x, 0, 35), (x + 32 * math.cos(a), 0, 35 + 32 * math.sin(a))], 0.12, chrome, 4, None, 0)
    P = dict(rear=(0, 0, 35), bb=(44, 0, 32), seat=(30, 0, 84), head=(88, 0, 80), head2=(91, 0, 66), front=(108, 0, 35))
    for a, b in (
        ('rear', 'bb'),
        ('rear', 'seat'),
        ('bb', 'seat'),
        ('bb', 'head2'),
        ('seat', 'head'),
        ('head', 'front'),
    ):
        tube('fr', [P[a], P[b]], 1.5, frame, 8, None, 0)
    tube('post', [(30, 0, 84), (27.5, 0, 95)], 1.1, chrome, 8, None, 0)
    tube('stem', [(88, 0, 80), (85, 0, 100)], 1.1, chrome, 8, None, 0)
    tube(
        'bar',
        [(66, -27, 101), (76, -24, 103), (86, -6, 101), (86, 6, 101), (76, 24, 103), (66, 27, 101)],
        1.1,
        chrome,
        8,
    )
    o = sphere('saddle', 1, leather, 3, scale=(13, 7, 3))
    o.location = (26, 0, 97)
    o = sphere('lamp', 4, chrome, 3)
    o.location = (93, 0, 88)
    tube('carrier', [(-16, -6, 72), (24, -6, 74), (24, 6, 74), (-16, 6, 72), (-16, -6, 72)], 0.6, chrome, 6, None, 0)


BIKE = capture(bicycle)
inst(BIKE, (560, -300, ground_z(560, -300) - 1), (-0.10, 0, 2.9), 1.05)
inst(CHAIR, (215, -600, ground_z(215, -600)), (0, 0.03, 2.3))

# ---------------------------------------------------------------- light and camera
environment(A.get('env', 'dawn'), float(A.get('es', 0.27)), float(A.get('rot', 243)))
cycles.sample_clamp_indirect = 2
warm = (1, 0.64, 0.33)
for y in (350, 1000, 1650):
    area((0, y, 372), (0, y, 0), (820, 420), float(A.get('wl', 8)), warm)
area((0, 900, 380), (0, 900, 900), (700, 1500), 0.9, warm, glossy=False)
area((0, 60, 300), (60, -700, 0), (460, 160), float(A.get('spill', 85)), warm, spread=150, glossy=False)
area((-2600, -3400, 2200), (0, 0, 100), (2600, 2600), float(A.get('fill', 0.15)), (0.62, 0.74, 1.0), glossy=False)
camera(CAM, TARGET, LENS, 4.0, focus=(0, -20, 100), shift=(0, 0))
bpy.context.scene.camera.data.clip_end = 40000
render(
    'feestschuur_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', 1.0)),
    look='Medium High Contrast',
    bloom=0.10,
    vig=0.22,
    temp=(1.0, 1.0, 1.0),
    sat=1.1,
)
