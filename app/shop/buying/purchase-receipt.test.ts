import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { integers, query } from '#app/platform/database/statement.ts'
import { buyingShop, byTransfer, inCash } from '#tests/buying-shop.ts'
import { ernaMuster, sellingSecret as secret } from '#tests/selling.ts'
import { cancelPurchase } from './cancel-purchase.ts'
import { findPurchase, findReceiptPaper, payPurchase } from './purchase.ts'
import { openReceipt, receiptAddress, receiptsOf } from './purchase-receipt.ts'

const shop = buyingShop()
const by = 'Berta Einkauf'
const yearly = expect.stringMatching(/^AB-\d{4}-\d{5}$/)

let sellers = 0
/** Agreed on, from an identified seller of its own, so that no deals are linked. */
async function identified() {
  const id = await shop.agreed()
  await identify(id)
  return id
}
const identify = (id: number) => {
  sellers += 1
  const document = { ...ernaMuster().document, number: `BELEG${sellers}` }
  return shop.identify(id, {
    givenNames: `Erna${'abcdefghijklmnopqrstuvwxyz'[sellers % 26]}${sellers}`,
    document,
  })
}

async function prepared(id: number, wish: Parameters<typeof shop.receipt>[1] = inCash) {
  const made = await shop.receipt(id, wish)
  if (!made.ok) throw new Error(made.reason)
  return made
}

const cancel = (id: number, reason = 'Falsch geschrieben') =>
  cancelPurchase(shop.db, { id }, { reason, by, settings: shop.settings })
const running = (number: string) => Number(number.slice(-5))

