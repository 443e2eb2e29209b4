import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(21)
A = args()
# buttercream with horizontal spatula marks
m = M('buttercream')
co = m.co(scale=(0.16, 0.16, 2.2))
n = m.noise(co, 1.1, 5, 0.6)
n2 = m.noise(m.co(), 0.45, 4)
n3 = m.noise(m.co(), 9, 3)
c = m.mix(m.ramp(n2, (0.3, 0), (0.7, 1)), (0.92, 0.86, 0.81), (0.95, 0.91, 0.88))
h = m.math('ADD', m.math('MULTIPLY_ADD', n2, 1.2, n), m.math('MULTIPLY', n3, 0.05))
bc = m.surf(
    m.pbr(
        c,
        m.math('MULTIPLY_ADD', n, 0.2, 0.34),
        Normal=m.bump(h, 0.16, 0.55),
        Subsurface=0.35,
        Subsurface_Color=(0.95, 0.88, 0.76),
        Subsurface_Radius=(0.9, 0.7, 0.5),
        Specular=0.4,
    )
)
silver = metal((0.78, 0.77, 0.74), 0.17, smudge=0.12)
mar = marble()
cl = linen((0.64, 0.60, 0.55), 12)
pearl = food((0.93, 0.90, 0.84), 0.25, 0.3, (0.4, 0.35, 0.3), 1, 0.002, 0.02, 0.8, hue=0)
cloth('cloth', 260, 200, cl, 0.6, 260, 6, 0.035, 3, 0.05).location = (0, 40, 0)
# stand
lathe(
    'stand',
    np.vstack(
        [
            [[0, 8.6]],
            catmull(
                [
                    (14.4, 8.6),
                    (14.7, 8.5),
                    (14.72, 8.1),
                    (14.3, 7.9),
                    (6, 7.7),
                    (2.2, 7.2),
                    (1.5, 5.4),
                    (1.7, 3.0),
                    (3.4, 1.4),
                    (7.2, 0.6),
                    (7.4, 0.2),
                    (7.2, 0),
                ],
                7,
            ),
            [[0, 0]],
        ]
    ),
    silver,
    144,
)
z = 8.6
T = []
for R, H in ((11.6, 11.0), (8.5, 10.0), (5.6, 9.0)):
    o = lathe(
        'tier',
        np.vstack(
            [
                [[0, 0], [R - 0.1, 0]],
                catmull(
                    [
                        (R, 0.1),
                        (R + 0.02, H * 0.3),
                        (R, H * 0.65),
                        (R - 0.02, H - 0.55),
                        (R - 0.16, H - 0.16),
                        (R - 0.6, H + 0.02),
                        (R * 0.5, H - 0.02),
                    ],
                    8,
                ),
                [[0, H]],
            ]
        ),
        bc,
        160,
        wob=0.09,
        wfreq=0.22,
    )
    o.location = (0, 0, z)
    T.append((R, z, H))
    pp = sphere('pearl', 0.34, pearl, 3)
    hide_proto(pp)
    k = int(TAU * (R + 0.25) / 0.70)
    for i in range(k):
        a = TAU * i / k
        copy(pp, ((R + 0.26) * math.cos(a), (R + 0.26) * math.sin(a), z + 0.30), scale=random.uniform(0.95, 1.05))
    z += H


# flowers
def rose_petal(inner, outer, glow=0.35):
    "petals let light through: the glow between them is what keeps a white rose from looking like plaster"
    m = M('rosepetal')
    y = m.n('SeparateXYZ', Vector=m.n('TexCoord').outputs['UV']).outputs[1]
    veins = m.noise(m.co('UV', scale=(22, 1.5, 1), rand=9), 1.5, 3)
    c = m.ramp(m.math('MULTIPLY_ADD', m.noise(m.co(rand=10), 0.8, 3), 0.25, y), (0.15, inner), (0.85, outer))
    c = m.mix(m.ramp(veins, (0.35, 0.10), (0.65, 0)), c, inner)
    mx = m.n('MixShader', Fac=glow)
    m.set(mx.inputs[1], m.pbr(c, 0.55, Normal=m.bump(veins, 0.02, 0.3), Sheen=0.2, Specular=0.22).outputs[0])
    m.set(mx.inputs[2], m.n('BsdfTranslucent', Color=m.mix(0.35, c, inner)).outputs[0])
    return m.surf(mx)


