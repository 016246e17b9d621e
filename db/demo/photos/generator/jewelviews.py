"""How each kind of jewel is photographed: the usual views, and the rows of the manifest."""
import math

TAU = 2 * math.pi


def spec(pid, model, metal, kind, gems=(), flaws=(), **kw):
    return dict(id=pid, kind='jewellery', model=model, metal=metal, type=kind, gems=[list(g) for g in gems], flaws=list(flaws), **kw)


def words(v, de, en):
    return dict(v, de=de, en=en)


def ring(pid, model, metal, finger, pose, top=False, flaw_name=None, lying=False, **kw):
    s = spec(pid, model, metal, 'rings', ring_size=finger, **kw)
    r = finger / TAU
    names = {f['key']: f for f in s['flaws']}
    v = [words(dict(dict(name='main', mm=32., at=(0, 0, r * .28 if not lying else 0), az=0, scale=.30, fstop=24, whole=True), **pose), 'Gesamtansicht', 'whole ring'),
         words(dict(name='back', rot=(0, 0, 0), az=0, el=56, mm=12.5 if not kw.get('inside') else 13.5, at=(0, .8, -r + .9), scale=.30, fstop=26), 'Innenseite der Schiene mit Punze', 'inside of the shank with the hallmark')]
    head = model not in ('eternity', 'wedding')
    if lying or not head:
        v.append(words(dict(name='side', rot=(90, 0, 0), az=18, el=30, mm=32., at=(0, 0, 0), scale=.30, fstop=24) if not lying else dict(name='side', rot=(0, 0, 62), az=0, el=14, mm=32., at=(0, 0, 0), scale=.30, fstop=24),
                       'liegend' if not lying else 'stehend', 'lying flat' if not lying else 'standing'))
    else:
        v.append(words(dict(name='side', rot=(0, 0, 82), az=0, el=8, mm=28., at=(0, 0, r * .30), scale=.30, fstop=24), 'Profil', 'profile'))
    key = flaw_name or (s['flaws'][0]['key'] if s['flaws'] else None)
    if key == 'shank':
        v.append(words(dict(name='flaw', rot=(0, 0, 72), az=0, el=10, mm=7.5, at=(-r - 1.2, 0, -r * .30), scale=.30, fstop=48), names[key]['de'], names[key]['en']))
    elif key == 'side':
        v.append(words(dict(name='flaw', rot=(0, 0, 20), az=0, el=8, mm=9., at=(-r * .80, -1.2, r * .62), scale=.30, fstop=48), names[key]['de'], names[key]['en']))
    elif key == 'face':
        v.append(words(dict(name='flaw', rot=(0, 0, 24), az=0, el=42, mm=17., at=(0, 0, r + 2.4), scale=.30, fstop=48), names[key]['de'], names[key]['en']))
    elif key == 'table':
        v.append(words(dict(name='flaw', rot=(0, 0, 18), az=0, el=58, mm=12., at=(0, 0, r + 5), scale=.30, fstop=48), names[key]['de'], names[key]['en']))
    elif key == 'granulation':
        v.append(words(dict(name='flaw', rot=(0, 0, -52), az=0, el=30, mm=11., at='granulation', scale=.30, fstop=48), names[key]['de'], names[key]['en']))
        v.append(words(dict(name='flaw', rot=(0, 0, -16), az=0, el=62, mm=20., at=(0, 0, r + 4), scale=.30, fstop=54), names['stone']['de'], names['stone']['en']))
    elif key == 'pits':
        v.append(words(dict(name='flaw', rot=(0, 0, 30), az=0, el=6, mm=9., at=(-1.2, -2, r + 4.0), scale=.30, fstop=48), names[key]['de'], names[key]['en']))
    if top:
        v.append(words(dict(name='detail', rot=(0, 0, 16), az=0, el=58 if model != 'signet' else 38, mm=18., at=(0, 0, r + 4), scale=.30, fstop=54), 'von oben', 'from above'))
    elif pid == '10481':
        v.append(words(dict(name='detail', rot=(0, 0, 12), az=0, el=46, mm=13., at=(0, 0, r + 5), scale=.30, fstop=57), 'der Stein von oben', 'the stone from above'))
    if pid in ('10481', '10471'):
        v.append(words(dict(name='scale', rot=pose['rot'], az=-4, el=34, mm=44, at=(0, 0, -r * .5), ruler=30, under=4, scale=.30, fstop=36), 'Neben einem Lineal', 'beside a ruler'))
    return dict(s, views=v)


