import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { previewTokenOf } from './preview-token.ts'

const home = temporaryFolder()
const DATABASE_URL = 'postgres://shop@database/shop'
const settings = (machine: string) => ({
  STORYBLOK_PREVIEW_TOKEN: undefined,
  DATABASE_URL,
  DATA_DIR: join(home, machine),
})
const secret = 's'.repeat(32)

test('machines with one database and one secret have one token, with nothing on their disks', () => {
  const token = previewTokenOf(settings('one'), secret)
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  expect(previewTokenOf(settings('two'), secret)).toBe(token)
  expect(previewTokenOf(settings('two'), 't'.repeat(32))).not.toBe(token)
  expect(existsSync(join(home, 'one'))).toBe(false)
})

test('what is set counts, and what a machine has made for itself stays', () => {
  expect(previewTokenOf({ ...settings('one'), STORYBLOK_PREVIEW_TOKEN: 'set' }, secret)).toBe('set')
  const own = previewTokenOf({ ...settings('three'), DATABASE_URL: undefined }, secret)
  expect(readFileSync(join(home, 'three/secrets/content-preview-token'), 'utf8')).toBe(own)
  expect(previewTokenOf(settings('three'), secret)).toBe(own)
})
