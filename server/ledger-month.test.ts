import { beforeAll, expect, test } from 'vitest'
import { query, timestamptz } from '#app/platform/database/statement.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { lastDayOf, monthsLater } from '#app/shop/ledger/ledger-question.ts'
import { demoContent } from '#tests/demo-content.ts'
import { buyers, ledgerShop } from '#tests/ledger-shop.ts'
import { servedShop } from '#tests/served-pages.ts'
import { staffCookie } from '#tests/staff-cookie.ts'

const content = demoContent()
const shop = ledgerShop(
  {
    get db() {
      return content.app.db
    },
    get connectionString() {
      return content.connectionString
    },
  },
  88_001,
)
const site = 'http://localhost:3000'
let owner = ''
let month = ''

const fetched = (path: string, options: RequestInit = {}, cookie = owner) =>
  servedShop({ ...content.app, secret: 'a secret of tests, which opens nothing at all' as Secret }).fetch(
    new Request(`${site}/office/${path}`, {
      ...options,
      headers: { cookie, ...(options.body ? { 'content-type': 'application/json' } : {}) },
    }),
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
const act = async (name: string, input: object, cookie = owner) =>
  (await fetched(`act/${name}`, { method: 'POST', body: JSON.stringify(input) }, cookie)).json()
const months = async () => (await fetched('data/ledger/months')).json()

beforeAll(async () => {
  owner = await staffCookie(content.app.db, 'owner')
  const [time] = await query(content.app.db, { now: timestamptz })`select now() as now`
  if (!time) throw new Error('no time')
  month = monthsLater(germanDay(time.now), -1)
})

test('a month is closed over HTTP as it was seen, once, by owners alone, and handed over as postings for DATEV', async () => {
  const ring = { priceCents: 119_003, costCents: 50_000, taxMode: 'margin_25a' } as const
  const [old = '', sold = ''] = await shop.rings(ring, ring)
  await content.app.db
    .updateTable('product_staff')
    .set({ acquired_on: `${month}-07` })
    .where('product_id', 'in', [old, sold])
    .execute()
  await shop.sold([sold], buyers.home)
  await shop.agrees()
  const { next } = (await months()) as { next: { month: string; version: string } }
  const wanted = { month: next.month, seen: next.version }
  const buyer = await staffCookie(content.app.db, 'buyer')
  expect(await act('ledger.close-month', wanted, buyer)).toMatchObject({ reason: 'not-allowed' })
  expect(await act('ledger.close-month', { ...wanted, seen: 'another' })).toMatchObject({
    reason: 'changed-meanwhile',
  })
  expect(await act('ledger.close-month', wanted)).toEqual({ ok: true, month })
  expect(await act('ledger.close-month', wanted)).toMatchObject({ ok: false })
  const { closed } = (await months()) as { closed: { month: string; purchaseCents: number }[] }
  expect(closed.map(({ month: each }) => each)).toEqual([month])

  const file = `data/ledger/months?file=datev&from=${month}-01&to=${lastDayOf(month)}`
  const refused = await fetched(file)
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('Beraternummer, Mandantennummer')
  const { forms } = (await (await fetched('data/settings/orders')).json()) as {
    forms: { key: string; value: object; version: number }[]
  }
  const form = forms.find(({ key }) => key === 'datev')
  const value = { ...form?.value, consultant: '29098', client: '55003' }
  expect(await act('settings.save', { key: 'datev', value, version: form?.version })).toMatchObject({
    ok: true,
  })
  const answer = await fetched(file)
  expect(answer.headers.get('content-disposition')).toContain('EXTF_Buchungsstapel_')
  const [header = '', , ...lines] = Buffer.from(await answer.arrayBuffer())
    .toString('latin1')
    .trimEnd()
    .split('\r\n')
  expect(header).toMatch(/^"EXTF";700;21;"Buchungsstapel";13;/)
  const cents = lines.map((line) => Number(line.split(';')[0]?.replace(',', '')))
  // Nothing was sold in that month: all of it is purchases.
  expect(cents.reduce((sum, each) => sum + each, 0)).toBe(100_000)
  expect(lines.every((line) => line.includes(';3220;1610;'))).toBe(true)
})
