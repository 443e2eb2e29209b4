import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from studio import *

reset(31)
A = args()
environment('interior', 0.14, 120)
cop = copper(hammer=2.6, tarnish=0.4, rough=0.17)
cop2 = copper((0.86, 0.42, 0.25), 0.24, 0.8, 0.75)
tin = metal((0.70, 0.67, 0.63), 0.34, smudge=0.14)
brass = metal((0.78, 0.56, 0.26), 0.26, smudge=0.14)
iron = metal((0.06, 0.055, 0.05), 0.45)
# wall: hand-made dark glazed tiles
tm = M('tile')
co = tm.co(rand=60)
n = tm.noise(co, 0.5, 5)
c = tm.jitter(tm.mix(tm.ramp(n, (0.3, 0), (0.7, 1)), (0.035, 0.046, 0.034), (0.075, 0.085, 0.058)), 0.02, 0.35, 0.2)
tile = tm.surf(
    tm.pbr(
        c,
        tm.math('MULTIPLY_ADD', tm.noise(co, 1.3, 5), 0.22, 0.10),
        Normal=tm.bump(tm.noise(co, 0.35, 4), 0.12, 0.6),
        Specular=0.5,
    )
)
mesh(
    'grout',
    [(-200, 46.3, -20), (200, 46.3, -20), (200, 46.3, 140), (-200, 46.3, 140)],
    [(0, 1, 2, 3)],
    food((0.035, 0.032, 0.028), 0.9, 0),
    False,
)
tp = box('tl', (9.75, 1, 9.75), tile, bev=0.22)
hide_proto(tp)
for i in range(-11, 12):
    for j in range(-1, 9):
        copy(
            tp,
            (
                i * 10 + random.uniform(-0.06, 0.06),
                46.5 + random.uniform(-0.1, 0.1),
                5 + j * 10 + random.uniform(-0.05, 0.05),
            ),
            (random.gauss(0, 0.012), 0, random.gauss(0, 0.012)),
        )
# counter
wm = wood((0.020, 0.012, 0.008), (0.050, 0.030, 0.018), (0.095, 0.060, 0.038), rough=0.34)
for i in range(-4, 4):
    box('ctr', (300, 13.9, 4), wm, (random.uniform(-40, 40), 3 + i * 14.0, -2 + random.uniform(-0.03, 0.03)), 0.14)
# rail with pans
rail = tube('rail', [(-90, 40, 43), (90, 40, 43)], 0.65, brass, 20, None, 0)
hk = tube(
    'hook',
    [
        (0, 0.9, 1.0),
        (0, 0.3, 1.15),
        (0, -0.65, 0.6),
        (0, -0.75, -0.4),
        (0, -0.1, -1.4),
        (0, 0.3, -2.4),
        (0, -0.2, -3.2),
        (0, -0.9, -3.1),
        (0, -1.2, -2.5),
    ],
    0.17,
    brass,
    8,
)
hide_proto(hk)
PP = [
    capture(pan, cop, tin, iron, R, H, L) for R, H, L in ((8.6, 7, 13), (7.4, 6.2, 12), (6.2, 5.6, 11), (9.6, 5, 14))
]
PR = [8.6, 7.4, 6.2, 9.6]
PL = [13, 12, 11, 14]
base = Matrix(((0, 1, 0), (0, 0, 1), (1, 0, 0)))
for x, k, yaw, flip in (
    (-45, 3, 0.35, 0),
    (-22, 0, 0.25, 0),
    (-2.5, 1, 0.1, 0),
    (15, 2, -0.2, 0),
    (34, 3, -0.3, 0),
    (55, 0, -0.3, 0),
):
    q = (
        Matrix.Rotation(yaw + (math.pi if flip else 0), 3, 'Z')
        @ Matrix.Rotation(random.uniform(-0.03, 0.03), 3, 'Y')
        @ base
    )
    e = q.to_euler()
    hook = Vector((x, 39.2, 39.6))
    inst(PP[k], hook - q @ Vector((PR[k] + PL[k] - 0.4, 0, PP and 8)), e)
    copy(hk, (x, 40, 43))
