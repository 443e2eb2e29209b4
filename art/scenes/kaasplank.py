import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(61)
A = args()
world((0.42, 0.42, 0.44), (0.40, 0.32, 0.24), (0.09, 0.07, 0.05), 0.18)
wd = wood((0.030, 0.016, 0.009), (0.075, 0.042, 0.024), (0.13, 0.08, 0.05), rough=0.42)
for i in range(-4, 10):
    box('pl', (240, 13.6, 3), wd, (random.uniform(-19, 19), i * 13.8 - 6, -1.5 + random.uniform(-0.05, 0.05)), 0.18)
ow = olivewood()
bd = lathe(
    'board',
    np.vstack(
        [[[0, 0.15]], catmull([(19.5, 0.0), (20.8, 0.3), (21.2, 1.0), (21.0, 1.75), (20.4, 2.05)], 6), [[0, 2.08]]]
    ),
    ow,
    160,
    wob=0.5,
    wfreq=0.06,
)
bd.scale = (1.18, 0.86, 1)
bd.location = (2, 6, 0)
bd.rotation_euler = (0, 0, 0.08)
Z = 2.08


# pastes and rinds
def paste(col, col2, rindc, mode, R, holes=0, crystals=0, vein=0, sss=0.3, rough=0.42):
    m = M('paste')
    co = m.co()
    n = m.noise(co, 0.8, 5)
    c = m.mix(m.ramp(n, (0.3, 0), (0.7, 1)), col, col2)
    g = m.n('TexCoord').outputs['Object']
    x, y, z = m.n('SeparateXYZ', Vector=g).outputs[0:3]
    h = m.noise(co, 2.2, 6, 0.65)
    if crystals:
        v = m.n('TexVoronoi', Vector=co, Scale=2.6).outputs['Distance']
        c = m.mix(m.ramp(v, (0.10, 0.7), (0.17, 0)), c, (0.96, 0.90, 0.76))
    if vein:
        w = m.n('TexNoise', Vector=co, Scale=0.55, Detail=5, Roughness=0.6, Distortion=1.1).outputs['Fac']
        rd = m.math('ABSOLUTE', m.math('SUBTRACT', w, 0.5))
        sp = m.noise(co, 1.3, 4, 0.6)
        k = m.math('MULTIPLY', m.ramp(rd, (0.0, 1), (0.028, 0.85), (0.06, 0)), m.ramp(sp, (0.42, 0), (0.55, 1)))
        c = m.mix(k, c, (0.075, 0.12, 0.14))
        c = m.mix(
            m.math('MULTIPLY', m.ramp(rd, (0.02, 0.5), (0.12, 0)), m.ramp(sp, (0.40, 0), (0.6, 1))),
            c,
            (0.42, 0.46, 0.40),
        )
        h = m.math('MULTIPLY_ADD', k, -1.6, h)
    if holes:
        hv = m.n('TexVoronoi', Vector=co, Scale=0.85).outputs['Distance']
        hk = m.ramp(hv, (0.14, 1), (0.19, 0))
        c = m.mix(m.math('MULTIPLY', hk, 0.55), c, tuple(k * 0.5 for k in col))
        h = m.math('MULTIPLY_ADD', hk, -3, h)
    if mode == 'z':
        zz = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['Generated']).outputs[2]
        e = m.math('MULTIPLY_ADD', h, 0.03, m.math('MINIMUM', zz, m.math('SUBTRACT', 1, zz)))
        c = m.mix(m.ramp(e, (0.065, 1), (0.085, 0)), c, rindc)
        r = m.math('SQRT', m.math('ADD', m.math('MULTIPLY', x, x), m.math('MULTIPLY', y, y)))
        c = m.mix(m.ramp(m.math('DIVIDE', r, R), (0.975, 0), (0.985, 1)), c, rindc)
    if mode == 'r':
        r = m.math(
            'MULTIPLY_ADD', h, 0.3, m.math('SQRT', m.math('ADD', m.math('MULTIPLY', x, x), m.math('MULTIPLY', y, y)))
        )
        c = m.mix(m.ramp(m.math('DIVIDE', r, R), (0.93, 0), (1.0, 0.8)), c, rindc)
    return m.surf(
        m.pbr(
            c,
            m.math('MULTIPLY_ADD', h, 0.25, rough - 0.1),
            Subsurface=sss,
            Subsurface_Color=col,
            Subsurface_Radius=(0.7, 0.5, 0.25),
            Normal=m.bump(h, 0.07, 0.7),
            Specular=0.45,
            Clearcoat=0.1,
        )
    )


