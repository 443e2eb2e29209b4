"""A kettle of tomato soup with meatballs on the counter of a school kitchen, the ladle in it, bowls ready behind."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import *

reset(58)
A = args()
cycles = bpy.context.scene.cycles
cycles.max_bounces = 6
bpy.context.scene.render.use_persistent_data = True
rs = random.Random(12)

steel = metal((0.66, 0.665, 0.67), 0.24, brushed=1, smudge=0.10)
ladle_m = metal((0.72, 0.72, 0.73), 0.16, smudge=0.08)
zinc = metal((0.42, 0.43, 0.44), 0.38, smudge=0.16)
white = ceramic((0.84, 0.83, 0.80), 0.14)
towel = linen((0.66, 0.64, 0.58), thread=7, stain=0.05)
crust_m = breadmat(0.4)


soup, BALL, LEAF = tomato_soup(), meatballs(), chervil()
R, H, LEVEL = 17.5, 19, 14.2
lathe(
    'kettle',
    np.vstack(
        [
            catmull([(0, 0), (R - 1.5, 0), (R - 0.3, 0.6), (R, 2), (R, H - 0.5)], 6),
            [[R + 0.35, H - 0.1], [R + 0.45, H + 0.15], [R + 0.25, H + 0.32], [R - 0.1, H + 0.25]],
            catmull([(R - 0.25, H - 0.1), (R - 0.25, 3), (R - 2, 0.8), (0, 0.7)], 6),
        ]
    ),
    steel,
    192,
)


def handle():
    half = [(R - 0.8, -4.2, H - 4), (R + 2.6, -4.4, H - 3.6), (R + 4.0, -2.6, H - 3.4)]
    tube('handle', half + [(R + 4.3, 0, H - 3.3)] + [(x, -y, z) for x, y, z in half[::-1]], 0.62, steel, 16)


HANDLE = capture(handle)
inst(HANDLE, (0, 0, 0), (0, 0, 0.5))
inst(HANDLE, (0, 0, 0), (0, 0, 0.5 + math.pi))


def surface(u, v):
    a, r = u * TAU, v * (R - 0.24)
    x, y = r * math.cos(a), r * math.sin(a)
    z = 0.10 * mnoise.noise(Vector((x * 0.16, y * 0.16, 3))) + 0.03 * mnoise.noise(Vector((x * 0.6, y * 0.6, 1)))
    return (x, y, z + 0.25 * max(0, v - 0.97) / 0.03)


grid('soup', surface, 160, 70, soup, closed_u=True).location = (0, 0, LEVEL)
o = grid(  # the line that the soup left when it stood higher
    'line',
    lambda u, v: (
        (R - 0.26) * math.cos(u * TAU),
        (R - 0.26) * math.sin(u * TAU),
        LEVEL + (0.5 + 0.7 * abs(fbm((math.cos(u * TAU) * 3, math.sin(u * TAU) * 3, 2)))) * v,
    ),
    200,
    4,
    soup,
    closed_u=True,
)

placed = []
while len(placed) < 34:
    a, r = rs.random() * TAU, (R - 2.2) * math.sqrt(rs.random())
    x, y = r * math.cos(a), r * math.sin(a)
    if all((x - p) ** 2 + (y - q) ** 2 > 5.8 for p, q in placed) and not (-2 < x < 9 and -9 < y < -1):
        placed.append((x, y))
        inst(
            BALL[len(placed) % 4],
            (x, y, LEVEL - rs.uniform(0.15, 0.85)),
            [rs.random() * 6 for _ in range(3)],
            rs.uniform(0.9, 1.12),
        )
for k in range(70):
    a, r = rs.random() * TAU, (R - 1) * math.sqrt(rs.random())
    inst(
        LEAF[k % 4],
        (r * math.cos(a), r * math.sin(a), LEVEL + 0.14),
        (rs.uniform(-0.25, 0.25), rs.uniform(-0.25, 0.25), rs.random() * 6),
        rs.uniform(0.5, 1.15),
    )


# ---------------------------------------------------------------- ladle, just lifted: full to the rim
def ladle():
    cup = catmull([(0, -3.1), (2.4, -2.8), (4.2, -1.4), (4.75, 0.6), (4.85, 0.72)], 8)
    inn = catmull([(4.70, 0.66), (4.58, 0.5), (4.05, -1.3), (2.3, -2.62), (0, -2.9)], 8)
    lathe('cup', np.vstack([cup, inn]), ladle_m, 96)
    lathe('full', [(0, 0.05), (3, 0.04), (4.35, 0.0), (4.5, 0.10)], soup, 64, wob=0.03)
    for k, (x, y) in enumerate(((-1.6, 0.9), (1.3, 1.5), (0.6, -1.6), (-1.9, -1.7))):
        inst(BALL[k], (x, y, 0.15), (k, k * 2, 0.5), 1.0)
    for k in range(5):
        inst(LEAF[k % 4], (rs.uniform(-3, 3), rs.uniform(-3, 3), 0.35), (0.2, 0.1, rs.random() * 6), 0.9)
    t = grid(
        'stem',
        lambda u, v: (
            sinterp(v, [0, 0.1, 0.5, 0.9, 1], [4.6, 5.6, 12.5, 24.5, 26.2]),
            (u - 0.5) * sinterp(v, [0, 0.15, 0.7, 1], [2.6, 1.5, 1.5, 2.2]),
            sinterp(v, [0, 0.1, 0.5, 0.9, 1], [0.1, 1.5, 9.5, 22.8, 23.6]) + 0.12 * math.cos((u - 0.5) * 3),
        ),
        9,
        60,
        ladle_m,
    )
    solid(t, 0.28)
    subsurf(t, 1)


inst(capture(ladle), (3.2, -4.6, LEVEL + 1.4), (0.05, -0.06, 0.52))

# ---------------------------------------------------------------- counter and what stands on it
mesh('counter', [(-160, -60, 0), (160, -60, 0), (160, 75, 0), (-160, 75, 0)], [(0, 1, 2, 3)], zinc, False)
box('edge', (320, 1.2, 4), zinc, (0, -60, -2), 0.3)


def bowl():
    lathe(
        'bowl',
        np.vstack(
            [
                catmull([(0, 0.3), (3.2, 0.3), (3.5, 0.0), (3.9, 0.5), (6.2, 2.6), (7.6, 5.6), (7.8, 6.3)], 7),
                catmull([(7.55, 6.3), (7.3, 5.6), (5.9, 2.9), (3.2, 1.0), (0, 0.8)], 7),
            ]
        ),
        white,
        96,
    )


BOWL = capture(bowl)
for x, y, n in ((-33, 24, 7), (-17, 36, 9), (-36, 44, 5)):
    for k in range(n):
        inst(BOWL, (x + rs.uniform(-0.3, 0.3), y + rs.uniform(-0.3, 0.3), 1.75 * k), (0, 0, rs.random()))
BREAD = [capture(bread_roll, crust_m, 8.5, 6.8, 5.2, s, ((0, 0.1, 0.9),), 0.45, 5) for s in (1, 2)]
tray = rrect_shell(
    'tray', 46, 30, 3, [(8, 0), (0.6, 0), (0, 0.6), (-0.5, 2.4), (0, 2.4), (0.7, 0.8), (8, 0.5)], steel, 10
)
tray.location = (38, 34, 0)
for k in range(13):
    inst(
        BREAD[k % 2],
        (23 + 9.2 * (k % 4) + rs.uniform(-0.6, 0.6), 26 + 8 * (k // 4) + rs.uniform(-0.6, 0.6), 0.6),
        (0, 0, rs.random() * 6),
    )


def cloth_fold(u, v):
    x, y = (u - 0.5) * 24, (v - 0.5) * 34
    h = 1.6 * max(0, mnoise.noise(Vector((x * 0.12, y * 0.08, 3)))) + 0.6 * max(
        0, mnoise.noise(Vector((x * 0.3, y * 0.1, 8)))
    )
    return (x, y, 0.15 + h + 0.03 * fbm((x * 0.8, y * 0.8, 1)))


o = grid('towel', cloth_fold, 110, 150, towel, uvscale=(24, 34))
o.location, o.rotation_euler = (-30, -8, 0), (0, 0, 0.5)
solid(o, 0.2)
for x, y, s in ((19.6, -12.5, 0.8), (22.1, -10.2, 0.4), (21.2, -14.8, 0.3), (13.6, -19.5, 0.5)):  # spilt
    d = sphere('drop', 1, soup, 4, 0.12, 1.2, (1, 0.9, 0.22))
    d.location, d.scale = (x, y, 0.05), (s, s, s)

for k, (dx, dy, w, h, f) in enumerate(
    ((-5, 1, 26, 40, 0.40), (6, 4, 30, 46, 0.32), (0, -4, 22, 32, 0.26), (0, 8, 46, 60, 0.18))
):
    steam_card((dx, dy, LEVEL + 0.8), w, h, f, k + 11, rs.uniform(-0.15, 0.15))

environment(A.get('env', 'lab'), float(A.get('es', 0.7)), float(A.get('rot', 0)))
cycles.sample_clamp_indirect = 2
area((-80, 50, 80), (0, 0, 10), (50, 70), float(A.get('key', 26)), (1, 0.97, 0.93))
camera((16, -60, 62), (1.8, 0.5, 12.5), float(A.get('lens', 52)), 3.2, focus=(2, -6, 15))
render(
    'tomatensoep_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', 0.65)),
    look='High Contrast',
    bloom=0.04,
    vig=0.22,
    temp=(1.05, 0.97, 0.97),
    sat=1.06,
)
