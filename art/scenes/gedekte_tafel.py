import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(11)
A = args()
world((0.35, 0.38, 0.46), (0.42, 0.32, 0.22), (0.08, 0.06, 0.05), 0.16)
ln = linen((0.66, 0.62, 0.55), thread=12)
nap = linen((0.30, 0.36, 0.28), thread=16, stain=0.10)
cer = ceramic((0.88, 0.86, 0.82), 0.14)
st = ceramic((0.70, 0.67, 0.61), 0.32, 0.9)
gold = metal(GOLD, 0.20, smudge=0.07)
gl = thinglass()
wx = wax()
fl = flamemat(34)
cloth('cloth', 240, 190, ln, 0.55, 300, 4, 0.035, 3, 0.05).location = (0, 40, 0)


# place setting (origin: plate centre)
def setting():
    p = plate(st, 15, 0.66, 1.5, 0.45, True)
    p.location = (0, 0, 0.12)
    p2 = plate(cer, 11.6, 0.60, 1.9, 0.36)
    p2.location = (0, 0, 0.72)
    lathe('rim', catmull([(11.52, 2.60), (11.60, 2.66), (11.68, 2.62), (11.64, 2.54)], 4), gold, 128)
    f = cutlery_fork(gold)
    f.location = (-18.0, 0, 0.15)
    f.rotation_euler = (0, 0, 0.03)
    f2 = copy(f, (-20.9, -0.6, 0.15), (0, 0, -0.02), 0.92)
    k = cutlery_knife(gold)
    k.location = (18.2, 0, 0.15)
    k.rotation_euler = (0, 0, -0.03)


PS = capture(setting)


def napkin_ring():
    def fn(u, v):
        s = (u - 0.5) * 2
        t = (v - 0.5) * 2
        w = 1.15 + 3.6 * abs(t) ** 1.25 * (1.15 if t > 0 else 0.95)
        ph = math.sin(s * 9.5 + t * 1.6 + math.sin(t * 3) * 0.5) * 0.62 + math.sin(s * 19 + 2 + t * 2.6) * 0.16
        a = 0.50 + 1.15 * abs(t) ** 0.9
        env = math.sqrt(max(0, 1 - (s * 0.93) ** 2))
        k = 1 - abs(t)
        z = (
            1.0 * env * (0.45 + 0.55 * k)
            + ph * a * 0.75 * (1 - 0.35 * abs(s))
            + 0.55
            + 0.20 * mnoise.noise(Vector((s * 2, t * 3, 4)))
        )
        return (s * w + 0.3 * math.sin(t * 3), t * 9.2 * (1 - 0.07 * abs(s) * abs(t)), max(0.12, z))

    o = grid('nap', fn, 130, 110, nap, uvscale=(14, 20))
    solid(o, 0.17)
    subsurf(o, 1)
    lathe(
        'ring',
        catmull(
            [
                (1.62, -0.75),
                (1.72, -0.8),
                (1.80, -0.7),
                (1.80, 0.7),
                (1.72, 0.8),
                (1.62, 0.75),
                (1.60, 0),
                (1.62, -0.75),
            ],
            5,
        ),
        gold,
        64,
    ).location = (0, 0, 1.15)
    r = bpy.context.scene.collection.objects[-1]
    r.rotation_euler = (math.pi / 2, 0, 0)
    r.scale = (1, 0.95, 1)


NP = capture(napkin_ring)
eu = leafmat((0.20, 0.27, 0.21), (0.34, 0.42, 0.28), rough=0.55, vein=True, sp=0.3)
sm = food((0.22, 0.20, 0.10), 0.5, 0.1)
ol = leafmat((0.12, 0.22, 0.075), (0.34, 0.48, 0.16), 0.42)
SP = [capture(sprig, eu, sm, 13, 11, 2.1, 2.5, s, 0.15, True, 0.25) for s in (1, 2)]
SO = [capture(sprig, ol, sm, 15, 13, 0.9, 3.6, s, 0.3, True, 0.25) for s in (3, 4)]
blush = petalmat((0.95, 0.46, 0.40), (0.97, 0.74, 0.68))
ivory = petalmat((0.97, 0.80, 0.62), (0.98, 0.93, 0.86))
RB = [
    capture(rose, blush, 3.4, 1.0, 26, 1),
    capture(rose, ivory, 3.6, 1.1, 28, 2),
    capture(rose, blush, 2.6, 0.6, 20, 3),
]
inst(PS, (0, 0, 0.35))
inst(NP, (-0.3, -0.4, 1.72), (0, 0, 0.32))
ro = capture(sprig, ol, sm, 9, 12, 0.6, 2.4, 9, 0.2)
inst(ro, (-2.6, -4.2, 3.1), (0.02, 0, -0.12 + 0.32), 0.95)
inst(PS, (52, 3, 0.35))
inst(NP, (52, 3, 1.72), (0, 0, 0.3))
inst(PS, (-2, 64, 0.35), (0, 0, math.pi))
inst(NP, (-2, 64, 1.72), (0, 0, 2.9))
inst(PS, (52, 66, 0.35), (0, 0, math.pi))
# glasses
WG = capture(wineglass, gl, 21.5, 4.2, liquid((0.995, 0.95, 0.74), 1.34), 0.42)
WT = capture(wineglass, gl, 18.5, 4.0, None)
for x, y in ((20, 13.5), (72, 17), (-17, 47), (37, 49)):
    inst(WG, (x, y, 0.4))
    inst(WT, (x + 8.2, y - 2.5 if y < 30 else y + 2.5, 0.4))
