"""Tomato soup with a swirl of cream, a roll and an apple on a school's tray, in the light of a window behind."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import *

reset(31)
A = args()
rs = np.random.RandomState(3)
bpy.context.scene.cycles.max_bounces = 5


# ---------------------------------------------------------------- soup
def smooth_noise(n, s):
    a = blur(rs.randn(n, n)[..., None], s)[..., 0]
    return a / a.std()


def soup_image(n=1200):
    y, x = np.mgrid[0:n, 0:n] / n * 2 - 1
    wide, mid, fine, pulp = (smooth_noise(n, n * k) for k in (0.08, 0.025, 0.007, 0.0016))
    wide2, mid2 = smooth_noise(n, n * 0.08), smooth_noise(n, n * 0.025)
    r = np.hypot(x, y)
    img = np.array([0.43, 0.047, 0.010]) * (1 + 0.09 * wide + 0.06 * mid + 0.05 * fine + 0.06 * pulp)[..., None]
    img[..., 1:] *= (1 + 0.12 * mid2)[..., None]
    img *= (1 - 0.35 * sstep_(0.93, 0.99, r))[..., None]
    # specks of herb and pepper that went through the mixer
    for _ in range(260):
        a, q, size = rs.rand() * TAU, rs.rand() ** 0.5, 0.0020 + 0.004 * rs.rand() ** 3
        d = np.hypot(x - q * math.cos(a), (y - q * math.sin(a)) * rs.uniform(0.6, 1.6)) / size
        img *= 1 - rs.uniform(0.3, 0.8) * np.exp(-(d**2))[..., None]
    # flat eyes of oil: clearer and more yellow than the soup, with a thin dark edge
    for _ in range(70):
        a, q, size = rs.rand() * TAU, 0.95 * rs.rand() ** 0.3, 0.007 + 0.030 * rs.rand() ** 4
        d = np.hypot(x - q * math.cos(a), y - q * math.sin(a)) / size
        img *= 1 - 0.14 * np.exp(-(((d - 1) / 0.25) ** 2))[..., None]
        img += (0.28 * np.clip((1 - d) * 3, 0, 1))[..., None] * (np.array([0.50, 0.085, 0.012]) - img)
    # cream from a spoon: a pool, then a line that is drawn round it and thins out
    xx, yy = x + 0.012 * wide + 0.005 * mid, y + 0.012 * wide2 + 0.005 * mid2
    t = np.linspace(0, 1, 1200)
    turn = 2.6 + 2.3 * TAU * t
    far = 0.05 + 0.50 * t + 0.022 * np.sin(1.31 * turn)
    px, py = 0.02 + 0.09 * t + 1.08 * far * np.cos(turn), 0.92 * far * np.sin(turn) - 0.02 + 0.06 * np.sin(3 * t)
    w = (0.046 * (1 - t) ** 0.8 + 0.010) * np.clip((1 - t) / 0.15, 0, 1) ** 0.6
    w *= 1 + 0.38 * np.sin(1.9 * turn + 0.6) + 0.12 * np.sin(5.3 * turn)
    inside = np.full((n, n), -9.0)
    for a, b, c in [*zip(px, py, w), (0.66, 0.10, 0.016), (0.70, 0.19, 0.008), (-0.42, -0.52, 0.010)]:
        inside = np.maximum(inside, c - np.hypot(xx - a, yy - b))
    inside += 0.0025 * fine
    # thin where the line is thin, and bleeding into the soup
    cream = 0.86 * sstep_(-0.010, 0.022, inside) + 0.07 * sstep_(-0.08, 0.0, inside) * (1 + 0.4 * mid)
    img += np.clip(cream, 0, 0.95)[..., None] * (np.array([0.84, 0.68, 0.48]) * (1 + 0.02 * mid)[..., None] - img)
    return np.clip(img, 0, 1)


def sstep_(a, b, x):
    k = np.clip((x - a) / (b - a), 0, 1)
    return k * k * (3 - 2 * k)


R, LEVEL = 7.62, 5.35
soup = imgmat(
    soup_image(),
    'soup',
    0.10,
    0.015,
    Subsurface=0.15,
    Subsurface_Color=(0.9, 0.25, 0.06),
    Subsurface_Radius=(0.4, 0.15, 0.06),
    Specular=0.4,
)


def soup_at(u, v):
    x, y = R * v * math.cos(u * TAU), R * v * math.sin(u * TAU)
    return (x, y, LEVEL + 0.10 * sstep(0.95, 1, v) + 0.02 * mnoise.noise(Vector((x * 0.6, y * 0.6, 2))))


def soup_bowl():
    inner = catmull([(3.2, 1.0), (5.2, 1.7), (7.0, 3.6), (7.9, 6.3), (8.05, 6.55), (8.25, 6.5), (8.2, 6.2), (7.4, 3.5), (5.6, 1.2), (4.3, 0.55), (4.15, 0), (3.7, 0), (3.5, 0.4)], 8)
    lathe('bowl', np.vstack([[[0, 1.0]], inner, [[0, 0.5]]]), porcelain((0.80, 0.785, 0.75), 0.12), 160)
    o = grid('soup', soup_at, 96, 40, soup, closed_u=True)
    index = np.zeros(len(o.data.loops), np.int32)
    o.data.loops.foreach_get('vertex_index', index)
    uv = np.array([(p.co.x / R * 0.5 + 0.5, p.co.y / R * 0.5 + 0.5) for p in o.data.vertices], np.float32)
    o.data.uv_layers[0].data.foreach_set('uv', uv[index].ravel())
    pepper = sphere('pepper', 0.045, food((0.03, 0.02, 0.015), 0.6, 0), 2, 0.02, 9)
    hide_proto(pepper)
    for x, y in scatter_disc(22, 6.8, 0.3):
        copy(pepper, (x, y, LEVEL + 0.01), (1, 2, 3), random.uniform(0.4, 1.1))
    green = food((0.17, 0.30, 0.05), 0.45, 0.1)
    for _ in range(22):  # chopped chives: short pieces of a hollow stalk
        a, q, r = random.uniform(0, TAU), 3.9 * random.random() ** 0.6, random.uniform(0.11, 0.16)
        o = lathe('chive', [(r, 0), (r, 1), (r * 0.7, 1), (r * 0.7, 0)], green, 20)
        long = random.uniform(0.18, 0.55)
        o.location = (1.0 + 1.3 * q * math.cos(a), 0.3 + 0.8 * q * math.sin(a), LEVEL + r * 0.55)
        o.rotation_euler, o.scale = (math.pi / 2 + random.gauss(0, 0.06), 0, random.uniform(0, TAU)), (1, 0.85, long)


# ---------------------------------------------------------------- tray
def laminate():
    m = M('laminate')
    co = m.co()
    n, f = m.noise(co, 0.12, 5), m.noise(co, 7, 2)
    c = m.mix(m.ramp(n, (0.35, 0), (0.68, 1)), (0.150, 0.178, 0.145), (0.170, 0.198, 0.162))
    c = m.mix(m.ramp(f, (0.60, 0), (0.68, 0.35)), c, (0.34, 0.36, 0.31))
    c = m.mix(m.ramp(m.noise(co, 5.3, 2), (0.62, 0), (0.70, 0.4)), c, (0.075, 0.095, 0.075))
    return m.surf(m.pbr(c, m.math('MULTIPLY_ADD', n, 0.15, 0.36), Normal=m.bump(f, 0.01, 0.3), Specular=0.35))


FLOOR = 0.8


def tray():
    edge = [(8, 0.0), (0.6, 0.0), (0.15, 0.15), (0, 0.5), (-0.35, 1.7), (-0.32, 1.85), (-0.15, 1.93), (0.05, 1.88), (0.18, 1.7), (0.6, 0.98), (1.3, FLOOR), (8, FLOOR)]
    rrect_shell('tray', 43, 29, 4.5, edge, laminate())


TRAY, BOWL = capture(tray), capture(soup_bowl)
APPLE = capture(apple, applemat(), food((0.16, 0.09, 0.04), 0.6, 0), 4)
ROLL = capture(bread_roll, breadmat(0.45), 10.2, 7.8, 5.6, 3, ((0, 0.12, 0.95),), 0.55)
inst(TRAY)
inst(BOWL, (-0.5, -1.2, FLOOR), (0, 0, 0.5))
inst(ROLL, (-14.3, -1.0, FLOOR - 0.03), (0.03, -0.04, 0.75))
inst(APPLE, (9.6, 8.6, FLOOR - 0.02), (0.05, -0.06, 2.2))
crumbs(food((0.62, 0.36, 0.14), 0.8, 0.1), (-19, -9), (-9, -5), 12, FLOOR + 0.02, (0.03, 0.10))

# ---------------------------------------------------------------- napkin and spoon
paper = food((0.74, 0.725, 0.69), 0.85, 0.03, nscale=12, nbump=0.012, var=0.03, spec=0.15)
NX, NY, TURN = 13.4, -3.0, -0.06
for k in range(3):

    def fold(u, v, k=k):
        x, y = (u - 0.5) * 7.6, (v - 0.5) * 20
        edge = max(abs(2 * u - 1), abs(2 * v - 1))
        return (x + 0.06 * math.sin(y * 0.5 + k), y + 0.1 * k, 0.07 + 0.16 * k + 0.05 * fbm((x * 0.2, y * 0.2, 1)) - 0.06 * sstep(0.93, 1, edge))

    o = grid('napkin', fold, 50, 100, paper, uvscale=(7.6, 20))
    solid(o, 0.13)
    o.location, o.rotation_euler = (NX, NY, FLOOR), (0, 0, TURN)
spoon = cutlery_spoon(metal((0.66, 0.65, 0.63), 0.20, smudge=0.06), 18.2, 2.05)
spoon.location, spoon.rotation_euler = (NX - 0.3, NY + 0.2, FLOOR + 0.60), (0.039, 0, -0.12)


# ---------------------------------------------------------------- table
def beech():
    m = M('beech')
    n, f = m.noise(m.co(scale=(0.02, 0.22, 1)), 1, 5, 0.55, 0.6), m.noise(m.co(scale=(0.35, 5, 1)), 1, 4, 0.6)
    c = m.ramp(m.math('MULTIPLY_ADD', f, 0.25, m.math('MULTIPLY', n, 0.75)), (0.30, (0.235, 0.150, 0.085)), (0.70, (0.335, 0.228, 0.138)))
    return m.surf(m.pbr(c, m.math('MULTIPLY_ADD', f, 0.10, 0.36), Specular=0.4))


mesh('table', [(-200, -120, 0), (200, -120, 0), (200, 160, 0), (-200, 160, 0)], [(0, 1, 2, 3)], beech(), False)

# ---------------------------------------------------------------- light
environment('courtyard', 0.25, 0)
window((84, 66, 66), (0, 0, 4), (50, 66), (2, 3), 4, 170, (1, 0.97, 0.92))
# another window straight behind shines in the soup
window((15, 104, 70), (0, 0, 5), (22, 50), (2, 2), 4, 17, (0.96, 0.98, 1))
# the wall of the room gives a little warm light back
area((-70, -70, 75), (0, 0, 0), (90, 80), 2.4, (1, 0.90, 0.76))
camera((-3, -72, 52), (0.2, 1.2, 3.0), 68, 4.5, focus=(0, -4, 6))
render(
    'schoollunch_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=0.38,
    bloom=0.03,
    vig=0.24,
    temp=(1.015, 1, 0.97),
    sat=1.05,
    keep=0.15,
)
