"""The jewels of the demo shop: parameters, flaws, views and words, one set of pictures for each stock number.

Rings share one scale in their main view, as do bracelets, strands, pendants, brooches and each kind of earring.
"""
from jewelviews import bracelet, brooch, earring, necklace, pendant, ring

SCRIPTS = ('jewel.py', 'setting.py', 'rings.py', 'chains.py', 'drops.py', 'brooches.py', 'wear.py')


def flaw(key, de, en, at=(0, 0, 0)):
    return dict(key=key, at=at, de=de, en=en)


def gem(stone, cut, colour):
    return (stone, cut, colour)


BRILLIANT = gem('diamond', 'round brilliant', 'colourless')
SHANK = ('shank', 'Feine Kratzer an der Ringschiene', 'Fine scratches on the shank')

RINGS = [
    # three solitaires: half a carat, one carat, a carat and a half, each from another side
    ring('10481', 'solitaire', 'white-gold', 52, gems=[BRILLIANT], stone='diamond', size=3.25, w0=2.0, w1=1.7, h0=1.5, **{'raise': 1.3}, hallmarks=['750'], wear=70,
         flaws=[flaw(*SHANK)], pose=dict(rot=(0, 0, 30), el=15),
         de='Solitärring aus Weißgold mit einem Brillanten von 1,02 ct, hoch in sechs Krappen gefasst', en='White-gold solitaire ring with a 1.02 ct brilliant set high in six claws'),
    ring('10452', 'solitaire', 'white-gold', 50, gems=[BRILLIANT], stone='diamond', size=3.7, w0=2.0, w1=1.7, hallmarks=['750'],
         pose=dict(rot=(0, 0, -14), el=24), top=True,
         de='Solitärring aus Weißgold mit einem Brillanten von 1,51 ct in sechs Krappen', en='White-gold solitaire ring with a 1.51 ct brilliant in six claws'),
    ring('10405', 'solitaire', 'white-gold', 54, gems=[BRILLIANT], stone='diamond', size=2.57, w0=2.1, w1=1.9, profile='flat', hallmarks=['750'], wear=110,
         flaws=[flaw('shank', 'Schiene leicht verkratzt', 'Shank lightly scratched')], pose=dict(rot=(0, 0, 48), el=20),
         de='Solitärring aus Weißgold mit einem Brillanten von 0,51 ct in sechs Krappen', en='White-gold solitaire ring with a 0.51 ct brilliant in six claws'),
    ring('10471', 'eternity', 'platinum', 54, gems=[BRILLIANT], stone='diamond', size=1.46, count=20, style='embrace', hallmarks=['PT950'], inside=['1,80 ct'], mark_size=.85, side_wear=70,
         flaws=[flaw('side', 'Sehr feine Spuren an den Flanken', 'Very fine marks on the sides')], pose=dict(rot=(0, 0, 34), el=20), flaw_name='side',
         de='Memoirering aus Platin mit 20 Brillanten in schmalen gemeinsamen Krappen', en='Platinum band ring with 20 brilliants in slim shared claws'),
    ring('10425', 'eternity', 'platinum', 55, gems=[BRILLIANT], stone='diamond', size=1.26, count=22, hallmarks=['PT950'], side_wear=170,
         flaws=[flaw('side', 'Feine Kratzer auf den seitlichen Platinflächen', 'Fine scratches on the platinum sides')], pose=dict(rot=(0, 0, 52), el=26), flaw_name='side',
         de='Memoirering aus Platin, rundum mit 22 Brillanten ausgefasst', en='Platinum eternity ring set all round with 22 brilliants'),
    ring('10469', 'trilogy', 'platinum', 53, gems=[gem('sapphire', 'oval', 'blue'), BRILLIANT], stone='sapphire', cut='oval', ratio=1.24, size=3.15, side=2.15, w0=2.4, hallmarks=['PT950'], wear=90,
         flaws=[flaw(*SHANK)], pose=dict(rot=(0, 0, 28), el=22),
         de='Trilogie-Ring aus Platin mit ovalem Saphir zwischen zwei Brillanten', en='Platinum three-stone ring with an oval sapphire between two brilliants'),
    ring('10444', 'halo', 'yellow-gold', 54, gems=[gem('ruby', 'cushion', 'red'), BRILLIANT], stone='ruby', cut='cushion', size=2.95, halo_count=20, halo_r=.56, shoulder_n=9, hallmarks=['750'],
         pose=dict(rot=(0, 0, 30), el=34), top=True,
         de='Halo-Ring aus Gelbgold mit Rubin im Kissenschliff in einem Kranz von Brillanten, Schultern besetzt', en='Yellow-gold halo ring with a cushion-cut ruby in a halo of brilliants and set shoulders'),
    ring('10436', 'emerald_baguette', 'yellow-gold', 54, gems=[gem('emerald', 'emerald cut', 'green'), gem('diamond', 'baguette', 'colourless')], stone='emerald', size=2.85, ratio=1.34, baguettes=3,
         hallmarks=['750'], flaws=[flaw('table', 'Feine Kratzer auf der Tafel des Smaragds', 'Fine scratches on the table of the emerald')], pose=dict(rot=(0, 0, 26), el=34), flaw_name='table',
         de='Ring aus Gelbgold mit Smaragd im Treppenschliff und je drei Diamantbaguettes auf den Schultern', en='Yellow-gold ring with an emerald-cut emerald and three baguette diamonds on each shoulder'),
    ring('10363', 'cabochon', 'silver', 60, gems=[gem('lapis lazuli', 'oval cabochon', 'blue with a white vein')], stone='lapis', light=True, size=6.5, ratio=1.2, hallmarks=['835'], wear=120, deep=9, wear_r=.014,
         flaws=[flaw('granulation', 'Zwei Kügelchen der Granulation fehlen an der Schulter', 'Two beads of the granulation missing on the shoulder'),
                flaw('stone', 'Fühlbare Kratzer im Stein', 'Scratches in the stone that can be felt')], pose=dict(rot=(0, 0, -28), el=36), flaw_name='granulation',
         de='Silberring mit ovalem Lapislazuli-Cabochon mit weißer Calcitader und Granulation auf den Schultern', en='Silver ring with an oval lapis lazuli cabochon with a white vein of calcite and granulation on the shoulders'),
    ring('10468', 'pearl_ring', 'yellow-gold', 53, gems=[gem('pearl', 'round', 'cream white'), BRILLIANT], size=4.3, shoulder_n=5, shoulder_r=.55, shoulder_step=.135, shoulder_at=.36, hallmarks=['750'], wear=80,
         flaws=[flaw('pits', 'Zwei winzige Punkte an der Unterseite der Perle', 'Two tiny pits on the underside of the pearl'), flaw('shank', 'Schiene fein verkratzt', 'Shank finely scratched')],
         pose=dict(rot=(0, 0, 22), el=15), flaw_name='pits',
         de='Perlring aus Gelbgold mit fünf Brillanten auf jeder Schulter', en='Yellow-gold pearl ring with five brilliants on each shoulder'),
    ring('10361', 'wedding', 'rose-gold', 62, width=4.2, hallmarks=['585'], wear=420, deep=26, wear_r=.013, faint=[('12. 5.', (9.2, 0), 1.5), ('58', (14.4, 0), 1.5)],
         flaws=[flaw('shank', 'Gleichmäßig verkratzt', 'Evenly scratched')], pose=dict(rot=(0, 0, 40), el=20),
         de='Ehering aus Roségold, rundum verkratzt', en='Rose-gold wedding band, scratched all round'),
    ring('10433', 'wedding', 'rose-gold', 54, width=4.0, h0=1.5, profile='soft', hallmarks=['750'], inside=['54', 'HK 4817'], mark_size=.72, wear=120,
         flaws=[flaw('shank', 'Feine Kratzer rundum', 'Fine scratches all round')], pose=dict(rot=(90, 0, 0), az=16, el=32), lying=True,
         de='Ehering aus Roségold mit flacher Wölbung', en='Rose-gold wedding band with a shallow dome'),
    ring('10474', 'signet', 'yellow-gold', 60, width=13.5, rise=3.5, square=.62, face='polished', hallmarks=['750'], wear=130, face_wear=110,
         flaws=[flaw('face', 'Feine Kratzer auf der Platte', 'Fine scratches on the face'), flaw('shank', 'Feine Kratzer auf der Schiene', 'Fine scratches on the shank')],
         pose=dict(rot=(0, 0, 30), el=41), flaw_name='face',
         de='Siegelring aus Gelbgold mit kissenförmiger, nie gravierter Platte', en='Yellow-gold signet ring with a cushion-shaped face that was never engraved'),
    ring('10410', 'signet', 'yellow-gold', 64, width=14., rise=3.7, square=.40, face='brushed', grain='y', hallmarks=['585'], maker='GH',
         pose=dict(rot=(0, 0, -40), el=40), top=True,
         de='Schwerer Siegelring aus Gelbgold mit längs mattierter Platte', en='Heavy yellow-gold signet ring with a lengthwise brushed face'),
]

