"""White asparagus of the morning, tied with string, on dark linen; two stalks have slipped out."""

import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *
from props import *

reset(52)
A = args()
rs = random.Random(6)
bpy.context.scene.cycles.max_bounces = 5


def stalk_mat():
    m = M('stalk')
    co = m.co(rand=50)
    z = m.n('SeparateXYZ', Vector=m.co()).outputs[2]
    fibre = m.noise(m.co(scale=(1, 1, 0.06), rand=50), 5, 4)
    n = m.noise(co, 0.6, 4)
    c = m.ramp(m.math('MULTIPLY_ADD', n, 4, z), (0.0, (0.70, 0.60, 0.42)), (0.35, (0.80, 0.735, 0.58)), (1, (0.84, 0.80, 0.68)))
    c = m.mix(m.ramp(fibre, (0.40, 0.30), (0.62, 0)), c, (0.72, 0.62, 0.42))
    c = m.mix(m.ramp(m.noise(co, 2.0, 5), (0.64, 0), (0.72, 0.30)), c, (0.60, 0.44, 0.26))
    c = m.jitter(c, 0.008, 0.05, 0.12)
    return m.surf(
        m.pbr(
            c,
            m.math('MULTIPLY_ADD', n, 0.20, 0.26),
            Subsurface=0.22,
            Subsurface_Color=(0.90, 0.80, 0.56),
            Subsurface_Radius=(0.9, 0.6, 0.3),
            Normal=m.bump(fibre, 0.025, 0.6),
            Specular=0.45,
        )
    )


def bract_mat():
    "scales: ivory at the foot, a breath of violet towards the point"
    m = M('bract')
    x, y = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['UV']).outputs[0:2]
    n = m.noise(m.co(rand=30), 2.0, 4)
    vein = m.noise(m.co('UV', scale=(9, 0.5, 1), rand=9), 2, 3)
    c = m.ramp(m.math('MULTIPLY_ADD', n, 0.35, m.math('SUBTRACT', y, 0.17)), (0.2, (0.84, 0.80, 0.67)), (0.62, (0.78, 0.69, 0.58)), (1, (0.50, 0.33, 0.38)))
    c = m.mix(m.ramp(vein, (0.40, 0.25), (0.60, 0)), c, (0.66, 0.55, 0.42))
    c = m.jitter(c, 0.01, 0.06, 0.15)
    return m.surf(
        m.pbr(c, 0.34, Subsurface=0.18, Subsurface_Color=(0.90, 0.78, 0.60), Subsurface_Radius=(0.6, 0.4, 0.25), Normal=m.bump(vein, 0.02, 0.6), Specular=0.4)
    )


def cut_mat():
    m = M('cut')
    co = m.co(rand=20)
    n = m.noise(co, 3.5, 4)
    dots = m.n('TexVoronoi', Vector=m.co(scale=(1, 1, 0.1), rand=20), Scale=7).outputs['Distance']
    c = m.mix(m.ramp(dots, (0.08, 0.7), (0.22, 0)), m.mix(n, (0.74, 0.64, 0.42), (0.82, 0.75, 0.56)), (0.56, 0.42, 0.20))
    return m.surf(m.pbr(c, 0.30, Subsurface=0.15, Subsurface_Color=(0.9, 0.8, 0.5), Normal=m.bump(n, 0.06, 0.7), Specular=0.5))


skin, scale_m, cut = stalk_mat(), bract_mat(), cut_mat()


