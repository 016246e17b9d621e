import { beforeAll, expect, test } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { cancelByStaff } from '#app/shop/checkout/cancel-unpaid.ts'
import { correctMoney } from '#app/shop/checkout/correct-money.ts'
import { countMoney } from '#app/shop/checkout/count-money.ts'
import { holdProducts } from '#app/shop/checkout/hold.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { staffNamed } from '#app/shop/checkout/order-actor.ts'
import { onSeenOrder, orderVersion } from '#app/shop/checkout/order-version.ts'
import { takeOrderStep } from '#app/shop/checkout/staff-order-steps.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { addBranches } from '#tests/catalogue.ts'
import { addRings, claraBeispiel, orderRequest, placed } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { byCourier, orderShop } from '#tests/order-shop.ts'
import { exportOrders, listOrders, orderCountries } from './list-orders.ts'
import { orderActsNow } from './order-actions.ts'
import { addOrderNote } from './order-notes.ts'
import { orderShape } from './order-shape.ts'
import { orderStory } from './order-timeline.ts'
import { shipAllPacked } from './pack-orders.ts'

const database = testDatabase()
const { order, ordered } = orderShop(database, 72_001)
const berta = staffNamed('Berta')
const carl = staffNamed('Carl')
let settings: Settings
const shop = () => ({ db: database.db, payments: null, siteUrl: '', log: createLog('silent') })

beforeAll(async () => {
  await addBranches(database.db)
  settings = await readSettings(database.db)
})

const viewOf = async (id: number) => {
  const view = await findOrderById(database.db, id)
  if (!view) throw new Error('the order is gone')
  return view
}
const seenOf = async (id: number) => (await orderVersion(database.db, id)) ?? ''
const found = (address: string) =>
  listOrders(database.db, readAsked(orderShape, new URLSearchParams(address)))
const numbersOf = async (address: string) => (await found(address)).rows.map(({ number }) => number)

/** Money that comes by transfer, as somebody reports it who saw the order so. */
async function report(id: number, cents: number, reference: string, seen: string, surplus = false) {
  return countMoney(shop(), await viewOf(id), { cents, reference, channel: null, surplus }, settings, {
    by: berta,
    rule: {},
    seen,
  })
}

test('of two members at one order the second is told, whatever each of them does', async () => {
  const { db } = database
  const { id } = await ordered(byCourier)
  const seen = await seenOf(id)
  expect(await report(id, 100_000, 'Auszug 1', seen)).toMatchObject({ ok: true, outcome: 'part' })
  expect(await report(id, 24_900, 'Auszug 2', seen)).toEqual({ ok: false, reason: 'changed-meanwhile' })
  expect(await cancelByStaff(shop(), { id }, settings, { by: carl, said: 'Nicht da', seen })).toEqual({
    ok: false,
    reason: 'changed-meanwhile',
  })
  const [entry] = (await orderStory(db, id)).money
  const wrong = { entry: entry?.id ?? 0, reason: 'Falscher Auszug', isConfirmed: false, seen }
  expect(await correctMoney(shop(), wrong, settings, carl)).toEqual({
    ok: false,
    reason: 'changed-meanwhile',
  })
  // The very same report once more, as a browser sends it that heard no answer, is no conflict and books nothing.
  expect(await report(id, 100_000, 'Auszug 1', seen)).toMatchObject({ ok: true, outcome: 'known' })
  const both = await Promise.all([
    report(id, 24_900, 'Auszug 3', await seenOf(id)),
    report(id, 24_900, 'Auszug 3b', await seenOf(id)),
  ])
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect((await viewOf(id)).receivedCents).toBe(124_900)
  const paid = await seenOf(id)
  const steps = await Promise.all(
    [berta, carl].map((by) =>
      onSeenOrder(db, { id, seen: paid, by }, (transaction) =>
        takeOrderStep(transaction, id, { event: 'prepare' }, settings, by),
      ),
    ),
  )
  expect(steps.filter(({ ok }) => ok)).toHaveLength(1)
  expect(steps).toContainEqual({ ok: false, reason: 'changed-meanwhile' })
})

