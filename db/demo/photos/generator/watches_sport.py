"""Divers, travel watches, datejusts and other watches on steel."""
from watchviews import back, beside_ruler, clasp, dial, flaw, flaw_back, main, side

DIVE = dict(bezel='dive', markers='dive', hands='plot', date=3, bracelet='oyster', guards=True, lug=20, lug_w=2.4, centre='brushed', dial_finish='matte',
            back='screw', clasp='safety', insert='black', movement='automatic')
TRAVEL = dict(bezel='gmt', markers='dive', hands='plot', date=3, cyclops=True, guards=True, lug=20, lug_w=2.4, dial='black', back='screw', movement='automatic')
DATEJUST = dict(diameter=36, bezel='fluted', hands='baton', date=3, cyclops=True, lug=20, lug_w=2.2, back='screw', movement='automatic', crown_r=2.7)


def steel(bar, *lines):
    return (f'STAINLESS STEEL · WATER RESISTANT {bar} ·',) + (lines or ('SWISS', 'MADE'))


def piece(*base, id, views, flaws=(), **k):
    out = {}
    for b in base:
        out.update(b)
    return dict(out, id=id, kind='watch', views=views, flaws=list(flaws), **k) if not set(out) & set(k) else dict({**out, **k}, id=id, kind='watch', views=views, flaws=list(flaws))


def f(key, at, look, de, en, kind=None, **k):
    return dict(dict(key=key, at=at, look=look, de=de, en=en, kind=kind), **k)


def clasp_close(key='clasp', mm=42, at=(0, -1, -53)):
    return flaw(key, at, (.42, -.26, -.87), mm=mm, el=24.8, up=(1, 0, 0))


def links_close(key, y, z=-9., mm=27):
    """Bracelet below six o'clock."""
    return flaw(key, (0, y, z), (.22, -.86, .46), mm=mm, up=(0, 0, 1), el=27)