def stalk(seed, L=21.0, R=0.84, bent=0.2):
    "grows along +z from its cut end at 0"
    r = random.Random(seed)
    L += r.uniform(-0.9, 0.9)
    bend, side, ph = r.gauss(0, bent), r.gauss(0, bent * 0.6), r.random() * 9
    tip = 4.6

    def axis(z):
        k = z / L
        return bend * k * k * 1.6, side * math.sin(k * 2.6 + ph) - side * math.sin(ph)

    def radius(z):
        k = max(0, (z - (L - tip)) / tip)
        return R * (1 - 0.10 * z / L) * (1.0 + 0.045 * math.sin(z * 0.42 + ph) + 0.06 * math.exp(-z / 1.5)) * (1 + 0.10 * math.sin(math.pi * min(1, 1.5 * k)) - 0.10 * k) * math.sqrt(max(0.0, 1 - k**2.2))

    def body(u, v):
        z = v * L
        a, q = u * TAU, radius(z) * (1 + 0.02 * math.sin(3 * u * TAU + ph + z * 0.2))
        x, y = axis(z)
        return (x + q * math.cos(a), y + q * math.sin(a), z)

    grid('stalk', body, 40, 90, skin, closed_u=True)
    e = grid('cut', lambda u, v: ((1 - v) * radius(0) * math.cos(u * TAU), (1 - v) * radius(0) * math.sin(u * TAU), -0.05 * v), 40, 5, cut, closed_u=True)
    e.data.flip_normals()

    def bract(z0, a0, long, wide, lift):
        def fn(u, v):
            s = (u - 0.5) * 2
            z = z0 + long * v
            w = wide * (1 - v**1.5) ** 0.75 * (0.86 + 0.14 * math.sin(math.pi * min(1, v * 1.4)))
            zz = min(z, L + 0.25)
            q = max(radius(min(zz, L - 0.02)), 0.10 * (1 - v)) + lift * (0.25 + v) * (1 - 0.75 * s * s * (1 - v)) + 0.012
            x, y = axis(z)
            a = a0 + s * w
            return (x + q * math.cos(a), y + q * math.sin(a), z)

        o = grid('bract', fn, 15, 16, scale_m)
        solid(o, 0.035, 1)
        subsurf(o, 1)

    a = r.random() * TAU
    for z0 in (3.5, 7.0, 10.2, 12.6):  # flat scales, far apart along the stalk
        a += 2.4
        bract(z0 + r.uniform(-0.6, 0.6), a, r.uniform(1.6, 2.2), 0.72, 0.04)
    n = 17
    for k in range(n):  # and close together at the tip
        t = k / (n - 1)
        a += 2.39996
        bract(L - tip * 1.05 + tip * 0.92 * t**0.85, a, 2.1 - 1.0 * t, 0.85 + 0.45 * t, 0.09 + 0.07 * r.random())


STALK = [capture(stalk, k, 21 + 0.5 * (k % 3), 0.80 + 0.05 * (k % 3)) for k in range(9)]
LOOSE = [capture(stalk, k, 21, 0.86, 0.8) for k in (21, 24)]

# ---------------------------------------------------------------- the bundle, along +y
lay = []
for row, n in enumerate((4, 5, 4, 3)):
    for i in range(n):
        lay.append(((i - (n - 1) / 2) * 1.74 + rs.gauss(0, 0.05), 0.86 + row * 1.47 + rs.gauss(0, 0.04)))
BUNDLE = []
for k, (x, z) in enumerate(lay):
    spread = Vector(((x) * 0.012, 1, max(0, z - 0.9) * 0.006))
    e = inst(STALK[(k * 4) % 9], (x, -10.5 + rs.gauss(0, 0.22), z), spread.to_track_quat('Z', 'X').to_euler())
    e.rotation_euler.rotate(Euler((0, 0, 0)))
    turn = e.rotation_euler.to_matrix() @ Matrix.Rotation(rs.random() * TAU, 3, 'Z')
    e.rotation_euler = turn.to_euler()
    BUNDLE.append(e)
fibre = M('string')
fn_ = fibre.noise(fibre.co(scale=(1, 1, 1)), 9, 4)
string = fibre.surf(fibre.pbr(fibre.mix(fn_, (0.34, 0.25, 0.15), (0.60, 0.49, 0.33)), 0.9, Normal=fibre.bump(fn_, 0.05, 0.9), Specular=0.15))


