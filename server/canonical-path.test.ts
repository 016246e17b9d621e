import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalPath, readablePath } from './canonical-path.ts'

test.each([
  ['/de/', '/de'],
  ['/DE/Uhren', '/de/uhren'],
  ['//de///uhren//rolex/', '/de/uhren/rolex'],
  ['/de/%C3%9Cber-uns', '/de/%C3%BCber-uns'],
  ['/de/%c3%bcber', '/de/%C3%BCber'],
  ['/%64e/%55hren', '/de/uhren'],
  ['/EN/Bestellung/aB-c_9/', '/en/bestellung/aB-c_9'],
  ['/API/Search/', '/API/Search'],
  ['/DE/Bestellung/aB-c_9/', '/de/bestellung/aB-c_9'],
  ['/en/order/aB-c_9', '/en/order/aB-c_9'],
  ['/DE/Ankauf/AbC_9-x/', '/de/ankauf/AbC_9-x'],
  ['/', '/'],
  ['/de/%E0%A4%A', null],
])('%s becomes %s', (given, wanted) => {
  expect(canonicalPath(given)).toBe(wanted)
})

test('a canonical path stays as it is: redirects never chain', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.constantFrom('de', 'en', 'De', 'office', ''), (path, prefix) => {
      const once = canonicalPath(`/${prefix}${path}`)
      fc.pre(once !== null)
      expect(canonicalPath(once as string)).toBe(once)
    }),
  )
})

test('a path is readable by anybody, and stays as it was where it is already', () => {
  expect(readablePath('/de/%E0%A4%A/%C3%BCber')).toBe('/de/%25E0%25A4%25A/%C3%BCber')
  expect(readablePath('/%')).toBe('/%25')
  for (const end of ['%0A', '%0D', '%E2%80%A8', '%E2%80%A9'])
    expect(readablePath(`/de/x${end}%20y`)).toBe(`/de/x${end.replaceAll('%', '%25')}%2520y`)
  expect(readablePath('/%64E/%55hren')).toBe('/de/%55hren')
  const parts = fc.array(fc.constantFrom('%', '%C3', '%BC', '%2', '%2F', '%0A', 'a', '/', 'ü'))
  fc.assert(
    fc.property(parts, (given) => {
      const path = readablePath(`/${given.join('')}`)
      expect(() => decodeURIComponent(path)).not.toThrow()
      expect(readablePath(path)).toBe(path)
    }),
  )
})
