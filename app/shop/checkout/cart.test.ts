import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addToCart, cartCookie, cartFromCookies, cartLimit, removeFromCart } from './cart.ts'

describe('the cart', () => {
  test('holds each piece once, in the order they were put in', () => {
    const first = addToCart([], '10482')
    expect(first).toEqual({ ok: true, pieces: ['10482'] })
    expect(addToCart(['10482'], '10482')).toEqual({ ok: true, pieces: ['10482'] })
    expect(addToCart(['10482'], '10001')).toEqual({ ok: true, pieces: ['10482', '10001'] })
    expect(removeFromCart(['10482', '10001'], '10482')).toEqual(['10001'])
  })

  test('refuses one piece too many and what is no stock number', () => {
    const full = Array.from({ length: cartLimit }, (_, index) => String(10_000 + index))
    expect(addToCart(full, '99999')).toEqual({ ok: false, reason: 'full' })
    expect(addToCart(full, '10000')).toEqual({ ok: true, pieces: full })
    expect(addToCart([], "1'; drop table product")).toEqual({ ok: false, reason: 'no-such-piece' })
  })

  test('survives its cookie, and no cookie breaks it', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9-]{1,16}$/), { maxLength: cartLimit }),
        (pieces) => {
          const header = cartCookie(pieces, true).split(';')[0] ?? ''
          expect(cartFromCookies(`a=b; ${header}; c=d`)).toEqual(pieces)
        },
      ),
    )
    fc.assert(
      fc.property(fc.string(), (junk) => {
        expect(cartFromCookies(`cart=${junk}`).length).toBeLessThanOrEqual(cartLimit)
      }),
    )
    expect(cartFromCookies(null)).toEqual([])
  })

  test('an empty cart takes its cookie away', () => {
    expect(cartCookie([], false)).toBe('cart=; Path=/; Max-Age=0; SameSite=Lax')
  })
})