describe('a receipt', () => {
  // Duty: purchase-receipts
  test('is there to be signed while nothing is paid, and is the same whenever it is printed', async () => {
    const id = await identified()
    const first = await prepared(id, byTransfer)
    expect(first).toMatchObject({ number: yearly, again: false, ended: null })
    expect(await shop.see({ id })).toMatchObject({ status: 'identified', receipt: null })
    expect(await findPurchase(shop.db, id, secret)).toBeNull()
    const ledger =
      await sql`select from ledger l join purchase p on p.id = l.purchase_id where request_id = ${id}`.execute(
        shop.db,
      )
    expect(ledger.rows).toHaveLength(0)
    const paper = await findReceiptPaper(shop.db, id, first.number, secret)
    expect(paper).toMatchObject({
      takesBack: false,
      paper: {
        paidAt: null,
        seller: { surname: 'Müster-Weiß' },
        content: { totalCents: 73_465, issuedBy: by },
      },
    })
    expect(await prepared(id, { ...byTransfer, iban: 'de89370400440532013000' })).toMatchObject({
      number: first.number,
      again: true,
    })
    expect(await findReceiptPaper(shop.db, id, first.number, secret)).toEqual(paper)
    const paid = await shop.payReceipt(id)
    expect(paid).toMatchObject({ ok: true, number: first.number })
    expect(await findPurchase(shop.db, id, secret)).toMatchObject({
      number: first.number,
      seller: { iban: 'DE89370400440532013000' },
      content: { issuedAt: paper?.paper.content.issuedAt, reference: 'Kasse 1', paidBy: by },
    })
    // The seller's name lies in one place only.
    const rows = await shop.db
      .selectFrom('purchase_receipt')
      .select('seller_sealed')
      .where('request_id', '=', id)
      .execute()
    expect(rows).toEqual([{ seller_sealed: null }])
  })

  test('needs an identified seller, their own account and the limits of cash', async () => {
    const id = await shop.agreed()
    expect(await shop.receipt(id)).toEqual({ ok: false, reason: 'not-possible' })
    await identify(id)
    const iban = 'DE88370400440532013000'
    expect(await shop.receipt(id, { ...byTransfer, iban })).toEqual({ ok: false, reason: 'iban-invalid' })
    expect(await shop.receipt(id, { ...byTransfer, holder: 'Karl Muster' })).toEqual({
      ok: false,
      reason: 'not-own-account',
    })
    const [rule] = shop.settings.buying.cash
    if (!rule) throw new Error('no rule')
    const cash = [rule, { ...rule, from: '2026-01-01', bannedFromCents: 73_465 }]
    const strict = { ...shop.settings, buying: { ...shop.settings.buying, cash } }
    expect(await shop.receipt(id, inCash, strict)).toMatchObject({ ok: false, reason: 'cash-forbidden' })
    expect(await receiptsOf(shop.db, id)).toEqual([])
    // Printed while it was allowed, paid when it is no more.
    await prepared(id)
    expect(await shop.payReceipt(id, {}, strict)).toMatchObject({ ok: false, reason: 'cash-forbidden' })
    await shop.step({ id }, { event: 'hold', reason: 'Rückfrage' })
    expect(await shop.receipt(id)).toEqual({ ok: false, reason: 'not-possible' })
  })

  test('for another account or means takes back the former', async () => {
    const id = await identified()
    const first = await prepared(id)
    const second = await prepared(id, byTransfer)
    expect(second.ended).toEqual({ receipt: first.number, number: yearly })
    expect(running(second.ended?.number ?? '')).toBe(running(first.number) + 1)
    expect(running(second.number)).toBe(running(first.number) + 2)
    const third = await prepared(id, { ...byTransfer, iban: 'AT611904300234573201' })
    expect(third.ended?.receipt).toBe(second.number)
    for (const [said, reason] of [
      [{ means: 'cash' }, 'means-changed'],
      [{ iban: 'DE89370400440532013000' }, 'account-changed'],
      [{ holder: 'Karl Muster' }, 'not-own-account'],
    ]) {
      expect(await shop.payReceipt(id, said as object)).toEqual({ ok: false, reason })
    }
    const taken = await findReceiptPaper(shop.db, id, second.ended?.number ?? '', secret)
    expect(taken).toMatchObject({
      takesBack: true,
      paper: { number: first.number, paidAt: null, endedCause: 'receipt', cancellation: { by } },
    })
    expect(await findReceiptPaper(shop.db, id, first.number, secret)).toMatchObject({ takesBack: false })
    const said = { means: 'transfer', iban: 'AT61 1904 3002 3457 3201', holder: 'E. Müster-Weiß' }
    expect(await shop.payReceipt(id, said)).toMatchObject({ ok: true, number: third.number })
  })

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['identify', identify],
    ['turn-down', (id) => shop.step({ id }, { event: 'turn-down', reason: 'Doch nicht' })],
    ['hold', (id) => shop.step({ id }, { event: 'hold', reason: 'Verdacht' })],
    ['cancel', (id) => cancel(id)],
  ])('ends by a document of its own with %s', async (cause, ending) => {
    const id = await identified()
    const { number } = await prepared(id)
    expect(await ending(id)).toMatchObject({ ok: true })
    const [row, ...more] = await receiptsOf(shop.db, id)
    expect(more).toEqual([])
    expect(row).toMatchObject({ number, ended_cause: cause, ended_by: by, paid_at: null })
    expect(running(row?.end_number ?? '')).toBe(running(number) + 1)
    const paid = await shop.payReceipt(id)
    const { status } = await shop.see({ id })
    if (status === 'identified') {
      expect(paid).toEqual({
        ok: false,
        reason: 'receipt-missing',
        ended: { receipt: number, number: row?.end_number, cause },
      })
      const again = await prepared(id)
      expect(again.ended).toBeNull()
      expect(await shop.payReceipt(id)).toMatchObject({ ok: true, number: again.number })
    } else expect(paid).toEqual({ ok: false, reason: 'not-possible' })
    expect(await cancel(id, '')).toMatchObject({ ok: false, reason: 'why-missing' })
    await expect(
      sql`update purchase_receipt set ended_at = null, ended_by = null, ended_cause = null, end_number = null
        where number = ${number}`.execute(shop.db),
    ).rejects.toThrow(/not changed afterwards|open_once/)
    await expect(sql`delete from purchase_receipt`.execute(shop.db)).rejects.toThrow(/is a record/)
  })

  test('does not fit any more when offer or identification changed behind it', async () => {
    const { db } = shop
    const id = await identified()
    await prepared(id)
    await sql`
      insert into identification (request_id, level, sealed, person_hash, document_hash, document_kind, document_masked, checked_by)
      select request_id, level, sealed, person_hash, document_hash, document_kind, document_masked, checked_by
      from identification where request_id = ${id}`.execute(db)
    expect(await shop.payReceipt(id)).toEqual({ ok: false, reason: 'identification-changed' })
    const { ended } = await prepared(id)
    expect(ended).not.toBeNull()
    await sql`
      insert into sell_offer (request_id, kind, lines, from_cents, to_cents, prices, note, made_by, valid_until, answer, answered_at)
      select request_id, kind, lines, from_cents, to_cents, prices, note, made_by, valid_until, answer, answered_at
      from sell_offer where request_id = ${id} and kind = 'final'`.execute(db)
    expect(await shop.payReceipt(id)).toEqual({ ok: false, reason: 'offer-changed' })
    expect((await prepared(id)).again).toBe(false)
    expect(await shop.payReceipt(id)).toMatchObject({ ok: true })
  })

  test('is not paid without one, twice, or unsigned', async () => {
    const id = await identified()
    expect(await shop.payReceipt(id)).toEqual({ ok: false, reason: 'receipt-missing', ended: null })
    await prepared(id)
    expect(await shop.payReceipt(id, { declared: false })).toEqual({
      ok: false,
      reason: 'declaration-missing',
    })
    expect(await shop.payReceipt(id)).toMatchObject({ ok: true })
    expect(await shop.receipt(id)).toEqual({ ok: false, reason: 'not-possible' })
    expect(await cancel(id)).toMatchObject({ ok: true, paid: true })
    // What was paid and taken back is paid anew on a receipt of its own.
    expect(await shop.payReceipt(id)).toEqual({ ok: false, reason: 'receipt-missing', ended: null })
  })

  test('of a former release was printed when it was paid', async () => {
    const id = await identified()
    await shop.pay(id)
    await sql`alter table purchase_receipt disable trigger purchase_receipt_stays`.execute(shop.db)
    await sql`delete from purchase_receipt where request_id = ${id}`.execute(shop.db)
    await sql`alter table purchase_receipt enable trigger purchase_receipt_stays`.execute(shop.db)
    const purchase = await findPurchase(shop.db, id, secret)
    const paper = await findReceiptPaper(shop.db, id, purchase?.number ?? '', secret)
    expect(paper).toMatchObject({ takesBack: false, paper: { paidAt: purchase?.paidAt } })
    expect(await cancel(id)).toMatchObject({ ok: true, paid: true, receipt: purchase?.number })
  })
})