def rindm(c0, c1, sc=1.4, b=0.12, rough=0.75):
    m = M('rind')
    co = m.co(rand=30)
    n = m.noise(co, sc, 6, 0.65)
    n2 = m.noise(co, 0.35, 4)
    c = m.mix(m.ramp(m.math('MULTIPLY_ADD', n2, 0.6, m.math('MULTIPLY', n, 0.4)), (0.36, 0), (0.62, 1)), c0, c1)
    return m.surf(
        m.pbr(
            c,
            rough,
            Normal=m.bump(n, b, 0.8),
            Subsurface=0.1,
            Subsurface_Color=c0,
            Subsurface_Radius=(0.3, 0.25, 0.2),
            Sheen=0.3,
            Specular=0.2,
        )
    )


brie_r = rindm((0.90, 0.87, 0.80), (0.70, 0.60, 0.44), 1.1, 0.16)
brie_p = paste((0.96, 0.74, 0.42), (0.97, 0.83, 0.58), (0.92, 0.88, 0.80), 'z', 10, 0, 0, 0, 0.35, 0.30)
com_r = rindm((0.34, 0.21, 0.10), (0.46, 0.31, 0.16), 0.8, 0.2)
com_p = paste((0.82, 0.48, 0.20), (0.88, 0.57, 0.28), (0.42, 0.24, 0.09), 'r', 14.5, 0, 1)
blu_r = rindm((0.62, 0.56, 0.44), (0.46, 0.44, 0.38))
blu_p = paste((0.86, 0.82, 0.70), (0.90, 0.87, 0.78), (0.66, 0.60, 0.48), 'r', 9.5, 0, 0, 1)
gou = paste((0.90, 0.58, 0.27), (0.93, 0.66, 0.36), (0.5, 0.3, 0.1), '', 1, 1)


def put(fn, loc, rz, *a, **k):
    c = capture(fn, *a, **k)
    inst(c, loc, (0, 0, rz))
    return c


put(wedge, (-10.0, -1.6, Z), 0.05, 'brie', brie_r, brie_p, 10.5, 3.3, 0, 0.78, 0.25, 1, 0.25, 0.08, 0, 0.42)
put(wedge, (-1.5, 8.6, Z), -0.22, 'comte', com_r, com_p, 14.5, 6.4, 0, 0.52, 0.3, 2, 0.15, 0.05)
put(wedge, (-15.0, 8.8, Z), -0.10, 'blue', blu_r, blu_p, 9.5, 5.0, 0, 0.75, 0.3, 3, 0.15, 0.14, 0.5)
# a cut slice of brie in front
sl = capture(wedge, 'sl', brie_r, brie_p, 9.6, 3.1, 0, 0.17, 0.25, 7, 0.2, 0.06, 0, 0.36)
inst(sl, (-9.5, -4.7, Z + 0.05), (0, 0, -0.09))
# cubes
rs = random.Random(5)
cubes = [box('cub', (2.1, 2.1, 2.1), gou, bev=0.10, sub=3, wob=0.07) for _ in range(3)]
hide_proto(*cubes)
for x, y, z, a in (
    (14.5, -2.2, 0, 0.3),
    (17.0, -1.0, 0, 0.9),
    (16.4, -4.4, 0, 0.1),
    (19.4, -3.0, 0, 0.6),
    (13.2, -5.6, 0, 1.2),
    (19.0, 1.2, 0, 0.2),
    (16.0, -2.3, 2.08, 0.75),
    (17.9, -1.7, 2.1, 0.15),
):
    copy(cubes[rs.randint(0, 2)], (x, y, Z + 1.05 + z), (0, 0, a), rs.uniform(0.94, 1.05))
# fruit
gm = grapemat((0.085, 0.012, 0.030), bloom_c=(0.30, 0.24, 0.30))
gst = food((0.20, 0.17, 0.06), 0.6, 0.1)
inst(capture(grapes, gm, gst, 52, 1.0, 12, 4.3, 3), (9.2, 3.4, Z + 0.5), (0.06, 0.0, -1.05))
0
ff, fs = figmats()
F = [capture(fig, ff, fs, 2.15, True, s) for s in (1, 2, 3)]
FW = capture(fig, ff, fs, 2.2, False)
for k, (x, y, rx, rz, s) in enumerate(
    ((4.2, -5.6, -1.0, 0.35, 1), (8.6, -4.2, -0.85, -0.75, 0.97), (5.6, -1.4, -0.55, 0.2, 1.03))
):
    inst(F[k], (x, y, Z + 1.72 + 0.15 * k), Euler((rx, 0, rz)), s)
inst(FW, (-9.5, -8.6, Z + 1.75) if 0 else (21.5, 6.5, Z + 1.9), (1.35, 0.1, 1.2))
wm = food((0.31, 0.165, 0.068), 0.55, 0.1, (0.2, 0.1, 0.05), 3, 0.06, 0.3, hue=0.012)
W = [walnut(wm, s, 1.25) for s in (1, 2, 3)]
hide_proto(*W)
for x, y, r in (
    (0.5, -7.3, 0.5),
    (2.7, -9.0, 1.9),
    (11.6, -8.2, 2.2),
    (13.9, -7.0, 0.6),
    (-14.8, 2.4, 0.9),
    (10.8, -6.3, 1.1),
):
    copy(
        W[rs.randint(0, 2)], (x, y, Z + 0.42), (rs.uniform(-0.3, 0.3), rs.uniform(-0.3, 0.3), r), rs.uniform(0.85, 1.05)
    )
