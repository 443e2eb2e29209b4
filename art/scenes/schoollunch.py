"""A school tray at noon: a bowl of tomato soup with meatballs, a roll torn open, a mandarin, a glass of water."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import *

reset(31)
A = args()
cycles = bpy.context.scene.cycles
cycles.max_bounces, cycles.transmission_bounces = 8, 8
bpy.context.scene.render.use_persistent_data = True
rs = random.Random(8)

table = wood((0.22, 0.13, 0.065), (0.38, 0.25, 0.14), (0.50, 0.355, 0.22), rough=0.5, scale=0.7, coat=0.05)
melamine = food((0.150, 0.180, 0.115), 0.42, 0, nscale=0.7, nbump=0.01, var=0.10, spec=0.4)
porcelain = ceramic((0.86, 0.845, 0.80), 0.15, 0.2)
steel = metal((0.66, 0.66, 0.65), 0.20, smudge=0.10)
clear, water = glass(), liquid((0.985, 0.995, 0.995), 1.33, (0.98, 1, 1))
crust_m, inside_m = breadmat(0.45), crumbmat((0.88, 0.78, 0.60), (0.66, 0.50, 0.30), 0.8)
napkin_m = linen((0.78, 0.75, 0.68), thread=8, stain=0.05)
soup, BALL, LEAF = tomato_soup(), meatballs(), chervil()
planks(table, -70, 150, 24, 320)

TZ = 1.02
tray = rrect_shell(
    'tray',
    46,
    31,
    4.5,
    [
        (8, 0),
        (0.6, 0),
        (0.15, 0.15),
        (0, 0.5),
        (-0.1, 2.0),
        (-0.02, 2.2),
        (0.28, 2.25),
        (0.5, 2.1),
        (0.58, 1.4),
        (0.9, 1.04),
        (1.5, TZ - 0.02),
        (8, TZ - 0.02),
    ],
    melamine,
)
tray.rotation_euler = (0, 0, 0.10)

# ---------------------------------------------------------------- soup
BX, BY = -5.5, -1.0
o = lathe(
    'bowl',
    np.vstack(
        [
            [[0, 1.0]],
            catmull(
                [
                    (3.4, 1.0),
                    (5.6, 1.8),
                    (7.8, 3.8),
                    (8.9, 6.0),
                    (9.1, 6.3),
                    (9.3, 6.2),
                    (9.2, 5.8),
                    (8.1, 3.4),
                    (6.0, 1.2),
                    (4.5, 0.5),
                    (4.3, 0),
                    (3.8, 0),
                ],
                8,
            ),
            [[0, 0.5]],
        ]
    ),
    porcelain,
    144,
)
o.location = (BX, BY, TZ)
LEVEL, RS = TZ + 4.75, 8.32


def surface(u, v):
    a, r = u * TAU, v * RS
    x, y = r * math.cos(a), r * math.sin(a)
    return (x, y, 0.05 * mnoise.noise(Vector((x * 0.25, y * 0.25, 3))) + 0.12 * max(0, v - 0.96) / 0.04)


grid('soup', surface, 120, 50, soup, closed_u=True).location = (BX, BY, LEVEL)
placed = []
while len(placed) < 9:
    a, r = rs.random() * TAU, 6.4 * math.sqrt(rs.random())
    x, y = r * math.cos(a), r * math.sin(a)
    if all((x - p) ** 2 + (y - q) ** 2 > 6.2 for p, q in placed):
        placed.append((x, y))
        inst(
            BALL[len(placed) % 4],
            (BX + x, BY + y, LEVEL - rs.uniform(0.1, 0.7)),
            [rs.random() * 6 for _ in range(3)],
            rs.uniform(0.85, 1.05),
        )
for k in range(34):
    a, r = rs.random() * TAU, 7.4 * math.sqrt(rs.random())
    inst(
        LEAF[k % 4],
        (BX + r * math.cos(a), BY + r * math.sin(a), LEVEL + 0.10),
        (rs.uniform(-0.3, 0.3), rs.uniform(-0.3, 0.3), rs.random() * 6),
        rs.uniform(0.45, 0.95),
    )
for k in range(3):  # a splash on the rim and on the tray
    d = sphere('drop', 1, soup, 3, 0.1, 1.2, (1, 0.8, 0.25))
    d.location, d.scale = (
        ((3.2, -6.8, TZ + 0.05), (4.1, -6.1, TZ + 0.05), (3.6, -8.0, TZ + 0.05))[k],
        [(0.42, 0.2, 0.15)[k]] * 3,
    )


# ---------------------------------------------------------------- roll, torn in two
def torn(seed, side):
    "half a roll; the crumb bulges where it was pulled apart"
    shift = Vector((seed * 3.7, 2, 5))

    def fn(d):
        k = 1 + 0.07 * fbm(d * 1.2 + shift) + 0.012 * fbm(d * 7 + shift)
        x, y, z = d.x * 4.6 * k, d.y * 3.7 * k, d.z * 3.2 * k + 1.9
        cut = 0.5 * fbm(Vector((y * 0.55, z * 0.55, seed))) + 0.25 * fbm(Vector((y * 1.7, z * 1.7, seed))) + 0.6
        torn_ = x > cut
        if torn_:
            x = cut + 0.10 * (x - cut)
        z = max(z, 0.06 * (d.z + 1))
        return (x * side, y, z, 0.5 if torn_ else 0, min(1, max(0, z / 5)))

    o = blob('torn', fn, crust_m, 6)
    o.data.materials.append(inside_m)
    layer = o.data.uv_layers[0].data
    for p in o.data.polygons:
        if all(layer[i].uv[0] > 0.25 for i in p.loop_indices):
            p.material_index = 1
    for i in range(len(layer)):
        layer[i].uv = (0, layer[i].uv[1])


def napkin(u, v):
    x, y = (u - 0.5) * 17, (v - 0.5) * 15
    h = (
        0.5 * max(0, mnoise.noise(Vector((x * 0.16, y * 0.22, 3))))
        + 0.10 * math.sin(x * 0.9 + y * 0.3) * abs(v - 0.5) * 2
    )
    return (x, y, 0.12 + h + 0.03 * fbm((x * 0.8, y * 0.8, 1)))


o = grid('napkin', napkin, 90, 80, napkin_m, uvscale=(17, 15))
o.location, o.rotation_euler = (13.6, 4.8, TZ), (0, 0, 0.5)
solid(o, 0.08)
inst(capture(torn, 3, 1), (9.6, 7.8, TZ + 0.35), (0, 0, -0.95))
inst(capture(torn, 7, 1), (17.6, 2.4, TZ + 0.5), (0.05, -0.25, 3.75))
crumbs(inside_m, (6, 20), (-4, 4), 50, TZ + 0.25, (0.04, 0.20))
crumbs(crust_m, (2, 20), (-9, 2), 40, TZ + 0.04, (0.04, 0.16), 2)

# ---------------------------------------------------------------- mandarin, one half peeled; spoon; glass
m = M('mandarin')
pores = m.n('TexVoronoi', Vector=m.co(), Scale=5.5).outputs['Distance']
n = m.noise(m.co(), 0.6, 3)
peel = m.surf(
    m.pbr(
        m.mix(n, (0.76, 0.17, 0.008), (0.84, 0.26, 0.014)),
        0.34,
        Normal=m.bump(m.math('MULTIPLY_ADD', m.ramp(pores, (0.05, 0), (0.30, 1)), 0.7, n), 0.07, 0.8),
        Subsurface=0.08,
        Subsurface_Color=(0.9, 0.35, 0.03),
        Subsurface_Radius=(0.3, 0.12, 0.03),
        Specular=0.5,
    )
)
star = food((0.12, 0.17, 0.05), 0.6, 0)


def mandarin():
    def fn(d):
        p = math.hypot(d.x, d.y)
        rib = 1 + 0.018 * math.cos(9 * math.atan2(d.y, d.x)) * math.exp(-((p - 0.45) ** 2) / 0.06) * (d.z > 0)
        k = 3.3 * rib * (1 + 0.03 * mnoise.noise(d * 1.5 + Vector((4, 0, 0))))
        return (d.x * k, d.y * k, d.z * k * 0.80 - 0.35 * math.exp(-((p / 0.22) ** 2)) * math.copysign(1, d.z))

    blob('mandarin', fn, peel, 6)
    for k in range(5):
        l = leaf('star', 0.55, 0.34, star, 0.4, 0.2, 0.02, 1, 5, 6)
        l.location, l.rotation_euler = (0, 0, 2.33), (0.1, 0, TAU * k / 5)


MANDARIN = capture(mandarin)
inst(MANDARIN, (-17.6, 8.2, TZ + 2.62), (0.25, -0.2, 0.6))
inst(MANDARIN, (31.5, 24, 2.6), (-0.3, 0.2, 2.6), 0.97)
SPOON = capture(cutlery_spoon, steel, 18, 2.0)
inst(SPOON, (8.6, -8.6, TZ + 0.15), (0, 0, -0.32))
inst(capture(tumbler, clear, water, 3.5, 3.0, 9.6, 0.66), (1.6, 11.2, TZ), (0, 0, 0.4))

# the neighbour's tray
o = copy(tray, (12, 62, 0), (0, 0, -0.14))
b = bpy.data.objects['bowl']
copy(b, (4, 60, TZ))
copy(b, (4, 60, TZ + 1.6))
inst(capture(tumbler, clear, None, 3.5, 3.0, 9.6), (22, 58, TZ))
for k, (dx, w, h, f) in enumerate(((-2, 12, 20, 0.30), (2, 10, 17, 0.26), (0, 17, 27, 0.14))):
    steam_card((BX + dx, BY + 1 + k, LEVEL + 0.4), w, h, f, k + 21, rs.uniform(-0.15, 0.15))

environment(A.get('env', 'lab'), float(A.get('es', 0.75)), float(A.get('rot', 0)))
cycles.sample_clamp_indirect = 2
sun(
    float(A.get('az', 140)),
    float(A.get('el', 38)),
    float(A.get('sun', 5)),
    (1, 0.90, 0.76),
    1.6,
    (64, 56, 2, 3, 4),
    140,
    (2, 4, 0),
)
camera((9, -56, 47), (0.4, 0.6, 2.4), float(A.get('lens', 52)), 3.4, focus=(-4, -4, 6))
render(
    'schoollunch_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', 0.25)),
    look='High Contrast',
    bloom=0.03,
    vig=0.22,
    temp=(1.05, 0.97, 0.97),
    sat=1.06,
)
