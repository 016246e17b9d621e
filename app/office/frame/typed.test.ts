import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const typed = (value: string) => ({ base: 'Dora', value, version: 1 })

/** A browser's store of texts, which all of its windows share. */
function sharedStore() {
  const texts = new Map<string, string>()
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  }
}

/** The module as a window of its own has it. */
async function opened() {
  vi.resetModules()
  return import('./typed.ts')
}

beforeEach(() => vi.stubGlobal('localStorage', sharedStore()))
afterEach(() => vi.unstubAllGlobals())

it('keeps what was typed until it is saved', async () => {
  const window = await opened()
  window.keepTyped('1:name', typed('Dora Gold'))
  expect((await opened()).keptTyped('1:name')).toEqual(typed('Dora Gold'))
  window.keepTyped('1:name', null)
  expect((await opened()).keptTyped('1:name')).toBeNull()
})

it('leaves what another window has typed since', async () => {
  const [first, second] = [await opened(), await opened()]
  first.keepTyped('1:name', typed('Dora Gold'))
  second.keepTyped('1:name', typed('Dora Silber'))
  first.keepTyped('1:name', null)
  expect((await opened()).keptTyped('1:name')).toEqual(typed('Dora Silber'))
})

it('leaves it also where nothing was typed in this one', async () => {
  const [first, second] = [await opened(), await opened()]
  expect(first.keptTyped('1:name')).toBeNull()
  second.keepTyped('1:name', typed('Dora Silber'))
  first.keepTyped('1:name', null)
  expect((await opened()).keptTyped('1:name')).toEqual(typed('Dora Silber'))
})

it('ends what it found when that is saved', async () => {
  ;(await opened()).keepTyped('1:name', typed('Dora Gold'))
  const anew = await opened()
  expect(anew.keptTyped('1:name')).toEqual(typed('Dora Gold'))
  anew.keepTyped('1:name', null)
  expect((await opened()).keptTyped('1:name')).toBeNull()
})
