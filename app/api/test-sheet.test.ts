import { beforeAll, expect, test } from 'vitest'
import { loadSettings } from '#db/load-settings.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { pdfPages } from '#tests/pdf-text.ts'
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
    'Jonas Harbeck, Master watchmaker',
  ])
    expect(pages[0]).toContain(words)
  const german = pdfPages(Buffer.from(await (await get(watch, 'test-sheet.de.pdf')).arrayBuffer()))
  expect(german[0]).toContain('Nicht dicht: vor Wasser schützen')
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
