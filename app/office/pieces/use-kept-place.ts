import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Place } from './place.ts'

/** The least ms between two changes of an entry while a key is held down: Safari allows 100 in half a minute. */
const keptEvery = 400

const start: Place = { row: 0, column: 0 }

/** Keeps a place with its entry of the browser's history, unless that is another one by now. */
function keep(key: string, place: Place) {
  const { state } = window.history
  if ((state?.key ?? 'default') !== key) return
  try {
    window.history.replaceState({ ...state, place }, '')
  } catch {
    // Too often: the place before is as good.
  }
}

function kept(key: string): Place | null {
  const { state } = window.history
  const { row, column } = (state?.key ?? 'default') === key ? (state?.place ?? {}) : {}
  return Number.isSafeInteger(row) && Number.isSafeInteger(column) ? { row, column } : null
}

/**
 * The place of the keyboard in a list. It belongs to an entry of the browser's history: another question begins at the top,
 * and whoever comes back to an earlier one is where they left it (`returning`, until `arrived`).
 */
export function useKeptPlace() {
  const { key } = useLocation()
  const [at, setAt] = useState(() => ofEntry(key))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const keptAt = useRef(0)
  if (at.key !== key) setAt(ofEntry(key))
  useEffect(() => () => clearTimeout(timer.current), [])

  const put = useCallback(
    (place: Place, { atOnce = false } = {}) => {
      setAt({ key, place, returning: false })
      clearTimeout(timer.current)
      const now = () => {
        keptAt.current = performance.now()
        keep(key, place)
      }
      const wait = keptAt.current + keptEvery - performance.now()
      if (atOnce || wait <= 0) now()
      else timer.current = setTimeout(now, wait)
    },
    [key],
  )
  const arrived = useCallback(() => setAt((before) => ({ ...before, returning: false })), [])
  return { active: at.place, returning: at.returning, put, arrived }
}

function ofEntry(key: string) {
  const place = kept(key)
  return { key, place: place ?? start, returning: place !== null }
}