test('the story of an order has its money with counter-entries, mails, documents and notes, in their order', async () => {
  const { db } = database
  const { id, number } = await ordered(byCourier)
  const staff = await db
    .insertInto('staff_member')
    .values({ name: 'Berta', email: 'berta-orders@staff.example', role: 'sales', locale: 'de' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  await order('money', number, '1.249', '--reference', 'Auszug 9')
  const { money } = await orderStory(db, id)
  const entry = money[0]?.id ?? 0
  expect(await order('correct', String(entry), '--reason', 'Gehört zu einer anderen')).toContain('taken back')
  expect(await addOrderNote(db, { orderId: id, text: '  ' }, staff)).toEqual({ ok: false, reason: 'missing' })
  expect(await addOrderNote(db, { orderId: id, text: 'x'.repeat(2001) }, staff)).toEqual({
    ok: false,
    reason: 'too-long',
  })
  expect(await addOrderNote(db, { orderId: id, text: 'Ruft Freitag zurück' }, staff)).toMatchObject({
    ok: true,
  })
  const story = await orderStory(db, id)
  expect(story.money).toMatchObject([
    { direction: 'in', cents: 124_900, reference: 'Auszug 9', correctedAt: expect.any(Date) },
    { direction: 'in', cents: 124_900, corrects: entry, reason: 'Gehört zu einer anderen' },
  ])
  expect(story.mails.map(({ mail, state }) => [mail, state])).toContainEqual([
    'payment-received',
    'taken-back',
  ])
  expect(story.mails.map(({ mail }) => mail)).toContain('confirmation')
  expect(story.documents).toHaveLength(1)
  expect(story.moments.at(0)).toMatchObject({ kind: 'placed' })
  expect(story.moments.at(-1)).toMatchObject({ kind: 'note', text: 'Ruft Freitag zurück', by: berta })
  const times = story.moments.map(({ at }) => at.getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

test('the story says from when on pieces were held, reserved before, and let go', async () => {
  const { db } = database
  const pieces = ['72901', '72902']
  await addRings(db, pieces)
  const held = await holdProducts(db, { pieces, holder: `holder-${pieces[0]}`, client: null })
  if (!held.ok) throw new Error(held.reason)
  const { id } = await placed(db, orderRequest(pieces, 240_000))
  await db
    .insertInto('reservation')
    .values({
      ...{ product_id: '72902', branch_id: 'koeln', name: 'Clara Beispiel', locale: 'de', made_by: 'Carl' },
      ...{ until: new Date('2026-11-02'), made_at: new Date('2026-11-01') },
      ...{ ended_at: new Date('2026-11-02'), outcome: 'sold', order_id: id },
    })
    .execute()
  const before = (await orderStory(db, id)).moments
  expect(before.slice(0, 3)).toMatchObject([
    { kind: 'reserved', piece: '72902', by: carl, until: new Date('2026-11-02') },
    { kind: 'held', pieces, by: { who: 'buyer' } },
    { kind: 'placed' },
  ])
  expect(before.some(({ kind }) => kind === 'let-go')).toBe(false)
  expect(await cancelByStaff(shop(), { id }, settings, { by: carl, said: 'Doch verkauft' })).toMatchObject({
    ok: true,
  })
  expect((await orderStory(db, id)).moments).toContainEqual(
    expect.objectContaining({ kind: 'let-go', pieces }),
  )
})

test('a list finds orders by what staff have in their hands, and says what each needs', async () => {
  const { db } = database
  const elsewhere = { kind: 'courier', address: { ...claraBeispiel, street: 'Am neuen Ort 5' } } as const
  const late = await ordered({ delivery: elsewhere })
  const contact = { email: 'ruft.an@beispiel.example', phone: '0221 / 98 76-54' }
  const invoiceAddress = { ...claraBeispiel, street: 'Hohe Gasse 3' }
  const part = await ordered({ ...byCourier, contact, invoiceAddress })
  const paid = await ordered(byCourier)
  const collected = await ordered({ payment: 'in-branch' })
  await order('money', part.number, '1.000', '--reference', 'Auszug Teil 77')
  await order('money', paid.number, '1.249', '--reference', 'Auszug Ganz 78')
  await order('money', collected.number, '1.200', '--reference', 'Bon 4711')
  await db
    .updateTable('shop_order')
    .set({ pay_by: new Date('2026-01-01') })
    .where('id', '=', late.id)
    .execute()
  expect(await numbersOf(`q=${late.pieces[0]}`)).toEqual([late.number])
  expect(await numbersOf(`q=${part.number.toLowerCase()}`)).toEqual([part.number])
  expect(await numbersOf('q=Teil 77')).toEqual([part.number])
  expect(await numbersOf('q=Bon 4711')).toEqual([collected.number])
  // However it is written, and as the display of a telephone tells it.
  for (const phone of ['0221 987654', '+49 221 98 76 54', '0049221987654'])
    expect(await numbersOf(new URLSearchParams({ q: phone }).toString())).toEqual([part.number])
  expect(await numbersOf('q=hohe gasse')).toEqual([part.number])
  // What may be a piece or a postal code finds nobody's telephone.
  expect(await numbersOf('q=98765')).toEqual([])
  expect(await numbersOf('q=am neuen ort 5')).toEqual([late.number])
  expect(await numbersOf('q=1.000,00')).toContain(part.number)
  expect(await numbersOf('q=%25')).toEqual([])
  expect(await numbersOf('q=BEISPIEL')).toContain(paid.number)
  expect(await numbersOf('need=late')).toEqual([late.number])
  expect(await numbersOf('need=wrong-amount')).toContain(part.number)
  expect(await numbersOf('need=pack')).toContain(paid.number)
  expect(await numbersOf('need=pack')).not.toContain(collected.number)
  expect(await numbersOf('need=hand-over')).toEqual([collected.number])
  expect(await numbersOf('delivery=collection&payment=in-branch&state=paid&total=1200-1200')).toEqual([
    collected.number,
  ])
  expect(await numbersOf('total=1201-1248')).toEqual([])
  expect(await numbersOf('country=AT')).toEqual([])
  expect(await numbersOf('placed=2020-01-01..2020-12-31')).toEqual([])
  expect(await numbersOf('branch=koeln')).toContain(collected.number)
  for (const sort of ['placed', '-total', 'buyer', 'due', 'state'])
    expect((await found(`sort=${sort}`)).rows.length).toBeGreaterThan(3)
  const { rows, total, counts } = await found('')
  expect(rows.find(({ number }) => number === late.number)).toMatchObject({
    needs: ['unpaid', 'late'],
    receivedCents: 0,
    pieces: late.pieces,
  })
  expect(counts.all).toBe(total)
  expect(counts['hand-over']).toBe(1)
  expect(await orderCountries(db)).toContain('DE')
  const exported: string[] = []
  for await (const batch of exportOrders(db, readAsked(orderShape, new URLSearchParams('need=late'))))
    exported.push(...batch.map(({ number }) => number))
  expect(exported).toEqual([late.number])
})

test('several parcels are shipped in one go, each for itself, and each says what came of it', async () => {
  const { db } = database
  const [one, two, unpaid, collected] = [
    await ordered(byCourier),
    await ordered(byCourier),
    await ordered(byCourier),
    await ordered({ payment: 'in-branch' }),
  ]
  await order('money', one.number, '1.249', '--reference', 'Paket 1')
  await order('money', two.number, '1.249', '--reference', 'Paket 2')
  await order('prepare', two.number)
  const parcel = async ({ id, number }: { id: number; number: string }, code: string) => ({
    ...{ order: number, seen: await seenOf(id), tracking: { carrier: 'Wertkurier Nord', code, url: null } },
  })
  const parcels = [
    await parcel(one, 'WK-1'),
    await parcel(two, 'WK-1'),
    await parcel(unpaid, 'WK-3'),
    await parcel(collected, 'WK-4'),
    { ...(await parcel(one, ' ')), order: 'RG-2020-00001' },
  ]
  const outcomes = await shipAllPacked(db, parcels, settings, berta)
  expect([...outcomes.values()]).toEqual([
    { ok: true, status: 'shipped' },
    { ok: false, reason: 'tracking-twice' },
    { ok: false, reason: 'not-possible' },
    { ok: false, reason: 'is-collected' },
    { ok: false, reason: 'tracking-unusable' },
  ])
  // Once more, as after a lost answer: what has left is left alone.
  const again = await shipAllPacked(
    db,
    [parcels[0] ?? parcels[1], await parcel(two, 'WK-2')].flatMap((each) => each ?? []),
    settings,
    berta,
  )
  expect([...again.values()]).toEqual([
    { ok: false, reason: 'changed-meanwhile' },
    { ok: true, status: 'shipped' },
  ])
  expect((await viewOf(one.id)).tracking).toMatchObject({ code: 'WK-1' })
  const steps = (await orderStory(db, one.id)).moments.filter(({ kind }) => kind === 'step')
  expect(steps.map((moment) => moment.kind === 'step' && [moment.event, moment.by])).toEqual([
    ['pay', { who: 'staff', name: 'Berta Kasse' }],
    ['prepare', berta],
    ['ship', berta],
  ])
})

test('only what may be done is offered, and the rest says why', async () => {
  const { id, number } = await ordered(byCourier)
  const now = new Date('2026-11-26T12:00:00Z')
  const acts = async (withdrawableUntil: Date | null = null) =>
    orderActsNow(await viewOf(id), { now, withdrawableUntil })
  expect(await acts()).toEqual({
    may: ['money', 'address', 'cancel'],
    not: [{ act: 'ship', why: 'not-paid', until: null }],
  })
  await order('money', number, '1.249', '--reference', 'Taten 1')
  expect((await acts()).may).toEqual(['money', 'prepare', 'hand-over', 'address', 'cancel'])
  expect((await acts()).not).toEqual([{ act: 'ship', why: 'not-prepared', until: null }])
  await order('prepare', number)
  expect((await acts()).may).toEqual(['money', 'ship', 'hand-over', 'address', 'cancel'])
  await order('ship', number, '--courier', 'Nord', '--code', 'T1')
  expect((await acts()).may).toEqual(['money', 'deliver', 'tracking'])
  await order('deliver', number)
  const until = new Date('2026-12-10T23:00:00Z')
  expect((await acts(until)).may).toEqual(['money', 'deliver-again', 'tracking'])
  expect((await acts(until)).not).toEqual([
    { act: 'complete', why: 'withdrawable', until },
    { act: 'cancel', why: 'has-left', until: null },
  ])
  expect((await acts(new Date('2026-11-20'))).may).toContain('complete')
  for (const status of ['withdrawal_requested', 'return_received', 'inspected'] as const)
    expect(orderActsNow({ ...(await viewOf(id)), status }, { now, withdrawableUntil: null }).not).toEqual([
      { act: 'cancel', why: 'comes-back', until: null },
    ])
})
