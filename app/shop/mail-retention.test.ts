import { existsSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { sendDueMails, unsentMails } from '#app/platform/mail-outbox.ts'
import { normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { testDatabase } from '#tests/database.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { confirmAlert, forgetUnconfirmedAlerts, leaveAlert, subscribeAlert } from './enquiries/alerts.ts'
import { enqueueMails } from './mail-kinds.ts'
import { eraseMailsOfRequest, eraseOldMails, removeOldMailFiles } from './mail-retention.ts'

const database = testDatabase()
const root = temporaryFolder()
const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day)

beforeEach(async () => {
  for (const table of ['mail_outbox', 'stock_alert', 'alert_asked'] as const)
    await database.db.deleteFrom(table).execute()
})

const rings = normaliseFilters({ department: 'jewelry', facets: { type: ['rings'] } })
const subscribe = (email = 'anna@beispiel.example') =>
  subscribeAlert(
    database.db,
    { email, locale: 'de', filters: rings, now: new Date() },
    { client: 'somebody' },
  )
const rows = () => database.db.selectFrom('mail_outbox').selectAll().orderBy('id').execute()
const token = async () => ((await rows())[0]?.payload as { token?: string } | undefined)?.token ?? ''
async function sent(
  kind: string,
  { year, ...payload }: { year?: number; sell?: number; order?: number } = {},
) {
  const at = year === undefined ? sql`now()` : sql`make_timestamptz(${year}, 11, 20, 12, 0, 0, 'UTC')`
  await sql`
    insert into mail_outbox (reason, kind, locale, recipient, payload, created_at, sent_at, subject, html, plain, attachments)
    values (gen_random_uuid()::text, ${kind}, 'de', 'anna@beispiel.example', ${JSON.stringify(payload)}::jsonb, ${at}, ${at},
      'An Anna', '<p>Anna', 'Anna', '{Rechnung.pdf}')`.execute(database.db)
}
const about = async () =>
  (await rows()).map(({ kind, recipient }) => `${kind} ${recipient === null ? 'erased' : 'kept'}`)
const erase = async (now: Date, changes = {}) => {
  const settings = await readSettings(database.db)
  return eraseOldMails(database.db, { settings: { mails: { ...settings.mails, ...changes } }, now })
}

/** Nothing of anybody, in whatever column. */
async function expectNothingOf(name: RegExp) {
  expect(JSON.stringify(await rows())).not.toMatch(name)
}

describe('the mails of an alert', () => {
  test('are erased when it ends, whether they went out or wait', async () => {
    await subscribe()
    const secret = await token()
    await confirmAlert(database.db, secret, new Date())
    const wish = { token: secret, path: '/en/jewelry/rings' }
    await enqueueMails(database.db, [
      {
        reason: 'arrivals',
        kind: 'alert-arrivals',
        locale: 'de',
        recipient: 'anna@beispiel.example',
        payload: { ...wish, pieces: [], total: 1 },
      },
    ])
    await sql`update mail_outbox set sent_at = now(), subject = 'An Anna', plain = 'Anna', html = 'Anna'
      where kind = 'alert-confirm'`.execute(database.db)
    await leaveAlert(database.db, secret, new Date())
    expect(await about()).toEqual(['alert-confirm erased', 'alert-arrivals erased'])
    await expectNothingOf(/anna/i)
    expect(JSON.stringify(await rows())).not.toContain(secret)
    // What waited goes to nobody.
    expect(await unsentMails(database.db)).toEqual([])
    const mails = { transport: { send: () => Promise.reject(new Error('sent')), close() {} } }
    expect(await sendDueMails(database.db, mails as never)).toBe(0)
  })

  test('are erased when nobody confirmed it, and some time after they went out', async () => {
    await subscribe()
    expect(await forgetUnconfirmedAlerts(database.db, inDays(8))).toBe(1)
    await expectNothingOf(/anna/i)
    await sent('alert-arrivals')
    expect(await erase(inDays(29))).toBe(0)
    expect(await erase(inDays(31))).toBe(1)
    await expectNothingOf(/anna/i)
  })

  test('one that is under way while its alert ends leaves nothing behind', async () => {
    await subscribe()
    const secret = await token()
    const sending = {
      transport: {
        async send() {
          await leaveAlert(database.db, secret, new Date())
        },
        close() {},
      },
      write: async () => ({ subject: 'An Anna', html: 'Anna', plain: 'Anna', attachments: [] }),
      from: async () => 'hallo@shop.test',
      log: { warn() {}, error() {} } as never,
    }
    await sendDueMails(database.db, sending)
    await expectNothingOf(/anna/i)
  })
})

test('mails about orders are kept for the years of the rule of their day, to the end of the last', async () => {
  for (const kind of ['confirmation', 'withdrawal-acknowledgement'])
    await sent(kind, { year: 2026, order: 1 })
  expect(await erase(new Date('2034-12-31T22:59:00Z'))).toBe(0)
  // Midnight in Germany.
  expect(await erase(new Date('2034-12-31T23:01:00Z'))).toBe(2)
  await expectNothingOf(/anna/i)
  expect((await rows()).map(({ kind, sent_at }) => [kind, sent_at !== null])).toEqual([
    ['confirmation', true],
    ['withdrawal-acknowledgement', true],
  ])
  await sent('confirmation', { year: 2026, order: 2 })
  const retention = [
    { from: '2020-01-01', orderYears: 30 },
    { from: '2026-11-01', orderYears: 3 },
  ]
  expect(await erase(new Date('2029-06-01T00:00:00Z'), { retention })).toBe(0)
  expect(await erase(new Date('2030-06-01T00:00:00Z'), { retention })).toBe(1)
})

test('mails to staff are kept for some months, those about a sell request as long as that', async () => {
  await sent('staff-contact')
  await sent('sell-offer', { sell: 7 })
  await sent('sell-offer', { sell: 8 })
  expect(await erase(inDays(91))).toBe(1)
  expect(await erase(inDays(20 * 366))).toBe(0)
  await eraseMailsOfRequest(database.db, 7)
  expect(await about()).toEqual(['staff-contact erased', 'sell-offer erased', 'sell-offer kept'])
})

test('what still waits is not erased by its age, and who caused a mail is forgotten as it goes out', async () => {
  await subscribe()
  expect(await erase(inDays(365))).toBe(0)
  expect((await rows())[0]).toMatchObject({ client: 'somebody' })
  await sendDueMails(database.db, {
    transport: { async send() {}, close() {} },
    write: async () => ({ subject: '', html: '', plain: '', attachments: [] }),
    from: async () => 'hallo@shop.test',
    log: { warn() {}, error() {} } as never,
  })
  expect((await rows())[0]).toMatchObject({ client: null })
})

test('mails that lie as files are removed after their time, and nothing else', async () => {
  const settings = await readSettings(database.db)
  const folder = join(root, 'outbox')
  expect(await removeOldMailFiles(folder, { settings, now: new Date() })).toBe(0)
  await mkdir(folder)
  for (const [name, days] of [
    ['2026-01-01-a.eml', 31],
    ['2026-01-01-b.eml.new', 31],
    ['2026-01-02-c.eml', 29],
    ['notes.txt', 400],
  ] as const) {
    await writeFile(join(folder, name), 'x')
    await utimes(join(folder, name), inDays(-days), inDays(-days))
  }
  expect(await removeOldMailFiles(folder, { settings, now: new Date() })).toBe(2)
  expect((await readdir(folder)).sort()).toEqual(['2026-01-02-c.eml', 'notes.txt'])
  expect(existsSync(join(folder, '2026-01-01-a.eml'))).toBe(false)
})
