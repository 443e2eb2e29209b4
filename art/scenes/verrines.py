import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(51)
A = args()
world((0.40, 0.42, 0.46), (0.42, 0.34, 0.25), (0.10, 0.075, 0.055), 0.38)
gl = glass()
gold = metal(GOLD, 0.22, smudge=0.08)
tbl = cloth('cloth', 220, 200, linen((0.50, 0.47, 0.41), 13), 0.5, 240, 8, 0.04, 3, 0.05)
tbl.location = (0, 30, 0)
oak = wood((0.10, 0.050, 0.022), (0.24, 0.135, 0.065), (0.40, 0.25, 0.135), rough=0.46, scale=1.6, coat=0.08)
bd = box('board', (52, 27, 1.9), oak, (4.5, 5.5, 1.6), 0.5, (0, 0, 0.16))
bevel(bd, 0.5, 4)
Z = 2.56
# glass
RO = lambda z: 2.35 + 0.085 * z
rin = lambda z: RO(z) - 0.16


def cup():
    lathe(
        'cup',
        np.vstack(
            [
                [[0, 0.06], [1.6, 0.05]],
                catmull([(2.0, 0.0), (2.28, 0.12), (2.37, 0.5), (RO(3), 3), (RO(6.4), 6.4)], 7),
                [[RO(6.4) - 0.08 + 0.08 * math.cos(a), 6.4 + 0.08 * math.sin(a)] for a in np.linspace(0.2, 2.9, 6)],
                catmull([(rin(6.3), 6.3), (rin(3), 3), (rin(1.2), 1.2), (1.95, 0.84), (1.4, 0.74)], 7),
                [[0, 0.72]],
            ]
        ),
        gl,
        96,
    )


bm = M('beet')
vo = bm.n('TexVoronoi', Vector=bm.co(rand=40), Scale=2.2)
n = bm.noise(bm.co(rand=30), 3, 5)
bc = bm.mix(
    bm.ramp(n, (0.3, 0), (0.7, 1)), bm.mix(0.55, vo.outputs['Color'], (0.5, 0.5, 0.5), 'MULTIPLY'), (0.5, 0.5, 0.5)
)
sc = bm.n('SeparateXYZ', Vector=vo.outputs['Color']).outputs[0]
bc = bm.ramp(
    bm.math('MULTIPLY_ADD', sc, 0.6, bm.math('MULTIPLY', n, 0.4)),
    (0.2, (0.115, 0.006, 0.022)),
    (0.5, (0.27, 0.012, 0.048)),
    (0.85, (0.42, 0.035, 0.09)),
)
beet = bm.surf(
    bm.pbr(
        bc,
        0.20,
        Subsurface=0.25,
        Subsurface_Color=(0.6, 0.03, 0.10),
        Subsurface_Radius=(0.4, 0.08, 0.1),
        Normal=bm.bump(vo.outputs['Distance'], 0.12, 0.7),
        Clearcoat=0.5,
        Clearcoat_Roughness=0.1,
    )
)
crm = food((0.91, 0.87, 0.79), 0.42, 0.3, (0.6, 0.5, 0.4), 5, 0.02, 0.03, 0.1, 0.4, hue=0)
pea = food((0.40, 0.455, 0.165), 0.46, 0.25, (0.4, 0.4, 0.1), 7, 0.05, 0.16, 0.1, 0.4, hue=0.008)
pea_skin = food((0.15, 0.29, 0.04), 0.36, 0.30, (0.25, 0.35, 0.06), 2, 0.04, 0.25, 0.15, 0.45, hue=0.012)
dg = leafmat((0.075, 0.19, 0.035), (0.26, 0.44, 0.08), 0.45, False)
bas = leafmat((0.06, 0.20, 0.025), (0.22, 0.48, 0.06), 0.32, sp=0.5)
beetleaf = leafmat((0.10, 0.17, 0.05), (0.35, 0.40, 0.10), 0.4)
mst = food((0.48, 0.10, 0.14), 0.4, 0.2)
st = food((0.20, 0.34, 0.08), 0.4, 0.2)
pink = food((0.62, 0.10, 0.09), 0.35, 0.1, nscale=3, nbump=0.05)
pep = food((0.03, 0.025, 0.02), 0.6, 0)
cube = food((0.30, 0.012, 0.05), 0.2, 0.3, (0.4, 0.08, 0.1), 2, 0.02, 0.3, 0.5, hue=0.01)
pp = sphere('pp', 0.22, pink, 3, 0.05, 4)
bk = sphere('bk', 0.06, pep, 2, 0.02, 9)
cb = box('cb', (0.55, 0.55, 0.55), cube, bev=0.10, sub=2, wob=0.06)
gp = sphere('gp', 0.37, pea_skin, 4, 0.05, 2.5, (1, 0.95, 0.93))
hide_proto(pp, bk, cb, gp)