EARRINGS = [
    earring('10449', 'studs', 'white-gold', 6.3, gems=[BRILLIANT], stone='diamond', size=3.22, backs=True, hallmarks=['750'], girdle_text=[('LG603114852', -62)], mm=24,
            de='Ein Paar Ohrstecker aus Weißgold mit synthetischen Diamanten im Brillantschliff in vier Krappen', en='Pair of white-gold stud earrings with brilliant-cut laboratory-grown diamonds in four claws'),
    earring('10362', 'hoops', 'yellow-gold', 26, twist=True, radius=11.4, tube=1.7, strands=6, rate=40, deep=.10, hallmarks=['750', '0AR'], plate=5.2, mm=50,
            flaws=[flaw('scratches', 'Feine Kratzer', 'Fine scratches')],
            de='Ein Paar fein gedrehte Creolen aus Gelbgold', en='Pair of finely twisted yellow-gold hoop earrings'),
    earring('10396', 'hoops', 'yellow-gold', 26, twist=True, rope=True, mirrored=True, radius=11.2, tube=2.0, strands=6, rate=34, deep=.20, hallmarks=['585'], mm=50,
            flaws=[flaw('dent', 'Leichte Druckstelle innen an einer Creole', 'Slight dent inside one hoop')],
            de='Ein Paar kordelförmig gedrehte Creolen aus Gelbgold, gegengleich gearbeitet', en='Pair of rope-twisted yellow-gold hoop earrings, mirrored'),
    earring('10439', 'drops', 'white-gold', 24, gems=[gem('sapphire', 'pear', 'blue'), BRILLIANT], stone='sapphire', cut='pear', size=3.2, top_size=1.75, hallmarks=['750'], mm=50,
            de='Ein Paar Ohrhänger aus Weißgold mit tropfenförmigen Saphiren und je einem Brillanten, an einem Ständer', en='Pair of white-gold drop earrings with pear-cut sapphires and a brilliant each, on a stand'),
]

