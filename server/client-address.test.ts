import { expect, test } from 'vitest'
import { clientPseudonym } from './client-address.ts'

test('an address of this machine is nobody’s, every other one has a pseudonym of its own', () => {
  for (const own of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', 'unknown']) {
    expect(clientPseudonym(own, 'a secret')).toBeNull()
  }
  const keys = ['192.0.2.1', '192.0.2.2', '2001:db8::1'].map((address) =>
    clientPseudonym(address, 'a secret'),
  )
  expect(new Set(keys).size).toBe(3)
  expect(keys).not.toContain(null)
})
