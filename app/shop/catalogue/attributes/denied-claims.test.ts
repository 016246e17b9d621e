import { expect, test } from 'vitest'
import { deniedClaim } from './denied-claims.ts'

const water = ['water-resistance']

test.each([
  ['de', 'Eine Taucheruhr. Wasserdicht bis 20 bar, mit Drehring.'],
  ['de', 'Spritzwassergeschützt nach Norm'],
  ['de', 'Das Gehäuse hält 20 ATM aus.'],
  ['de', 'Nicht nur wasserdicht, sondern auch schön.'],
  ['de', 'Das Band ist nicht original. Druckfest bis 10 bar.'],
  ['en', 'A diver’s watch, water-resistant to 200 m'],
  ['en', 'It is waterproof.'],
  ['de', 'Wasserdicht bis 10 bar, ohne Box und Papiere.'],
  ['de', 'Wasserdicht bis 10 bar ohne originale Box.'],
  ['en', 'Water-resistant to 100 m, no box.'],
  ['en', 'A case without scratches and water-resistant.'],
  ['en', 'The strap is not original. Rated at 20 bar.'],
] as const)('in %s it is claimed: %s', (locale, text) => {
  expect(deniedClaim(text, { overrides: water, locale })).toBe('water-resistance')
  expect(deniedClaim(text, { overrides: ['weight', 'service'], locale })).toBeNull()
})

test.each([
  ['de', 'Die Uhr ist nicht mehr wasserdicht.'],
  ['de', 'Werkseitig wasserdicht bis 20 bar, heute ohne jede Zusicherung.'],
  ['de', 'Sie hat ihre Wasserdichtheit verloren.'],
  ['de', 'Eine Taucheruhr aus Stahl, das Wasserzeichen im Boden ist erhalten.'],
  ['en', 'The watch is no longer water-resistant.'],
  ['en', 'It isn’t waterproof any more.'],
  ['en', 'It was water-resistant to 20 bar when new, and cannot be relied on.'],
  ['de', 'Laut Hersteller wasserdicht, bei diesem Alter nicht zugesichert.'],
  ['en', 'A water-blue dial with a bar index.'],
] as const)('in %s it is not: %s', (locale, text) => {
  expect(deniedClaim(text, { overrides: water, locale })).toBeNull()
})

test.each([
  ['rate', 'de', 'Sie läuft sehr genau.', 'Sie läuft nicht genau.'],
  ['rate', 'de', 'Gang +2,5 s/Tag', 'Der Gang ist unbekannt.'],
  ['rate', 'en', 'It keeps good time.', 'It doesn’t keep good time.'],
  ['weight', 'de', 'Sie wiegt 41,2 g.', 'Ihr Gewicht wurde nicht ermittelt.'],
  ['resizable', 'de', 'Der Ring lässt sich weiten.', 'Der Ring lässt sich nicht weiten.'],
  ['resizable', 'en', 'It can be resized.', 'It cannot be resized.'],
  ['resizable', 'de', 'Die Ringweite ist änderbar.', 'Die Ringweite ist unveränderbar.'],
  ['service', 'de', 'Zuletzt 2021 überholt.', 'Mit Serviceheft.'],
  ['service', 'en', 'Last service in 2021.', 'Box and service booklet included.'],
  ['service', 'de', 'Zuletzt 2021 gewartet.', 'Wann sie gewartet wurde, ist nicht bekannt.'],
  ['service', 'en', 'Serviced in 2021.', 'It was never serviced.'],
  ['polished', 'de', 'Gehäuse unpoliert.', 'Poliert.'],
  ['polished', 'de', 'Das Gehäuse wurde nie poliert.', 'Das Gehäuse ist stark berieben.'],
  ['polished', 'en', 'Never been polished.', 'Polished hard.'],
] as const)('%s in %s: “%s” claims it, “%s” does not', (id, locale, claims, denies) => {
  expect(deniedClaim(claims, { overrides: [id], locale })).toBe(id)
  expect(deniedClaim(denies, { overrides: [id], locale })).toBeNull()
})
