import { describe, expect, test } from 'vitest'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { sellingSecret as secret, sellForm } from '#tests/selling.ts'
import { comparablePieces } from './comparable-pieces.ts'
import { forgetSellRequest } from './erase-sellers-data.ts'
import { currentPrices } from './metal-price.ts'
import { findOfferDraft, keepOfferDraft, offerDraftSchema } from './offer-draft.ts'
import { reckonDraft } from './reckon-draft.ts'
import { listRequests, requestBatches, requestBoard } from './request-list.ts'
import { requestListShape } from './request-list-shape.ts'
import { messagesWithAuthors, writeAsSeller } from './sell-messages.ts'
import { lockedStep, mailsOfRequest, maskedSerials, requestWithDraft, staffFactsOf } from './staff-request.ts'
import { inspectGoods } from './staff-steps.ts'

const shop = buyingShop()
const now = new Date(Date.now() + 60_000)
const list = (address: string) =>
  listRequests(shop.db, readAsked(requestListShape, new URLSearchParams(address)), now)
const line = (part: object) => offerDraftSchema.parse({ lines: [{ title: 'Kette', ...part }] })

describe('the list and the board of requests', () => {
  test('find a request by its number, person and what is offered, in its group', async () => {
    const contact = {
      ...sellForm().contact,
      name: 'Erna Müster-Weiß',
      email: `${crypto.randomUUID()}@muster.example`,
    }
    const { number, id } = await shop.submitted({ contact })
    for (const words of [number, contact.email, `müster ${number}`])
      expect((await list(`q=${encodeURIComponent(words)}`)).rows.map((row) => row.number)).toEqual([number])
    expect((await list(`q=${number}&group=coming`)).total).toBe(0)
    expect(
      (await list(`q=${number}&group=new&kind=gold,watch,jewellery&way=branch,shipment`)).rows[0],
    ).toMatchObject({
      group: 'new',
      due: { what: 'ours' },
      overdue: false,
    })
    await shop.offer({ id }, 'estimate')
    const [row] = (await list(`q=${number}&amount=734-735&day=2020-01-01..2099-01-01&sort=-amount`)).rows
    expect(row).toMatchObject({
      group: 'estimated',
      lowCents: 73_465,
      highCents: 73_465,
      due: { what: 'ends' },
    })
    expect((await list(`q=${number}&amount=1000-`)).total).toBe(0)
    for (const sort of ['number', 'day', 'since', 'name'])
      expect((await list(`q=${number}&sort=${sort}&branch=koeln`)).total).toBeLessThanOrEqual(1)
  })

  test('find a request by what was said of its goods, in any case and order, and by no name of a field', async () => {
    const form = sellForm()
    const { number, id } = await shop.submitted({
      contact: { ...form.contact, name: 'Ulla Vergessen' },
      details: { ...form.details, description: 'Eine KETTE der Großtante, 100% echt\nmit "Etui"' },
    })
    const found = async (words: string) =>
      (await list(`q=${encodeURIComponent(words)}`)).rows.map((row) => row.number)
    for (const words of ['grosstante', 'description', 'e_ui', '100%t', '\\'])
      expect([words, await found(words)]).toEqual([words, []])
    for (const words of ['Großtante kette', 'etui ulla', '100% vergessen', '"etui"'])
      expect([words, await found(words)]).toEqual([words, [number]])
    await forgetSellRequest(shop.db, id)
    expect([await found('großtante'), await found('vergessen'), await found(number)]).toEqual([
      [],
      [],
      [number],
    ])
    const [kept] = await shop.db
      .selectFrom('request_words')
      .select('words')
      .where('request_id', '=', id)
      .execute()
    expect(kept?.words).not.toMatch(/ulla|etui|beispiel/)
  })

  test('what was declined and is here must go back, and is done once it is home', async () => {
    const { number, id } = await shop.submitted()
    await shop.step({ id }, { event: 'receive', branchId: 'koeln' })
    await shop.step({ id }, { event: 'turn-down', reason: 'Zu beschädigt' })
    const asked = readAsked(requestListShape, new URLSearchParams(`q=${number}`))
    const groups = async () =>
      (await requestBoard(shop.db, asked, now)).filter(({ total }) => total > 0).map(({ group }) => group)
    expect(await groups()).toEqual(['back'])
    const here = readAsked(requestListShape, new URLSearchParams(`q=${number}&group=here,back`))
    const columns = await requestBoard(shop.db, here, now)
    expect(columns.filter(({ rows }) => rows !== null)).toMatchObject([
      { group: 'here', total: 0, rows: [] },
      { group: 'back', total: 1, rows: [{ number }] },
    ])
    const alone = await requestBoard(
      shop.db,
      readAsked(requestListShape, new URLSearchParams(`q=${number}&group=new`)),
      now,
    )
    expect(alone.filter(({ total }) => total > 0)).toEqual([{ group: 'back', total: 1, rows: null }])
    const before = (await list('')).counts.back
    await shop.step({ id }, { event: 'return', parcel: { carrier: 'Wertkurier Nord', code: 'R-1' } })
    expect(await groups()).toEqual(['done'])
    expect((await list('')).counts.back).toBe(before - 1)
    const all = []
    for await (const rows of requestBatches(shop.db, asked, now)) all.push(...rows)
    expect(all.map((row) => row.number)).toEqual([number])
  })
})

