import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { type Secret, seal, sealedHashes, shopSecret, unseal } from './secrets.ts'
import { StartFault } from './start-fault.ts'

const DATA_DIR = temporaryFolder()
const first = 'a secret of at least thirty-two characters'
const second = 'another secret of at least thirty-two signs'
const third = 'the third secret, of thirty-two characters or more'

test('a new secret seals, and those before it still open', () => {
  const both: Secret = [second, first]
  const before = seal('6A2K1943', first, 'serial-number')
  const after = seal('6A2K1943', both, 'serial-number')
  expect(unseal(before, both, 'serial-number')).toBe('6A2K1943')
  expect(unseal(after, second, 'serial-number')).toBe('6A2K1943')
  expect(() => unseal(after, first, 'serial-number')).toThrow()
  expect(() => unseal(before, second, 'serial-number')).toThrow()
  expect(() => unseal(after, both, 'another purpose')).toThrow()
  expect(unseal(before, [third, second, first], 'serial-number')).toBe('6A2K1943')
})

/** Sealed under the first secret by the release before keys had ids. */
const withoutId = '354d19eb715ec21d93b60d01728a492984da42702056b4fc7e9c0c4a55649ddbd89acd40'

test('what was sealed before keys had ids opens under the first one', () => {
  const old = Buffer.from(withoutId, 'hex')
  expect(unseal(old, first, 'serial-number')).toBe('6A2K1943')
  expect(unseal(old, [second, first], 'serial-number')).toBe('6A2K1943')
  expect(() => unseal(old, second, 'serial-number')).toThrow()
})

test('bytes that were changed open under no secret', () => {
  const sealed = seal('6A2K1943', [second, first], 'serial-number')
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(sealed.readUInt8(at) ^ 1, at)
    expect(() => unseal(changed, [second, first], 'serial-number'), `byte ${at}`).toThrow()
  }
})

test('a text is found by its hash under each of the secrets', () => {
  const [present, former] = sealedHashes('A', [second, first], 'serial-number')
  expect(sealedHashes('A', second, 'serial-number')).toEqual([present])
  expect(sealedHashes('A', first, 'serial-number')).toEqual([former])
})

test('the secrets of the shop: what is set, else what it made, and the former one beside it', () => {
  expect(shopSecret({ DATA_DIR, SESSION_SECRET: second })).toBe(second)
  expect(shopSecret({ DATA_DIR, SESSION_SECRET: second, SESSION_SECRET_FORMER: first })).toEqual([
    second,
    first,
  ])
  const made = shopSecret({ DATA_DIR })
  expect(shopSecret({ DATA_DIR })).toBe(made)
  mkdirSync(join(DATA_DIR, 'secrets'), { recursive: true })
  writeFileSync(join(DATA_DIR, 'secrets', 'session-secret-former'), `${first}\n`)
  expect(shopSecret({ DATA_DIR })).toEqual([made, first])
  expect(shopSecret({ DATA_DIR, SESSION_SECRET_FORMER: third })).toEqual([made, third])
})

test('several former secrets, the present one and one with a comma in it among them', () => {
  const opens = (former: string, key: string) =>
    unseal(
      seal('6A2K1943', key, 'serial-number'),
      shopSecret({ DATA_DIR, SESSION_SECRET: third, SESSION_SECRET_FORMER: former }),
      'serial-number',
    )
  const [bare, comma] = ['a'.repeat(32), `${'b'.repeat(40)},${'c'.repeat(40)}`]
  for (const former of [`${bare},${second}`, ` ${second} , ${bare},`, `${first},${bare},${second}`]) {
    expect(opens(former, bare), former).toBe('6A2K1943')
    expect(opens(former, second), former).toBe('6A2K1943')
    expect(opens(former, third), former).toBe('6A2K1943')
  }
  expect(opens(comma, comma)).toBe('6A2K1943')
  expect(opens(first, first)).toBe('6A2K1943')
  expect(() => opens(bare, second)).toThrow()
  // In the file each stands on a line of its own.
  writeFileSync(join(DATA_DIR, 'secrets', 'session-secret-former'), `${first}\n${comma}\n\n${third}\n`)
  expect(shopSecret({ DATA_DIR, SESSION_SECRET: third })).toEqual([third, first, comma])
  writeFileSync(join(DATA_DIR, 'secrets', 'session-secret-former'), `${first}\nshort\n`)
  expect(() => shopSecret({ DATA_DIR, SESSION_SECRET: third })).toThrow('damaged')
})

test.each(['session-secret', 'session-secret-former'])(
  'a file %s that is there and cannot be read is said to be so: it is not missing, and nothing is made',
  (name) => {
    const faults = [
      ['EISDIR', (file: string) => mkdirSync(file)],
      ['ELOOP', (file: string) => symlinkSync(name, file)],
    ] as const
    for (const [code, make] of faults)
      for (const mayMake of [true, false]) {
        const folder = join(DATA_DIR, `${name}-${code}-${mayMake}`)
        mkdirSync(join(folder, 'secrets'), { recursive: true })
        const file = join(folder, 'secrets', name)
        make(file)
        const set = name === 'session-secret' ? {} : { SESSION_SECRET: first }
        const read = () => shopSecret({ DATA_DIR: folder, ...set }, () => mayMake)
        expect(read).toThrow(StartFault)
        expect(read).toThrow(`${file} cannot be read (${code})`)
        expect(read).not.toThrow(/missing|delete|remove/i)
        expect(readdirSync(join(folder, 'secrets'))).toEqual([name])
      }
  },
)

test('a folder of secrets that is a file holds none', () => {
  const folder = join(DATA_DIR, 'folder-is-a-file')
  mkdirSync(folder)
  writeFileSync(join(folder, 'secrets'), '')
  const read = () => shopSecret({ DATA_DIR: folder }, () => false)
  expect(read).toThrow(/is missing/)
})

test('a link whose end is not mounted is told, and stays as it is', () => {
  const folder = join(DATA_DIR, 'unmounted')
  mkdirSync(join(folder, 'secrets'), { recursive: true })
  symlinkSync('/nowhere/at/all', join(folder, 'secrets', 'session-secret'))
  expect(() => shopSecret({ DATA_DIR: folder })).toThrow(/session-secret leads to a place where nothing is/)
  expect(readdirSync(join(folder, 'secrets'))).toEqual(['session-secret'])
})