# hero: pot with lid + saucepan
POT = capture(pan, cop, tin, brass, 11, 12.5, 0, 0.35, True, brass)
inst(POT, (-1.0, 6, 0), (0, 0, 0.5))
SP = capture(pan, cop2, tin, brass, 7.4, 6.6, 16, None, False, brass)
inst(SP, (17.2, -3.0, 0), (0, 0, 0.28))


# in front: a wooden spoon, or for the close-up a bunch of rosemary
def spoon(u, v):
    "closed surface along x: v runs from the end of the handle (0) to the tip of the bowl (1), u goes round"
    w = sinterp(v, [0, 0.02, 0.3, 0.66, 0.74, 0.87, 0.96, 1], [0.1, 0.9, 0.78, 0.7, 1.2, 2.8, 1.9, 0.05])
    t = sinterp(v, [0, 0.02, 0.3, 0.7, 0.85, 0.97, 1], [0.1, 0.42, 0.45, 0.42, 0.62, 0.4, 0.05])
    y, z = w * math.cos(TAU * u), t * math.sin(TAU * u)
    if z > 0:
        z -= 1.15 * sstep(0.72, 0.86, v) * sstep(1, 0.9, v) * max(0, 1 - (y / w * 1.12) ** 2)
    return ((v - 0.5) * 27, y, 0.62 + z + sinterp(v, [0, 0.6, 0.74, 0.88, 1], [-0.12, 0.3, 0.35, 0.06, 0.45]))


def rosemary_bunch():
    rl = leafmat((0.135, 0.165, 0.105), (0.26, 0.33, 0.15), 0.5, False, 0.3)
    rst = food((0.12, 0.085, 0.04), 0.7, 0.05)
    sl = leafmat((0.16, 0.22, 0.13), (0.30, 0.40, 0.20), 0.6, True, 0.2)
    tw = food((0.66, 0.54, 0.36), 0.9, 0.1)
    R = [capture(rosemary, rl, rst, 16, s, 40, 0.14, 1.9, 0.24, 0.12, 0.8, 0.30) for s in (1, 2, 3)]
    bay = [leaf('bay', 6.5, 2.3, sl, 0.35, 0.3, 0.08) for _ in range(3)]
    hide_proto(*bay)
    rs = random.Random(4)
    for i in range(13):
        x, y, z = rs.uniform(-1.4, 0.6) - 5.2, rs.uniform(-0.5, 0.5) - 9.4, rs.uniform(0, 1.5) + 0.7
        turn, tilt = 1.30 + rs.gauss(0, 0.17), rs.uniform(0.0, 0.16)
        inst(R[i % 3], (x, y, z), (math.pi / 2 - tilt, 0, turn), rs.uniform(0.85, 1.15))
    twine(tw, (-3.2, -10.0, 1.45), 1.25, 4, 0.15, (0, math.pi / 2, -0.27), 2)
    for x, y, z, a in (
        (-1.5, -10.6, 2.2, -1.2),
        (0.5, -11.2, 2.3, -1.75),
        (2.0, -9.6, 2.6, -1.45),
        (-0.4, -12.0, 1.2, -2.0),
        (3.5, -9.0, 1.5, -1.2),
    ):
        copy(rs.choice(bay), (x, y, z), (rs.uniform(-0.1, 0.25), rs.uniform(-0.5, 0.5), a))


if A.get('name') == 'rozemarijn':
    rosemary_bunch()
else:
    beech = wood((0.26, 0.15, 0.075), (0.36, 0.22, 0.12), (0.43, 0.28, 0.16), rough=0.5, coat=0)
    o = grid('spoon', spoon, 48, 120, beech, closed_u=True)
    o.location, o.rotation_euler = (1.0, -13.6, 0), (0, 0, math.pi + 0.16)
area((-85, -30, 75), (0, 5, 10), (34, 80), 80, (1, 0.93, 0.84))
area((70, -10, 50), (0, 10, 10), (24, 60), 16, (1, 0.74, 0.48))
area((10, -110, 80), (0, 0, 10), (90, 40), 3.0, (0.95, 0.97, 1))
camera((-7, -84, 19), (-0.3, 0, 15.3), 46, 2.8, focus=(1, -6, 8))
render('koperen_pannen_' + str(A.get('tag', 'p')), A['w'], A['h'], A['spp'], exposure=0.85, bloom=0.06, vig=0.34)