# honey
gl = glass()
hon = liquid((0.93, 0.42, 0.045), 1.48, (1, 0.66, 0.18))


def jar():
    lathe(
        'jar',
        np.vstack(
            [
                [[0, 0]],
                catmull([(2.6, 0), (3.0, 0.25), (3.15, 1.0), (3.15, 4.2), (2.95, 4.9), (2.75, 5.3)], 6),
                [[2.78 + 0.09 * math.cos(q), 5.5 + 0.09 * math.sin(q)] for q in np.linspace(-0.5, 3.2, 8)],
                catmull([(2.62, 5.3), (2.85, 4.7), (2.97, 4.1), (2.97, 1.0), (2.6, 0.45)], 6),
                [[0, 0.40]],
            ]
        ),
        gl,
        96,
    )
    lathe('hon', [(0, 0.37), (2.6, 0.42), (2.85, 0.6), (3.0, 1.0), (3.0, 3.6), (2.9, 3.58), (0, 3.55)], hon, 96)


inst(capture(jar), (-3.2, 4.9, Z))
dw = wood((0.22, 0.12, 0.055), (0.40, 0.25, 0.12), (0.55, 0.38, 0.2), axis=2, scale=4)
dp = lathe(
    'dip',
    np.vstack(
        [
            [[0, 0]],
            [
                ((1.05 if int(t * 14) % 2 else 0.72) * math.sin(math.pi * (0.12 + 0.76 * t)) ** 0.6, t * 3.0)
                for t in np.linspace(0.02, 0.98, 57)
            ],
            catmull([(0.32, 3.1), (0.26, 4.5), (0.25, 9), (0.34, 12.6), (0.22, 13), (0, 13.05)], 6),
        ]
    ),
    dw,
    48,
)
dp.location = (-3.9, 4.7, Z + 1.2)
dp.rotation_euler = (0.10, 0.34, 0)
# crumbs + herb
crm_ = sphere('cr', 0.22, gou, 2, 0.12, 4)
hide_proto(crm_)
for _ in range(46):
    a = rs.random() * TAU
    q = rs.random() ** 0.5
    copy(
        crm_,
        (3 + 17 * q * math.cos(a), -4 + 6 * q * math.sin(a), Z + 0.06),
        (rs.random() * 6,) * 3,
        rs.uniform(0.2, 0.85),
    )
rl = leafmat((0.17, 0.21, 0.13), (0.30, 0.38, 0.18), 0.5, False, 0.3)
rst = food((0.14, 0.10, 0.05), 0.7, 0.05)
RM = [capture(rosemary, rl, rst, 9, s, 30, 0.16, 1.6, 0.2, 0.09, 0.8, 0.12) for s in (1, 2)]
inst(RM[0], (-0.6, -6.6, Z + 0.30), Euler((math.pi / 2, 0, -1.35)), 1)
inst(RM[1], (21.0, 3.2, Z + 0.4), Euler((math.pi / 2, 0, 2.6)), 1)
WGl = capture(wineglass, gl, 20, 4.1, liquid((0.46, 0.010, 0.028), 1.34, (0.75, 0.10, 0.10)), 0.32)
bg = bokeh_image(
    'bg_h',
    grad=((0.030, 0.021, 0.014), (0.085, 0.058, 0.038), (0.12, 0.085, 0.058)),
    glows=[(0.18, 0.78, 0.22, 0.30, (1, 0.84, 0.66), 0.55), (0.85, 0.7, 0.2, 0.25, (1, 0.64, 0.34), 0.14)],
    n=30,
    r=(0.018, 0.034),
    L=(0.08, 0.8),
    yr=(0.62, 1),
    seed=15,
)
image_backdrop(bg, 110, 190, 100, 0, -24)
area((-58, 2, 38), (2, 2, 2), (34, 36), 74, (1, 0.91, 0.78))
area((52, 30, 30), (2, 0, 3), (30, 36), 12, (1, 0.80, 0.58))
area((-40, -44, 24), (0, 0, 4), (16, 22), 18, (1, 0.93, 0.84))
area((0, -80, 60), (0, 0, 0), (80, 40), 1.4, (1, 0.97, 0.93))
camera((-8, -66, 24), (1.6, -0.6, 4.2), 75, 4.4, focus=(0.5, -5.6, 4.2))
render('kaasplank_' + str(A.get('tag', 'p')), A['w'], A['h'], A['spp'], exposure=0.72, bloom=0.05, vig=0.34)