def earring(pid, model, metal, length, mm, flaw_name=None, **kw):
    s = spec(pid, model, metal, 'earrings', length_mm=length, **kw)
    names = {f['key']: f for f in s['flaws']}
    if model == 'studs':
        v = [words(dict(name='main', rot=(0, 0, 0), az=0, el=26, mm=mm, at=(0, 1, 0), scale=.24, fstop=48, whole=True), 'Gesamtansicht', 'the pair'),
             words(dict(name='back', rot=(0, 0, 180), az=14, el=24, mm=mm + 3, at=(0, 6, -1.5), scale=.24, fstop=48), 'Rückseite mit Poussetten und Punze', 'the backs with butterflies and hallmark'),
             words(dict(name='side', rot=(0, 0, 0), az=58, el=16, mm=mm, at=(0, 4, -1), scale=.24, fstop=48), 'Profil', 'profile'),
             words(dict(name='detail', look='inscription', az=0, el=20, mm=2.6, at='inscription', scale=.24, fstop=60), 'Lasergravur auf der Rundiste', 'laser inscription on the girdle')]
    elif model == 'hoops':
        v = [words(dict(name='main', rot=(0, 0, 0), az=0, el=16, mm=mm, at=(0, 4, 0), scale=.45, fstop=26, whole=True), 'Gesamtansicht', 'the pair'),
             words(dict(name='back', rot=(0, 0, 0), az=24, el=20, mm=15., at=(-12.4, 0, 11.5), scale=.45, fstop=48), 'Verschluss mit Punze', 'catch with hallmark'),
             words(dict(name='side', rot=(0, 0, 0), az=-48, el=22, mm=mm, at=(0, 4, 0), scale=.45, fstop=26), 'von der Seite', 'from the side')]
        for f in s['flaws'][:1]:
            if f['key'] == 'dent':
                v.append(words(dict(name='flaw', rot=(0, 0, 0), az=-14, el=38, mm=14., at=(14.6, 9.6, -9.5), scale=.45, fstop=54), f['de'], f['en']))
            else:
                v.append(words(dict(name='flaw', rot=(0, 0, 0), az=34, el=14, mm=13., at=(-20., -7., -3), scale=.45, fstop=54), f['de'], f['en']))
    else:
        v = [words(dict(name='main', rot=(0, 0, 0), az=10, el=9, mm=mm, at=(0, 3, -4), scale=.5, fstop=26, whole=True), 'Gesamtansicht', 'the pair'),
             words(dict(name='back', rot=(0, 0, 180), az=20, el=14, mm=24., at=(4, 6, 2), scale=.5, fstop=48), 'Haken mit Sicherung und Punze', 'hook with safety catch and hallmark'),
             words(dict(name='detail', rot=(0, 0, 0), az=-20, el=12, mm=19., at=(5.4, -1, -5), scale=.5, fstop=54), 'Saphirtropfen und Brillant', 'sapphire drop and brilliant')]
    return dict(s, views=v)