white = rose_petal((0.98, 0.88, 0.70), (0.98, 0.95, 0.90))
cream_ = rose_petal((0.98, 0.78, 0.54), (0.98, 0.91, 0.80))
blush = rose_petal((0.94, 0.62, 0.52), (0.95, 0.80, 0.73))
RS = [
    capture(rose, cream_, 3.3, 1.0, 27, 1),
    capture(rose, white, 3.6, 1.1, 30, 2),
    capture(rose, blush, 2.4, 0.55, 20, 3),
    capture(rose, white, 2.6, 0.8, 24, 4),
]
eu = leafmat((0.17, 0.24, 0.16), (0.36, 0.44, 0.26), rough=0.5, sp=0.3)
sm = food((0.20, 0.20, 0.10), 0.5, 0.1)
SP = [
    capture(sprig, eu, sm, 9.5, 8, 1.5, 2.2, 1, 0.35, True, 0.5),
    capture(sprig, eu, sm, 8, 7, 1.3, 1.9, 2, -0.25, False, 0.6),
    capture(sprig, eu, sm, 10.5, 9, 1.6, 2.3, 3, 0.5, True, 0.7),
]


def put(k, a, z, R, s=1, up=0.35):
    d = Vector((math.cos(a), math.sin(a), up)).normalized()
    q = d.to_track_quat('Z', 'Y') @ Euler((0, 0, random.random() * 6)).to_quaternion()
    inst(RS[k], Vector((R * math.cos(a), R * math.sin(a), z)), q.to_euler(), s)


def green(a, z, R, roll, s=1):
    "a sprig that grows out between the roses, away from the cake"
    d = Vector((math.cos(a), math.sin(a), 0.25))
    t = Vector((-math.sin(a) * math.cos(roll), math.cos(a) * math.cos(roll), math.sin(roll)))
    y = (t + d * random.uniform(0.55, 1.1)).normalized()
    x = y.cross(d).normalized()
    zz = x.cross(y)
    mt = Matrix((x, y, zz)).transposed() @ Matrix.Rotation(random.uniform(-0.6, 0.6), 3, 'Y')
    inst(random.choice(SP), Vector((R * math.cos(a), R * math.sin(a), z)), mt.to_euler(), s)


D = math.radians
z1, z2, z3 = T[0][1], T[1][1], T[2][1]
top = z
for k, a, zz, R, s, up in [
    (1, -70, top + 0.2, 0.8, 1, 2.2),
    (0, -20, top - 0.3, 3.0, 0.95, 1.0),
    (2, -125, top - 0.1, 3.0, 1, 1.0),
    (3, 60, top, 2.6, 1, 1.2),
    (0, -62, z3 + 1.2, 6.6, 1.02, 0.55),
    (3, -33, z3 + 3.6, 5.7, 0.85, 0.3),
    (2, -92, z3 + 0.9, 6.5, 0.95, 0.5),
    (1, -40, z3 - 0.4, 8.0, 0.9, 0.45),
    (2, -20, z3 + 0.8, 7.0, 0.9, 0.6),
    (1, -52, z2 + 1.4, 9.6, 1.06, 0.5),
    (0, -28, z2 + 0.8, 9.8, 0.98, 0.5),
    (3, -72, z2 + 0.6, 9.7, 0.9, 0.5),
    (2, -40, z2 + 5.0, 8.5, 0.85, 0.3),
    (2, -8, z2 + 0.9, 9.6, 1, 0.5),
    (0, -44, z1 + 1.5, 12.6, 1.05, 0.45),
    (1, -20, z1 + 1.6, 12.6, 1.02, 0.45),
    (2, -64, z1 + 0.8, 12.4, 0.95, 0.5),
    (3, -31, z1 + 5.3, 11.8, 0.85, 0.35),
]:
    put(k, D(a), zz, R, s, up)
