"""The watches of the demo shop: what each looks like, its flaws, its views.  Every model is invented; no maker's name is shown."""
from watches_sport import SPORT
from watches_dress import DRESS

SCRIPTS = ('watch.py', 'case.py', 'bezel.py', 'dial.py', 'dialmats.py', 'hours.py', 'strap.py', 'clasp.py', 'back.py', 'flaws.py')
PIECES = SPORT + DRESS
ORDER = '''10484 10482 10483 10478 10476 10480 10473 10472 10441 10379 10414 10435 10403 10390 10456 10470 10467 10458 10409 10437 10397 10442 10454 10391
10404 10421 10428 10374 10365 10407 10417 10422 10438 10453 10477 10408 10461 10398 10368 10395'''.split()
ORDER = [i for i in ORDER if any(p['id'] == i for p in PIECES)]