describe('an offer that is being written', () => {
  test('is reckoned by the calculator, less what is deducted', async () => {
    const current = await currentPrices(shop.db, now)
    const metal = { item: 'gold-585', amount: '12,4' }
    const plain = reckonDraft(line(metal), current)
    expect(plain).toMatchObject({ total: { low: 73_465, high: 73_465 }, faults: 0 })
    const less = reckonDraft(line({ ...metal, deduct: '34,65', deductFor: 'Stein' }), current)
    expect(less.total).toEqual({ low: 70_000, high: 70_000 })
    expect(less.lines[0]).toMatchObject({
      ok: true,
      line: { deduction: { cents: 3_465, reason: 'Stein' } },
      arithmetic: { cents: { low: 73_465, high: 73_465 } },
    })
    const fault = (part: object, exact = false) => reckonDraft(line(part), current, { exact }).lines[0]
    expect(fault({ ...metal, deduct: '1' })).toMatchObject({ field: 'deductFor', reason: 'deduction-reason' })
    expect(fault({ ...metal, deduct: '735', deductFor: 'x' })).toMatchObject({
      reason: 'deduction-too-large',
    })
    expect(fault({ ...metal, amount: '' })).toMatchObject({ field: 'amount', reason: 'empty' })
    expect(fault({ euros: 'viel' })).toMatchObject({ field: 'euros', reason: 'not-an-amount' })
    expect(fault({ euros: '100' })).toMatchObject({ field: 'item', reason: 'metal-needed' })
    expect(fault({ kind: 'watch', from: '1', to: '2' }, true)).toMatchObject({ reason: 'not-exact' })
    expect(fault({ kind: 'watch' })).toMatchObject({ field: 'euros', reason: 'amount-missing' })
  })

  test('is one for all staff: whoever saw an older one overwrites nothing, and sending it ends it', async () => {
    const { id, number } = await shop.submitted()
    const content = line({ item: 'gold-585', amount: '12,4' })
    expect(await keepOfferDraft(shop.db, id, { content, version: 0, by: 'Berta' })).toEqual({
      ok: true,
      version: 1,
    })
    expect(await keepOfferDraft(shop.db, id, { content, version: 0, by: 'Carl' })).toMatchObject({
      ok: false,
      now: { by: 'Berta', version: 1 },
    })
    expect(await keepOfferDraft(shop.db, id, { content, version: 1, by: 'Carl' })).toEqual({
      ok: true,
      version: 2,
    })
    const current = await currentPrices(shop.db, now)
    const seen = await requestWithDraft(shop.db, number, { current, settings: shop.settings, now })
    expect(seen).toMatchObject({ token: '', status: 'estimated', offer: { cents: { low: 73_465 } } })
    expect((await shop.see({ id })).status).toBe('submitted')
    await shop.offer({ id }, 'estimate')
    expect(await findOfferDraft(shop.db, id)).toBeNull()
  })
})

describe('a counter-offer', () => {
  test('is kept with the offer it is about, which stands meanwhile; a newer offer takes no more of it', async () => {
    const { id, token } = await shop.submitted()
    await shop.offer({ id }, 'estimate')
    const offer = (await shop.see({ id })).offer?.id ?? 0
    const say = (about: number, cents: number) =>
      writeAsSeller(shop.db, token, {
        text: 'Ein Erbstück',
        submission: crypto.randomUUID(),
        settings: shop.settings,
        counter: { offer: about, cents },
      })
    expect(await say(offer, 0)).toEqual({ ok: false, reason: 'no-amount' })
    expect(await say(offer, 80_000)).toEqual({ ok: true, repeated: false })
    expect(await messagesWithAuthors(shop.db, id)).toMatchObject([
      { sender: 'seller', offer, amountCents: 80_000 },
    ])
    expect(await shop.see({ id })).toMatchObject({ status: 'estimated', offer: { answer: null } })
    await shop.offer({ id }, 'estimate')
    expect(await say(offer, 90_000)).toEqual({ ok: false, reason: 'no-open-offer' })
  })
})

test('staff know the step, the inspection, the mails and who sold before', async () => {
  const { id } = await shop.submitted()
  await shop.step({ id }, { event: 'receive', branchId: 'koeln' })
  const before = await lockedStep(shop.db, { id })
  await inspectGoods(
    shop.db,
    { id },
    { lines: [{ title: 'Uhr', serial: 'AB12345' }] },
    { by: 'Berta', secret },
  )
  const facts = await staffFactsOf(shop.db, id)
  expect(facts).toMatchObject({ step: (before?.step ?? 0) + 1, purchases: 0, inspection: { by: 'Berta' } })
  expect(await maskedSerials(shop.db, id)).toHaveLength(1)
  expect((await mailsOfRequest(shop.db, id)).map(({ kind }) => kind)).toContain('sell-received')
})

test('what was bought from somebody before does not count what this request became', async () => {
  const email = `${crypto.randomUUID()}@muster.example`
  const [one, two] = [await shop.bought(), await shop.bought()]
  await shop.db.updateTable('sell_request').set({ email }).where('id', 'in', [one, two]).execute()
  for (const id of [one, two])
    expect(await staffFactsOf(shop.db, id)).toMatchObject({
      ...{ purchases: 1, purchasedCents: 73_465, requests: 1 },
    })
})

test('pieces of ours are compared by maker where nothing is closer', async () => {
  const details = {
    kind: 'watch' as const,
    brand: 'Rolex',
    model: 'Submariner',
    reference: '16610',
    year: null,
    scope: 'none' as const,
    description: '',
  }
  expect(await comparablePieces(shop.db, details, now)).toEqual({ alike: null, pieces: [] })
  const ring = { kind: 'jewellery' as const, type: 'rings' as const, description: '', hallmark: null }
  expect((await comparablePieces(shop.db, ring, now)).pieces).toEqual([])
})
