"""A copper pan that steams on a gas stove, the lid put aside, a spoon across the rim."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import *
from vapour import vapour

reset(33)
A = args()
cycles = bpy.context.scene.cycles
cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 8, 2, 3
bpy.context.scene.render.use_persistent_data = True
rs = random.Random(5)

cop = copper(hammer=1.0, tarnish=0.5, rough=0.20)
worn = copper((0.84, 0.41, 0.25), 0.26, 0.8, 0.8)
tin = metal((0.72, 0.69, 0.65), 0.30, smudge=0.14)
brass = metal((0.70, 0.52, 0.26), 0.28, smudge=0.14)
steel = metal((0.62, 0.62, 0.61), 0.24, smudge=0.10)
iron = food((0.022, 0.021, 0.020), 0.62, 0, nscale=3, nbump=0.05, spec=0.4)
enamel = food((0.016, 0.016, 0.017), 0.16, 0, nscale=0.3, nbump=0.01, coat=0.5)
beech = wood((0.30, 0.17, 0.08), (0.46, 0.29, 0.15), (0.60, 0.42, 0.25), axis=0, rough=0.6, scale=1.4, coat=0)
towel = linen((0.70, 0.67, 0.60), thread=7, stain=0.05)
salt_m = food((0.86, 0.85, 0.82), 0.7, 0.1, nscale=14, nbump=0.10, hue=0)
stone = ceramic((0.62, 0.58, 0.52), 0.35, 0.5)
board = wood((0.16, 0.09, 0.045), (0.33, 0.20, 0.10), (0.47, 0.31, 0.18), axis=0, rough=0.5, scale=0.8, coat=0)

# tiles: hand-made, each a little out of true
t_m = M('tile')
_co = t_m.co(rand=60)
_n = t_m.noise(_co, 0.5, 5)
_c = t_m.jitter(
    t_m.mix(t_m.ramp(_n, (0.3, 0), (0.7, 1)), (0.020, 0.034, 0.026), (0.050, 0.072, 0.054)), 0.015, 0.35, 0.2
)
tile = t_m.surf(
    t_m.pbr(
        _c,
        t_m.math('MULTIPLY_ADD', t_m.noise(_co, 1.3, 5), 0.22, 0.08),
        Normal=t_m.bump(t_m.noise(_co, 0.35, 4), 0.12, 0.6),
        Specular=0.5,
    )
)
WALL = 34
mesh(
    'grout',
    [(-200, WALL + 0.3, -20), (200, WALL + 0.3, -20), (200, WALL + 0.3, 140), (-200, WALL + 0.3, 140)],
    [(0, 1, 2, 3)],
    food((0.06, 0.055, 0.048), 0.9, 0),
    False,
)
proto = box('tile', (9.75, 1, 9.75), tile, bev=0.22)
hide_proto(proto)
for i in range(-14, 15):
    for j in range(-1, 11):
        copy(
            proto,
            (
                i * 10 + (5 if j % 2 else 0) + rs.uniform(-0.06, 0.06),
                WALL + 0.5 + rs.uniform(-0.1, 0.1),
                5 + j * 10 + rs.uniform(-0.05, 0.05),
            ),
            (rs.gauss(0, 0.012), 0, rs.gauss(0, 0.012)),
        )

# hob: enamel tray, burners, cast-iron grates
box('tray', (150, 62, 3), enamel, (10, 0, -1.5), 0.8)
for x in (-110, 130):
    box('worktop', (90, 66, 4), board, (x, 0, -1.2), 0.3)
box('front', (400, 3, 30), steel, (0, -33, -16), 0.6)


def burner():
    lathe('ring', catmull([(0, 0), (6.2, 0), (6.4, 0.6), (5.2, 1.0), (4.8, 1.9), (4.6, 2.2), (0, 2.2)], 5), iron, 64)
    lathe('cap', catmull([(0, 3.2), (3.2, 3.15), (4.2, 2.9), (4.5, 2.5), (4.4, 2.2), (0, 2.2)], 5), iron, 64)


BURNER = capture(burner)


def grate():
    for s in (-1, 1):
        box('bar', (30, 1.3, 1.5), iron, (0, s * 14.4, 4.1), 0.35)
        box('bar', (1.3, 30, 1.5), iron, (s * 14.4, 0, 4.1), 0.35)
        for k in (-1, 1):
            box('foot', (1.5, 1.5, 4.2), iron, (s * 14, k * 14, 2.1), 0.3)
    for k in range(4):
        a = k * math.pi / 2
        box('finger', (10.5, 1.2, 1.9), iron, (9.2 * math.cos(a), 9.2 * math.sin(a), 4.5), 0.35, (0, 0, a))


GRATE = capture(grate)
flame_m = M('gas')
_z = flame_m.n('SeparateXYZ', Vector=flame_m.n('TexCoord').outputs['Generated']).outputs[2]
_e = flame_m.n(
    'Emission',
    Color=flame_m.ramp(_z, (0, (0.05, 0.12, 1)), (0.55, (0.10, 0.30, 1)), (1, (0.35, 0.45, 1))),
    Strength=flame_m.math('MULTIPLY', flame_m.ramp(_z, (0, 0.3), (0.3, 1), (1, 0.05)), 5),
)
_t = flame_m.n('MixShader', Fac=0.55)
flame_m.set(_t.inputs[1], flame_m.n('BsdfTransparent').outputs[0])
flame_m.set(_t.inputs[2], _e.outputs[0])
flame_m.m.cycles.sample_as_light = False
flame_m = flame_m.surf(_t)


def flames():
    for k in range(30):
        a = TAU * k / 30
        o = lathe('gas', [(0, 0), (0.34, 0.2), (0.42, 0.8), (0.30, 1.6), (0.10, 2.3), (0, 2.6)], flame_m, 12, 4)
        o.location = (4.6 * math.cos(a), 4.6 * math.sin(a), 2.3)
        o.rotation_euler = Euler((0, 0.85 + rs.uniform(-0.12, 0.12), a))
        o.scale = (1, 1, rs.uniform(0.75, 1.05))


FLAMES = capture(flames)
for x, y in ((-1, -8), (35, -8), (-37, -8), (-1, 21), (35, 21), (-37, 21)):
    inst(BURNER, (x, y, 0))
    inst(GRATE, (x, y, 0))
inst(FLAMES, (-1, -8, 0))


# the pan, full of broth
def stock_pot():
    pan(cop, tin, brass, 12.5, 13, 0, None, True, brass)


POT = capture(stock_pot)
PX, PY, PZ = -1, -8, 5.5
inst(POT, (PX, PY, PZ), (0, 0, 0.45))
broth_m = M('broth')
_co = broth_m.co()
_b = broth_m.n('TexVoronoi', Vector=_co, Scale=1.1, feature='SMOOTH_F1').outputs['Distance']
_n = broth_m.noise(_co, 0.35, 6)
broth = broth_m.surf(
    broth_m.pbr(
        broth_m.ramp(_n, (0.35, (0.34, 0.12, 0.025)), (0.65, (0.50, 0.22, 0.06))),
        0.10,
        Normal=broth_m.bump(broth_m.math('MULTIPLY_ADD', _b, 0.4, _n), 0.35, 0.8),
        Subsurface=0.2,
        Subsurface_Color=(0.6, 0.25, 0.06),
        Subsurface_Radius=(0.5, 0.2, 0.1),
        Specular=0.5,
    )
)
lathe('broth', [(0, 0), (6, 0.05), (12.25, 0)], broth, 96).location = (PX, PY, PZ + 10.6)
carrot = food((0.72, 0.22, 0.03), 0.35, 0.25, nscale=2, var=0.2)
leek = food((0.42, 0.52, 0.20), 0.4, 0.25, nscale=2, var=0.3)
celery = food((0.62, 0.66, 0.34), 0.4, 0.25)
for k in range(34):
    a, q = rs.random() * TAU, 11 * math.sqrt(rs.random())
    p = (PX + q * math.cos(a), PY + q * math.sin(a), PZ + 10.75 + rs.uniform(-0.25, 0.25))
    if k % 3 == 0:
        o = lathe(
            'coin', catmull([(0, 0.3), (1.1, 0.3), (1.35, 0.2), (1.4, 0), (1.35, -0.2), (0, -0.3)], 4), carrot, 40
        )
    elif k % 3 == 1:
        o = lathe('leek', [(0.75, -0.4), (1.15, -0.4), (1.15, 0.4), (0.75, 0.4), (0.75, -0.4)], leek, 32)
    else:
        o = box('cube', (1.5, 1.3, 1.1), celery, (0, 0, 0), 0.25, sub=1, wob=0.1)
    o.location, o.rotation_euler = p, (rs.uniform(-0.5, 0.5), rs.uniform(-0.5, 0.5), rs.random() * 6)


thyme = leafmat((0.055, 0.085, 0.030), (0.16, 0.22, 0.06), 0.5, False, 0.3)
stalk = food((0.10, 0.075, 0.035), 0.7, 0.05)
for k, (x, y, a) in enumerate(((-3.5, -5.0, 0.5), (4.2, 1.5, 2.4))):
    inst(
        capture(rosemary, thyme, stalk, 9, k + 4, 34, 0.25, 0.7, 0.22, 0.07, 0.7, 0.15),
        (PX + x, PY + y, PZ + 10.75),
        (math.pi / 2 - 0.06, 0, a),
    )
for x, y, a in ((3.0, -6.4, 0.7), (-6.0, 3.0, 2.2)):
    o = leaf('bay', 6.2, 2.2, leafmat((0.050, 0.070, 0.022), (0.14, 0.18, 0.04), 0.35), 0.3, 0.25, 0.06)
    o.location, o.rotation_euler = (PX + x, PY + y, PZ + 10.85), (0.05, 0.12, a)
for _ in range(150):  # it simmers: bubbles at the edge, a few in the middle
    a, q = rs.random() * TAU, 12.0 * (1 - 0.10 * rs.random() ** 2) if rs.random() < 0.7 else 12 * math.sqrt(rs.random())
    b = sphere('bubble', rs.uniform(0.08, 0.30), broth, 2, scale=(1, 1, 0.7))
    b.location = (PX + q * math.cos(a), PY + q * math.sin(a), PZ + 10.66)


# wooden spoon across the rim, its bowl over the pan
def wooden_spoon():
    tube(
        'handle',
        [(-16, 0, 0), (-4, 0, 0.2), (9, 0, 0.1), (13, 0, -0.1)],
        0.62,
        beech,
        14,
        lambda t: 0.95 - 0.25 * math.sin(t * 3.1),
    )
    o = blob(
        'bowl',
        lambda d: (
            15.6 + d.x * 3.6,
            d.y * 2.4,
            (d.z * 0.75 if d.z < 0 else d.z * 0.75 - 1.15 * max(0, 1 - (d.x**2 + d.y**2) * 1.35)) - 0.15,
        ),
        beech,
        5,
    )


SPOON = capture(wooden_spoon)
inst(SPOON, (PX + 9.5, PY - 5.2, PZ + 14.0), (0, 0.05, 2.70))


# lid, put down against the tiles
def lid():
    lathe(
        'lid',
        catmull(
            [(0, 1.7), (4.5, 1.6), (9.5, 1.2), (12.2, 0.5), (13.0, 0.3), (13.1, 0.05), (12.6, 0.0), (9, 0.7), (0, 1.2)],
            6,
        ),
        cop,
        128,
    )
    tube(
        'grip',
        [(-3, 0, 1.4), (-2.7, 0, 2.6), (-1.4, 0, 3.3), (1.4, 0, 3.3), (2.7, 0, 2.6), (3, 0, 1.4)],
        0.42,
        brass,
        14,
    )


inst(capture(lid), (-31, 25, 14.5), (1.28, 0.35, 0.12))


# a small pan at the back, the towel over the rail
def saucepan():
    pan(worn, tin, brass, 8, 7.5, 15, None, False, brass)


inst(capture(saucepan), (34, 20, 5.5), (0, 0, 0.55))
rail = tube('rail', [(-160, -38, -6), (160, -38, -6)], 0.8, steel, 16, None, 0)
o = grid(
    'towel',
    lambda u, v: (
        -44 + (u - 0.5) * 20 + 0.6 * math.sin(v * 6 + u * 3),
        -38 + (1.0 + 0.4 * math.sin(u * 11 + v * 3) * v) * (-1 if v > 0.1 else 1) * 0.9,
        -5 - 26 * v + 0.3 * math.sin(u * 7),
    ),
    50,
    60,
    towel,
    uvscale=(20, 30),
)
solid(o, 0.25)

for k, (dx, dy, w, h, f, lean) in enumerate(
    (
        (-5.0, 2, 26, 42, 0.20, -4),
        (4.0, 5, 32, 54, 0.18, 9),
        (-1.0, -2, 36, 58, 0.15, 3),
        (6.5, 0, 24, 36, 0.20, 12),
        (-7.5, 5, 28, 50, 0.13, -9),
        (1.5, 7, 46, 70, 0.14, 16),
        (0.5, 1, 22, 30, 0.18, -2),
    )
):
    vapour((PX + dx, PY + dy, PZ + 10.6), w, h, f, 1 + k % 3, k % 2 > 0, rs.uniform(-0.15, 0.15), lean)

for k, (w, h, f) in enumerate(((26, 34, 0.16), (34, 46, 0.12))):
    steam_card((PX + k, PY + 4 - 3 * k, PZ + 11), w, h, f, k + 5, 0.1)

environment(A.get('env', 'interior'), float(A.get('es', 0.16)), float(A.get('rot', 120)))
cycles.sample_clamp_indirect = 2.5
area((-92, 14, 66), (0, -8, 14), (34, 74), float(A.get('key', 105)), (1, 0.96, 0.90))
area((-60, -90, 60), (0, -8, 14), (60, 40), float(A.get('fill', 6)), (1, 0.95, 0.90))
area((80, -10, 70), (0, -5, 15), (30, 60), float(A.get('rim', 10)), (1, 0.80, 0.58))
camera((-31, -86, 50), (0.8, -3, 17.9), 46, 3.4, focus=(-2, -16, 17))
render(
    'fornuis_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', 0.95)),
    look='High Contrast',
    bloom=0.05,
    vig=0.26,
    keep=0.12,
    temp=(1.02, 1, 0.97),
    sat=1.08,
)