for a, zz, R, ro, s in [
    (-76, z2 + 1.0, 9, 2.9, 0.85),
    (-12, z2 + 1.4, 9, 0.3, 1),
    (-60, z2 + 3.4, 8.9, 2.0, 0.75),
    (-66, z1 + 1.2, 12.2, 3.0, 0.8),
    (-8, z1 + 1.3, 12, 0.1, 1),
    (-36, z1 + 5.5, 11.7, 1.3, 0.8),
    (-92, z3 + 1.2, 6.4, 2.7, 0.75),
    (-48, z3 + 3.4, 6, 1.7, 0.8),
    (-12, z3 + 0.6, 6.6, 0.4, 0.9),
    (-30, z3 - 2.0, 8.9, -0.9, 0.7),
    (-150, top + 0.3, 2.8, 2.9, 0.7),
    (-10, top + 0.3, 2.5, 0.2, 0.8),
    (-95, top + 1.0, 1.5, 2.0, 0.6),
    (-24, z1 - 0.2, 12.6, -0.5, 0.7),
]:
    green(D(a), zz, R, ro, s)
# macarons on a small marble plate, front left
PALS = [(0.86, 0.52, 0.50), (0.60, 0.66, 0.42), (0.90, 0.78, 0.56), (0.90, 0.84, 0.76)]
MC = []
for i, cc in enumerate(PALS):
    MC.append(
        capture(macaron, food(cc, 0.55, 0.15, (0.3, 0.2, 0.15), 9, 0.012, 0.05, hue=0.004), cream(), None, 2.25, i + 2)
    )
pl = lathe(
    'mpl', catmull([(0, 0.2), (8.6, 0.2), (9.0, 0.3), (9.1, 0.7), (8.9, 1.0), (8.5, 1.05), (0, 1.05)], 5), mar, 128
)
px, py = -30, 9
pl.location = (px, py, 0.4)


def mac(k, x, y, zz, r=(0, 0, 0)):
    inst(MC[k], (px + x, py + y, zz), r)


zb = 1.45 + 1.22
for i, (x, y) in enumerate([(-2.6, -3.0), (2.4, -3.2), (4.8, 1.0), (-5.0, 1.2), (0, 1.2), (-2.2, 5.0), (2.8, 5.2)]):
    mac([0, 1, 2, 3, 0, 2, 1][i], x, y, zb, (random.uniform(-0.04, 0.04), random.uniform(-0.04, 0.04), i * 1.3))
for i, (x, y) in enumerate([(0, -1.6), (2.6, 1.9), (-2.6, 2.1)]):
    mac([3, 0, 1][i], x, y, zb + 2.42, (random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), i * 2.2))
mac(2, 0.1, 0.6, zb + 4.85, (0.12, 0.05, 0.4))
mac(1, 9.4, -7.4, 0.4 + 2.2, (math.pi / 2 - 0.28, 0, 0.7))
environment(A.get('env', 'forest'), float(A.get('es', 0.9)), float(A.get('rot', 215)))
area((-70, -60, 70), (0, 0, 22), (44, 44), float(A.get('key', 15)), (1, 0.96, 0.90))
area((80, -90, 60), (4, 0, 24), (60, 60), float(A.get('fill', 8)), (1, 0.90, 0.78))
camera((-16, -126, 31), (-11.0, 0, 21.6), 56, 2.0, focus=(1.5, -10.5, 22))
render(
    'bruidstaart_' + str(A.get('tag', 'p')),
    A['w'],
    A['h'],
    A['spp'],
    exposure=0.98,
    look='High Contrast',
    bloom=0,
    vig=0.25,
    temp=(1.07, 0.98, 0.935),
    sat=1.06,
)
