import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addToCart,
  cartCookie,
  cartEntries,
  cartFromCookies,
  cartLimit,
  removeFromCart,
} from './cart-cookie.ts'

const piece = (id: string, seenCents: number | null = 1000) => ({ id, seenCents })

describe('the cart', () => {
  test('holds each piece once, in the order they were put in, with the price seen last', () => {
    const one = [piece('10482')]
    expect(addToCart([], piece('10482'))).toEqual({ ok: true, entries: one })
    expect(addToCart(one, piece('10482', 900))).toEqual({ ok: true, entries: [piece('10482', 900)] })
    const two = [...one, piece('10001')]
    expect(addToCart(one, piece('10001'))).toEqual({ ok: true, entries: two })
    expect(removeFromCart(two, '10482')).toEqual([piece('10001')])
  })

  test('puts a piece back where it was', () => {
    const three = ['10001', '10002', '10003'].map((id) => piece(id))
    const without = removeFromCart(three, '10002')
    expect(addToCart(without, piece('10002'), 1)).toEqual({ ok: true, entries: three })
  })

  test('refuses one piece too many and what is no stock number', () => {
    const full = Array.from({ length: cartLimit }, (_, index) => piece(String(10_000 + index)))
    expect(addToCart(full, piece('99999'))).toEqual({ ok: false, reason: 'full' })
    expect(addToCart(full, piece('10000'))).toEqual({ ok: true, entries: full })
    expect(addToCart([], piece("1'; drop table product"))).toEqual({ ok: false, reason: 'no-such-piece' })
  })

  test('survives its cookie, and no cookie breaks it', () => {
    const entry = fc.record({
      id: fc.stringMatching(/^[A-Za-z0-9-]{1,16}$/),
      seenCents: fc.option(fc.nat({ max: 2_000_000_000 })),
    })
    fc.assert(
      fc.property(fc.uniqueArray(entry, { maxLength: cartLimit, selector: ({ id }) => id }), (entries) => {
        const header = cartCookie(entries, true).split(';')[0] ?? ''
        expect(cartEntries(`a=b; ${header}; c=d`)).toEqual(entries)
        expect(cartFromCookies(header)).toEqual(entries.map(({ id }) => id))
      }),
    )
    fc.assert(
      fc.property(fc.string(), (junk) => {
        expect(cartEntries(`cart=${junk}`).length).toBeLessThanOrEqual(cartLimit)
      }),
    )
    expect(cartEntries(null)).toEqual([])
  })

  test('reads what earlier versions wrote, and drops what nobody wrote', () => {
    expect(cartEntries('cart=10482.20101_5')).toEqual([piece('10482', null), piece('20101', 5)])
    expect(cartEntries('cart=10482_x.<b>._7.20101_5.20101_9')).toEqual([piece('20101', 5)])
  })

  test('a full cart fits into a cookie', () => {
    const full = Array.from({ length: cartLimit }, (_, index) =>
      piece(`A-${10_000_000 + index}`, 1_999_999_999),
    )
    expect(cartCookie(full, true).length).toBeLessThan(1000)
  })

  test('an empty cart takes its cookie away', () => {
    expect(cartCookie([], false)).toBe('cart=; Path=/; Max-Age=0; SameSite=Lax')
  })
})
