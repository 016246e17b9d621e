import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { typedInWindow } from './typed.ts'

const typed = (value: string) => ({ base: 'Dora', value, version: 1 })

/** What a window that is opened now finds. */
const foundAnew = () => typedInWindow().keptTyped('1:name')

beforeEach(() => {
  // A browser's store of texts, which all of its windows share.
  const texts = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('keeps what was typed until it is saved', () => {
  const window = typedInWindow()
  window.keepTyped('1:name', typed('Dora Gold'))
  expect(foundAnew()).toEqual(typed('Dora Gold'))
  window.keepTyped('1:name', null)
  expect(foundAnew()).toBeNull()
})

it('leaves what another window has typed since', () => {
  const [first, second] = [typedInWindow(), typedInWindow()]
  first.keepTyped('1:name', typed('Dora Gold'))
  second.keepTyped('1:name', typed('Dora Silber'))
  first.keepTyped('1:name', null)
  expect(foundAnew()).toEqual(typed('Dora Silber'))
})

it('leaves it also where nothing was typed in this one', () => {
  const [first, second] = [typedInWindow(), typedInWindow()]
  expect(first.keptTyped('1:name')).toBeNull()
  second.keepTyped('1:name', typed('Dora Silber'))
  first.keepTyped('1:name', null)
  expect(foundAnew()).toEqual(typed('Dora Silber'))
})

it('ends what it found when that is saved', () => {
  typedInWindow().keepTyped('1:name', typed('Dora Gold'))
  const anew = typedInWindow()
  expect(anew.keptTyped('1:name')).toEqual(typed('Dora Gold'))
  anew.keepTyped('1:name', null)
  expect(foundAnew()).toBeNull()
})