def loop(y, turns=3, r=0.115):
    pts, far = [], y + 10.5
    here = [(x * (1 + 0.012 * far), z + max(0, z - 0.9) * 0.006 * far) for x, z in lay]
    for q in range(int(turns * 60) + 1):
        a = q / 60 * TAU - math.pi / 2
        d = (math.cos(a), math.sin(a))
        x, z = max(here, key=lambda p: p[0] * d[0] + p[1] * d[1])
        k = 0.84 + r + 0.09
        pts.append((x + k * d[0], y + (q / 60 - turns / 2) * 0.27 + 0.10 * math.sin(a * 2 + y), max(r, z + k * d[1])))
    p = np.array(pts)
    for _ in range(6):
        p[1:-1] = (p[:-2] + 2 * p[1:-1] + p[2:]) / 4
    return tube('string', p, r, string, 12, None, 0, 0.14, 3, turns * 110)


BUNDLE += [loop(-5.2), loop(3.6, 2)]
T = lay[-2][1] + 0.95
for pts in (
    [(0, -5.2, T + 0.05), (0.5, -5.0, T + 0.22), (1.6, -5.9, T + 0.15), (2.7, -7.0, T - 0.75), (3.6, -7.3, T - 2.0)],
    [(0, -5.2, T + 0.05), (-0.4, -5.6, T + 0.25), (-1.2, -6.9, T + 0.20), (-1.0, -8.4, T + 0.12), (-1.6, -9.6, T + 0.14)],
    [(0.25, -5.45, T + 0.1), (-0.2, -5.1, T + 0.28), (0.1, -4.8, T + 0.2), (0.4, -5.3, T + 0.3), (-0.1, -5.6, T + 0.1)],
):
    BUNDLE.append(tube('end', pts, 0.115, string, 12, None, 10, 0.14, 3, 60))
root = link(bpy.data.objects.new('root', None))
root.rotation_euler, root.location = (0, 0, -1.02), (-1.6, 1.2, 0.12)
for o in BUNDLE:
    o.parent = root
for x, y, a, k in ((-20.5, -11.6, -1.45, 0), (-4.6, -13.4, -1.63, 1)):
    d = Vector((-math.sin(a), math.cos(a), 0.0))
    q = d.to_track_quat('Z', 'X').to_matrix() @ Matrix.Rotation(k * 1.1, 3, 'Z')
    inst(LOOSE[k], (x, y, 1.0), q.to_euler())

# ---------------------------------------------------------------- linen
dark = linen((0.072, 0.082, 0.092), thread=7, stain=0.14)
o = cloth('cloth', 130, 110, dark, folds=0.0, res=330, seed=2, micro=0.07, z=0)
for v in o.data.vertices:  # the folds of the cupboard, and two of its own
    x, y, _ = v.co
    v.co.z += 0.22 * math.exp(-(((x - 15.5 - 0.04 * y) / 0.28) ** 2)) - 0.12 * math.exp(-(((y - 11 - 0.03 * x) / 0.3) ** 2))
    ridge = abs(mnoise.noise(Vector((x * 0.035 + y * 0.075 + 4, x * 0.012, 2.2))))
    v.co.z += 0.85 * max(0, 1 - ridge * 4.5) ** 2 * sstep(7, 15, math.hypot(x, y - 4))

# ---------------------------------------------------------------- light
environment(A.get('env', 'apartment'), float(A.get('es', 0.2)), float(A.get('rot', 0)))
window((-70, 62, 60), (0, 0, 2), (70, 90), (2, 3), 5, float(A.get('win', 70)), (1, 0.97, 0.92))
camera((5, -56, 66), (0.2, -2.6, 2), float(A.get('lens', 74)), 6.3, focus=(0, -4, 5), roll=-0.03)
render(
    'asperges_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=float(A.get('ex', 0.45)),
    bloom=0.03,
    vig=0.26,
    temp=(1.02, 1, 0.97),
    sat=1.03,
    keep=0.15,
)
