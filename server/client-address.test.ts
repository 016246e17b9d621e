import type { Context } from 'hono'
import { describe, expect, test } from 'vitest'
import { clientAddress, clientPseudonym } from './client-address.ts'

const secret = 'a secret'

test('whoever’s address says nothing shares one pseudonym, every other one has its own', () => {
  const unknown = clientPseudonym('unknown', secret, false)
  expect(unknown).toMatch(/^[\w-]+\.[\w-]+$/)
  for (const own of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '', 'nobody', '999.1.1.1', '@'])
    expect(clientPseudonym(own, secret, false), own).toBe(unknown)
  // What a proxy passes on that is no address is no way around the limits, either.
  for (const nonsense of ['unknown', '_hidden', 'a.b.c.d'])
    expect(clientPseudonym(nonsense, secret, true)).toBe(unknown)
  const keys = ['192.0.2.1', '192.0.2.2', '2001:db8::1', '10.0.0.1'].map((address) =>
    clientPseudonym(address, secret, false),
  )
  expect(new Set([...keys, unknown]).size).toBe(5)
  expect(keys).not.toContain(null)
})

test('past a proxy that is trusted, this machine itself calls', () => {
  for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect(clientPseudonym(own, secret, true)).toBeNull()
})

describe('behind a proxy the last address counts, if it is to be trusted', () => {
  const asked = (forwarded: string | undefined, trusted: boolean) =>
    clientAddress(
      {
        req: { header: () => forwarded },
        env: { incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } } },
      } as unknown as Context,
      trusted,
    )
  test.each([
    ['198.51.100.7, 203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['', '127.0.0.1'],
    [undefined, '127.0.0.1'],
  ])('%s is %s', (forwarded, address) => {
    expect(asked(forwarded, true)).toBe(address)
    expect(asked(forwarded, false)).toBe('127.0.0.1')
  })
})
