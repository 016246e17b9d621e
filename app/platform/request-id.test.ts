import { expect, test } from 'vitest'
import { requestId, requestIdFrom, withRequestId } from './request-id.ts'

test('an id that is well-formed is kept, another one is made anew', () => {
  expect(requestIdFrom('proxy-1.a_B')).toBe('proxy-1.a_B')
  for (const given of [undefined, '', 'a b', 'x'.repeat(65), 'line\nbreak', 'a@b.example', ['a', 'b']])
    expect(requestIdFrom(given)).toMatch(/^[\w-]{12}-[0-9a-z]+$/)
})

test('what is done for two requests at once has its own id each, and none outside', async () => {
  const ask = (id: string) =>
    withRequestId(id, async () => {
      await new Promise((done) => setTimeout(done, 5))
      return requestId()
    })
  expect(await Promise.all([ask('one'), ask('two')])).toEqual(['one', 'two'])
  expect(requestId()).toBeUndefined()
})
