"""Views of the watches.  All main views share one scale, so that 28 mm and 43 mm differ as in life."""
import math

MAIN_MM = 64                                        # width of every main picture, at the dial


def main(az=14, tilt=62, **kw):
    return dict(dict(name='main', rot=(tilt, 0, 0), az=az, el=16, mm=MAIN_MM, at=(0, -1.5, -5), whole=True, fstop=26), **kw)


def back(mm=60, el=79, turn=0, **kw):
    """Lying on its crystal, strap spread."""
    e, t = math.radians(el), math.radians(turn)
    look = (math.sin(t) * math.cos(e), -math.cos(t) * math.cos(e), -math.sin(e))
    return dict(dict(name='back', spec=dict(pose='open'), look=look, up=(0, 0, -1), el=el, mm=mm, at=(0, 0, -7), fstop=26), **kw)


def clasp(mm=70, **kw):
    """Lying on its side, clasp towards the camera."""
    return dict(dict(name='clasp', look=(.42, -.30, -.857), up=(1, 0, 0), el=24.8, mm=mm, at=(0, 0, -37), fstop=24), **kw)


def side(az=76, mm=84, **kw):
    """Profile with the crown."""
    return dict(dict(name='side', rot=(62, 0, 0), az=az, el=15, mm=mm, at=(0, 0, -25), fstop=26), **kw)


def flaw(key, at, look, mm=22, el=40, up=(0, 1, 0), **kw):
    return dict(dict(name='flaw', look=look, up=up, el=el, mm=mm, at=at, marks=(key,), fstop=34), **kw)


def flaw_back(key, at, mm=26, turn=0, el=78, **kw):
    """Close-up of the case back, strap spread."""
    return back(mm, el, turn, name='flaw', at=at, marks=(key,), fstop=34, **kw)


def dial(mm=34, at=(0, 0, 0), el=48, look=(.10, -.30, .95), **kw):
    return dict(dict(name='detail', part='dial', look=look, up=(0, 1, 0), el=el, mm=mm, at=at, fstop=30), **kw)


def beside_ruler(az=-4, mm=76, **kw):
    """Whole, behind a ruler on the paper."""
    return dict(dict(name='scale', rot=(52, 0, 0), az=az, el=36, mm=mm, at=(0, -6, -14), ruler=50, fstop=40), **kw)
