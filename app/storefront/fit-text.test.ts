import { expect, test } from 'vitest'
import { fitting, joinFitting, shorterNames, titleRoom, wholeSentences } from './fit-text.ts'

test('the shop’s name leaves a title its room', () => {
  const site = { separator: '–', name: 'Rheingold' }
  expect(titleRoom(site) + ' – Rheingold'.length).toBe(65)
})

test.each([
  ['Ring mit Saphir, signiert', ['Ring mit Saphir, signiert', 'Ring mit Saphir', 'Ring']],
  ['Tank Louis Cartier', ['Tank Louis Cartier']],
  ['Tank (großes Modell)', ['Tank (großes Modell)', 'Tank']],
  [
    'Box and papers: when they affect the price',
    ['Box and papers: when they affect the price', 'Box and papers', 'Box'],
  ],
  ['Art Deco – Platin', ['Art Deco – Platin', 'Art Deco']],
])('%s is also %j', (name, names) => {
  expect(shorterNames(name)).toEqual(names)
})

test('the first wording that fits is taken, else the shortest', () => {
  expect(fitting(['abcdef', 'abcd', 'ab'], 4)).toBe('abcd')
  expect(fitting(['abcdef', 'abc', 'abcd'], 2)).toBe('abc')
})

test('sentences for which there is no room are left out, whatever comes after them', () => {
  expect(joinFitting(['One.', 'A long one.', 'Two.'], 10)).toBe('One. Two.')
})

test.each([
  ['Kurz. Auch kurz. Nicht mehr.', 17, 'Kurz. Auch kurz.'],
  ['Seit dem 14. Mai gilt Absatz Nr. fünf. Mehr dazu hier.', 40, 'Seit dem 14. Mai gilt Absatz Nr. fünf.'],
  ['Ein Satz, der viel zu lang ist, um zu passen', 40, 'Ein Satz, der viel zu lang ist.'],
  ['Passt ganz', 40, 'Passt ganz'],
])('%s, in %i characters: %s', (text, room, wanted) => {
  expect(wholeSentences(text, 'de', room)).toBe(wanted)
})
