import { beforeAll, expect, test } from 'vitest'
import type { Locale } from '#app/language/locales.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import type { OfficeRequest, Screen } from '../answer.ts'
import { enquiriesScreens } from '../enquiries/enquiries-answers.ts'
import { reservationScreens } from '../sale/reservation-answers.ts'
import { withdrawalScreens } from '../withdrawals/withdrawal-answers.ts'

const database = testDatabase()
const now = new Date('2026-08-01T09:00:00Z')
/** In Germany it is half past midnight, and the first of August. */
const late = new Date('2026-07-31T22:30:00Z')

/** The file of a list, as text. */
async function file({ load }: Screen, locale: Locale): Promise<string> {
  const request = { app: { db: database.db }, now, member: { locale } } as unknown as OfficeRequest
  try {
    await load(request, { params: {}, query: new URLSearchParams('file=csv') })
  } catch (answer) {
    if (answer instanceof Response) return answer.text()
    throw answer
  }
  return 'no file'
}

beforeAll(async () => {
  const { db } = database
  await addRings(db, ['88001'])
  const branch = await db.selectFrom('branch').select('id').limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('reservation')
    .values({
      product_id: '88001',
      branch_id: branch.id,
      name: 'Clara Beispiel',
      locale: 'de',
      until: late,
      made_by: 'Berta',
    })
    .execute()
  await db
    .insertInto('contact_message')
    .values({
      name: 'Erna Muster',
      email: 'erna@muster.example',
      subject: 'question',
      message: 'Ist es noch da?',
      submission: crypto.randomUUID(),
      locale: 'de',
      received_at: late,
    })
    .execute()
  await db
    .insertInto('withdrawal')
    .values({
      name: 'Otto Probe',
      email: 'otto@probe.example',
      contract: 'RG-2026-00001',
      submission: crypto.randomUUID(),
      locale: 'de',
      received_at: late,
    })
    .execute()
})

test('files of lists have the days and hours that the lists show, in the words of whoever reads them', async () => {
  expect(await file(reservationScreens.reservations, 'de')).toContain(';01.08.2026, 00:30;Abgelaufen;')
  expect(await file(reservationScreens.reservations, 'en')).toContain('Lapsed')
  expect(await file(enquiriesScreens.enquiries, 'de')).toContain('01.08.2026, 00:30')
  const withdrawals = (await file(withdrawalScreens.withdrawals, 'de')).split('\r\n')
  expect(withdrawals[0]).toMatch(/;Frist$/)
  // The fourteenth day after it was declared is a Saturday.
  expect(withdrawals[1]).toBe('01.08.2026;Otto Probe;RG-2026-00001;keine Bestellung gefunden;17.08.2026')
})
