import { useEffect, useRef } from 'react'
import { pageUsed } from './use-of-page.ts'

/** A hand scanner types faster than anybody: the most ms between two of its keys. */
const fastest = 60
/** So many keys in such a row are no person's. */
const leastKeys = 3
/** A code has at least so many signs. */
const leastSigns = 4

type Pressed = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'ctrlKey' | 'altKey' | 'metaKey'>

/** Follows what is typed, and tells a hand scanner from a person: fast keys that end in Enter. */
export function followKeys() {
  let signs = ''
  let fast = 0
  let last = Number.NEGATIVE_INFINITY
  return {
    /** What was scanned, with its last key; else null. */
    press({ key, timeStamp, ctrlKey, altKey, metaKey }: Pressed): string | null {
      if (ctrlKey || altKey || metaKey) return null
      // A scanner holds Shift for some signs.
      if (key === 'Shift') return null
      const isFast = timeStamp - last <= fastest
      last = timeStamp
      fast = isFast ? fast + 1 : 0
      if (!isFast) signs = ''
      if (key.length === 1) {
        signs += key
        return null
      }
      const scanned = key === 'Enter' && signs.length >= leastSigns ? signs : null
      signs = ''
      return scanned
    },
    /** Whether the last key was one of many in a fast row: it is part of a code, and no command. */
    isScanning: () => fast >= leastKeys,
  }
}

/** What came of a scanned code, in words for whoever scanned it. */
export type Scanned = { ok: boolean; said: string }
type Take = (code: string) => Promise<Scanned>

const keys = followKeys()
/** Who takes a scanned code, the last one first. */
const takers: { current: Take }[] = []

/** Gives a code to whoever takes what is scanned now; `null` where nobody does. */
export function giveScan(code: string): Promise<Scanned> | null {
  pageUsed()
  return takers.at(-1)?.current(code) ?? null
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** Before anything else hears of a key, so that no sign of a code is taken for a command. */
export function listenForScans(): () => void {
  const listen = (event: KeyboardEvent) => {
    const code = keys.press(event)
    if (code === null || isField(event.target)) return
    if (!giveScan(code)) return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', listen, { capture: true })
  return () => window.removeEventListener('keydown', listen, { capture: true })
}

/** Whether a hand scanner is sending just now. */
export const isScanning = (): boolean => keys.isScanning()

/** Takes what a hand scanner sends while nothing is being typed, or a camera sees; whoever came last takes it alone. */
export function useScans(take: Take): void {
  const taker = useRef(take)
  useEffect(() => {
    taker.current = take
  })
  useEffect(() => {
    takers.push(taker)
    return () => {
      takers.splice(takers.indexOf(taker), 1)
    }
  }, [])
}