def verrine(seed, top='peas'):
    rs = random.Random(seed)
    mnoise.seed_set(seed + 3)
    cup()
    a, b, c = 2.30 + rs.uniform(-0.12, 0.12), 3.70 + rs.uniform(-0.12, 0.12), 5.40 + rs.uniform(-0.15, 0.12)
    wavylayer('l1', beet, rin, 0.80, a, seed, seed + 1, 0.12, 1.6)
    wavylayer('l2', crm, rin, a, b, seed + 1, seed + 2, 0.13, 1.2)
    wavylayer('l3', pea, rin, b, c, seed + 2, seed + 3, 0.14, 1.1, dome=0.25)
    r = rosette(crm, 1.15, 1.35, 1.7, 0.52, 0.15)
    r.location = (rs.uniform(-0.25, 0.25), 0.25 + rs.uniform(-0.15, 0.15), c + 0.10)
    r.rotation_euler = (0, 0, seed * 1.3)
    if top == 'peas':
        rs.uniform(-0.3, 0.3)
        for k, (x, y, z) in enumerate(
            ((0.35, -0.95, 0.52), (0.95, -0.55, 0.46), (-0.35, -1.05, 0.46), (0.75, -0.75, 0.98), (-1.05, -0.5, 0.42))
        ):
            copy(gp, (x, y, c + z), (seed + k, k * 2, 0.7 * k), 0.88 + 0.06 * ((seed + k) % 4))
        inst(FR[seed % 3], (-0.35, 0.0, c + 0.85), (0, 0, 2.6 + rs.uniform(-0.5, 0.5)), 1.05)
        inst(FR[(seed + 1) % 3], (0.25, 0.2, c + 0.95), (0.1, 0.35, 1.2 + seed), 0.85)
    else:
        for k in range(7):
            a_ = rs.random() * TAU
            q = rs.uniform(0.1, 0.85)
            copy(
                cb,
                (q * math.cos(a_), q * math.sin(a_) - 0.1, c + 1.15 - 0.35 * q + 0.35 * (k > 4)),
                (rs.random() * 3,) * 3,
                rs.uniform(0.8, 1.1),
            )
        inst(ML[seed % 2], (0.1, 0.0, c + 1.35), (0, 0, rs.random() * 6), 1.05)
    for k in range(3):
        a_ = rs.uniform(-2.6, -0.4)
        copy(pp, (1.55 * math.cos(a_), 1.55 * math.sin(a_), c + 0.32), (rs.random() * 3,) * 3, rs.uniform(0.7, 1.05))
    for k in range(16):
        a_ = rs.random() * TAU
        q = rs.uniform(1.2, 2.3)
        copy(bk, (q * math.cos(a_), q * math.sin(a_), c + 0.16 + 0.05 * (2.3 - q)), scale=rs.uniform(0.4, 1))


FR = [capture(fronds, dg, 2.7, s) for s in (1, 2, 3)]
ML = [capture(microleaf, beetleaf, mst, s, 5, 1.3, 0.85) for s in (1, 2)]
VV = [capture(verrine, s, t) for s, t in ((1, 'peas'), (2, 'beet'), (3, 'peas'), (4, 'beet'), (5, 'peas'))]
rot = 0.16
P = lambda x, y: (4.5 + x * math.cos(rot) - y * math.sin(rot), 5.5 + x * math.sin(rot) + y * math.cos(rot), Z)
rs = random.Random(9)
k = 0
for j, (y, xs) in enumerate(
    (
        (-6.3, (-4.6, 3.2, 11.0, 18.8)),
        (0.4, (-16.4, -8.6, -0.8, 7.0, 14.8)),
        (7.2, (-20.4, -12.6, -4.8, 3.0, 10.8, 18.6)),
    )
):
    for x in xs:
        inst(
            VV[(k * 2 + j) % 5] if (j, x) != (0, -4.6) else VV[0],
            P(x + rs.uniform(-0.25, 0.25), y + rs.uniform(-0.25, 0.25)),
            (0, 0, rs.uniform(-0.5, 0.5)),
            rs.uniform(0.99, 1.01),
        )
        k += 1
# little spoons and fallen garnish on board
sp = coffee_spoon(gold, 12)
hide_proto(sp)
for x, y, a in ((-15.5, -7.2, -0.95), (-18.6, -6.4, -0.80)):
    copy(sp, Vector(P(x, y)) + Vector((0, 0, -0.02)), (0, 0, a))
for _ in range(60):
    copy(bk, P(rs.uniform(-24, 24), rs.uniform(-12, 12)), (0, 0, 0), rs.uniform(0.4, 1.3))
for _ in range(5):
    copy(pp, Vector(P(rs.uniform(-13, 2), rs.uniform(-12, -9))) + Vector((0, 0, 0.18)), (0, 0, 0), rs.uniform(0.8, 1.1))
bg = bokeh_image(
    'bg_g',
    grad=((0.05, 0.033, 0.02), (0.11, 0.072, 0.045), (0.17, 0.12, 0.08)),
    glows=[(0.20, 0.72, 0.26, 0.45, (1, 0.84, 0.66), 0.75), (0.82, 0.6, 0.25, 0.3, (1, 0.64, 0.34), 0.18)],
    n=40,
    r=(0.02, 0.036),
    L=(0.10, 1.0),
    yr=(0.62, 1),
    seed=14,
)
image_backdrop(bg, 95, 150, 84, 0, -24)
area((-46, 34, 46), (0, 0, 3), (50, 50), 22, (1, 0.94, 0.86))
area((52, 26, 32), (2, 0, 3), (30, 36), 11, (1, 0.80, 0.58))
area((-44, -14, 16), (0, 0, 5), (7, 34), 26, (1, 0.95, 0.88))
area((-10, -75, 55), (0, 0, 2), (70, 40), 2.8, (0.98, 0.98, 1))
camera((-9, -62, 16.5), (0.6, -0.4, 6.2), 85, 3.6, focus=(0.6, -2.0, 7))
render('verrines_' + str(A.get('tag', 'p')), A['w'], A['h'], A['spp'], exposure=0.6, bloom=0.05, vig=0.32)
