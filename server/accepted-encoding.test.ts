import { expect, test } from 'vitest'
import { encodingFor } from './accepted-encoding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['deflate, zstd', 'identity'],
  ['BR', 'br'],
  ['br;q=0.001, gzip', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.000,gzip; q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['*;q=0', 'identity'],
  ['gzip, *;q=0', 'gzip'],
  ['brotli, gzipped, x-br', 'identity'],
  // Nothing of ours is acceptable: unpacked it can at least be read (RFC 9110, 12.5.3).
  ['identity;q=0', 'identity'],
  ['identity;q=0, *;q=0', 'identity'],
  [['gzip', 'br'] as unknown as string, 'br'],
] as const)('%s is given %s', (accepted, encoding) => {
  for (let times = 0; times < 2; times += 1) expect(encodingFor(accepted as string)).toBe(encoding)
})

test('of a header that no browser sends only the beginning is read, up to a whole word', () => {
  const words = 'deflate, '.repeat(1_700)
  expect(encodingFor(`br, ${words}`)).toBe('br')
  expect(encodingFor(`${words}br`)).toBe('identity')
  for (let length = 180; length < 220; length += 1)
    expect(encodingFor(`${'x'.repeat(length)}, br;q=0, ${words}`), `${length}`).toBe('identity')
})