describe('two at once', () => {
  test('print one receipt, and pay once', async () => {
    const id = await identified()
    const made = await Promise.all(Array.from({ length: 5 }, () => prepared(id)))
    expect(new Set(made.map(({ number }) => number)).size).toBe(1)
    expect(made.filter(({ again }) => !again)).toHaveLength(1)
    const paid = await Promise.all(Array.from({ length: 4 }, () => shop.payReceipt(id)))
    expect(paid.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await receiptsOf(shop.db, id)).toHaveLength(1)
  })

  test('of which one pays and one takes it back, for another means or for good, agree on one end', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await identified()
      await prepared(id)
      const other = [
        () => shop.receipt(id, byTransfer),
        () => cancel(id),
        () => shop.step({ id }, { event: 'hold', reason: 'Verdacht' }),
        () => identify(id),
      ][round]
      const pay = () =>
        payPurchase(
          shop.db,
          { id },
          { reference: 'K', declared: true, means: 'cash' },
          { by, secret, settings: shop.settings },
        )
      await Promise.all([pay(), other?.()])
      const receipts = await receiptsOf(shop.db, id)
      for (const { paid_at, ended_at } of receipts) expect(paid_at === null || ended_at === null).toBe(true)
      const open = await openReceipt(shop.db, id, secret)
      const { status } = await shop.see({ id })
      if (open) expect(status).toBe('identified')
    }
  })

  // Duty: purchase-receipts
  test('and all before leave no gap in the numbers, and no number twice', async () => {
    const [row] = await query(shop.db, { numbers: integers })`
      select array(
        select right(number, 5)::int from purchase_receipt
        union all select right(end_number, 5)::int from purchase_receipt where end_number is not null
        union all select right(number, 5)::int from purchase_cancellation
        union all select right(number, 5)::int from purchase where number not in (select number from purchase_receipt)
        order by 1) as numbers`
    expect(row?.numbers.length).toBeGreaterThan(20)
    expect(row?.numbers).toEqual(row?.numbers.map((_, index) => index + 1))
  })
})

test.each([
  [{ site: 'https://shop.example', api: '/api' }, 'https://shop.example/api/sell-requests/t/AB-1.pdf'],
  [
    { site: 'https://shop.example', api: 'https://api.example/v1/' },
    'https://api.example/v1/sell-requests/t/AB-1.pdf',
  ],
])('%j: the paper is at %s', (at, address) => {
  expect(receiptAddress(at, 't', 'AB-1')).toBe(address)
})