SPORT = [
    piece(DIVE, id='10441', views=[main(16), back(), side(), flaw('dent', (-13.5, -14.6, -3.2), (-.62, -.74, .30), mm=20, up=(0, 0, 1), el=18),
                                   flaw('insert', (15, -8.8, 2.8), (.25, -.35, .9), mm=22, el=46), beside_ruler()],
          flaws=[f('dent', (-13.4, -14.9, -3.0), (-.67, -.74, .1), 'Kleine Delle an der Flanke bei 7 Uhr', 'Small dent on the flank at 7 o’clock', 'dent', r=1.25, depth=.5),
                 f('insert', (15.1, -8.7, 2.7), (0, 0, 1), 'Feiner Kratzer in der Lünetteneinlage bei 20', 'Fine scratch in the bezel insert at 20', 'scratches', len=3.6, ang=62, w=.10),
                 f('stretch', (7, -28.5, -12), (0, -1, .2), 'Band leicht gelängt', 'Bracelet slightly stretched')],
          diameter=40, thickness=12.5, case='steel', insert_finish='aluminium', dial='black', cyclops=True, stretch=.30,
          print=[('300 m = 1000 ft', -.32, .72), ('CHRONOMETER', -.43, .66), ('AUTOMATIC', .34, .82)], engraving=steel('300 m')),
    piece(DIVE, id='10379', views=[main(12, 64), back(), side(), clasp_close(mm=38)],
          flaws=[f('clasp', (-1.2, 4, -55), (0, 0, -1), 'Zwei haarfeine Kratzer auf der Schließe', 'Two hairline scratches on the clasp', 'scratches', n=2, len=9, spread=(3.5, 3), w=.05, ang=62, fan=24)],
          diameter=40, thickness=12.5, case='steel', dial='black', cyclops=True, dial_finish='enamel', lug_w=3.0, lug_bevel=.35,
          print=[('AUTOMATIC', .36, .80), ('300 m = 1000 ft', -.32, .72), ('CHRONOMETER', -.43, .66)], engraving=steel('300 m', 'AUTOMATIC')),
    piece(DIVE, id='10414', views=[main(-10, 61), back(), side(), dial(mm=36), clasp()],
          flaws=[f('lume', (10.4, -6, .4), (0, 0, 1), 'Tritium honigfarben gealtert, ohne Leuchtkraft', 'Tritium aged to honey, no longer glowing'),
                 f('marks', (18.4, -8.0, -3.4), (.92, -.40, 0), 'Sichtbare Tragespuren am Gehäuse', 'Visible wear to the case', 'scratches', n=12, len=4, spread=(2.6, 1.6), w=.07, ang=15, fan=30),
                 f('stretch', (7, -28.5, -12), (0, -1, .2), 'Band gelängt', 'Bracelet stretched')],
          diameter=40, thickness=13, case='steel', insert_finish='aluminium', dial='black', cyclops=True, lume_col='cream', drilled=True, case_finish='polished', lug_bevel=.6, stretch=.34,
          print=[('300 m = 1000 ft', -.32, .72), ('CHRONOMETER', -.43, .66), ('AUTOMATIC', .34, .82)], engraving=steel('300 m')),
    piece(DIVE, id='10482', views=[main(-13, 60), back(), side(), clasp_close(), beside_ruler()],
          flaws=[f('clasp', (1.5, 5, -55), (0, 0, -1), 'Feine Tragespuren an der Schließe', 'Fine hairlines on the clasp', 'scratches', n=22, len=7, spread=(7, 10), w=.05, ang=40, fan=50)],
          diameter=40, thickness=12.5, case='steel', dial='black', cyclops=True, dial_finish='enamel', lug_w=3.0, lug_bevel=.35,
          print=[('DATE', .40, .66), ('CHRONOMETER', -.43, .66), ('300 m = 1000 ft', -.32, .72, 'red')], engraving=steel('300 m', 'AUTOMATIC')),
    piece(DIVE, id='10435', views=[main(-17, 64), back(), side(), flaw_back('rust', (-11, -13, -10), mm=28, turn=-24),
                                   dial(mm=36)],
          flaws=[f('rust', (-8.6, -13.8, -9.8), (0, 0, -1), 'Rost am Sitz der Bodendichtung', 'Rust at the seat of the case-back gasket', 'rust', along=(176, 262), r=18.3),
                 f('lume', (10.4, -6, .4), (0, 0, 1), 'Leuchtmasse cremefarben gealtert, ohne Leuchtkraft', 'Luminous material aged to cream, no longer glowing')],
          diameter=40, thickness=13, case='steel', insert_finish='aluminium', insert='graphite', dial='black', cyclops=True, lume_col='cream', drilled=True, dome=.9, case_finish='polished', lug_bevel=.75,
          print=[('AUTOMATIC', .38, .80), ('200 m = 660 ft', -.32, .72), ('25 JEWELS', -.43, .62)], engraving=steel('200 m', 'AUTOMATIC')),
    piece(DIVE, id='10397', views=[main(20, 60), back(), flaw('flank', (-18.6, -5.5, -4.5), (-.93, -.30, .22), mm=26, up=(0, 0, 1), el=13), side(-76)],
          flaws=[f('flank', (-18.2, -8.2, -3.6), (-.92, -.40, 0), 'Feine Kratzer auf der Flanke', 'Fine scratches on the flank', 'scratches', n=14, len=4, spread=(2.6, 1.6), w=.05, ang=20, fan=26),
                 f('stretch', (7, -28.5, -12), (0, -1, .2), 'Band mit geringer Längung', 'Bracelet with little stretch')],
          diameter=40, thickness=14.6, case='steel', insert_finish='aluminium', dial='black', valve=9, drilled=True, all_minutes=True, stretch=.12, top=3.6,
          print=[('CHRONOMETER', .38, .74), ('4000 ft = 1220 m', -.32, .76), ('AUTOMATIC', -.43, .62)], engraving=('STAINLESS STEEL · WATER RESISTANT 1220 m ·', 'GAS ESCAPE', 'VALVE')),
    piece(DIVE, id='10437', views=[main(-20, 63), back(), side(), flaw('insert', (13, -12, 2.8), (.22, -.45, .86), mm=22, el=44), clasp()],
          flaws=[f('insert', (12.8, -12.6, 2.7), (0, 0, 1), 'Kratzer in der Lünetteneinlage', 'Scratches in the bezel insert', 'scratches', n=7, len=3.2, spread=(2.6, 2.2), w=.085, ang=30, fan=40)],
          diameter=41, thickness=11.9, case='steel', insert_finish='aluminium', dial='black', dial_finish='waves', hands='dive', valve=10, bracelet='h-link', centre='polished', lugs='twisted', grip=40,
          print=[('AUTOMATIC', .36, .80), ('CHRONOMETER', -.30, .70), ('300 m / 1000 ft', -.41, .70, 'red')], engraving=steel('300 m', 'HELIUM', 'VALVE')),
    piece(DIVE, id='10409', views=[main(-18, 60), back(), side(), flaw('lug', (12.4, -20.8, -3.6), (.80, -.45, .38), mm=19, up=(0, 0, 1), el=22),
                                   flaw('numerals', (-16.6, 3, 2.8), (-.30, -.30, .9), mm=24, el=46)],
          flaws=[f('lug', (12.4, -20.8, -3.6), (1, -.1, .1), 'Kleine Delle am Horn bei 5 Uhr', 'Small dent on the lug at 5 o’clock', 'dent', r=.85, depth=.45),
                 f('lug2', (-12.4, 20.6, -3.4), (-1, .1, .1), 'Kleine Delle am Horn bei 11 Uhr', 'Small dent on the lug at 11 o’clock', 'dent', r=.75, depth=.40),
                 f('numerals', (-17.4, 4.0, 2.8), (0, 0, 1), 'Lünettenziffern leicht berieben', 'Bezel numerals slightly rubbed'),
                 f('marks', (18.4, -8.0, -3.4), (.92, -.40, 0), 'Sichtbare Kratzer am Gehäuse', 'Visible scratches on the case', 'scratches', n=12, len=4, spread=(2.6, 1.6), w=.07, ang=15, fan=30)],
          diameter=41, thickness=12, case='steel', insert='blue', insert_finish='aluminium', dial='blue', dial_finish='waves', hands='dive', valve=10, lume_col='cream', bracelet='round-link', grip=40, rubbed=(235, 345),
          print=[('AUTOMATIC', .36, .80), ('CHRONOMETER', -.30, .70), ('300 m / 1000 ft', -.41, .70, 'red')], engraving=steel('300 m', 'CHRONOMETER')),
    piece(DIVE, id='10442', views=[main(-15, 61), back(), side(), flaw('rub', (18.2, 9.5, -3.5), (.80, .38, .46), mm=24, up=(0, 0, 1), el=28)],
          flaws=[f('rub', (18.7, 9.6, -3.2), (.88, .47, 0), 'Matte Schleifspuren an der Krone', 'Dull rub marks near the crown', 'scratches', n=46, len=2.4, spread=(2.6, 1.5), w=.04, ang=8, fan=7, tone='grey')],
          diameter=43, thickness=12.2, case='titanium', case_finish='satin', insert='green', grip=12, dial='green', dial_finish='lines', hands='dive', bracelet='rubber', strap='black', clasp='pin', lug=21.5,
          print=[('AUTOMATIC', .38, .80), ('300 m / 1000 ft', -.34, .76)], engraving=('TITANIUM GRADE 2 · WATER RESISTANT 300 m ·', 'SWISS', 'MADE')),
    piece(TRAVEL, id='10470', views=[main(-12), back(), side(), links_close('links', -29)],
          flaws=[f('links', (0, -28.7, -9), (0, -.95, .3), 'Feine Haarlinien auf den polierten Mittelgliedern', 'Fine hairlines on the polished centre links', 'scratches', n=22, len=3.2, spread=(3.6, 5), w=.05, ang=70, fan=30, tone='grey')],
          diameter=40, thickness=12.1, case='steel', insert=['blue', 'graphite'], gmt='blue', bracelet='jubilee', clasp='safety', lug_w=3.0, dial_finish='enamel',
          print=[('DATE', .40, .62), ('CHRONOMETER', -.32, .70), ('AUTOMATIC', -.43, .62)], engraving=steel('100 m', 'AUTOMATIC')),
    piece(TRAVEL, id='10403', views=[main(17, 63), back(), side(), flaw('crystal', (7.4, 12.6, 3), (.20, -.15, .96), mm=18, el=52), links_close('stretch', -29)],
          flaws=[f('crystal', (7.35, 12.73, 2.8), (0, 0, 1), 'Winziger Ausbruch am Glasrand bei 1 Uhr', 'Tiny nick at the edge of the crystal near 1 o’clock', 'chip', r=.36),
                 f('stretch', (6, -28.5, -12), (0, -1, .2), 'Band deutlich gelängt', 'Bracelet clearly stretched')],
          diameter=40, thickness=12, case='steel', insert=['blue-grey', 'grey'], insert_finish='aluminium', gmt='red', bracelet='jubilee', clasp='fold', stretch=.62, drilled=True, dial_finish='matte',
          print=[('DATE', .40, .62), ('CHRONOMETER', -.32, .70), ('AUTOMATIC', -.43, .62)], engraving=steel('100 m')),
    piece(TRAVEL, id='10478', views=[main(14), back(), side(), clasp(), beside_ruler()],
          diameter=40, thickness=12.1, case='steel-rose', insert=['brown', 'black'], gmt='rose', bracelet='oyster', clasp='safety', lug_w=3.0, dial_finish='enamel',
          print=[('DATE', .40, .62), ('CHRONOMETER', -.32, .70), ('AUTOMATIC', -.43, .62)], engraving=steel('100 m', 'AUTOMATIC')),
    piece(id='10398', views=[main(-15, 61), back(), side(), clasp_close(mm=32)],
          flaws=[f('clasp', (1.5, 5, -55), (0, 0, -1), 'Leichte Kratzer an der Schließe', 'Light scratches on the clasp', 'scratches', n=12, len=6, spread=(6, 8), w=.07, ang=30, fan=60)],
          diameter=40, thickness=11.5, case='steel', bezel='brushed', dial='blue', markers='baton', hands='baton', date=3, bracelet='oyster', centre='polished', clasp='buttons', stamp='STEEL', movement='automatic', back='display', lume=True,
          print=[('AUTOMATIC', .40, .84), ('80 HOURS', -.38, .80)], engraving=('STAINLESS STEEL · WATER RESISTANT 100 m · SILICON HAIRSPRING ·',)),
    piece(id='10461', views=[main(15, 62), back(), side(), links_close('links', -29)],
          flaws=[f('links', (0, -29.0, -9), (0, -.95, .3), 'Leichte Kratzer auf den polierten Mittelgliedern', 'Light scratches on the polished centre links', 'scratches', n=12, len=3.6, spread=(2.6, 4.5), w=.06, ang=60, fan=40, tone='grey')],
          diameter=41, thickness=13.2, case='steel', bezel='smooth', dial='blue', dial_finish='teak', markers='wedge', hands='dive', date=6, bracelet='oyster', centre='polished', clasp='fold', stamp='STEEL', movement='automatic', back='display', guards=False,
          print=[('AUTOMATIC', .40, .80), ('CHRONOMETER', -.24, .66), ('150 m / 500 ft', -.34, .66)], engraving=('STAINLESS STEEL · WATER RESISTANT 150 m · 15000 GAUSS ·',)),
    piece(DATEJUST, id='10408', views=[main(13, 60), back(), side(), flaw('dents', (9.2, -28.5, -10.5), (.66, -.66, .36), mm=20, up=(0, 0, 1), el=21)],
          flaws=[f('dents', (9.5, -28.6, -10.4), (.55, -.8, .2), 'Kleine Druckstelle an der Bandkante', 'Small dent on the edge of the bracelet', 'dent', r=.75, depth=.42),
                 f('dents2', (9.4, -29.8, -15.6), (.55, -.8, .1), 'Kleine Druckstelle an der Bandkante', 'Small dent on the edge of the bracelet', 'dent', r=.7, depth=.36)],
          diameter=41, thickness=12, case='steel', bezel='smooth', bezel_w=3.6, lug=21, lug_w=3.0, dial='blue', markers='baton', bracelet='oyster', centre='polished', clasp='fold', lume=True,
          print=[('DATE', .40, .64), ('CHRONOMETER', -.34, .70), ('AUTOMATIC', -.45, .62)], engraving=steel('100 m')),
    piece(DATEJUST, id='10391', views=[main(-14, 62), back(), side(), flaw('patina', (8.5, -9.5, 0), (.14, -.24, .96), mm=21, el=56), clasp()],
          flaws=[f('patina', (-8.6, -10.0, 0), (0, 0, 1), 'Leichte Patina am Blattrand', 'Slight patina at the rim of the dial'),
                 f('lume', (12.4, -7.1, .4), (0, 0, 1), 'Tritium dunkel', 'Tritium dark'),
                 f('scratches', (-15.8, -7.3, -3), (-.92, -.40, 0), 'Feine Kratzer überall, keine tiefen', 'Fine scratches all over, none deep', 'scratches', n=16, len=4, spread=(2.4, 1.6), w=.05, ang=10, fan=25)],
          thickness=11.8, case='steel-gold-585', dial='champagne', patina=.85, pie_pan=True, dome=.9, markers='baton', lume=True, lume_col='dark', bracelet='jubilee', clasp='fold', stretch=.22, drilled=True,
          print=[('AUTOMATIC', .36, .72), ('CHRONOMETER', -.34, .66)], engraving=('STAINLESS STEEL ·  585 GOLD · ', 'SWISS', 'MADE')),
    piece(DATEJUST, id='10476', views=[main(15, 61), back(), side(), links_close('links', -26.6)],
          flaws=[f('links', (0, -26.4, -9), (0, -.95, .3), 'Einzelne Haarlinien auf den polierten Goldgliedern', 'Isolated hairlines on the polished gold links', 'scratches', n=12, len=3.0, spread=(3.4, 4.5), w=.05, ang=65, fan=30, tone='deep-gold')],
          thickness=11.7, case='steel-gold', dial='champagne', markers='baton', lume=True, bracelet='jubilee', clasp='hidden', lug_w=2.7,
          print=[('DATE', .38, .62), ('CHRONOMETER', -.34, .70), ('AUTOMATIC', -.46, .62)], engraving=steel('100 m', '750', 'GOLD')),
    piece(DATEJUST, id='10438', views=[main(-13, 63), back(), side(), links_close('links', -26.6)],
          flaws=[f('links', (0, -26.4, -9), (0, -.95, .3), 'Feine Kratzer auf den gewölbten Mittelgliedern', 'Fine scratches on the rounded centre links', 'scratches', n=20, len=3.0, spread=(3.0, 5), w=.055, ang=65, fan=35, tone='deep-gold')],
          thickness=11.9, case='yellow-gold', dial='champagne', markers='diamond', bracelet='round-link', clasp='hidden', stretch=.10,
          print=[('DATE', .30, .62), ('CHRONOMETER', -.34, .70), ('AUTOMATIC', -.46, .62)], engraving=('18 K  ·  750  ·  WATER RESISTANT 100 m  · ', '750')),
    piece(DATEJUST, id='10480', views=[main(13, 62, spec=dict(seal=True)), back(mm=46), side(mm=72), clasp(mm=50), beside_ruler()],
          diameter=28, thickness=10.5, lug=14, lug_w=1.9, bezel_w=2.6, flutes=60, crown_r=2.1, crown_h=2.4, case='steel', dial='mother-of-pearl', markers='diamond', bracelet='jubilee', pitch=.82, clasp='hidden',
          print=[('AUTOMATIC', -.42, .70)], engraving=('STAINLESS STEEL · 100 m · ', 'SWISS', 'MADE')),
    piece(id='10467', views=[main(-16, 62), back(mm=54), side(), flaw('lug', (-10.6, -18.4, -2.4), (-.45, -.50, .74), mm=17, up=(0, 0, 1), el=42), clasp_close()],
          flaws=[f('lug', (-11.2, -19.0, -2), (-.45, -.2, .87), 'Kleine Kerbe am linken unteren Horn', 'Small nick on the lower left lug', 'dent', r=.5, depth=.34),
                 f('clasp', (1.5, 4, -55), (0, 0, -1), 'Fühlbare Kratzer auf der Schließe', 'Scratches on the clasp that can be felt', 'scratches', n=11, len=7, spread=(6.5, 11), w=.10, ang=35, fan=60),
                 f('flank', (9.6, -26.6, -14), (1, -.1, 0), 'Fühlbare Kratzer auf der Bandflanke', 'Scratches on the bracelet flank that can be felt', 'scratches', n=10, len=3.5, spread=(4, .8), w=.08, ang=90, fan=12)],
          diameter=36, thickness=11.6, case='steel', bezel='smooth', dial='green', dial_finish='sunburst', markers='baton', hands='baton', bracelet='oyster', centre='brushed', clasp='fold', lume=True, lug=20, lug_w=2.4, back='screw', movement='automatic', crown_r=2.7,
          print=[('CHRONOMETER', -.36, .74), ('AUTOMATIC', -.47, .66)], engraving=steel('100 m')),
    piece(id='10421', views=[main(-13, 63), back(), side(), flaw('case', (-17, -7, -2), (-.70, -.40, .60), mm=24, up=(0, 0, 1), el=36)],
          flaws=[f('case', (-17.2, -8.0, -3), (-.92, -.40, 0), 'Matte Kratzer im Titan', 'Dull scratches in the titanium', 'scratches', n=14, len=3.4, spread=(2.4, 1.6), w=.08, ang=20, fan=40),
                 f('strap', (3, -27.4, -14), (0, -1, .2), 'Band ausgeblichen', 'Strap faded')],
          diameter=38, thickness=12, case='titanium', case_finish='satin', bezel='brushed', dial='black', dial_finish='matte', markers='arabic', marker_mat='lume', hands='baton', lume=True, bracelet='textile', strap='sand', faded=.6, pad=.3, clasp='pin', movement='automatic', back='screw',
          print=[('AUTOMATIC', .36, .80), ('200 m', -.36, .80)], made='', engraving=('TITANIUM · WATER RESISTANT 200 m · AUTOMATIC · ', '24', 'JEWELS')),
]
