"""The barn at dusk, seen from the meadow: doors open, tables laid in the light and in the grass, nobody there yet."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import chair as farm_chair

reset(71)
A = args()
scene = bpy.context.scene
cycles = scene.cycles
(
    cycles.max_bounces,
    cycles.diffuse_bounces,
    cycles.glossy_bounces,
    cycles.transmission_bounces,
    cycles.transparent_max_bounces,
) = 6, 2, 1, 2, 10
scene.render.use_persistent_data = True
rs = random.Random(7)
PREVIEW = A['w'] < 900
HALF, EAVES, RIDGE, DEPTH = 560, 335, 860, 2300  # barn, in cm: the gable stands at y = 0
DOOR, LINTEL = 285, 392  # half the width of the opening, its height
PLINTH = 62
CAM, LENS = Vector((-1120, -2420, 150)), 40
YAW = math.radians(float(A.get('yaw', 21.5)))  # of the view, to the right of the barn's axis


# ---------------------------------------------------------------- materials
def brick(mortar, a, b):
    "hand-made brick, 20 x 6.5 cm with its joint"
    m = M('brick')
    co = m.n('TexCoord').outputs['UV']
    t = m.n(
        'TexBrick',
        Vector=co,
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
    n, fine = m.noise(m.co('UV'), 0.012, 6, 0.6), m.noise(m.co('UV'), 0.35, 8, 0.7)
    c = m.mix(m.ramp(fine, (0.3, 0.75), (0.62, 0)), t.outputs['Color'], tuple(k * 0.5 for k in a))
    c = m.mix(m.ramp(n, (0.42, 0), (0.70, 0.8)), c, (0.075, 0.07, 0.05))
    h = m.math('ADD', m.math('MULTIPLY', t.outputs['Fac'], -1.6), fine)
    return m.surf(m.pbr(c, 0.88, Normal=m.bump(h, 0.9, 0.9), Specular=0.2))


def weathered(dark, mid, pale, axis=2, streak=0.6):
    "boards that stood outside for a century: grain along the board, rain streaks from above, no two alike"
    m = M('weathered')
    fine, coarse = [0.9] * 3, [0.10] * 3
    fine[axis], coarse[axis] = 0.012, 0.006
    fib = m.noise(m.co(scale=fine, rand=700), 1, 7, 0.68, 0.4)
    broad = m.noise(m.co(scale=coarse, rand=300), 1, 5, 0.6)
    knots = m.n('TexVoronoi', Vector=m.co(scale=[0.10 if k == axis else 0.16 for k in range(3)], rand=90), Scale=0.25)
    knot = m.ramp(knots.outputs['Distance'], (0.05, 1), (0.13, 0))
    c = m.ramp(
        m.math('MULTIPLY_ADD', fib, 0.55, m.math('MULTIPLY', broad, 0.45)), (0.34, dark), (0.52, mid), (0.70, pale)
    )
    c = m.mix(m.math('MULTIPLY', knot, 0.7), c, tuple(k * 0.4 for k in dark))
    c = m.mix(m.math('MULTIPLY', m.ramp(broad, (0.5, 0), (0.72, 1)), streak), c, pale)
    c = m.jitter(c, 0.012, 0.38, 0.25)
    h = m.math('MULTIPLY_ADD', knot, -0.4, fib)
    return m.surf(m.pbr(c, 0.82, Normal=m.bump(h, 0.5, 0.8), Specular=0.25))


def thin_leaf(dark, light, back, shine=0.25, through=0.35):
    "a cheap leaf for things seen by the thousand: darker at its foot, another green on each plant"
    m = M('thin')
    z = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['Generated']).outputs[2]
    c = m.jitter(m.mix(z, dark, light), 0.03, 0.3, 0.15)
    bs = m.pbr(c, 0.6, Specular=shine)
    t = m.n('BsdfTranslucent', Color=m.mix(0.5, c, back))
    mx = m.n('MixShader', Fac=through)
    m.set(mx.inputs[1], bs.outputs[0])
    m.set(mx.inputs[2], t.outputs[0])
    return m.surf(mx)


def hazed(col, haze, near, far, most):
    "what stands far off takes the colour of the evening air"
    m = M('hazed')
    d = m.n('CameraData').outputs['View Distance']
    f = m.ramp(m.math('DIVIDE', m.math('SUBTRACT', d, near), far - near), (0, 0), (1, most))
    mx = m.n('MixShader', Fac=f)
    c = m.jitter(m.mix(0, col, col), 0.02, 0.3)
    m.set(mx.inputs[1], m.n('BsdfDiffuse', Color=c).outputs[0])
    m.set(mx.inputs[2], m.n('Emission', Color=haze, Strength=1).outputs[0])
    m.m.cycles.sample_as_light = False
    return m.surf(mx)


plinth_m = brick((0.13, 0.11, 0.09), (0.115, 0.052, 0.036), (0.065, 0.034, 0.026))
floor_m = brick((0.16, 0.12, 0.09), (0.26, 0.13, 0.08), (0.17, 0.085, 0.055))
board_m = weathered((0.040, 0.030, 0.024), (0.085, 0.066, 0.052), (0.165, 0.140, 0.118))
side_m = weathered((0.024, 0.019, 0.016), (0.052, 0.042, 0.034), (0.105, 0.090, 0.076), streak=0.4)
inner_m = weathered((0.11, 0.066, 0.036), (0.20, 0.125, 0.070), (0.30, 0.20, 0.12), streak=0.25)
door_m = weathered((0.045, 0.058, 0.047), (0.080, 0.102, 0.080), (0.150, 0.155, 0.125), streak=0.35)
oak = wood((0.055, 0.028, 0.013), (0.13, 0.072, 0.036), (0.22, 0.135, 0.075), axis=0, rough=0.55, scale=0.12, coat=0)
dark = wood((0.03, 0.018, 0.011), (0.06, 0.038, 0.024), (0.10, 0.066, 0.042), axis=0, rough=0.65, scale=0.12, coat=0)
seat_oak = wood((0.05, 0.028, 0.015), (0.11, 0.064, 0.034), (0.18, 0.11, 0.062), axis=2, rough=0.5, scale=0.3, coat=0.1)
iron = metal((0.05, 0.048, 0.045), 0.5)
tile_m = M('pantile')
_n = tile_m.noise(tile_m.co(rand=400), 0.10, 6)
_moss = tile_m.noise(
    tile_m.n('VectorMath', operation='SCALE', i0=tile_m.n('ObjectInfo').outputs['Location'], Scale=0.006).outputs[0],
    1.0,
    4,
)
_c = tile_m.mix(tile_m.ramp(_n, (0.40, 0), (0.68, 0.8)), (0.21, 0.070, 0.036), (0.055, 0.050, 0.036))
_c = tile_m.mix(tile_m.ramp(_moss, (0.50, 0), (0.66, 0.75)), _c, (0.040, 0.044, 0.022))
tile_m = tile_m.surf(
    tile_m.pbr(tile_m.jitter(_c, 0.015, 0.45, 0.25), 0.75, Normal=tile_m.bump(_n, 0.5, 0.6), Specular=0.3)
)
linen_m = linen((0.80, 0.77, 0.71), thread=2, stain=0.02)
white = ceramic((0.88, 0.86, 0.82), 0.2)
glass_m = thinglass(edge=0.30)
wine_m = food((0.10, 0.006, 0.012), 0.1, 0)
bottle_m = food((0.018, 0.030, 0.014), 0.06, 0, spec=0.8)
napkin_m = linen((0.36, 0.40, 0.28), thread=3, stain=0.05)
bulb_m = emit((1, 0.60, 0.25), 30)
flame_m = emit((1, 0.55, 0.20), 45)
pane_m = M('pane')
_n = pane_m.noise(pane_m.co(), 0.03, 3)
pane_m = pane_m.surf(pane_m.n('Emission', Color=(1, 0.55, 0.22), Strength=pane_m.ramp(_n, (0.35, 0.16), (0.65, 0.85))))
black = food((0.012, 0.011, 0.010), 0.7, 0)


# ---------------------------------------------------------------- shapes
def uv_box(o):
    "planar UVs in cm from the face's own plane, so that bricks keep their size on every wall"
    me = o.data
    layer = me.uv_layers[0] if me.uv_layers else me.uv_layers.new()
    for p in me.polygons:
        n = p.normal
        for li in p.loop_indices:
            x, y, z = me.vertices[me.loops[li].vertex_index].co
            layer.data[li].uv = (x, y) if abs(n.z) > 0.7 else (y, z) if abs(n.x) > 0.7 else (x, z)
    return o


def block(name, x0, x1, y0, y1, z0, z1, mat):
    o = box(name, (x1 - x0, y1 - y0, z1 - z0), mat, ((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2), 0)
    for v in o.data.vertices:
        v.co += o.location
    o.location = (0, 0, 0)
    return uv_box(o)


def beam(a, b, w, h, mat):
    "squared timber from a to b"
    a, b = Vector(a), Vector(b)
    d = b - a
    o = box('beam', (d.length, w, h), mat, (a + b) / 2, 0.8)
    o.rotation_euler = d.to_track_quat('X', 'Z').to_euler()
    return o


def board(a, b, width, mat, out, thick=2.4, top_cut=0.0):
    "an upright board from a to b, its face towards out; top_cut: how much higher its right edge ends than its left"
    a, b, out = Vector(a), Vector(b), Vector(out)
    L = (b - a).length
    cup, bow, twist = rs.uniform(-0.35, 0.35), rs.uniform(-0.7, 0.7), rs.uniform(-0.5, 0.5)

    def fn(u, v):
        s = (u - 0.5) * 2
        return (
            s * width / 2,
            -(thick / 2 + cup * (1 - s * s) + bow * math.sin(math.pi * v) + twist * s * (v - 0.5)),
            v * L + (s * top_cut / 2 if v > 0.5 else 0) * (1 if v == 1 else 0),
        )

    o = grid('board', fn, 4, 9, mat)
    solid(o, thick, 0)
    o.location = a
    o.rotation_euler = (0, 0, math.atan2(out.y, out.x) + math.pi / 2)
    return o


def sag(y):
    "a roof of this age is not straight"
    return -11 * math.sin(math.pi * min(1, max(0, y / DEPTH))) ** 1.5 + 3.5 * mnoise.noise(Vector((y * 0.004, 3, 1)))


top = lambda x: RIDGE - (RIDGE - EAVES) * abs(x) / HALF

# ---------------------------------------------------------------- gable: a brick foot, upright boards, light between them
for s in (-1, 1):
    x0, x1 = sorted((s * HALF, s * DOOR))
    block('foot', x0, x1, 0, 36, -30, PLINTH, plinth_m)
    beam((x0, 3, PLINTH + 3), (x1, 3, PLINTH + 3), 16, 7, dark)
x = -HALF + 2
while x < HALF - 4:
    w = rs.uniform(13, 21)
    w = min(w, HALF - x)
    mid = x + w / 2
    gap = rs.choice((0.25, 0.4, 0.5, 0.8, 1.3))
    over_door = abs(mid) < DOOR + 4
    z0 = LINTEL + 12 if over_door else PLINTH + 4 + rs.uniform(-2, 1)
    z1 = top(mid) + 2
    slope_cut = -(RIDGE - EAVES) / HALF * w * (1 if mid > 0 else -1)
    split = EAVES + 150
    if z1 > split + 40 and not over_door:
        board((mid, 4, z0), (mid, 4, split + rs.uniform(-3, 3)), w - gap, board_m, (0, -1, 0))
        board(
            (mid + rs.uniform(-2, 2), 1.6, split - 6),
            (mid, 1.6, z1),
            w - gap * 0.7,
            board_m,
            (0, -1, 0),
            top_cut=slope_cut,
        )
    elif over_door and abs(mid) < 62:
        for a, b in ((z0, 598), (742, z1)):
            board(
                (mid, 2, a + rs.uniform(-1, 1)),
                (mid, 2, b),
                w - gap,
                board_m,
                (0, -1, 0),
                top_cut=slope_cut if b > 750 else 0,
            )
    else:
        board((mid, 2, z0 + rs.uniform(-1.5, 1.5)), (mid, 2, z1), w - gap, board_m, (0, -1, 0), top_cut=slope_cut)
    x += w
# the loft's window, lit from within
for a, b, w in (
    ((-58, -2, 600), (58, -2, 600), 9),
    ((-58, -2, 740), (58, -2, 740), 9),
    ((-58, -2, 600), (-58, -2, 740), 9),
    ((58, -2, 600), (58, -2, 740), 9),
    ((0, 0, 600), (0, 0, 740), 5),
    ((-58, 0, 672), (58, 0, 672), 4),
):
    beam(a, b, 7, w, dark)
block('pane', -56, 56, 11, 12, 602, 738, pane_m)
beam((-DOOR - 50, 3, LINTEL + 12), (DOOR + 50, 3, LINTEL + 12), 26, 26, dark)
for s in (-1, 1):
    beam((s * (DOOR + 9), 8, 0), (s * (DOOR + 9), 8, LINTEL), 20, 18, dark)
    beam((s * (HALF + 2), 6, PLINTH), (s * (HALF + 2), 6, EAVES), 14, 14, dark)
    beam((s * (HALF + 46), -34, top(HALF + 46) + 4), (0, -34, RIDGE + 12), 4, 24, dark)
    beam((s * (HALF + 46), -30, top(HALF + 46) + 13), (0, -30, RIDGE + 21), 12, 4, dark)

# ---------------------------------------------------------------- side walls
for s in (-1, 1):
    x0, x1 = sorted((s * HALF, s * (HALF - 36)))
    block('foot', x0, x1, 36, DEPTH, -30, PLINTH, plinth_m)
    y = 6
    while y < DEPTH:
        w = rs.uniform(14, 22) if s < 0 else 60
        mid = y + w / 2
        win = s < 0 and any(abs(mid - q) < 52 for q in (520, 1130, 1740))
        for a, b in ((PLINTH - 1, 150), (262, EAVES + 4)) if win else ((PLINTH - 1 - rs.uniform(0, 3), EAVES + 4),):
            board((s * (HALF - 2), mid, a), (s * (HALF - 2), mid, b), w - rs.choice((0.3, 0.5, 0.9)), side_m, (s, 0, 0))
        y += w
    if s < 0:
        for q in (520, 1130, 1740):
            xx = -HALF - 1
            for a, b, t in (
                ((q - 50, 150), (q + 50, 150), 8),
                ((q - 50, 262), (q + 50, 262), 8),
                ((q - 50, 150), (q - 50, 262), 8),
                ((q + 50, 150), (q + 50, 262), 8),
                ((q, 150), (q, 262), 4),
                ((q - 50, 206), (q + 50, 206), 4),
            ):
                beam((xx, a[0], a[1]), (xx, b[0], b[1]), t, 6, dark)
            block('pane', -HALF + 10, -HALF + 11, q - 48, q + 48, 152, 260, pane_m)
for q in range(-HALF, HALF, 40):
    block('back', q, q + 39.6, DEPTH - 60, DEPTH - 56, 0, top(q + (40 if q < 0 else 0)), inner_m)

# ---------------------------------------------------------------- roof
slope = math.atan2(RIDGE - EAVES, HALF)
length = math.hypot(RIDGE - EAVES, HALF) + 62


def pantile(seed):
    r2 = random.Random(seed)
    wob = [r2.uniform(-0.4, 0.4) for _ in range(4)]
    o = grid(
        'pan',
        lambda u, v: (
            (u - 0.5) * 25 + wob[0] * v,
            (v - 0.5) * 35 + wob[1] * u,
            3.4 * math.sin((u - 0.08) * TAU) * (0.75 if u > 0.5 else 1.15) + 2.4 * (1 - v) + wob[2] * u + wob[3] * v,
        ),
        13,
        3,
        tile_m,
    )
    solid(o, 1.6)
    hide_proto(o)
    return o


PANS = [pantile(k) for k in range(5)]
for s in (-1, 1):
    mesh(
        'under',
        [
            (0, -20, RIDGE - 8),
            (s * (HALF + 50), -20, top(HALF + 50) - 10),
            (s * (HALF + 50), DEPTH, top(HALF + 50) - 10),
            (0, DEPTH, RIDGE - 14),
        ],
        [(0, 1, 2, 3)],
        dark,
        False,
    )
    q = (
        Matrix.Rotation(s * slope, 3, 'Y')
        @ Matrix.Rotation(-s * math.pi / 2, 3, 'Z')
        @ Matrix.Rotation(math.pi, 3, 'Z')
    )
    for i in range(int(length / 28) + 1):
        for j in range(int((DEPTH + 60) / 23.5) if s < 0 else 4):
            t = 14 + i * 28 - 6
            y = -32 + j * 23.5
            p = Vector((s * t * math.cos(slope), y, RIDGE + 11 - t * math.sin(slope) + sag(y) * (1 - 0.5 * t / length)))
            slip = rs.uniform(2, 7) if rs.random() < 0.02 else 0
            p += Vector((s * slip * math.cos(slope), 0, -slip * math.sin(slope)))
            copy(
                rs.choice(PANS),
                p + Vector((rs.uniform(-0.8, 0.8), rs.uniform(-0.8, 0.8), rs.uniform(-0.8, 1.0))),
                (q @ Matrix.Rotation(rs.uniform(-0.025, 0.025), 3, 'Z')).to_euler(),
            )
ridge = lathe('ridge', [(0, 0), (11, 0), (12.5, 1), (12, 38), (0, 38)], tile_m, 16)
hide_proto(ridge)
for j in range(64):
    y = -36 + j * 37
    copy(
        ridge,
        (rs.uniform(-1, 1), y, RIDGE + 13 + sag(y) + rs.uniform(-0.8, 0.8)),
        (-math.pi / 2 + rs.uniform(-0.02, 0.02), 0, 0),
    )


# ---------------------------------------------------------------- the doors, opened wide
def door(seed):
    r2 = random.Random(seed)
    w, z = DOOR - 3, LINTEL - 10
    n = 15
    at = 0
    for k in range(n):
        bw = w / n
        o = box(
            'plank',
            (bw - r2.uniform(0.3, 1.0), 3, z + r2.uniform(-2.5, 2.5)),
            door_m,
            (at + bw / 2, r2.uniform(-0.4, 0.4), z / 2),
            0.4,
        )
        o.rotation_euler = (0, r2.uniform(-0.002, 0.002), 0)
        at += bw
    for zz in (48, 195, 345):
        box('ledge', (w - 6, 4.5, 17), door_m, (w / 2, -3.8, zz), 0.8)
    beam((12, -3.9, 58), (w - 12, -3.9, 186), 4, 15, door_m)
    beam((12, -3.9, 205), (w - 12, -3.9, 335), 4, 15, door_m)
    for zz in (48, 345):
        box('strap', (90, 0.8, 6), iron, (40, -6.4, zz), 0.2)


inst(capture(door, 1), (-DOOR, -4, 5), (0, 0.004, -math.radians(180 - 16)), (1, -1, 1))
inst(capture(door, 2), (DOOR, -4, 5), (0, -0.006, -math.radians(42)))

# ---------------------------------------------------------------- inside
uv_box(
    mesh(
        'floor', [(-HALF, -20, 2), (HALF, -20, 2), (HALF, DEPTH, 2), (-HALF, DEPTH, 2)], [(0, 1, 2, 3)], floor_m, False
    )
)
block('sill', -DOOR - 4, DOOR + 4, -46, 0, -12, 1.2, brick((0.2, 0.18, 0.15), (0.16, 0.14, 0.12), (0.12, 0.11, 0.10)))
for j in range(6):
    y = 250 + j * 385
    for s in (-1, 1):
        beam((s * 345, y, 0), (s * 345, y, 470), 24, 24, oak)
        beam((s * 345, y, 300), (s * 200, y, 440), 16, 16, oak)
        beam((s * 345, y, 300), (s * 345, y + 140, 440), 14, 16, oak)
        beam((s * (HALF - 20), y, EAVES - 15), (s * 345, y, EAVES + 20), 18, 20, oak)
        beam((s * (HALF - 16), y, EAVES - 12), (0, y, RIDGE - 36), 18, 22, oak)
    beam((-380, y, 452), (380, y, 452), 24, 28, oak)
    beam((-200, y, 640), (200, y, 640), 18, 20, oak)
for s in (-1, 1):
    for x in (170, 345):
        beam((s * x, 42, top(x) - 30), (s * x, DEPTH, top(x) - 30), 16, 18, oak)
    for j in range(38):
        beam((s * 8, 70 + j * 60, RIDGE - 20), (s * (HALF - 6), 70 + j * 60, EAVES - 14), 7, 9, oak)


def seen_only(o):
    "a lamp that gives no light of its own: a few rays that happen to meet it would leave white specks"
    o.visible_diffuse = o.visible_glossy = o.visible_transmission = o.visible_shadow = False
    return o


BULB = sphere('bulb', 3.4, bulb_m, 3, scale=(1, 1, 1.3))
DIM = sphere('dim', 3.2, emit((1, 0.50, 0.18), 9), 3, scale=(1, 1, 1.3))
hide_proto(BULB, DIM)


def festoon(a, b, hang, step=52):
    "a hanging cord with lamps at uneven distances, one of them out now and then"
    a, b = Vector(a), Vector(b)
    at = lambda t: a.lerp(b, t) - Vector((0, 0, hang * 4 * t * (1 - t)))
    tube('cord', [at(t) for t in np.linspace(0, 1, 25)], 0.9, black, 5, None, 0)
    n = int((b - a).length / step)
    for k in range(1, n):
        r = rs.random()
        p = at((k + rs.uniform(-0.16, 0.16)) / n) + Vector((rs.uniform(-1.5, 1.5), rs.uniform(-1.5, 1.5), -7))
        tube('cap', [p + Vector((0, 0, 3)), p + Vector((0, 0, 8))], 1.6, black, 6, None, 0)
        if r > 0.05:
            seen_only(
                copy(
                    BULB if r > 0.16 else DIM,
                    p,
                    (rs.uniform(-0.2, 0.2), rs.uniform(-0.2, 0.2), 0),
                    rs.uniform(0.9, 1.08),
                )
            )


for j in range(5):
    y = 240 + j * 385
    festoon((-345, y, 430), (345, y + rs.uniform(-30, 200), 430), 60 + rs.uniform(-14, 22))
    if j % 2:
        festoon((345, y, 432), (-345, y + 330, 430), 50)


# ---------------------------------------------------------------- what is laid
CHAIR = capture(lambda: farm_chair(seat_oak))


def setting():
    plate(white, 14, 0.64, 1.8, 0.4)
    box('nap', (8, 20, 1.2), napkin_m, (1, 0, 2.6), 0.4, (0, 0, 0.12))
    wineglass(glass_m, 21, 4.2, None)
    scene.collection.objects[-1].location = (11, 19, 0)
    box('k', (1.6, 22, 0.5), iron, (17, 0, 0.3), 0.1)
    box('f', (1.8, 20, 0.5), iron, (-17, 0, 0.3), 0.1)


def red_glass():
    wineglass(glass_m, 21, 4.4, wine_m, 0.32)


def bottle():
    lathe(
        'bottle',
        catmull([(0, 0), (3.6, 0), (3.8, 0.5), (3.8, 18), (3.2, 21), (1.5, 24), (1.4, 30), (1.6, 30.4), (0, 30.6)], 5),
        bottle_m,
        32,
    )
    lathe('label', [(3.85, 6), (3.87, 6.1), (3.87, 14), (3.85, 14.1)], white, 32)


def carafe():
    lathe('carafe', catmull([(0, 0), (6, 0.2), (6.4, 4), (5, 12), (2.4, 18), (2.6, 24), (3.2, 25)], 6), glass_m, 32)


leaf_m = leafmat((0.05, 0.10, 0.03), (0.18, 0.30, 0.07), 0.5)
petal_w = petalmat((0.95, 0.92, 0.80), (0.98, 0.96, 0.90))
petal_r = poppymat()


def bouquet(seed):
    "a jug of what the meadow gives: loose, higher on one side"
    r2 = random.Random(seed)
    lathe('jug', catmull([(0, 0), (5, 0), (6.5, 5), (5.5, 10), (4, 14), (4.8, 17)], 6), white, 32)
    lf = leaf('bl', 9, 2.6, leaf_m, 0.4, 0.2, 0.05)
    pe = [leaf('bp', 2.6, 1.6, m, -0.5, 0.4, 0.1, 0.2, 5, 6) for m in (petal_w, petal_r)]
    hide_proto(lf, *pe)
    for k in range(34):
        a, e = r2.random() * TAU, r2.uniform(0.5, 1.5)
        d = Vector((math.cos(a) * math.cos(e), math.sin(a) * math.cos(e) + 0.15, math.sin(e)))
        h = r2.uniform(6, 26)
        head = Vector((0, 0, 15)) + d * h
        tube(
            'st',
            [(0, 0, 12), tuple(Vector((0, 0, 15)) + d * h * 0.5 + Vector((0, 0, 1))), tuple(head)],
            0.16,
            leaf_m,
            4,
            None,
            0,
        )
        for _ in range(3):
            t = r2.uniform(0.3, 0.95)
            copy(
                lf,
                Vector((0, 0, 15)) + d * h * t,
                (r2.uniform(-0.7, 0.9), r2.uniform(-0.6, 0.6), r2.random() * 6),
                r2.uniform(0.5, 1.0),
            )
        if k % 3:
            q = d.to_track_quat('Z', 'Y')
            for j in range(7):
                copy(
                    pe[k % 5 == 1],
                    head,
                    (q @ Euler((r2.uniform(0.1, 0.8), 0, j * TAU / 7)).to_quaternion()).to_euler(),
                    r2.uniform(0.7, 1.2),
                )


def candle():
    lathe('jar', [(4.2, 0), (4.4, 0.5), (4.4, 11)], glass_m, 32)
    lathe('wax', [(0, 1), (4.0, 1), (4.0, 4.5), (0, 4.5)], emit((1, 0.55, 0.24), 1.6), 24)
    o = sphere('fl', 0.9, flame_m, 2, scale=(1, 1, 2.2))
    o.location = (0, 0, 7)
    seen_only(o)


SET, RED, BOTTLE, CARAFE, CANDLE = (capture(f) for f in (setting, red_glass, bottle, carafe, candle))
BOUQUETS = [capture(bouquet, k) for k in range(4)]


def table(x0, y0, L, W=92, H=76, foot=2, turn=0.0, empty=()):
    "cloth, places, chairs as people leave them after laying a table; empty: places whose chair is missing"
    ob0 = set(scene.collection.objects)

    def fn(u, v):
        s, y = (u - 0.5) * 2 * (W / 2 + 34), (v - 0.5) * (L + 60)
        over = max(0, abs(y) - L / 2)
        d = max(abs(s) - W / 2, 0)
        k = max(d, over) / 34
        fold = (
            3.4 * math.sin((y if d else s) * 0.11 + 3 * mnoise.noise(Vector((y * 0.012, s * 0.012, x0))))
            + 2 * mnoise.noise(Vector((y * 0.05, x0, s * 0.03)))
        ) * k
        return (
            math.copysign(min(abs(s), W / 2 + 1.5 + d * 0.10), s) + (math.copysign(fold, s) if d else 0),
            math.copysign(min(abs(y), L / 2 + 1.5 + over * 0.10), y)
            + (math.copysign(fold, y) if over and not d else 0),
            H
            - max(d, over) * 0.97
            + 0.3 * mnoise.noise(Vector((s * 0.05, y * 0.05, x0)))
            - 1.6 * mnoise.noise(Vector((y * 0.02, 3, x0))) * k,
        )

    grid('cloth', fn, 61, max(40, int(L / 3)), linen_m, uvscale=((W + 68), L))
    for v in (-0.46, 0, 0.46):
        for s in (-1, 1):
            box('leg', (6, 6, H - 2), oak, (s * W * 0.38, L * v, H / 2), 0.5)
    n = int(L / 62)
    for i in range(n):
        y = -L / 2 + 36 + i * 62
        for s in (-1, 1):
            inst(
                SET,
                (s * (W / 2 - 18 + rs.uniform(-1, 1)), y + rs.uniform(-2, 2), H + 0.4),
                (0, 0, s * math.pi / 2 + rs.uniform(-0.05, 0.05)),
            )
            r = rs.random()
            away = rs.uniform(2, 14) if r < 0.7 else rs.uniform(20, 38)
            if (i, s) not in empty:
                inst(
                    CHAIR,
                    (s * (W / 2 + 12 + away), y + rs.uniform(-6, 6), foot),
                    (0, 0, -s * math.pi / 2 + rs.uniform(-0.16, 0.16) + (rs.uniform(-0.6, 0.6) if r > 0.8 else 0)),
                    rs.uniform(0.98, 1.03),
                )
            if rs.random() < 0.45:
                inst(RED, (s * (W / 2 - 34), y + 20 + rs.uniform(-3, 3), H + 0.4))
        if i % 4 == 1:
            inst(
                rs.choice(BOUQUETS),
                (rs.uniform(-6, 6), y + 30 + rs.uniform(-8, 8), H + 0.3),
                (0, 0, rs.random() * 6),
                rs.uniform(0.85, 1.2),
            )
        elif i % 4 == 3:
            inst(rs.choice((BOTTLE, CARAFE)), (rs.uniform(-10, 10), y + rs.uniform(10, 34), H + 0.3))
        if rs.random() < 0.85:
            inst(CANDLE, (rs.uniform(-11, 11), y + rs.uniform(-12, 12), H + 0.3), (0, 0, 0), rs.uniform(0.8, 1.15))
    whole = Matrix.Translation((x0, y0, 0)) @ Matrix.Rotation(turn, 4, 'Z')
    for o in set(scene.collection.objects) - ob0:
        o.matrix_world = whole @ Matrix.LocRotScale(o.location, o.rotation_euler, o.scale)


table(-150, 1120, 1700)
table(190, 1080, 1760, turn=0.01)


# ---------------------------------------------------------------- ground
def ground_z(x, y):
    "gentle swell, level with the threshold near the door"
    far = min(1, max(0, (-y - 60) / 600)) if y < 0 else min(1, max(0, (abs(x) - HALF - 40) / 500))
    return far * (
        14 * mnoise.noise(Vector((x * 0.0018, y * 0.0018, 2))) + 5 * mnoise.noise(Vector((x * 0.007, y * 0.007, 5))) - 6
    )


table(-175, -980, 930, foot=ground_z(-175, -980), turn=0.06, empty=((3, -1), (11, 1)))


def path_x(y):
    return -110 - 930 * max(0, -y / 2300) ** 0.8 + 24 * math.sin(y * 0.005)


def worn(x, y):
    "how bare the trodden path is, 0 to 1: from the camera's left to the door"
    if y > 0:
        return 0
    w = 58 + 14 * mnoise.noise(Vector((x * 0.01, y * 0.006, 6)))
    return max(
        sstep(w * 1.35, w * 0.55, abs(x - path_x(y))), sstep(-230, -70, y) * sstep(DOOR + 110, DOOR - 30, abs(x))
    )


def mown(x, y):
    "1 on the yard that is kept short, 0 in the meadow"
    edge = -1560 + 90 * mnoise.noise(Vector((x * 0.004, 1, 1))) + 0.10 * x
    d = abs(x - path_x(y))
    return max(sstep(edge - 60, edge + 60, y) * sstep(-1050, -940, x), sstep(170, 110, d) if y < 0 else 0)


soil = M('soil')
_co = soil.co()
_n = soil.noise(_co, 0.02, 8, 0.7)
_f = soil.noise(_co, 0.25, 8, 0.75)
_c = soil.ramp(_n, (0.3, (0.020, 0.024, 0.010)), (0.7, (0.050, 0.050, 0.022)))
_c = soil.mix(soil.ramp(_f, (0.45, 0), (0.62, 0.8)), _c, (0.085, 0.062, 0.038))
soil = soil.surf(soil.pbr(_c, 0.95, Normal=soil.bump(_f, 2, 0.9), Specular=0.1))
grid(
    'meadow',
    lambda u, v: (
        (u - 0.5) * 12000,
        -2700 + v * 15000,
        ground_z((u - 0.5) * 12000, -2700 + v * 15000)
        - (8 if abs((u - 0.5) * 12000) < HALF + 90 and -2700 + v * 15000 > -10 else 0),
    ),
    200,
    260,
    soil,
)
gravel = M('gravel')
_co = gravel.co()
_vo = gravel.n('TexVoronoi', Vector=_co, Scale=0.35)
_c = gravel.mix(gravel.noise(_co, 0.03, 5), (0.10, 0.080, 0.057), (0.185, 0.155, 0.115))
_c = gravel.mix(0.35, _c, _vo.outputs['Color'], 'MULTIPLY')
gravel = gravel.surf(gravel.pbr(_c, 0.9, Normal=gravel.bump(_vo.outputs['Distance'], 2.0, 0.8), Specular=0.2))


def ribbon(u, v):
    y = -2500 + v * 2470
    w = 46 + 12 * mnoise.noise(Vector((7, y * 0.008, 3))) + 240 * sstep(-260, -40, y)
    x = path_x(y) * (1 - sstep(-260, -40, y)) + (u - 0.5) * 2 * (w + 9 * mnoise.noise(Vector((u * 3, y * 0.03, 9))))
    return (x, y, ground_z(x, y) + 1.4 - 3 * abs(2 * u - 1) ** 3)


grid('path', ribbon, 24, 400, gravel)

blade_m = thin_leaf((0.030, 0.050, 0.014), (0.085, 0.135, 0.034), (0.24, 0.34, 0.06))
straw_m = thin_leaf((0.10, 0.095, 0.045), (0.27, 0.23, 0.12), (0.40, 0.33, 0.14))
seed_m = thin_leaf((0.13, 0.10, 0.06), (0.24, 0.18, 0.11), (0.42, 0.32, 0.16), through=0.5)


def blades_patch(size, n, h, seed, mat=blade_m, width=0.40, droop=(0.1, 0.8), clump=0.5):
    "one mesh of bent blades on a square, denser in clumps"
    r2 = random.Random(seed)
    v, f = [], []
    while len(f) < n * 3:
        x, y = r2.uniform(-size, size), r2.uniform(-size, size)
        c = 0.5 + 0.5 * mnoise.noise(Vector((x * 0.06, y * 0.06, seed)))
        if c < r2.random() * clump * 1.6:
            continue
        d, bend, hh = r2.random() * TAU, r2.uniform(*droop), h * r2.uniform(0.4, 1.1) * (0.6 + 0.8 * c)
        w = width * r2.uniform(0.6, 1.4)
        px, py = -math.sin(d) * w / 2, math.cos(d) * w / 2
        b0 = len(v)
        for t in (0, 0.4, 0.75, 1):
            o = bend * hh * t * t
            k = 1 - t * 0.92
            z = hh * t * (1 - 0.3 * bend * t)
            v += [
                (x + o * math.cos(d) - px * k, y + o * math.sin(d) - py * k, z),
                (x + o * math.cos(d) + px * k, y + o * math.sin(d) + py * k, z),
            ]
        for k in range(3):
            f.append((b0 + 2 * k, b0 + 2 * k + 1, b0 + 2 * k + 3, b0 + 2 * k + 2))
    o = mesh('blades', v, f, mat)
    hide_proto(o)
    return o


def panicle(h, seed):
    "flowering grass: a bare stalk and a loose head of small seeds"
    r2 = random.Random(seed)
    v, f = [], []

    def strip(a, b, w):
        a, b = Vector(a), Vector(b)
        s = (b - a).cross(Vector((r2.uniform(-1, 1), r2.uniform(-1, 1), 0.2))).normalized() * w / 2
        n = len(v)
        v.extend([a - s, a + s, b + s * 0.6, b - s * 0.6])
        f.append((n, n + 1, n + 2, n + 3))

    for _ in range(5):
        x, y = r2.uniform(-9, 9), r2.uniform(-9, 9)
        hh, lean = h * r2.uniform(0.7, 1.1), r2.uniform(0.05, 0.35)
        d = r2.random() * TAU
        at = lambda t: Vector((x + lean * hh * t * t * math.cos(d), y + lean * hh * t * t * math.sin(d), hh * t))
        for k in range(6):
            strip(at(k / 6), at((k + 1) / 6), 0.28)
        for _ in range(46):
            t = r2.uniform(0.70, 1.0)
            o = Vector((r2.gauss(0, 1), r2.gauss(0, 1), r2.uniform(0, 1))) * (1.1 - t) * 5
            strip(at(t) + o, at(t) + o * 1.25 + Vector((0, 0, 1.1)), 0.45)
    o = mesh('panicle', v, f, seed_m)
    hide_proto(o)
    return o


dry_m = thin_leaf((0.055, 0.058, 0.020), (0.135, 0.140, 0.050), (0.30, 0.32, 0.09))
deep_m = thin_leaf((0.018, 0.036, 0.012), (0.048, 0.090, 0.028), (0.15, 0.26, 0.05))
TURF = [
    blades_patch(26, 620, 7.5, s, m, 0.42, (0.3, 1.0), 0.35)
    for s, m in enumerate((dry_m, dry_m, blade_m, blade_m, blade_m, blade_m, deep_m, deep_m))
]


def turf(x, y):
    "drier here, greener there"
    n = mnoise.noise(Vector((x * 0.006, y * 0.006, 21))) + 0.6 * mnoise.noise(Vector((x * 0.02, y * 0.02, 31)))
    return TURF[max(0, min(7, int(4 + 5 * n + rs.gauss(0, 1.3))))]


TALL = [blades_patch(16, 190, h, s + 20, width=0.5) for s, h in enumerate((30, 38, 46, 33, 26, 52))]
DRY = [blades_patch(14, 26, 48, s + 40, straw_m, 0.32) for s in range(3)]
HEADS = [panicle(h, s) for s, h in enumerate((62, 74, 56, 68, 80))]


def daisy():
    petals = [leaf('ray', 1.3, 0.5, petal_w, 0.1, 0.1, 0.02, 0.1, 3, 4) for _ in range(11)]
    for j, o in enumerate(petals):
        o.location, o.rotation_euler = (0, 0, 7), (0.15, 0, TAU * j / 11)
    o = sphere('eye', 0.42, food((0.75, 0.42, 0.03), 0.7, 0), 1, scale=(1, 1, 0.5))
    o.location = (0, 0, 7.1)


def spot(near, far, spread):
    "a place in view, as many for each doubling of the distance"
    r = near * math.exp(rs.random() * math.log(far / near))
    a = YAW + rs.uniform(-spread, spread)
    return CAM.x + r * math.sin(a), CAM.y + r * math.cos(a), r


placed = 0
while placed < (14000 if PREVIEW else 26000):
    x, y, r = spot(150, 5200, 0.50)
    if (abs(x) < HALF + 4 and y > -6) or y > DEPTH + 900:
        continue
    placed += 1
    m, w, z = mown(x, y), worn(x, y), ground_z(x, y) - 1
    if m > 0.5:
        if rs.random() > w * 0.74:
            copy(turf(x, y), (x, y, z), (0, 0, rs.random() * 6), (1, 1, rs.uniform(0.6, 1.2) * (1 - 0.45 * w)))
        continue
    lush = 0.85 + 0.55 * mnoise.noise(Vector((x * 0.006, y * 0.006, 8)))
    kind = rs.random()
    if kind < 0.12:
        copy(rs.choice(DRY), (x, y, z), (0, 0, rs.random() * 6), lush * rs.uniform(0.8, 1.3))
    elif kind < 0.26 and mnoise.noise(Vector((x * 0.004, y * 0.004, 15))) > -0.2:
        copy(
            rs.choice(HEADS),
            (x, y, z),
            (rs.uniform(-0.12, 0.12), rs.uniform(-0.12, 0.12), rs.random() * 6),
            lush * rs.uniform(0.65, 1.1),
        )
    else:
        k = lush * rs.uniform(0.6, 1.15) * (1 if r > 420 else 0.75)
        copy(rs.choice(TALL), (x, y, z), (rs.uniform(-0.1, 0.1), rs.uniform(-0.1, 0.1), rs.random() * 6), (1, 1, k))
placed = 0
while placed < (6000 if PREVIEW else 12000):  # the yard between the door and the tables is seen best: close turf
    x, y = rs.uniform(-1000, 700), rs.uniform(-1600, -6)
    if mown(x, y) < 0.5 or rs.random() < worn(x, y) * 0.80:
        continue
    placed += 1
    copy(
        turf(x, y),
        (x, y, ground_z(x, y) - 1),
        (0, 0, rs.random() * 6),
        (0.9, 0.9, rs.uniform(0.5, 1.2) * (1 - 0.4 * worn(x, y))),
    )
DAISY = capture(daisy)
for _ in range(700):
    x, y = rs.uniform(-1000, 700), rs.uniform(-1650, -60)
    if worn(x, y) < 0.2 and mnoise.noise(Vector((x * 0.006, y * 0.006, 12))) > rs.uniform(0, 0.5):
        inst(
            DAISY,
            (x, y, ground_z(x, y)),
            (rs.uniform(-0.4, 0.4), rs.uniform(-0.4, 0.4), rs.random() * 6),
            rs.uniform(0.8, 1.3),
        )
for _ in range(260):  # taller at the foot of the walls, where no mower comes
    if rs.random() < 0.6:
        x, y = -HALF - rs.uniform(2, 26), rs.uniform(0, DEPTH)
    else:
        x, y = rs.choice((-1, 1)) * rs.uniform(DOOR + 40, HALF + 10), -rs.uniform(3, 22)
    copy(rs.choice(TALL + HEADS[:1]), (x, y, ground_z(x, y) - 1), (0, 0, rs.random() * 6), rs.uniform(0.5, 1.0))


def poppy_plant(seed):
    r2 = random.Random(seed)
    h = r2.uniform(38, 60)
    lean = (r2.uniform(-6, 6), r2.uniform(-6, 6))
    tube('stem', [(0, 0, 0), (lean[0] * 0.2, lean[1] * 0.2, h * 0.5), (lean[0], lean[1], h)], 0.22, blade_m, 5)
    before = set(scene.collection.objects)
    poppy(petal_r, black, black, 3.4, r2.uniform(0.35, 0.95), seed)
    d = Vector((lean[0] * 0.08 + r2.uniform(-0.5, 0.5), lean[1] * 0.08 + r2.uniform(-0.5, 0.5), 1)).to_track_quat(
        'Z', 'Y'
    )
    turn = Matrix.Translation((lean[0], lean[1], h)) @ d.to_matrix().to_4x4()
    for o in set(scene.collection.objects) - before:
        o.matrix_world = turn @ Matrix.LocRotScale(o.location, o.rotation_euler, o.scale)


POPPIES = [capture(poppy_plant, k) for k in range(5)]
n = 0
while n < 130:
    x, y, r = spot(330, 2600, 0.46)
    if (
        mown(x, y) > 0.3
        or (abs(x) < HALF + 30 and y > -20)
        or mnoise.noise(Vector((x * 0.0045, y * 0.0045, 4))) < rs.uniform(0.02, 0.4)
    ):
        continue
    n += 1
    inst(
        rs.choice(POPPIES),
        (x, y, ground_z(x, y) - 1),
        (rs.uniform(-0.12, 0.12), rs.uniform(-0.12, 0.12), rs.random() * 6),
        rs.uniform(0.75, 1.15),
    )

# ---------------------------------------------------------------- trees
HAZE = (0.075, 0.076, 0.085)
tree_leaf = thin_leaf((0.020, 0.032, 0.012), (0.034, 0.056, 0.019), (0.07, 0.12, 0.026), 0.12)
bark = food((0.045, 0.037, 0.030), 0.9, 0, nscale=0.1, nbump=0.8)
far_leaf = hazed((0.022, 0.032, 0.014), HAZE, 2000, 16000, 0.75)


def tree(h, w, seed, leaves, size, mat=tree_leaf, stem=0.30, upright=0.35):
    "grown by halves: boughs fork until they are twigs, and leaves hang on the twigs"
    r2 = random.Random(seed)
    tips, wood_v, wood_f = [], [], []

    def limb(a, b, ra, rb):
        n, d = len(wood_v), (b - a).normalized()
        s = d.orthogonal().normalized()
        t = d.cross(s)
        for p, r in ((a, ra), (b, rb)):
            for k in range(7):
                wood_v.append(p + (s * math.cos(TAU * k / 7) + t * math.sin(TAU * k / 7)) * r)
        for k in range(7):
            wood_f.append((n + k, n + (k + 1) % 7, n + 7 + (k + 1) % 7, n + 7 + k))

    def grow(p, d, L, r, depth):
        for _ in range(2):
            q = p + d * L * 0.5
            limb(p, q, r, r * 0.88)
            p, r = q, r * 0.88
            d = (d + Vector((r2.gauss(0, 0.13), r2.gauss(0, 0.13), r2.gauss(0, 0.08)))).normalized()
        if depth < 4:
            tips.append((p, L))
        if depth == 0:
            return
        for k in range(r2.choice((2, 3, 3))):
            e = (d + Vector((r2.gauss(0, 0.62), r2.gauss(0, 0.62), r2.gauss(0.04, 0.42) + upright * 0.12))).normalized()
            grow(p, e, L * r2.uniform(0.66, 0.90), r * r2.uniform(0.55, 0.75), depth - 1)

    base = Vector((0, 0, -20))
    fork = Vector((r2.uniform(-20, 20), r2.uniform(-20, 20), h * stem))
    limb(base, fork, w * 0.045, w * 0.034)
    for k in range(5):
        a = TAU * k / 5 + r2.uniform(-0.4, 0.4)
        out = w / h * r2.uniform(0.5, 1.0)
        grow(
            fork,
            Vector((math.cos(a) * out, math.sin(a) * out, r2.uniform(0.5, 1.0))).normalized(),
            h * 0.20,
            w * 0.022,
            5,
        )
    grow(fork, Vector((0.05, 0, 1)), h * 0.24, w * 0.026, 5)
    mesh('limbs', wood_v, wood_f, bark)
    v, f = [], []
    for _ in range(leaves):
        p, L = r2.choice(tips)
        p = p + Vector([max(-1.3, min(1.3, r2.gauss(m, q))) for m, q in ((0, 1), (0, 1), (-0.15, 0.8))]) * L * 0.27
        s = size * r2.uniform(0.5, 1.3)
        e = Euler((r2.uniform(-1.3, 1.3), r2.uniform(-1.3, 1.3), r2.random() * 6)).to_matrix()
        n = len(v)
        v += [
            p + e @ Vector(c) * s
            for c in (
                (0, -0.9, 0),
                (0.40, -0.25, 0.12),
                (0.34, 0.45, 0.05),
                (0, 1, -0.1),
                (-0.34, 0.45, 0.05),
                (-0.40, -0.25, 0.12),
            )
        ]
        f.append(tuple(range(n, n + 6)))
    mesh('crown', v, f, mat, False)


def away(deg, dist):
    "a place on the ground, so many degrees right of the view"
    t = YAW + math.radians(deg)
    return CAM.x + dist * math.sin(t), CAM.y + dist * math.cos(t), -10


OAK = capture(tree, 1300, 620, 5, 80000, 11)
ASH = capture(tree, 1500, 560, 8, 70000, 11, tree_leaf, 0.25, 0.8)
FRUIT = capture(tree, 560, 300, 11, 42000, 6, tree_leaf, 0.24)
BUSH = capture(
    tree,
    560,
    340,
    12,
    30000,
    6.5,
    thin_leaf((0.032, 0.046, 0.018), (0.060, 0.088, 0.030), (0.11, 0.17, 0.04), 0.15),
    0.22,
)
POPLAR = capture(tree, 2300, 230, 21, 26000, 16, far_leaf, 0.10, 3.5)
FAR = capture(tree, 1500, 620, 31, 16000, 22, far_leaf, 0.16)
inst(OAK, away(19.5, 3900), (0, 0, 2.2), 0.95)
inst(ASH, away(26, 3300), (0, 0, 0.6), 0.9)
inst(FRUIT, away(-19.5, 1900), (0, 0, 1.1), 0.95)
for k in range(9):
    inst(
        POPLAR,
        away(-25 + k * 1.55 + rs.uniform(-0.35, 0.35), 15000 + 260 * k),
        (0, 0, rs.random() * 6),
        rs.uniform(0.75, 1.0),
    )
for k in range(26):
    inst(
        FAR,
        away(-27 + k * 2.2 + rs.uniform(-0.8, 0.8), rs.uniform(8200, 12500)),
        (0, 0, rs.random() * 6),
        rs.uniform(0.35, 0.75),
    )
for k in range(34):  # a hedge that nobody clips
    x, y, _ = away(11.5 + k * 0.5 + rs.uniform(-0.3, 0.3), rs.uniform(3500, 4500))
    q = rs.uniform(0.5, 0.85)
    inst(BUSH, (x, y, -190 * q), (0, 0, rs.random() * 6), q)

# ---------------------------------------------------------------- lamps outside
pole = (-700, -620)
tube('pole', [(*pole, -20), (pole[0] + 3, pole[1], 345)], 4.2, bark, 10, None, 0)
festoon((-330, -6, 470), (pole[0], pole[1], 335), 42, 62)
festoon((pole[0], pole[1], 335), (-1560, -1250, 385), 60, 62)
festoon((360, -6, 455), (520, -1500, 330), 70, 62)
tube('pole', [(520, -1500, -20), (522, -1500, 345)], 4.2, bark, 10, None, 0)

environment(A.get('env', 'dawn'), float(A.get('es', 0.20)), float(A.get('rot', 138)))
for node in scene.world.node_tree.nodes:
    if node.type == 'TEX_ENVIRONMENT':
        node.interpolation = 'Cubic'
    elif node.type == 'MAPPING':
        node.inputs['Location'].default_value[2] = 0.18  # the photograph's hills stay below the horizon
_t = scene.world.node_tree  # an evening in June is less purple than that dawn in the desert
_sat = _t.nodes.new('ShaderNodeHueSaturation')
_sat.inputs['Saturation'].default_value = float(A.get('skysat', 0.85))
_tint = _t.nodes.new('ShaderNodeMixRGB')
_tint.blend_type, _tint.inputs[0].default_value, _tint.inputs[2].default_value = 'MULTIPLY', 1, (1.0, 0.98, 0.92, 1)
_t.links.new(next(n for n in _t.nodes if n.type == 'TEX_ENVIRONMENT').outputs[0], _sat.inputs['Color'])
_t.links.new(_sat.outputs[0], _tint.inputs[1])
_t.links.new(_tint.outputs[0], _t.nodes['Background'].inputs[0])
cycles.sample_clamp_indirect = 2
warm = (1, 0.60, 0.29)


def lamp(loc, power, radius=14, col=warm):
    l = bpy.data.lights.new('lamp', 'POINT')
    l.energy, l.shadow_soft_size, l.color = power, radius, col
    o = link(bpy.data.objects.new('lamp', l))
    o.location = loc
    o.visible_camera = o.visible_glossy = False


P = float(A.get('wl', 3.7e7))
lamp((60, 190, 372), P * 0.9, 26)
lamp((-120, 700, 372), P, 40)
lamp((120, 1300, 372), P * 0.9, 40)
lamp((0, 1900, 372), P * 0.7, 40)
area((0, 26, 384), (-40, -700, 0), (470, 26), float(A.get('spill', 560)), warm, spread=165, glossy=False)
camera(
    CAM,
    CAM + Vector((math.sin(YAW), math.cos(YAW), 0)) * 1500,
    LENS,
    3.2,
    focus=(-190, -900, 100),
    shift=(0, float(A.get('shift', 0.085))),
)
scene.camera.data.clip_end = 40000
render(
    'feestschuur_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', 1.0)),
    look='Medium High Contrast',
    bloom=0.08,
    vig=0.25,
    temp=(1.0, 1.0, 1.0),
    sat=1.02,
    sharp=0.25,
    keep=0.3,
)