# centre piece: garland of eucalyptus, roses, candles
VC = capture(tumbler_candle, thinglass((0.99, 0.985, 0.96), 0.75), wx, fl)
random.seed(5)
for i in range(15):
    x = -52 + i * 8 + random.uniform(-2, 2)
    inst(
        random.choice(SP + SO),
        (x, 25 + random.uniform(-3, 3), 0.5 + random.uniform(0, 1.2)),
        (
            random.uniform(-0.1, 0.2),
            random.uniform(-0.4, 0.4),
            random.choice((-1.57, 1.57)) + random.uniform(-0.8, 0.8),
        ),
        random.uniform(0.85, 1.15),
    )
for x, y, z, k, sc in [
    (-19, 22.5, 1.8, 0, 1.15),
    (-12.5, 23.5, 2.2, 1, 1.25),
    (-16, 27, 4.6, 2, 1.2),
    (-22.5, 26, 2.5, 1, 1.1),
    (-9, 28, 2.4, 0, 1.05),
    (-27, 23, 1.6, 2, 1.1),
    (24.5, 26, 1.8, 1, 1.2),
    (31, 25, 2.0, 0, 1.15),
    (28, 29.5, 4.4, 2, 1.2),
    (36.5, 26.5, 1.8, 1, 1.05),
    (21.5, 30, 1.8, 2, 1.0),
    (46, 27, 1.6, 0, 1.1),
    (-38, 25, 1.6, 1, 1.1),
    (-45, 26, 1.8, 0, 1.1),
]:
    inst(
        RB[k],
        (x, y, z),
        (
            random.uniform(0.35, 0.75) if y < 27 else random.uniform(-0.2, 0.35),
            random.uniform(-0.4, 0.4),
            random.random() * 0.6,
        ),
        sc,
    )
for x, y in ((-3.0, 26.5), (13.5, 31), (41, 30), (-33, 28)):
    inst(VC, (x, y - 6.5, 0.4))


def taper(h):
    lathe(
        'cs',
        catmull(
            [
                (0, 0),
                (3.6, 0),
                (3.7, 0.3),
                (1.6, 0.7),
                (0.7, 1.6),
                (0.6, 4.5),
                (0.9, 5.6),
                (1.5, 6.1),
                (1.55, 6.6),
                (1.2, 6.7),
                (0, 6.7),
            ],
            5,
        ),
        gold,
        64,
    )
    lathe(
        'cw',
        [
            (1.12, 6.3),
            (1.08, 7),
            (1.0, 6.5 + h - 0.4),
            (0.9, 6.5 + h - 0.08),
            (0.5, 6.5 + h - 0.16),
            (0, 6.5 + h - 0.2),
        ],
        wx,
        40,
    )
    flame(fl, (0, 0, 6.3 + h), 2.6, 2.2)


T1 = capture(taper, 21)
T2 = capture(taper, 17)
inst(T1, (8, 27, 0.4))
inst(T2, (17.5, 29, 0.4))
inst(T2, (-36, 30, 0.4))
inst(T1, (48, 32, 0.4))
bg = bokeh_image(
    'bg_c',
    grad=((0.03, 0.02, 0.012), (0.085, 0.052, 0.030), (0.09, 0.06, 0.04)),
    glows=[(0.20, 0.6, 0.2, 0.4, (1, 0.62, 0.34), 0.10), (0.75, 0.55, 0.3, 0.3, (1, 0.5, 0.2), 0.05)],
    n=70,
    r=(0.009, 0.018),
    L=(0.08, 1.4),
    yr=(0.37, 0.60),
    cols=((1, 0.56, 0.2), (1, 0.7, 0.38), (1, 0.42, 0.13)),
    strings=[(0.10, 0.50, 0.52, 0.555, 0.05, 16, 0.0125, 1.6), (0.48, 0.56, 0.92, 0.51, 0.05, 16, 0.0125, 1.6)],
    seed=3,
)
image_backdrop(bg, 170, 260, 146, 0, 20)
area((-80, 30, 62), (5, 8, 0), (70, 60), 24, (1, 0.94, 0.86))
area((75, 85, 55), (0, 10, 5), (60, 50), 10, (1, 0.74, 0.48))
area((-45, -80, 55), (0, 12, 2), (90, 60), 3.0, (1, 0.95, 0.90))
area((-46, -8, 30), (-14, 24, 4), (16, 26), 14, (1, 0.93, 0.84))
camera((-15, -60, 19.5), (1.2, 9.5, 6.6), 52, 4.2, focus=(-0.5, -1, 3.0))
render('gedekte_tafel_' + str(A.get('tag', 'p')), A['w'], A['h'], A['spp'], exposure=0.55, bloom=0.07, vig=0.34)
