"""White coffee cups and saucers, stacked beside a steel jug on a stone counter; one cup has rolled over."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import *

reset(61)
A = args()
rs = random.Random(4)
bpy.context.scene.cycles.max_bounces = 6

# ---------------------------------------------------------------- cups
white, warm = porcelain((0.80, 0.80, 0.785), 0.09), porcelain((0.80, 0.785, 0.75), 0.11)
R, H, WALL = 4.0, 5.7, 0.27
OUT = catmull([(2.3, 0.42), (2.75, 0.68), (3.35, 1.25), (3.70, 2.1), (3.88, 3.4), (3.96, 4.7), (R, H - 0.12)], 8)


def cup(mat):
    rim = [(R - WALL / 2 + WALL / 2 * math.cos(a), H - 0.12 + 0.13 * math.sin(a)) for a in np.linspace(0.2, math.pi - 0.2, 7)]
    inn = [(r - WALL * (1 if z > 1.2 else 1.15), max(z, 0.85)) for r, z in OUT[::-1] if z > 0.9]
    foot = [(0, 0.25), (1.85, 0.22), (1.97, 0.03), (2.06, 0.0), (2.2, 0.03), (2.24, 0.30)]
    floor = catmull([(2.75, 0.92), (2.2, 0.70), (1.2, 0.62), (0, 0.60)], 6)
    lathe('cup', np.vstack([foot, OUT, rim, inn, floor]), mat, 128)
    ear = tube(
        'ear',
        [(3.80, 0, 4.85), (4.5, 0, 5.05), (5.6, 0, 4.95), (6.15, 0, 4.2), (5.75, 0, 3.2), (4.75, 0, 2.62), (3.66, 0, 2.5)],
        0.27,
        mat,
        20,
        lambda t: 1 + 0.75 * abs(2 * t - 1) ** 7 - 0.12 * math.sin(math.pi * t),
        12,
    )
    ear.scale = (1, 1.35, 1)


def coffee_mat():
    m = M('coffee')
    co = m.co()
    x, y, _ = m.n('SeparateXYZ', Vector=co).outputs[0:3]
    r = m.math('SQRT', m.math('ADD', m.math('MULTIPLY', x, x), m.math('MULTIPLY', y, y)))
    n = m.noise(co, 1.1, 5, 0.6, 0.8)
    f = m.math('MULTIPLY_ADD', n, 0.30, m.math('MULTIPLY', r, 0.24))
    c = m.ramp(f, (0.60, (0.022, 0.009, 0.004)), (0.88, (0.055, 0.022, 0.008)), (1.0, (0.23, 0.105, 0.038)))
    return m.surf(m.pbr(c, 0.07, Specular=0.5))


def coffee(mat, z=4.55):
    r = float(np.interp(z, OUT[:, 1], OUT[:, 0])) - WALL
    lathe('coffee', [(0, z), (r - 0.30, z), (r - 0.10, z + 0.025), (r + 0.02, z + 0.10)], mat, 96)


CUPS, black = [capture(cup, m) for m in (white, warm)], capture(coffee, coffee_mat())
SAUCERS = [capture(dish, m, 7.4, 3.6, 1.55, 0.15, 0.34) for m in (white, warm)]
NEST = H - float(np.interp(R - WALL, OUT[:, 0], OUT[:, 1])) - 0.02  # how far a cup stands above the one it stands in


def saucers(x, y, n):
    for k in range(n):
        inst(SAUCERS[k % 3 == 1], (x + rs.gauss(0, 0.13), y + rs.gauss(0, 0.13), 0.03 + 0.73 * k), (rs.gauss(0, 0.004), rs.gauss(0, 0.004), rs.random() * TAU))
    return 0.03 + 0.73 * (n - 1) + 0.61


def cups(x, y, z, turns):
    for k, a in enumerate(turns):
        inst(CUPS[k % 2], (x, y, z + NEST * k), (rs.gauss(0, 0.008), rs.gauss(0, 0.008), a))


z = saucers(-11.0, 3.5, 6)
cups(-11.0, 3.5, z, (0.35, -0.6))
cups(-1.6, 9.5, 0.0, (-0.9, 0.15, -0.35, 0.5))
z = saucers(12.0, -5.5, 1)
cups(12.0, -5.5, z, (-0.45,))
inst(black, (12.0, -5.5, z))
# the one that has rolled over lies on its side and its ear
o = inst(CUPS[0])
turn = Matrix.Rotation(-1.05, 3, 'Z') @ Matrix.Rotation(math.pi / 2 - 0.13, 3, 'Y') @ Matrix.Rotation(-0.93, 3, 'Z')
body = [turn @ Vector((r * math.cos(a), r * math.sin(a), q)) for r, q in OUT for a in np.linspace(0, TAU, 180)]
o.rotation_euler, o.location = turn.to_euler(), (-6.0, -7.0, -min(p.z for p in body))

# ---------------------------------------------------------------- steel
steel = metal((0.70, 0.69, 0.67), 0.13, smudge=0.07)


def jug():
    out = catmull([(4.5, 0.25), (4.95, 1.0), (5.15, 2.6), (4.9, 6.0), (4.2, 9.6), (3.75, 12.0), (3.85, 13.6)], 10)
    inn = [(r - 0.12, q) for r, q in out[::-1]]
    o = lathe('jug', np.vstack([[(0, 0.12), (4.1, 0.0)], catmull([(4.1, 0.0), (4.4, 0.08), (4.5, 0.25)], 5)[1:-1], out, [(3.80, 13.68)], inn, [(0, 0.4)]]), steel, 160)
    for v in o.data.vertices:  # the lip
        a, k = math.atan2(v.co.y, v.co.x), sstep(9.4, 13.7, v.co.z)
        p = math.exp(-((a / 0.36) ** 2)) * k**1.3
        v.co.x += 1.75 * p
        v.co.z += 0.55 * p * k
    lid = catmull([(3.66, 13.30), (3.60, 13.62), (3.1, 14.15), (1.9, 14.75), (0.7, 15.0), (0.42, 15.15)], 8)
    knob = catmull([(0.40, 15.3), (0.62, 15.65), (0.85, 16.0), (0.74, 16.4), (0.3, 16.58), (0, 16.6)], 8)
    lathe('lid', np.vstack([lid, knob]), steel, 128)
    ear = tube(
        'ear',
        [(-3.7, 0, 12.4), (-5.2, 0, 12.9), (-7.2, 0, 12.3), (-7.9, 0, 10.0), (-7.5, 0, 6.8), (-6.3, 0, 4.3), (-4.9, 0, 3.6)],
        0.36,
        steel,
        20,
        lambda t: 1 + 0.35 * abs(2 * t - 1) ** 6,
        12,
    )
    ear.scale = (1, 1.7, 1)


inst(capture(jug), (13.8, 11.5, 0.02), (0, 0, -2.55))
inst(capture(coffee_spoon, steel, 11.5), (7.0, -14.2, -0.12), (0, 0, -1.15))


# ---------------------------------------------------------------- counter and wall
def stone():
    m = M('stone')
    co = m.co()
    n, f = m.noise(co, 0.07, 7, 0.6, 0.8), m.noise(co, 1.6, 6, 0.65)
    c = m.ramp(m.math('MULTIPLY_ADD', f, 0.30, m.math('MULTIPLY', n, 0.70)), (0.34, (0.40, 0.375, 0.335)), (0.62, (0.52, 0.495, 0.455)))
    c = m.mix(m.ramp(m.noise(co, 5, 4), (0.66, 0), (0.74, 0.35)), c, (0.30, 0.275, 0.24))
    return m.surf(m.pbr(c, m.math('MULTIPLY_ADD', n, 0.18, 0.26), Normal=m.bump(f, 0.02, 0.4), Specular=0.45))


def wall():
    m = M('wall')
    co = m.co()
    n, f = m.noise(co, 0.03, 6, 0.6), m.noise(co, 0.6, 8, 0.65)
    c = m.mix(m.ramp(n, (0.35, 0), (0.7, 1)), (0.135, 0.165, 0.155), (0.165, 0.20, 0.188))
    return m.surf(m.pbr(c, 0.8, Normal=m.bump(m.math('MULTIPLY_ADD', f, 0.4, n), 0.35, 0.5), Specular=0.2))


box('counter', (300, 70, 4), stone(), (0, 12, -2), 0.35)
backdrop(wall(), 46, 400, 300, 60)

# ---------------------------------------------------------------- light
environment(A.get('env', 'apartment'), float(A.get('es', 0.2)), float(A.get('rot', 0)))
window((-92, 18, 54), (2, 0, 5), (76, 92), (2, 3), 5, float(A.get('win', 72)), (1, 0.975, 0.94))
camera((3, -96, 25), (1.2, 0, 6.6), float(A.get('lens', 84)), 8, focus=(3, -3, 6))
render(
    'kopjes_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', 0.4)),
    bloom=0.03,
    vig=0.24,
    temp=(1.01, 1, 0.98),
    sat=1.03,
    keep=0.15,
)
