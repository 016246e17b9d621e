import { readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { takeOrderStep } from '#app/shop/checkout/staff-order-steps.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { loadSettings } from '#db/load-settings.ts'
import { addRings, claraBeispiel, orderRequest, placed } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { typed } from '#tests/run-typed-command.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { exportProof } from './export-proof.ts'

const database = testDatabase()
const folder = temporaryFolder()
const type = (...words: string[]) => typed(exportProof, words, { DATABASE_URL: database.connectionString })
let settings: Settings

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
  settings = await readSettings(database.db)
})

/** An order of a margin piece, paid and, unless told otherwise, shipped. Returns its number. */
async function sent(piece: string, country: string, { ships = true } = {}): Promise<string> {
  const { db } = database
  await addRings(db, [piece])
  const address = { ...claraBeispiel, country, postalCode: country === 'CH' ? '8001' : '1010' }
  const request = (cents: number) => orderRequest([piece], cents, { delivery: { kind: 'courier', address } })
  const by = { holder: `holder-${piece}`, client: null, online: false, settings }
  const asked = await placeOrder(db, request(1), by)
  if (asked.ok || asked.reason !== 'total-changed') throw new Error('a wrong total was taken')
  const { id, number, totalCents } = await placed(db, request(asked.totalCents), by)
  const money = { orderId: id, channel: 'bank-transfer' as const, reference: piece, amountCents: totalCents }
  await settlePayment(db, money, settings)
  await takeOrderStep(db, id, { event: 'prepare' }, settings)
  const tracking = { carrier: 'Kurier', code: piece, url: null }
  if (ships) await takeOrderStep(db, id, { event: 'ship', tracking }, settings)
  return number
}

// Duty: export-proof
test('exports that have left wait for their proof, which is kept with who and when, and never changed', async () => {
  const home = await sent('53001', 'AT')
  await sent('53002', 'CH', { ships: false })
  expect((await type()).out).toBe('No proof is missing.\n')
  const abroad = await sent('53003', 'CH')
  expect((await type()).out).toMatch(new RegExp(`^${abroad}  shipped  shipped .+ to CH  margin-export\n$`))

  const file = join(folder, 'ausgang.pdf')
  writeFileSync(file, '%PDF-1.7 exit note')
  const document = 'Ausgangsvermerk, MRN 26DE123456789012E1'
  const added = await type('add', abroad, file, '--document', document, '--by', 'Clara Wessel')
  expect(added).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Kept as proof \d+, by Clara Wessel\.\n$/),
  })
  expect((await type('add', abroad, file, '--document', document)).out).toMatch(
    /^That is proof \d+ already\.\n$/,
  )
  expect((await type()).out).toBe('No proof is missing.\n')
  const shown = (await type('show', abroad)).out
  expect(shown).toMatch(
    /^\d+ {2}.+ {2}Clara Wessel {2}Ausgangsvermerk, MRN 26DE123456789012E1 {2}\(ausgang\.pdf\)\n$/,
  )

  const [number = ''] = shown.split(' ')
  const copy = join(folder, 'copy.pdf')
  expect((await type('get', number, copy)).code).toBe(0)
  expect(readFileSync(copy, 'utf8')).toBe('%PDF-1.7 exit note')
  // What is there already is not written over.
  expect((await type('get', number, copy)).err).toContain('cannot be written (EEXIST)')

  writeFileSync(file, 'a second one')
  expect((await type('add', abroad, file, '--document', 'Postbeleg')).out).toContain(
    `by account ${userInfo().username}.`,
  )
  expect((await type('add', home, file, '--document', 'Postbeleg')).err).toContain('was taxed in full')
  // A number as it may be typed; an order without a proof is not one that nobody knows.
  expect((await type('show', abroad.toLowerCase())).out).toBe((await type('show', abroad)).out)
  expect((await type('show', home)).out).toBe(`There is no proof with ${home}.\n`)
  await expect(sql`update export_proof set document = 'x'`.execute(database.db)).rejects.toThrow(
    /is a record/,
  )
  await expect(sql`delete from export_proof`.execute(database.db)).rejects.toThrow(/is a record/)
})

test.each([
  [['add', 'RG-2026-00001', 'file'], '--document is missing'],
  [['add', 'RG-2026-00001', 'file', '--document', ' '], '--document is missing'],
  [['add', 'RG-2026-00001', 'no-such-file', '--document', 'ABD'], 'no-such-file cannot be read (ENOENT)'],
  [['add', 'RG-1999-00001', 'README.md', '--document', 'ABD'], 'RG-1999-00001 is no order.'],
  [
    ['add', '1', 'README.md', '--document', 'ABD'],
    '"1" is not an order number; they look like RG-2026-00042',
  ],
  [
    ['add', 'RG-1999-00001', 'README.md', '--document', 'x'.repeat(301)],
    '--document has 300 characters at most',
  ],
  [
    ['add', 'RG-1999-00001', 'README.md', '--document', 'ABD', '--by', 'x'.repeat(101)],
    '--by is a name of at',
  ],
  [['add', 'RG-1999-00001', 'README.md', '--document', 'ABD', '--by', 'Buyer'], '--by is a member of staff'],
  [['show', 'RG-1999-00001'], 'RG-1999-00001 is no order.'],
  [['show', ''], '"" is not an order number'],
  [['show', 'ausgang.pdf'], '"ausgang.pdf" is not an order number'],
  [['get', '999', 'x.pdf'], 'There is no proof 999.'],
  [['get', 'one', 'x.pdf'], 'is not understood'],
  [['show'], 'is not understood'],
  [['show', 'RG-2026-00001', '--by', 'x'], '"show" has no option --by'],
])('%j is refused with what is wrong', async (words, reason) => {
  const { code, err } = await type(...words)
  expect(code).toBe(1)
  expect(err).toContain(reason)
  expect(err).not.toMatch(/^ {4}at /m)
})