BRACELETS = [
    bracelet('10475', 'tennis', 'white-gold', 180, gems=[BRILLIANT], stone='diamond', size=1.24, count=60, hallmarks=['750'],
             flaws=[flaw('under', 'Feine Spuren auf der Unterseite der Glieder', 'Fine marks on the underside of the links')],
             de='Tennisarmband aus Weißgold mit 60 Brillanten, geschlossen, mit Kastenschloss und zwei Sicherheitsachten', en='White-gold tennis bracelet with 60 brilliants, closed, with box clasp and two safety catches'),
    bracelet('10411', 'curb_bracelet', 'yellow-gold', 195, width=13., cut=6, gap=19., hallmarks=['750'], catches=2, scratches=4, scratch_r=.024, scratch_link=4,
             flaws=[flaw('scratches', 'Feine Kratzer auf den Außenflächen', 'Fine scratches on the outer faces')],
             de='Breites Panzerarmband aus Gelbgold, jedes Glied sechsfach geschliffen', en='Wide yellow-gold curb bracelet, every link cut on six sides'),
    bracelet('10440', 'curb_bracelet', 'yellow-gold', 195, width=11., cut=2, gap=17., hallmarks=['585'], catches=1, scratches=9, scratch_r=.026, scratch_link=5, dent_link=3,
             flaws=[flaw('dent', 'Kleine Delle in einem Glied', 'Small dent in one link'), flaw('scratches', 'Fühlbare Kratzer auf den Schauflächen', 'Scratches on the faces that can be felt')],
             flaw_name='dent', turn=20,
             de='Panzerarmband aus Gelbgold, zweifach geschliffen', en='Yellow-gold curb bracelet with double-cut links'),
    bracelet('10426', 'bangle', 'rose-gold', 165, gems=[BRILLIANT], stone='diamond', width=4.6, thick=2.4, count=15, size=1.48, size_end=.88, hallmarks=['750'],
             flaws=[flaw('under', 'Feine Kratzer an der Unterseite', 'Fine scratches underneath')],
             de='Ovaler Scharnierreif aus Roségold mit 15 Brillanten im Verlauf', en='Oval hinged rose-gold bangle with 15 graduated brilliants'),
]

