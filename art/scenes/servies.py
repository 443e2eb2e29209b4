"""Stacks of old white plates, linen napkins and a jar of silver cutlery beside a window, before the guests come."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import *

reset(23)
A = args()
rs = random.Random(12)
cycles = bpy.context.scene.cycles
cycles.max_bounces = 5


cool, ivory = porcelain((0.80, 0.80, 0.79)), porcelain((0.80, 0.76, 0.68), 0.14)
blue = porcelain((0.80, 0.77, 0.70), 0.12, (11.0, (0.035, 0.07, 0.19)))
DINNER = capture(dish, cool, 13.4, 8.8, 2.3)
WIDE = capture(dish, ivory, 13.2, 8.9, 2.1, 0.4)
SOUP = capture(dish, blue, 11.6, 7.2, 3.6)
SIDE = capture(dish, cool, 9.6, 6.2, 1.7, 0.3)
SIDE2 = capture(dish, ivory, 9.2, 6.0, 1.6, 0.3)


def stack(x, y, items, z=0.03, slip=0.28):
    for col, rise in items:
        inst(
            col,
            (x + rs.gauss(0, slip), y + rs.gauss(0, slip), z),
            (rs.gauss(0, 0.004), rs.gauss(0, 0.004), rs.random() * TAU),
        )
        z += rise + rs.uniform(-0.02, 0.05)
    return z


tall = stack(
    7.5,
    4,
    [(DINNER, 0.86)] * 3 + [(WIDE, 0.86)] + [(DINNER, 0.86)] * 2 + [(WIDE, 0.9)] + [(SOUP, 1.05)] * 4 + [(SOUP, 1.1)],
)
low = stack(-15.5, 13.5, [(SIDE, 0.74), (SIDE, 0.74), (SIDE2, 0.74), (SIDE, 0.74), (SIDE2, 0.74), (SIDE2, 0.74)])

# ---------------------------------------------------------------- napkins
flax, white = linen((0.60, 0.555, 0.47), thread=9, stain=0.10), linen((0.77, 0.75, 0.70), thread=10, stain=0.06)


def napkin(mat, w, d, seed, z, turn=0, at=(0, 0)):
    "folded in four: three round folds at the front, loose edges at the back, sagging a little"
    r = random.Random(seed)
    for k in range(4):
        off = (r.uniform(-0.15, 0.15), r.uniform(-0.2, 0.2))

        def fn(u, v, k=k, off=off):
            x, y = (u - 0.5) * w, (v - 0.5) * d
            b = 0.10 * fbm((x * 0.18 + seed * 7, y * 0.18, 0.0)) + 0.03 * fbm((x * 0.6, y * 0.6, k + seed))
            round_ = 0.16 * max(0, abs(2 * v - 1) - 0.90) / 0.10
            return (x + off[0] + 0.05 * math.sin(y + k), y + off[1], z + 0.14 + 0.235 * k + b - round_ * (0.3 if k < 3 else 1))

        o = grid('nap', fn, 44, 60, mat, uvscale=(w, d))
        solid(o, 0.17)
        subsurf(o, 1)
        o.location, o.rotation_euler = (*at, 0), (0, 0, turn)
    return z + 0.94


z = 0.05
for k, (m, turn, x, y) in enumerate(
    ((flax, 0.30, -12.6, -5.6), (white, 0.24, -12.9, -5.4), (flax, 0.35, -12.4, -5.8), (flax, 0.27, -12.7, -5.5))
):
    z = napkin(m, 17.5, 13.2, k, z, turn, (x, y))

# ---------------------------------------------------------------- silver
silver = metal((0.80, 0.78, 0.74), 0.17, smudge=0.13)
SPOON = capture(cutlery_spoon, silver, 19.0, 2.1)
for k, (dx, a, flip, col, dz) in enumerate(
    (
        (-1.9, 0.05, 0, SPOON, 0.0),
        (0.4, -0.03, 0, SPOON, 0.0),
        (2.5, -0.08, 0, SPOON, 0.0),
        (-0.9, 0.02, 0, SPOON, 0.80),
        (1.3, -0.06, 0, SPOON, 0.86),
    )
):
    q = 0.30 - math.pi / 2 + 0.32 + a
    inst(col, (-12.9 + dx * math.cos(q), -5.6 + dx * math.sin(q), z - 0.08 + dz), (0, 0, q))
o = capture(cutlery_spoon, silver, 19.0, 2.1)
inst(o, (10.2, -15.2, 0.02), (0, 0, 1.05))

# ---------------------------------------------------------------- table and wall
board = wood((0.055, 0.036, 0.023), (0.14, 0.094, 0.060), (0.235, 0.165, 0.108), rough=0.44, scale=0.85, coat=0.05)
planks(board, -40, 46, 17, 200, gap=0.14)
w = M('wall')
co = w.co()
n, f = w.noise(co, 0.035, 6, 0.6), w.noise(co, 0.8, 8, 0.65)
c = w.mix(w.ramp(n, (0.35, 0), (0.7, 1)), (0.245, 0.240, 0.222), (0.30, 0.293, 0.272))
h = w.math('MULTIPLY_ADD', f, 0.4, n)
backdrop(w.surf(w.pbr(c, 0.85, Normal=w.bump(h, 0.35, 0.5), Specular=0.2)), 47, 400, 300, 60)
box('edge', (400, 3, 3), board, (0, 47, -1.4), 0.2)
crumbs(food((0.70, 0.55, 0.34), 0.8, 0.05), (-2, 22), (-18, -8), 9, 0.0, (0.05, 0.14), 3)

# ---------------------------------------------------------------- light
environment(A.get('env', 'apartment'), float(A.get('es', 0.3)), float(A.get('rot', 0)))
window((-105, -6, 58), (4, 4, 8), (80, 100), (2, 2), 6, float(A.get('win', 60)), (1, 0.97, 0.92))
camera((-9, -92, 27), (-1.2, 0, 7.3), float(A.get('lens', 70)), 7, focus=(4, -6, 8))
render(
    'servies_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', 0.4)),
    bloom=0.03,
    vig=0.26,
    temp=(1.02, 1, 0.97),
    sat=1.02,
    keep=0.15,
)
