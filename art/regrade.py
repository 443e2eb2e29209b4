"""Denoise and grade again what is in .cache, with the camera and the grade of the scene; takes seconds.

blender -b -P regrade.py -- name=cocktails_final scene=cocktails exposure=.82 vig=.34
"""

import os, sys

HOME = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HOME)
import bpy
import numpy as np
import studio

given = studio.args()
name, scene = given['name'], given['scene']
changed = {k: v for k, v in given.items() if k not in ('name', 'scene', 'w', 'h', 'spp')}


def render(_, w=0, h=0, spp=0, exposure=0, look='High Contrast', dn=True, jpg=False, gamma=1, keep=0.0, soften=0.085, **grade):
    stored = np.load(os.path.join(studio.TMP, name + '.npz'))
    a, b, features = (stored[k].astype(np.float32) for k in 'ABF')
    image = studio.denoise(a, b, features, keep=changed.pop('keep', keep))
    image = studio.dof.smooth(image, features, bpy.context.scene.camera.data, studio._box, changed.pop('soften', soften))
    grade.update({k: v for k, v in changed.items() if k != 'exposure'})
    studio.finish(image, name, changed.get('exposure', exposure), look, gamma, jpg, **grade)


studio.render = render
path = os.path.join(HOME, 'scenes', scene + '.py')
exec(compile(open(path).read(), path, 'exec'), {'__name__': '__main__', '__file__': path})
