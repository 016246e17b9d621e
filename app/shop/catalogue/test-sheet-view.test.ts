import { expect, test } from 'vitest'
import type { TestSheet, TestSheetContent } from './test-sheet.ts'
import { testSheetView } from './test-sheet-view.ts'
import type { ProductDetail } from './types.ts'

const nothing: TestSheetContent = {
  ...{
    role: null,
    timing: null,
    water: null,
    alloy: [],
    stones: null,
    weight: null,
    theft: null,
    notes: null,
  },
}
const sheetOf = (content: Partial<TestSheetContent>): TestSheet => ({
  number: 2,
  examinedOn: '2026-11-25',
  examinedBy: 'Jonas Harbeck',
  signedAt: '2026-11-26T09:00:00+00:00',
  signedBy: 'Jonas Harbeck',
  content: { ...nothing, ...content },
})
const view = (
  content: Partial<TestSheetContent>,
  locale: 'de' | 'en' = 'de',
  movement: 'automatic' | 'quartz' = 'automatic',
) => testSheetView({ id: '10482', watch: { movement } as ProductDetail['watch'] }, sheetOf(content), locale)
const facts = (content: Partial<TestSheetContent>, locale: 'de' | 'en' = 'de') =>
  Object.fromEntries(
    view(content, locale).facts.map(({ label, text }) => [label, text.replaceAll('\u00a0', ' ')]),
  )

const timing = {
  liftAngle: 52,
  positions: [
    { position: 'dial-up', rate: 3, amplitude: 285, beatError: 0.1 },
    { position: 'crown-down', rate: -1.5, amplitude: 248, beatError: 0.35 },
  ],
} satisfies TestSheetContent['timing']

test('names the sheet, the day and whoever signed it', () => {
  expect(view({})).toMatchObject({
    number: '10482-2',
    title: 'Prüfblatt 10482-2',
    examined: 'Geprüft am 25. November 2026',
    examiner: 'Jonas Harbeck',
    signature: { name: 'Jonas Harbeck', day: '26. November 2026' },
    recorded: 'In unserem System unterschrieben von Jonas Harbeck am 26. November 2026, seither unverändert.',
    signed: 'Jonas Harbeck',
    timing: null,
    facts: [],
  })
  const role = { de: 'Uhrmachermeister', en: 'Master watchmaker' }
  expect(view({ role }, 'en').signed).toBe('Jonas Harbeck, Master watchmaker')
})

test.each(['Clara Wessel', null])(
  'signed by %j, it is not said to be signed by whoever examined',
  (signedBy) => {
    const shown = testSheetView({ id: '10482', watch: null }, { ...sheetOf({}), signedBy }, 'en')
    expect(shown.signature).toBeNull()
    expect(shown.signed).toBe('Jonas Harbeck')
    expect(shown.recorded).toBe('Recorded in our system on 26 November 2026, unchanged since.')
  },
)

test('names the serial number of a watch as its page shows it', () => {
  const watch = { movement: 'automatic', serialMasked: '6A2•••••' } as ProductDetail['watch']
  expect(testSheetView({ id: '10482', watch }, sheetOf({}), 'de').serial).toBe('Seriennummer 6A2•••••')
  expect(view({}).serial).toBeNull()
})

test('rates have their sign, a mean and what lies between them', () => {
  const shown = view({ timing }).timing
  expect(
    shown?.rows.map(({ position, rate, amplitude, beatError }) => [position, rate, amplitude, beatError]),
  ).toEqual([
    ['Zifferblatt oben', '+3,0', '285°', '0,1\u00a0ms'],
    ['Krone unten', '−1,5', '248°', '0,4\u00a0ms'],
  ])
  expect(shown?.mean).toBe('Im Mittel +0,8\u00a0s/Tag, zwischen den Lagen höchstens 4,5\u00a0s Unterschied')
  expect(shown?.how).toBe('voll aufgezogen, Hebungswinkel 52°')
})

test('what is drawn stays within its line, however far off a watch runs', () => {
  const far = { position: 'dial-up', rate: 400, amplitude: 90, beatError: 9 } as const
  const drawn = view({ timing: { liftAngle: 52, positions: [far] } }).timing?.rows[0]?.drawn
  expect(drawn).toEqual({ rate: 1, amplitude: 0, beatError: 1 })
  const exact = { position: 'dial-up', rate: 0, amplitude: null, beatError: null } as const
  const quartz = view({ timing: { liftAngle: null, positions: [exact] } }, 'de', 'quartz').timing
  expect(quartz?.rows[0]?.drawn).toEqual({ rate: 0.5, amplitude: null, beatError: null })
  expect(quartz?.mean).toBe('Quarzwerk: Gang 0,0\u00a0s/Tag')
})

test.each([
  [{ result: 'passed', bar: 10 }, 'Dicht bei 10 bar, am Prüftag'],
  [{ result: 'passed', bar: null }, 'Dicht am Prüftag'],
  [{ result: 'failed', bar: null }, 'Nicht dicht: vor Wasser schützen'],
  [{ result: 'not-tested', bar: null }, 'Nicht geprüft: vor Wasser schützen'],
] as const)('water %j', (water, said) => {
  expect(facts({ water })).toEqual({ Wasserdichtheit: said })
})

test('alloy, stones, weight and register are said with their figures', () => {
  const content = {
    alloy: [
      { part: { de: 'Gehäuse', en: 'case' }, permille: 751.5 },
      { part: { de: 'Band', en: 'bracelet' }, permille: 750 },
    ],
    stones: { de: 'ein Diamant, natürlich', en: 'one diamond, natural' },
    weight: 154.25,
    theft: { register: 'The Watch Register', checkedOn: '2026-11-24', number: 'WR-1' },
  }
  expect(facts(content)).toEqual({
    Feingehalt: 'Gehäuse 751,5 ‰, Band 750 ‰ (Röntgenfluoreszenz)',
    Steine: 'Ein Diamant, natürlich',
    Gewicht: '154,25 g',
    Diebstahlregister: 'The Watch Register: kein Eintrag, 24. November 2026, Nr. WR-1',
  })
  expect(facts({ theft: { ...content.theft, number: null } }, 'en')).toEqual({
    'Theft register': 'The Watch Register: no entry, 24 November 2026',
  })
})

test('what nobody measured has no column, and makes no watch a quartz', () => {
  const rated = (position: 'dial-up' | 'dial-down', rate: number) =>
    ({ position, rate, amplitude: null, beatError: 0.2 }) as const
  const shown = view({
    timing: { liftAngle: null, positions: [rated('dial-up', 3), rated('dial-down', 5)] },
  }).timing
  expect(shown?.heads).toMatchObject({ amplitude: null, beatError: 'Abfall\u00adfehler' })
  expect(shown?.mean).toBe('Im Mittel +4,0\u00a0s/Tag, zwischen den Lagen höchstens 2,0\u00a0s Unterschied')
  const one = view({ timing: { liftAngle: null, positions: [rated('dial-up', 3)] } }).timing
  expect(one?.mean).toBe('Gang +3,0\u00a0s/Tag')
})
