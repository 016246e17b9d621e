import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Exception, exceptions, isAllowed, type Licence, licenceFaults, licencesOf } from './licences.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const installed = (path: string) => {
  const file = join(path, 'package.json')
  return existsSync(join(root, file)) ? read(file) : null
}

test('every package may be used under its licence, and every exception is needed', () => {
  const licences = licencesOf(read('package-lock.json').packages, installed)
  expect(licences.length).toBeGreaterThan(300)
  expect(licenceFaults(licences)).toEqual([])
  for (const { reason } of exceptions) expect(reason).toMatch(/^\p{Lu}.{20,}\.$/u)
})

test.each([
  ['MIT', true],
  ['GPL-3.0-only', false],
  ['MIT OR GPL-3.0-only', true],
  ['(GPL-3.0-only OR MIT)', true],
  ['MIT AND GPL-3.0-only', false],
  ['MIT AND (GPL-3.0-only OR ISC)', true],
  ['(MIT AND GPL-3.0-only) OR ISC', true],
  ['GPL-3.0-only OR MIT AND LGPL-3.0-only', false],
  ['SEE LICENSE IN THE PACKAGE', false],
  ['UNLICENSED', false],
  ['', false],
])('“%s”: %s', (expression, fits) => {
  expect(isAllowed(expression)).toBe(fits)
})

describe('a package', () => {
  const shop = (states: string | null, development = false): Licence[] => [
    { name: 'clockwork', path: 'node_modules/clockwork', states, development },
  ]
  const word: Exception = {
    name: 'clock*',
    states: 'GPL-3.0-only',
    development: true,
    reason: 'A test runs it.',
  }

  test('under a licence that is not on the list is named', () => {
    expect(licenceFaults(shop('GPL-3.0-only'), [])).toEqual(['clockwork, used by the shop: GPL-3.0-only'])
    expect(licenceFaults(shop(null, true), [])).toEqual(['clockwork, used to develop: states no licence'])
  })

  test('that is excepted for development may be used for that, under the licence it had', () => {
    expect(licenceFaults(shop('GPL-3.0-only', true), [word])).toEqual([])
    expect(licenceFaults(shop('GPL-3.0-only'), [word])).toHaveLength(1)
    expect(licenceFaults(shop('AGPL-3.0-only', true), [word])).toHaveLength(2)
    expect(licenceFaults(shop('MIT'), [word])).toEqual([
      'clock* (GPL-3.0-only): an exception that no package needs',
    ])
  })

  test('says its licence itself; one for another system has that of the package it is built for', () => {
    const packages = {
      '': {},
      'node_modules/clockwork': { license: 'MIT', optionalDependencies: { 'clockwork-sunos': '1.0.0' } },
      'node_modules/clockwork-sunos': { os: ['sunos'] },
      'node_modules/spring': {},
    }
    const own = (path: string) => (path === 'node_modules/clockwork' ? { license: 'ISC' } : null)
    expect(licencesOf(packages, own).map(({ name, states }) => [name, states])).toEqual([
      ['clockwork', 'ISC'],
      ['clockwork-sunos', 'ISC'],
      ['spring', null],
    ])
  })
})