def bracelet(pid, model, metal, length, flaw_name=None, turn=0, **kw):
    s = spec(pid, model, metal, 'bracelets', length=float(length), length_mm=length, **kw)
    names = {f['key']: f for f in s['flaws']}
    if model == 'bangle':
        v = [words(dict(name='main', rot=(24, 0, 30), az=0, el=36, mm=80., at=(0, 0, 0), scale=.7, fstop=20, whole=True), 'Gesamtansicht', 'whole bangle'),
             words(dict(name='back', rot=(0, 0, 0), az=0, el=50, mm=24., at=(0, 0, -24), scale=.7, fstop=24), 'Innenseite mit Punze', 'inside with the hallmark'),
             words(dict(name='side', rot=(90, 0, 0), az=0, el=44, mm=80., at=(0, 0, 0), scale=.7, fstop=24), 'liegend, mit Scharnier und Schloss', 'lying, with hinge and catch'),
             words(dict(name='flaw', rot=(0, 180, 24), az=0, el=62, mm=22., at=(0, 0, -26), scale=.7, fstop=28), names['under']['de'], names['under']['en']),
             words(dict(name='detail', rot=(0, 0, 20), az=0, el=52, mm=34., at=(0, 0, 26), scale=.7, fstop=28), 'die Brillanten im Verlauf', 'the graduated brilliants')]
        return dict(s, views=v)
    flat = dict(az=0, el=50, scale=.85)
    v = [words(dict(name='main', rot=(0, 0, turn), mm=84. if model != 'tennis' else 72., at=(0, 2, 0), fstop=22, whole=True, **flat), 'Gesamtansicht, geschlossen', 'whole bracelet, closed'),
         words(dict(name='clasp', rot=(180, 0, 0), az=0, el=54, mm=26., at='clasp', scale=.85, fstop=48) if model == 'tennis' else
               dict(name='clasp', rot=(0, 0, 0), az=0, el=54, mm=34., at='clasp', scale=.85, fstop=48), 'Kastenschloss mit Punze und Sicherung', 'box clasp with hallmark and safety catch'),
         words(dict(name='side', rot=(0, 0, 0), az=30, el=24, mm=46., at=(17, -26, 1), scale=.85, fstop=48), 'von der Seite', 'from the side')]
    if model == 'tennis':
        v.append(words(dict(name='flaw', rot=(180, 0, 0), az=0, el=46, mm=15., at=(17., -26, 0), scale=.85, fstop=54), names['under']['de'], names['under']['en']))
        v.append(words(dict(name='detail', rot=(0, 0, 0), az=-12, el=40, mm=20., at=(-20, -25, 1), scale=.85, fstop=54), 'Brillanten in Viererkrappen', 'brilliants in four claws'))
    else:
        for f in s['flaws']:
            v.append(words(dict(name='flaw', rot=(0, 0, 0), az=0, el=36, mm=18., at=f['key'], scale=.85, fstop=64), f['de'], f['en']))
    return dict(s, views=v)


def necklace(pid, model, metal, length, path=None, **kw):
    s = spec(pid, model, metal, 'necklaces', length_mm=length, **kw)
    names = {f['key']: f for f in s['flaws']}
    if model == 'pearls':
        if path == 'drop':
            s['path'] = [(26, -44), (43, -20), (48, 0), (43, 20), (26, 44), (-16, 58), (-56, 50), (-62, 40), (-50, 33), (-30, 31), (-2, 21), (10, 0), (-2, -21), (-30, -31), (-50, -33), (-62, -40), (-56, -50), (-16, -58)]
        v = [words(dict(name='main', rot=(0, 0, 0), az=0, el=60, mm=138., at=(0, 2, 0) if path != 'drop' else (-7, 0, 0), scale=.9, fstop=20, whole=True), 'Gesamtansicht', 'whole strand'),
             words(dict(name='clasp', rot=(0, 0, 0), az=-8, el=38, mm=36., at='clasp', scale=.9, fstop=48), 'Schließe', 'clasp'),
             words(dict(name='detail', rot=(0, 0, 0), az=14, el=30, mm=60., at=(0, -46, 3) if path != 'drop' else (30, 30, 3), scale=.9, fstop=26), 'Lüster und Knoten', 'lustre and knots')]
        for f in s['flaws'][:1]:
            v.append(words(dict(name='flaw', rot=(0, 0, 0), az=0, el=40, mm=20., at=f['key'], scale=.9, fstop=54), f['de'], f['en']))
    else:
        s['length'] = float(length)
        v = [words(dict(name='main', rot=(0, 0, 0), az=0, el=60, mm=146., at=(-4, -2, 0), scale=.9, fstop=20, whole=True), 'Gesamtansicht', 'whole chain'),
             words(dict(name='clasp', rot=(0, 0, 0), az=0, el=44, mm=40., at='tag', by=(-5, -3, 0), scale=.9, fstop=28), 'Knebelring und Punzen', 'toggle ring and hallmarks'),
             words(dict(name='side', rot=(0, 0, 0), az=-26, el=26, mm=70., at=(30, -40, 3), scale=.9, fstop=26), 'von der Seite', 'from the side')]
        for f in s['flaws']:
            v.append(words(dict(name='flaw', rot=(0, 0, 0), az=0, el=50, mm=26., at=f['key'], scale=.9, fstop=54), f['de'], f['en']))
    return dict(s, views=v)


