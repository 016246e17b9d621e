import { expect, test } from 'vitest'
import { readEnv } from '#app/platform/env.ts'
import { holdProducts, pieceStates } from '#app/shop/checkout/hold.ts'
import { addRings } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { contextOf } from '#tests/requests.ts'
import { action as putInCart } from './cart.ts'
import { action as leave } from './leave-checkout.ts'

const database = testDatabase()

test('what is no form puts nothing into a cart and ends no checkout', async () => {
  const { db } = database
  await addRings(db, ['70001'])
  const holder = 'h'.repeat(32)
  await holdProducts(db, { pieces: ['70001'], holder, client: null })
  const context = contextOf({ db, env: readEnv({ SITE_URL: 'http://shop.test' }) })
  const send = async (action: typeof leave, body: BodyInit) => {
    const request = new Request('http://shop.test/api', {
      method: 'POST',
      headers: { cookie: `checkout=${holder}.abcdefgh` },
      body,
    })
    return action({ request, params: {}, context })
  }
  const form = () => new URLSearchParams({ piece: '70001', visit: 'abcdefgh' })
  expect((await send(putInCart, 'x')).status).toBe(400)
  await send(leave, 'x')
  expect((await pieceStates(db, { pieces: ['70001'], holder })).get('70001')).toBe('yours')

  expect((await send(putInCart, form())).headers.get('set-cookie')).toContain('70001')
  expect((await send(leave, form())).status).toBe(204)
  expect((await pieceStates(db, { pieces: ['70001'], holder })).get('70001')).toBe('available')
})
