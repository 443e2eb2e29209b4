"""Eggs in a grey stoneware bowl on a floury slate, a whisk and half a shell beside it, against the light."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import *

reset(41)
A = args()
rs = random.Random(3)
cycles = bpy.context.scene.cycles
cycles.max_bounces = 5


def shell_mat(base, dots, amount):
    m = M('shell')
    co = m.co(rand=60)
    big, fine = m.noise(co, 0.5, 4), m.noise(co, 9, 3)
    c = m.mix(m.ramp(big, (0.35, 0), (0.70, 1)), base, tuple(x * k for x, k in zip(base, (0.90, 0.84, 0.78))))
    c = m.mix(m.ramp(fine, (0.66, 0), (0.74, amount)), c, dots)
    c = m.jitter(c, 0.006, 0.10, 0.15)
    pores = m.noise(co, 14, 2)
    return m.surf(
        m.pbr(
            c,
            0.46,
            Normal=m.bump(m.math('MULTIPLY_ADD', pores, 0.6, m.noise(co, 1.5, 2)), 0.025, 0.5),
            Specular=0.35,
            Subsurface=0.15,
            Subsurface_Color=tuple(min(1, x * k) for x, k in zip(base, (1.15, 0.9, 0.75))),
            Subsurface_Radius=(0.8, 0.35, 0.2),
        )
    )


brown = shell_mat((0.56, 0.315, 0.19), (0.30, 0.13, 0.06), 0.35)
tan = shell_mat((0.66, 0.45, 0.31), (0.40, 0.21, 0.11), 0.25)
pale = shell_mat((0.74, 0.68, 0.58), (0.60, 0.50, 0.38), 0.15)


def outline(n=60, L=2.85, W=2.18):
    t = np.linspace(0, math.pi, n)
    return [(W * math.sin(a) * (1 + 0.13 * math.cos(a)), -L * math.cos(a)) for a in t]


SMOOTH, COARSE = lathe('egg', outline(), None, 72), lathe('egg', outline(13), None, 16)
hide_proto(SMOOTH, COARSE)


def egg(mat, s=1.0):
    "falls as a coarse egg and is shown as a smooth one"
    o = link(bpy.data.objects.new('egg', COARSE.data.copy()))
    o.scale = (s,) * 3
    o['mat'] = mat.name
    return o


# ---------------------------------------------------------------- bowl
def clay():
    m = M('clay')
    co = m.co()
    z = m.n('SeparateXYZ', Vector=co).outputs[2]
    n, sp = m.noise(co, 0.35, 6, 0.6), m.noise(co, 4.5, 2)
    rings = m.math('SINE', m.math('MULTIPLY_ADD', n, 3, m.math('MULTIPLY', z, 5.5)))
    c = m.mix(m.ramp(n, (0.32, 0), (0.68, 1)), (0.135, 0.14, 0.142), (0.205, 0.208, 0.205))
    c = m.mix(m.ramp(sp, (0.69, 0), (0.73, 0.8)), c, (0.05, 0.035, 0.028))
    c = m.mix(m.ramp(m.math('MULTIPLY_ADD', n, 0.8, z), (0.0, 1), (1.0, 0)), c, (0.30, 0.235, 0.175))
    rough = m.math('MULTIPLY_ADD', n, 0.25, 0.30)
    return m.surf(m.pbr(c, rough, Normal=m.bump(m.math('MULTIPLY_ADD', rings, 0.12, n), 0.10, 0.6), Specular=0.45))


BX, BY = 3.2, 2.5
prof = np.vstack(
    [
        catmull([(0, 0.75), (3.6, 0.85), (6.6, 1.9), (8.9, 4.2), (9.9, 7.0), (10.1, 8.3)], 9),
        [[10.22, 8.45], [10.38, 8.40]],
        catmull([(10.45, 8.2), (10.3, 6.9), (9.35, 4.0), (7.1, 1.4), (5.0, 0.55), (4.6, 0.0)], 9),
        [[4.2, 0.0], [4.1, 0.25], [0, 0.3]],
    ]
)
bowl = lathe('bowl', prof, clay(), 144, wob=0.10, wfreq=0.14)
pit = lathe('pit', prof[:38:3], None, 40)
bowl.location = pit.location = (BX, BY, 0)
eggs = []
for k in range(11):
    o = egg((brown, tan, brown, pale, brown, tan)[k % 6], rs.uniform(0.95, 1.05))
    q = 4.2 * (k % 4 > 0)
    o.location = (BX + q * math.cos(2.1 * k), BY + q * math.sin(2.1 * k), 5 + 2.9 * k)
    o.rotation_euler = [rs.random() * TAU for _ in range(3)]
    eggs.append(o)
ground = mesh('ground', [(-90, -90, 0), (90, -90, 0), (90, 90, 0), (-90, 90, 0)], [(0, 1, 2, 3)], None, False)
loose = egg(tan, 0.98)
loose.location, loose.rotation_euler = (-11.5, -6.5, 2.6), (1.2, 0.3, 0.5)
bpy.context.view_layer.update()
tumble(eggs + [loose], [pit, ground], 110)
hide_proto(ground, pit)
for o in eggs + [loose]:
    o.data = SMOOTH.data.copy()
    o.data.materials.append(bpy.data.materials[o['mat']])
for o in eggs:
    if (o.location.xy - Vector((BX, BY))).length > 9.5:
        print('OUT', o.location)


# ---------------------------------------------------------------- half a shell
def halved(seed):
    r = random.Random(seed)
    prof = [(x, z) for x, z in outline(90) if z < 0.9]

    def make(k, mat):
        def fn(u, v):
            a = u * TAU
            jag = 0.25 * mnoise.noise(Vector((math.cos(a) * 2.2, math.sin(a) * 2.2, seed))) + 0.14 * mnoise.noise(
                Vector((math.cos(a) * 7, math.sin(a) * 7, seed))
            )
            q = v * (0.84 + jag * 0.55) * (len(prof) - 1)
            i = min(int(q), len(prof) - 2)
            x = prof[i][0] + (prof[i + 1][0] - prof[i][0]) * (q - i)
            z = prof[i][1] + (prof[i + 1][1] - prof[i][1]) * (q - i)
            return (x * k * math.cos(a), x * k * math.sin(a), z * k)

        return grid('half', fn, 160, 50, mat, closed_u=True)

    make(1.0, brown)
    lining = M('lining')
    make(0.975, lining.surf(lining.pbr((0.74, 0.69, 0.60), 0.3))).data.flip_normals()


HALF = capture(halved, 5)
inst(HALF, (-12.6, 3.6, 2.85), (-0.25, -0.55, 0.3))

# ---------------------------------------------------------------- whisk
steel = metal((0.72, 0.71, 0.69), 0.20, smudge=0.10)


def whisk():
    for k in range(6):
        a = math.pi * k / 6 + 0.1
        w = 2.9 + 0.22 * (k % 3)
        pts = [(-0.30, 0), (-0.75, 3.2), (-w * 0.86, 8.2), (-w * 0.86, 11.2), (-w * 0.45, 13.6 + 0.1 * k), (0, 14.2 + 0.12 * k)]
        pts = pts + [(-x, z) for x, z in pts[-2::-1]]
        tube('wire', [(x * math.cos(a), x * math.sin(a), z) for x, z in pts], 0.085, steel, 10, None, 10)
    lathe(
        'handle',
        np.vstack(
            [
                [[0, -12.3]],
                catmull([(0.5, -12.25), (0.98, -11.6), (1.02, -9), (0.86, -4), (0.74, -0.6), (0.62, 0.1), (0.3, 0.5)], 8),
                [[0, 0.5]],
            ]
        ),
        steel,
        64,
    )
    t = torus('eye', 0.75, 0.11, steel)
    t.location, t.rotation_euler = (0, 0, -12.9), (math.pi / 2, 0, 0)


inst(capture(whisk), (9.5, -15.4, 2.08), (math.pi / 2 - 0.0875, 0.2, 1.22 + math.pi))


# ---------------------------------------------------------------- slate with flour
def board():
    m = M('board')
    co = m.co()
    n, ms = m.noise(co, 0.10, 8, 0.6), m.noise(co, 2.5, 8, 0.7)
    c = m.ramp(m.math('MULTIPLY_ADD', ms, 0.35, m.math('MULTIPLY', n, 0.65)), (0.35, (0.020, 0.022, 0.025)), (0.7, (0.055, 0.057, 0.060)))
    x, y, _ = m.n('SeparateXYZ', Vector=co).outputs[0:3]
    x, y = m.math('ADD', x, 19), m.math('MULTIPLY_ADD', y, 1.25, 8)
    far = m.math('SQRT', m.math('ADD', m.math('MULTIPLY', x, x), m.math('MULTIPLY', y, y)))
    far = m.math('MULTIPLY_ADD', m.noise(co, 0.11, 4, 0.55), 34, far)
    amount = m.ramp(m.math('MULTIPLY', far, 0.01), (0.20, 1), (0.46, 0))
    grain = m.noise(co, 7.0, 5, 0.75)
    dust = m.ramp(m.math('MULTIPLY_ADD', amount, 0.42, grain), (0.62, 0), (0.80, 1))
    c = m.mix(m.math('MULTIPLY', dust, 0.9), c, (0.80, 0.78, 0.74))
    h = m.math('MULTIPLY_ADD', dust, 0.8, m.math('MULTIPLY_ADD', ms, 0.4, n))
    return m.surf(m.pbr(c, m.math('MULTIPLY_ADD', dust, 0.3, 0.58), Normal=m.bump(h, 0.08, 0.6), Specular=0.25))


mesh('slab', [(-160, -120, 0), (160, -120, 0), (160, 200, 0), (-160, 200, 0)], [(0, 1, 2, 3)], board(), False)
flour = food((0.80, 0.78, 0.74), 0.95, 0.1, (0.3, 0.25, 0.2), nscale=6, nbump=0.12, var=0.05, spec=0.1)


def heap(u, v):
    r, a = 6.2 * v**0.9, u * TAU
    x, y = r * math.cos(a) * 1.35, r * math.sin(a) * 0.8
    d = math.hypot(x / 8.4, y / 5.0)
    h = 2.1 * max(0, 1 - d) ** 1.35
    h += (0.45 * fbm((x * 0.35, y * 0.35, 3.0)) + 0.16 * fbm((x * 1.6, y * 1.6, 1.0), 0.6, 2.1, 6)) * min(1, 2.5 * max(0, 1 - d))
    return (x, y, h - 0.03)


o = grid('heap', heap, 260, 150, flour, closed_u=True)
o.location, o.rotation_euler = (-19.5, -7.5, 0), (0, 0, 0.5)
crumbs(flour, (-24, 2), (-17, 4), 150, 0.0, (0.03, 0.22), 4)

# ---------------------------------------------------------------- light
environment(A.get('env', 'workshop'), float(A.get('es', 0.15)), float(A.get('rot', 0)))
window((-98, 44, 60), (0, 2, 3), (74, 90), (2, 3), 5, float(A.get('win', 75)), (1, 0.97, 0.93))
camera((4, -70, 58), (-3.4, -0.8, 3.0), float(A.get('lens', 74)), 5.6, focus=(2, -2, 6.5))
render(
    'eieren_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', 0.3)),
    bloom=0.03,
    vig=0.28,
    temp=(1.01, 1, 0.98),
    sat=1.03,
    keep=0.15,
)
