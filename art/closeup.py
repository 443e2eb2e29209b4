"""A close-up: another camera on a scene that exists.

blender -b -P closeup.py -- name=maanzaad w=1280 h=800 spp=64
"""

import os, sys

HOME = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HOME)
import studio

# name: scene, camera, what it looks at, focal length in mm, f-stop, what is sharp
CLOSEUPS = {
    'maanzaad': ('klaprozen', (-1, -57, 18), (5.4, -9.4, 2.4), 98, 5.0, (5.0, -12.2, 1.7)),
    'pralines': ('koffie', (2, -50, 15), (14, 1, 2), 85, 3.2, (13, -2, 2.2)),
    'rozemarijn': ('koperen_pannen', (4, -52, 14), (2.4, -6, 4.8), 75, 2.4, (1.5, -11, 2.2)),
}
name = studio.args()['name']
scene, place, target, lens, fstop, focus = CLOSEUPS[name]
camera, render = studio.camera, studio.render
studio.camera = lambda *a, **k: camera(place, target, lens, fstop, focus=focus)
studio.render = lambda _, *a, **k: render(name, *a, **k)
path = os.path.join(HOME, 'scenes', scene + '.py')
exec(compile(open(path).read(), path, 'exec'), {'__name__': '__main__', '__file__': path})
