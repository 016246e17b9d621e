import { beforeAll, expect, test } from 'vitest'
import { loadSettings } from '#db/load-settings.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { pdfPages, pdfRuns } from '#tests/pdf-text.ts'
import { contextOf } from '#tests/requests.ts'
import { loader } from './test-sheet.ts'

const database = testDatabase()
const { availableSubmariner: watch, availableRing: ring } = cast

const content = {
  role: { de: 'Uhrmachermeister', en: 'Master watchmaker' },
  timing: {
    liftAngle: 52,
    positions: [{ position: 'dial-up', rate: 2.5, amplitude: 285, beatError: 0.1 }],
  },
  water: { result: 'failed', bar: null },
  ...{ alloy: [], stones: null, weight: 154, theft: null, notes: null },
}

beforeAll(async () => {
  const { db } = database
  await loadSettings(db, 'db/demo/settings.yaml')
  await loadCast(db)
  await db
    .insertInto('test_sheet')
    .values({
      product_id: watch,
      number: 1,
      examined_on: '2026-11-18',
      examined_by: 'Jonas Harbeck',
      signed_at: new Date('2026-11-19T10:00:00Z'),
      signed_by: 'Jonas Harbeck',
      content: JSON.stringify(content),
    })
    .execute()
})

const get = (id: string, file: string) =>
  loader({
    request: new Request('http://shop.test/api'),
    params: { id, file },
    context: contextOf({ db: database.db }),
  })

test('the sheet is one page in the language asked for, and says what was found', async () => {
  const answer = await get(watch, 'test-sheet.en.pdf')
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toContain(`${watch}-1.pdf`)
  const pages = pdfPages(Buffer.from(await answer.arrayBuffer()))
  expect(pages).toHaveLength(1)
  for (const words of [
    `Test sheet ${watch}-1`,
    'Submariner Date',
    'Examined on 18 November 2026',
    'Dial up',
    '+2.5',
    '285°',
    'Not tight: keep away from water',
    'Master watchmaker',
  ])
    expect(pages[0]).toContain(words)
  const german = pdfPages(Buffer.from(await (await get(watch, 'test-sheet.de.pdf')).arrayBuffer()))
  expect(german[0]).toContain('Nicht dicht: vor Wasser schützen')
})

test('it is signed and dated, and says to which piece it belongs', async () => {
  const { serial_masked: masked } = await database.db
    .selectFrom('product')
    .select('serial_masked')
    .where('id', '=', watch)
    .executeTakeFirstOrThrow()
  if (!masked) throw new Error('the piece has no serial number')
  for (const [locale, words] of [
    ['de', ['In unserem System unterschrieben von Jonas Harbeck am 19. November 2026', 'Seriennummer']],
    ['en', ['Signed in our system by Jonas Harbeck on 19 November 2026', 'Serial number']],
  ] as const) {
    const pdf = Buffer.from(await (await get(watch, `test-sheet.${locale}.pdf`)).arrayBuffer())
    const [page = ''] = pdfPages(pdf)
    for (const each of [...words, masked, watch]) expect(page).toContain(each)
    const slanted = pdfRuns(pdf).filter(({ font }) => font.includes('Newsreader'))
    const written = slanted.map(({ text }) => text).join(' ')
    expect(written).toContain('Jonas Harbeck')
    expect(written).toContain(content.role[locale])
    expect(written).toContain('November 2026')
  }
})

test.each([
  [ring, 'test-sheet.de.pdf'],
  ['99999', 'test-sheet.de.pdf'],
  ['../../x', 'test-sheet.de.pdf'],
  [watch, 'test-sheet.fr.pdf'],
  [watch, 'test-sheet.pdf'],
  [watch, 'invoice.de.pdf'],
])('of %s there is no %s', async (id, file) => {
  expect((await get(id, file)).status).toBe(404)
})
