import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formOf } from '#tests/requests.ts'
import { parseCheckout } from './checkout-form.ts'

const complete = {
  submission: '4f3f4d0e-58f4-4f0a-9a52-0d7d2a3c1b11',
  total: '124900',
  email: 'clara@beispiel.example',
  phone: '+49 221 123456',
  name: ' Clara   Beispiel ',
  street: 'Domstraße 1',
  postalCode: '50668',
  city: 'Köln',
  country: 'DE',
  delivery: 'courier',
  payment: 'bank-transfer',
}
const faults = (changes: Record<string, string>) => {
  const parsed = parseCheckout(formOf({ ...complete, ...changes }))
  return parsed.ok ? [] : Object.entries(parsed.faults).map(([field, fault]) => `${field}: ${fault}`)
}

describe('the checkout’s form', () => {
  test('becomes a request, tidied', () => {
    const parsed = parseCheckout(
      formOf({ ...complete, giftWrap: 'on', note: ' Bitte\nklingeln ', consent: ['a', 'b'] }),
    )
    expect(parsed).toEqual({
      ok: true,
      request: {
        submission: complete.submission,
        seenTotalCents: 124_900,
        contact: { email: complete.email, phone: complete.phone },
        invoiceAddress: {
          name: 'Clara Beispiel',
          company: null,
          street: 'Domstraße 1',
          extra: null,
          postalCode: '50668',
          city: 'Köln',
          country: 'DE',
        },
        delivery: { kind: 'courier', address: expect.objectContaining({ name: 'Clara Beispiel' }) },
        payment: 'bank-transfer',
        giftWrap: true,
        note: 'Bitte\nklingeln',
        consents: ['a', 'b'],
      },
    })
  })

  test('delivers elsewhere only when asked to, and collects in a branch without a delivery address', () => {
    const elsewhere = {
      elsewhere: 'on',
      deliveryName: 'Ben',
      deliveryStreet: 'Ring 2',
      deliveryPostalCode: '1010',
      deliveryCity: 'Wien',
      deliveryCountry: 'AT',
    }
    const parsed = parseCheckout(formOf({ ...complete, ...elsewhere }))
    expect(parsed.ok && parsed.request.delivery).toMatchObject({ address: { name: 'Ben', country: 'AT' } })
    const ignored = parseCheckout(formOf({ ...complete, deliveryName: 'Ben' }))
    expect(ignored.ok && ignored.request.delivery).toMatchObject({ address: { name: 'Clara Beispiel' } })
    const collected = parseCheckout(formOf({ ...complete, delivery: 'collection', branch: 'koeln' }))
    expect(collected.ok && collected.request.delivery).toEqual({ kind: 'collection', branchId: 'koeln' })
    expect(faults({ delivery: 'collection' })).toEqual(['branch: missing'])
    expect(faults({ elsewhere: 'on' })).toHaveLength(5)
  })

  test('names every field at fault and gives back what was typed', () => {
    const parsed = parseCheckout(
      formOf({ email: 'no', phone: 'call me', postalCode: '1', country: 'DE', note: 'x'.repeat(1001) }),
    )
    expect(parsed).toMatchObject({ ok: false, given: { email: 'no', phone: 'call me' } })
    expect(
      parsed.ok ? [] : Object.entries(parsed.faults).map(([field, fault]) => `${field}: ${fault}`),
    ).toEqual([
      'email: no-email',
      'phone: no-phone',
      'name: missing',
      'street: missing',
      'city: missing',
      'postalCode: no-postal-code',
      'delivery: no-choice',
      'payment: no-choice',
      'note: too-long',
      'submission: missing',
    ])
  })

  test('knows postal codes and countries', () => {
    const good = {
      AT: '1010',
      CH: '8001',
      GB: 'SW1A 1AA',
      NL: '1012 AB',
      PL: '00-001',
      PT: '1000-001',
      IE: 'D02 X285',
      US: '10001',
    }
    for (const [country, postalCode] of Object.entries(good))
      expect(faults({ country, postalCode })).toEqual([])
    for (const [country, postalCode] of Object.entries({
      AT: '10100',
      DE: '5066',
      GB: '50668',
      PL: '00001',
    })) {
      expect(faults({ country, postalCode })).toEqual(['postalCode: no-postal-code'])
    }
    for (const country of ['XX', 'EU', 'D', 'de', '<script>', 'constructor', '__proto__'])
      expect(faults({ country, postalCode: '50668' })).toContainEqual(expect.stringMatching(/^country: /))
  })

  test('stores a postal code as its country writes it, and a mail address as it is said', () => {
    const stored = (changes: Record<string, string>) => {
      const parsed = parseCheckout(formOf({ ...complete, ...changes }))
      return parsed.ok ? [parsed.request.invoiceAddress.postalCode, parsed.request.contact.email] : []
    }
    expect(stored({ postalCode: 'D - 50 667' })[0]).toBe('50667')
    expect(stored({ country: 'AT', postalCode: 'A-1010' })[0]).toBe('1010')
    expect(stored({ country: 'NL', postalCode: 'nl1012ab' })[0]).toBe('1012 AB')
    expect(stored({ email: 'kontakt@bücher.example' })[1]).toBe('kontakt@bücher.example')
    expect(stored({ email: 'kontakt@xn--bcher-kva.example' })[1]).toBe('kontakt@bücher.example')
    expect(faults({ country: 'AT', postalCode: 'D-50667' })).toEqual(['postalCode: no-postal-code'])
    const elsewhere = { elsewhere: 'on', deliveryName: 'Ben', deliveryStreet: 'Ring 2', deliveryCity: 'Wien' }
    const parsed = parseCheckout(
      formOf({ ...complete, ...elsewhere, deliveryCountry: 'AT', deliveryPostalCode: 'AT-1010' }),
    )
    expect(parsed.ok && parsed.request.delivery).toMatchObject({ address: { postalCode: '1010' } })
  })

  test.each(['+49 (0)221 / 555 01 10', '0221 – 5550110', '0043 1 5550110'])(
    'takes the number %s',
    (phone) => {
      expect(faults({ phone })).toEqual([])
    },
  )

  test('hands insured goods to people, not to lockers', () => {
    for (const street of ['Packstation 123', 'Postfach 10 20', 'P.O. Box 7', 'DHL Paketshop 5']) {
      expect(faults({ street })).toEqual(['street: parcel-locker'])
    }
    expect(faults({ extra: 'Postfiliale 501' })).toEqual(['extra: parcel-locker'])
    expect(faults({ street: 'Packstation 1', delivery: 'collection', branch: 'koeln' })).toEqual([])
  })

  test('keeps no control character of a ticked box, which no database takes', () => {
    const parsed = parseCheckout(formOf({ ...complete, consent: '10001\u0000 \u0007' }))
    expect(parsed).toMatchObject({ ok: true, request: { consents: ['10001'] } })
  })

  test('survives whatever is sent', () => {
    const names = [...Object.keys(complete), 'branch', 'note', 'elsewhere', 'consent', 'deliveryName']
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'binary' })), (fields) => {
        const parsed = parseCheckout(formOf({ ...complete, ...fields }))
        if (parsed.ok) expect(JSON.stringify(parsed.request)).not.toContain('\\u0000')
        else expect(Object.keys(parsed.faults).length).toBeGreaterThan(0)
      }),
    )
    expect(parseCheckout(formOf({ ...complete, total: '1e99' }))).toMatchObject({
      request: { seenTotalCents: 0 },
    })
  })
})
