import { expect, test } from 'vitest'
import { followKeys } from './scans.ts'

/** Presses keys so many ms apart; what was scanned with the last one, and whether each was part of a code. */
function press(pressed: readonly string[], gap: number) {
  const keys = followKeys()
  let at = 1000
  const parts: boolean[] = []
  let scanned: string | null = null
  for (const key of pressed) {
    at += gap
    scanned = keys.press({ key, timeStamp: at, ctrlKey: false, altKey: false, metaKey: false })
    parts.push(keys.isScanning())
  }
  return { scanned, parts }
}
const address = 'https://shop.test/de/produkte/-/10482'

test.each(['10482', address])('%s of a hand scanner is one code', (code) => {
  expect(press([...code, 'Enter'], 8).scanned).toBe(code)
})

test('signs with Shift are part of a code', () => {
  const pressed = [...address].flatMap((sign) => (sign === ':' || sign === '/' ? ['Shift', sign] : [sign]))
  expect(press([...pressed, 'Enter'], 8).scanned).toBe(address)
})

test('a slash within a code is no command', () => {
  const { parts } = press([...address], 8)
  const slashes = [...address].flatMap((sign, at) => (sign === '/' ? [parts[at]] : []))
  expect(slashes).toEqual(slashes.map(() => true))
})

test('what a person types is no code, and its keys are commands', () => {
  expect(press([...'10482', 'Enter'], 90)).toEqual({ scanned: null, parts: Array(6).fill(false) })
  expect(press(['g', 'p'], 40).parts).toEqual([false, false])
})

test('three signs are too few', () => {
  expect(press([...'104', 'Enter'], 8).scanned).toBeNull()
})