NECKLACES = [
    necklace('10364', 'pearls', 'yellow-gold', 450, gems=[gem('pearl', 'round', 'cream white')], count=59, **{'from': 7., 'to': 7.}, clasp='shell', gap=12., hallmarks=['750'], tint=(.87, .83, .785),
             de='Perlenkette aus 59 gleich großen Akoya-Perlen mit muschelförmiger Schließe aus Gelbgold', en='Strand of 59 equal Akoya pearls with a shell-shaped yellow-gold clasp'),
    necklace('10385', 'pearls', 'yellow-gold', 480, gems=[gem('pearl', 'round', 'cream white')], count=63, **{'from': 5.9, 'to': 8.}, clasp='barrel', gap=13., hallmarks=['585'], tint=(.86, .80, .70), dull=(2, 4), path='drop',
             flaws=[flaw(k, 'Perle mit mattierter Stelle am Bohrloch', 'Pearl dulled at the drill hole') for k in ('dull', 'dull2')],
             de='Perlenkette aus 63 Akoya-Perlen im Verlauf mit Schließe aus Gelbgold', en='Graduated strand of 63 Akoya pearls with a yellow-gold clasp'),
    necklace('10402', 'necklace', 'silver', 480, hallmarks=['925', 'FI'], flaws=[flaw('scratches', 'Feine Kratzer auf den Gliedern', 'Fine scratches on the links')],
             de='Kräftige Ankerkette aus Silber mit Knebelverschluss, spiralförmig hingelegt', en='Bold silver cable chain with a toggle clasp, laid in a spiral'),
]

PENDANTS = [
    pendant('10429', 'yellow-gold', 450, 'necklaces', drop='coin', radius=11.85, hallmarks=['750'], flaws=[flaw('back', 'Feine Kratzer auf der Rückseite', 'Fine scratches on the back')],
            de='Feine Ankerkette aus Gelbgold mit runder Sonnenmedaille', en='Fine yellow-gold trace chain with a round sun medallion'),
    pendant('10464', 'white-gold', 420, 'pendants', gems=[gem('aquamarine', 'pear', 'light blue'), BRILLIANT], drop='halo', stone='aquamarine', cut='pear', size=4.05, halo_count=24, halo_r=.66, hallmarks=['750'],
            de='Anhänger aus Weißgold mit tropfenförmigem Aquamarin in einem Kranz von 24 Brillanten an feiner Kette', en='White-gold pendant with a pear-shaped aquamarine in a halo of 24 brilliants on a fine chain'),
    pendant('10399', 'silver', 500, 'pendants', gems=[BRILLIANT], drop='locket', stone='diamond', size=10.2, gem=1.0, hallmarks=['925'], flaws=[flaw('back', 'Feine Kratzer auf der Rückseite', 'Fine scratches on the back')],
            de='Ovales Medaillon aus Silber mit gestochenem Stern und Brillant an feiner Kette', en='Oval silver locket engraved with a star around a brilliant, on a fine chain'),
]

BROOCHES = [
    brooch('10413', 'deco', 'platinum', 45, gems=[gem('emerald', 'emerald cut', 'green'), gem('emerald', 'baguette', 'green'), BRILLIANT], stone='emerald', hallmarks=['950'], half=9.5,
           flaws=[flaw('chip', 'Smaragdbaguette mit Kantenbruch', 'Emerald baguette chipped at the edge'), flaw('replaced', 'Ergänzte Brillanten', 'Replaced brilliants')], flaw_name='chip', turn=10,
           de='Art-déco-Plakettenbrosche aus Platin mit Smaragden und Brillanten', en='Art Deco plaque brooch in platinum with emeralds and brilliants'),
    brooch('10450', 'flower', 'rose-gold', 52, gems=[gem('ruby', 'round', 'red')], stone='ruby', petal=16.6, ring=2.75, size=.86, count=11, stem=33., hallmarks=['585'], bent=1, rubbed=9,
           flaws=[flaw('petal', 'Kaum sichtbare Richtspur an einem Blütenblatt', 'Barely visible trace of straightening on one petal'), flaw('ruby', 'Rubin mit beriebenen Kanten', 'Ruby rubbed at the facet edges')], flaw_name='petal', turn=0,
           de='Große Blütenbrosche aus Roségold mit elf Rubinen', en='Large rose-gold flower brooch with eleven rubies'),
]

PIECES = RINGS + EARRINGS + BRACELETS + NECKLACES + PENDANTS + BROOCHES
ORDER = '10481 10475 10474 10471 10364 10436 10413 10469 10363 10440 10426 10439 10444 10464 10450 10385 10411 10449 10396 10361 10410 10425 10402 10362 10429 10399 10452 10468 10405 10433'.split()