def pendant(pid, metal, length, kind, **kw):
    s = spec(pid, 'pendant', metal, kind, length=float(length), length_mm=length, **kw)
    drop = kw['drop']
    y = {'coin': -22., 'halo': -18., 'locket': -24.}[drop]
    v = [words(dict(name='main', rot=(0, 0, 0), az=0, el=48, mm=62., at=(0, -6, 0), scale=.85, fstop=24), 'Anhänger mit Kette', 'pendant with its chain')]
    if drop == 'halo':
        v += [words(dict(name='clasp', rot=(0, 0, 0), az=0, el=56, mm=26., at='clasp', spec=dict(clasp=True), scale=.85, fstop=48), 'Federring und Punze', 'spring ring and hallmark'),
              words(dict(name='side', rot=(0, 0, 0), az=-24, el=36, mm=30., at=(0, y, 3), scale=.85, fstop=32), 'von der Seite', 'from the side'),
              words(dict(name='detail', rot=(0, 0, 0), az=6, el=72, mm=20., at=(0, y, 4), scale=.85, fstop=54), 'Stein und Brillantkranz', 'stone and halo')]
        return dict(s, views=v)
    f = s['flaws'][0]
    v += [words(dict(name='back', rot=(0, 0, 0), az=0, el=38, mm=44., at=(0, y + 3, 0), spec=dict(flip=True), scale=.85, fstop=28), 'Rückseite mit Punze', 'back with the hallmark'),
          words(dict(name='side', rot=(0, 0, 0), az=-22, el=34, mm=44., at=(0, y, 1), scale=.85, fstop=48), 'von der Seite', 'from the side') if drop == 'coin' else
          words(dict(name='detail', rot=(0, 0, 0), az=0, el=48, mm=62., at=(-10, y + 6, 2), spec=dict(open=168), scale=.85, fstop=28), 'geöffnet, mit zwei Rähmchen', 'open, with its two frames'),
          words(dict(name='flaw', rot=(0, 0, 0), az=10, el=36, mm=20., at=f['key'], spec=dict(flip=True), scale=.85, fstop=54), f['de'], f['en']),
          ]
    if drop == 'coin':
        v.append(words(dict(name='clasp', rot=(0, 0, 0), az=0, el=56, mm=26., at='clasp', spec=dict(clasp=True), scale=.85, fstop=48), 'Federring', 'spring ring'))
    return dict(s, views=v)


def brooch(pid, model, metal, length, turn=0, flaw_name=None, **kw):
    s = spec(pid, model, metal, 'brooches', length_mm=length, **kw)
    cy = 0. if model == 'deco' else -8.
    v = [words(dict(name='main', rot=(0, 0, turn), az=0, el=60, mm=56. if model == 'deco' else 62., at=(0, cy, 1), scale=.5, fstop=24, whole=True), 'Gesamtansicht', 'whole brooch'),
         words(dict(name='back', rot=(0, 180, 0), az=0, el=50, mm=54., at=(0, cy, 0), scale=.5, fstop=26), 'Rückseite mit Nadel und Punze', 'back with pin and hallmark'),
         words(dict(name='side', rot=(0, 0, -20), az=0, el=28, mm=60., at=(0, cy, 2), scale=.5, fstop=28), 'von der Seite', 'from the side')]
    for f in s['flaws']:
        v.append(words(dict(name='flaw', rot=(0, 0, 0), az=-6, el=56, mm=15. if f['key'] != 'petal' else 22., at=f['key'], scale=.5, fstop=54), f['de'], f['en']))
    return dict(s, views=v)
