import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { correctCompound, splitCompound } from './search-compounds.ts'
import { otherForms } from './search-forms.ts'
import { fold } from './search-words.ts'

const split = (word: string) => splitCompound(fold(word))

describe('compounds', () => {
  test.each([
    ['Damenuhr', 'damen uhr'],
    ['Herrenringe', 'herren ringe'],
    ['Damenarmbanduhr', 'damen armbanduhr'],
    ['Weißgoldring', 'weissgold ring'],
    ['Rotgoldketten', 'rotgold ketten'],
    ['Diamantenkette', 'diamanten kette'],
    ['Perlring', 'perle ring'],
    ['Perlenhalskette', 'perlen halskette'],
    ['Brillantohrring', 'brillant ohrring'],
    ['Silberarmbänder', 'silber armbander'],
    ['Damengoldarmband', 'damen gold armband'],
    ['Herrenstahlarmbanduhr', 'herren stahl armbanduhr'],
    ['Handaufzugsuhr', 'handaufzug uhr'],
    ['Luxusuhr', 'uhr'],
    ['Tauchuhr', 'tauch uhr'],
    ['Chronographenuhr', 'chronograph uhr'],
    ['Smaragdbroschen', 'smaragd broschen'],
    ['menswatch', 'mens watch'],
  ])('%s is made of %s', (word, parts) => {
    expect(split(word)).toEqual(parts.split(' '))
  })

  test.each([
    'Uhr',
    'Armband',
    'Gelbgold',
    'Submariner',
    'Datejust',
    'Seamaster',
    'Reverso',
    'Goldschmied',
    'xyzzy',
    '',
  ])('%j is none', (word) => expect(split(word)).toBeNull())

  test.each([
    ['Damenur', 'damen uhr'],
    ['Herenuhr', 'herren uhr'],
    ['Goldkete', 'gold kette'],
    ['Perlenohringe', 'perlen ohrringe'],
    ['Damnering', 'damen ring'],
    ['Silberarmbadn', 'silber armband'],
  ])('%s is misspelt for %s', (word, parts) => {
    expect(correctCompound(fold(word)).map((each) => each.parts.join(' '))).toContain(parts)
  })

  test('any word is read, in a bounded time', () => {
    const letters = fc.stringMatching(/^[a-z]{0,200}$/)
    const repeated = fc.constantFrom('damen', 'gold', 'ringe', 'e', 's').map((word) => word.repeat(40))
    fc.assert(
      fc.property(fc.oneof(letters, repeated), (word) => {
        splitCompound(word)
        otherForms(word)
      }),
      { numRuns: 200 },
    )
  })
})

describe('other forms of a word', () => {
  test.each([
    ['chronographen', 'chronograph'],
    ['labordiamanten', 'labordiamant'],
    ['armband', 'armbander'],
    ['armbander', 'armband'],
    ['rubies', 'ruby'],
    ['ruby', 'rubies'],
    ['goldenes', 'golden'],
    ['submariners', 'submariner'],
    ['perle', 'perlen'],
    ['rotgoldener', 'rotgold'],
    ['altsilbernes', 'altsilber'],
    ['diamantbesetzter', 'diamant'],
  ])('%s may be %s', (word, form) => expect(otherForms(word)).toContain(form))

  test.each(['', 'ab', '116610', '5711a'])('%j has none', (word) => expect(otherForms(word)).toEqual([]))
})
