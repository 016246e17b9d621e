import { describe, expect, test } from 'vitest'
import { buyingShop } from '#tests/buying-shop.ts'
import { formOf } from '#tests/requests.ts'
import { sellForm } from '#tests/selling.ts'
import { findSellRequest, readSellRequest } from './find-sell-request.ts'
import { submitSellRequest } from './sell-request.ts'
import { sellRequestAddress } from './sell-request-address.ts'
import { parseSellRequest } from './sell-request-form.ts'

const shop = buyingShop()
const now = new Date()

const submit = (changes = {}, client: string | null = null) =>
  submitSellRequest(shop.db, sellForm(changes), { client, settings: shop.settings, now: new Date() })

describe('a sell request', () => {
  test('is valued anew with the prices that hold, and acknowledged in the same transaction', async () => {
    const view = await shop.submitted({ contact: sellForm().contact })
    expect(view).toMatchObject({
      status: 'submitted',
      number: expect.stringMatching(/^AN-\d{4}-\d{5}$/),
      valuation: {
        total: { low: 73_465, high: 73_465 },
        prices: { gold: { centsPerOunce: 350_000, source: 'Test' } },
      },
      contact: { name: 'Erna Muster' },
      allowed: ['cancel'],
    })
    expect(await readSellRequest(shop.db, { number: view.number })).toEqual(view)
    expect(sellRequestAddress('https://shop.example', view)).toBe(
      `https://shop.example/de/ankauf/${view.token}`,
    )
    const mails = await shop.db
      .selectFrom('mail_outbox')
      .select(['kind', 'recipient'])
      .where('reason', 'like', `sell:${view.id}:%`)
      .orderBy('id')
      .execute()
    expect(mails).toEqual([
      { kind: 'sell-acknowledgement', recipient: 'erna@beispiel.example' },
      { kind: 'staff-sell', recipient: shop.settings.contact.email },
    ])
  })

  test('sent twice, or ten times at once, is one', async () => {
    const form = sellForm()
    const taking = { client: null, settings: shop.settings, now }
    const results = await Promise.all(
      Array.from({ length: 10 }, () => submitSellRequest(shop.db, form, taking)),
    )
    expect(new Set(results.map((result) => result.ok && result.token)).size).toBe(1)
    expect(results.filter((result) => result.ok && !result.repeated)).toHaveLength(1)
  })

  test('comes only so often from one client', async () => {
    const contact = (n: number) => ({
      contact: { name: 'X', email: `x${n}@beispiel.example`, phone: null, address: null },
    })
    for (let n = 0; n < 12; n += 1) expect((await submit(contact(n), 'one-client')).ok).toBe(true)
    expect(await submit(contact(12), 'one-client')).toMatchObject({ ok: false, reason: 'too-often' })
    expect(await submit({ branchId: 'bonn' })).toEqual({ ok: false, reason: 'no-such-branch' })
  })

  test('comes only so often to one mailbox, however it is spelled, and no count says whose', async () => {
    const spellings = ['Fremd.Post@gmail.com', 'fremdpost+1@googlemail.com', 'f.r.e.m.d.post@GMAIL.com']
    const contact = (n: number) => ({
      contact: { name: 'X', email: spellings[n % 3] ?? '', phone: null, address: null },
    })
    for (let n = 0; n < 12; n += 1) expect((await submit(contact(n), `client-${n}`)).ok).toBe(true)
    expect(await submit(contact(12), 'client-12')).toMatchObject({ ok: false, reason: 'too-often' })
    const uses = await shop.db.selectFrom('rate_use').select('key').execute()
    expect(uses.filter(({ key }) => key.includes('@'))).toEqual([])
  })

  test('is not found by anything but its token', async () => {
    for (const token of ['', 'x', 'a'.repeat(32), "' or true --", 'ä'.repeat(30)]) {
      expect(await findSellRequest(shop.db, token)).toBe(null)
    }
  })
})

describe('the request form', () => {
  const filled = {
    kind: 'watch',
    brand: 'Omega',
    year: '1969',
    scope: 'box',
    way: 'branch',
    name: 'Erna  Muster',
    email: 'erna@beispiel.example',
    consent: 'yes',
    submission: '4f0c2a80-9d38-4be4-9c33-8f5c8e0f9b52',
  }
  const parse = (changes: Record<string, string | string[]>) =>
    parseSellRequest(formOf({ ...filled, ...changes }), 'de')

  test('reads each kind', () => {
    expect(parse({})).toMatchObject({
      ok: true,
      request: { details: { kind: 'watch', brand: 'Omega', year: 1969 }, contact: { name: 'Erna Muster' } },
    })
    expect(parse({ kind: 'jewellery', type: 'rings', description: 'Ring' })).toMatchObject({ ok: true })
    expect(parse({ kind: 'gold', item: ['gold-585', 'gold-750'], amount: ['12,4', ''] })).toMatchObject({
      request: { details: { lines: [{ item: 'gold-585', amount: '12,4' }] } },
    })
  })

  test.each([
    [{ brand: '' }, { brand: 'missing' }],
    [{ year: '19' }, { year: 'invalid' }],
    [{ email: 'erna' }, { email: 'invalid' }],
    [{ name: 'x'.repeat(201) }, { name: 'too-long' }],
    [{ consent: '' }, { consent: 'missing' }],
    [{ submission: '1' }, { submission: 'invalid' }],
    [{ kind: 'car' }, { kind: 'invalid', lines: 'missing' }],
    [{ way: 'shipment' }, { street: 'missing', postalCode: 'missing', city: 'missing' }],
    [{ way: 'shipment', street: 'Ring 1', postalCode: '1010', city: 'Wien' }, { postalCode: 'invalid' }],
    [{ kind: 'gold', item: 'gold-585', amount: '1.234' }, { lines: 'invalid' }],
    [{ kind: 'gold', item: 'mithril', amount: '5' }, { lines: 'invalid' }],
    [{ branch: '../koeln' }, { branch: 'invalid' }],
    [{ phone: 'call me' }, { phone: 'invalid' }],
  ])('names what is wrong with %j', (changes, faults) => {
    expect(parse(changes as Record<string, string>)).toMatchObject({ ok: false, faults })
  })

  test('stores the postal code as Germany writes it', () => {
    const parcel = { way: 'shipment', street: 'Ring 1', postalCode: 'D-50 667', city: 'Köln' }
    expect(parse(parcel)).toMatchObject({ request: { contact: { address: { postalCode: '50667' } } } })
    expect(parse({ ...parcel, postalCode: 'A-1010' })).toMatchObject({ faults: { postalCode: 'invalid' } })
  })

  test('drops what fills the trap', () => {
    expect(parse({ website: 'https://spam.example' })).toEqual({ ok: false, reason: 'robot' })
  })
})
