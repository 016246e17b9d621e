import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { readCode } from './read-code.ts'
import { followSeenCodes } from './seen-codes.ts'

/** A table with a label on it, as a camera sees it. */
type Sight = { module: number; turned?: number; noise?: number; shade?: number; code?: string | null }

const side = 480
const label = 'https://www.shop.example/de/produkte/-/10482'

/** Draws a label as `LabelSheet` does, `module` pixels for each of its squares. */
function photographed({ module, turned = 0, noise = 0, shade = 0, code = label }: Sight) {
  const { data: rows, size } = code === null ? { data: [], size: 0 } : encode(code, { ecc: 'M', border: 2 })
  const data = new Uint8ClampedArray(side * side * 4)
  const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)]
  let random = 7
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      // Not in the middle, and on no whole pixel.
      const [right, down] = [(x - side / 2 - 11.3) / module, (y - side / 2 + 7.7) / module]
      const column = Math.floor(cos * right + sin * down + size / 2)
      const row = Math.floor(cos * down - sin * right + size / 2)
      const isDark = rows[row]?.[column]
      random = (random * 1_103_515_245 + 12_345) % 2 ** 31
      const light = (isDark === undefined ? 205 : isDark ? 40 : 232) + (random / 2 ** 31 - 0.5) * noise
      data.set(Array(3).fill(light * (1 - (shade * x) / side)), (y * side + x) * 4)
      data[(y * side + x) * 4 + 3] = 255
    }
  return { width: side, height: side, data }
}

test.each<Sight>([
  { module: 8 },
  { module: 3 },
  { module: 5, turned: 17 },
  { module: 5, turned: 90 },
  { module: 6, turned: 200, noise: 60 },
  { module: 4, turned: -38, noise: 40, shade: 0.6 },
])('a label is read as it lies: %o', (sight) => {
  expect(readCode(photographed(sight))).toBe(label)
})

test.each(['10482', 'http://localhost:3000/en/products/-/28374659', 'https://ä.example/?q=Größe'])(
  'a code of any length is read: %s',
  (code) => {
    expect(readCode(photographed({ module: 6, turned: 4, noise: 20, code }))).toBe(code)
  },
)

test('a picture without a code, or with too little of it, gives nothing', () => {
  expect(readCode(photographed({ module: 5, code: null }))).toBeNull()
  expect(readCode(photographed({ module: 5, code: null, noise: 200 }))).toBeNull()
  expect(readCode(photographed({ module: 0.7 }))).toBeNull()
  const half = photographed({ module: 8 })
  half.data.fill(205, 0, (side * side * 4) / 2)
  expect(readCode(half)).toBeNull()
})

test('a code is told once while it is seen, and again once it was looked for in vain for two seconds', () => {
  const isNew = followSeenCodes()
  expect([0, 125, 1900, 3800].map((at) => isNew('one', at))).toEqual([true, false, false, false])
  expect(isNew('two', 3900)).toBe(true)
  for (const at of [4000, 4500]) expect(isNew(null, at)).toBe(false)
  expect(isNew('one', 5700)).toBe(false)
  for (const at of [5800, 6500, 7000]) expect(isNew(null, at)).toBe(false)
  expect(isNew('one', 7800)).toBe(true)
})

test('a code is not told again because nobody looked for a while, or a look or two failed', () => {
  const isNew = followSeenCodes()
  expect(isNew('one', 0)).toBe(true)
  // The answer to the scan took seconds.
  expect(isNew('one', 6000)).toBe(false)
  // Two blurred pictures on a slow device.
  for (const at of [7500, 9000]) expect(isNew(null, at)).toBe(false)
  expect(isNew('one', 10_500)).toBe(false)
})
