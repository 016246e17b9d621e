import { useCallback, useMemo, useRef, useState } from 'react'
import type { Rows } from './use-rows.ts'

/** The pieces that are chosen, by stock number: they stay chosen while the list is sorted and filtered otherwise. */
export type Choice = {
  ids: ReadonlySet<string>
  has(id: string): boolean
  toggle(id: string, row: number): void
  /** From the row that was chosen last, or `otherwise`, up to this one. */
  extendTo(row: number, otherwise: number): void
  set(ids: readonly string[]): void
}

export function useChoice(rows: Rows): Choice {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<number | null>(null)
  const toggle = useCallback((id: string, row: number) => {
    anchor.current = row
    setIds((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  const extendTo = useCallback(
    (row: number, otherwise: number) => {
      anchor.current ??= otherwise
      const [from, to] = [Math.min(anchor.current, row), Math.max(anchor.current, row)]
      const range = Array.from({ length: to - from + 1 }, (_, at) => rows.at(from + at)?.id)
      setIds((before) => new Set([...before, ...range.filter((id) => id !== undefined)]))
    },
    [rows],
  )
  const set = useCallback((chosen: readonly string[]) => {
    anchor.current = null
    setIds(new Set(chosen))
  }, [])
  return useMemo(
    () => ({ ids, has: (id: string) => ids.has(id), toggle, extendTo, set }),
    [ids, toggle, extendTo, set],
  )
}
