import { useCallback, useMemo, useRef, useState } from 'react'
import { act } from '../frame/calls.ts'
import type { PieceRow } from './pieces-answers.ts'

/** As many as the server sends at once. */
const windowSize = 100

export type Rows = {
  total: number
  /** undefined: not here yet. */
  at(index: number): PieceRow | undefined
  byId(id: string): PieceRow | undefined
  /** Fetches what is missing between two places, both inclusive, and brings the rows there. */
  fetchRows(from: number, to: number): Promise<(PieceRow | undefined)[]>
  /** What became of a piece, until the list is read anew. */
  put(id: string, changed: Partial<PieceRow>): void
}

type Given = { rows: PieceRow[]; total: number }

/** The rows of a list, of which the screen brings the first; the others are fetched when they are looked at. */
export function useRows(address: string, given: Given): Rows {
  const [kept, setKept] = useState({ given, pages: new Map<number, PieceRow[]>(), put: new Map() })
  const fetching = useRef({ given, pages: new Map<number, Promise<PieceRow[]>>() })
  const fresh = kept.given === given ? kept : { given, pages: new Map<number, PieceRow[]>(), put: new Map() }
  const { pages, put: changes } = fresh as {
    pages: ReadonlyMap<number, PieceRow[]>
    put: ReadonlyMap<string, Partial<PieceRow>>
  }

  const fetchRows = useCallback(
    async (from: number, to: number) => {
      if (fetching.current.given !== given) fetching.current = { given, pages: new Map() }
      const { pages: under } = fetching.current
      const wanted: Promise<PieceRow[]>[] = []
      const first = Math.floor(from / windowSize)
      const last = Math.min(to, given.total - 1)
      for (let page = first; page * windowSize <= last; page++) {
        const fetched = page === 0 ? Promise.resolve(given.rows) : (under.get(page) ?? fetchPage(page))
        if (page > 0) under.set(page, fetched)
        wanted.push(fetched)
      }
      const fetched = await Promise.all(wanted)
      return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => {
        const index = from + at
        return fetched[Math.floor(index / windowSize) - first]?.[index % windowSize]
      })

      async function fetchPage(page: number): Promise<PieceRow[]> {
        const answer = await act('pieces.rows', { address, offset: page * windowSize })
        if (!answer.ok) {
          // It is asked for again when somebody looks there again.
          under.delete(page)
          return []
        }
        setKept((before) => {
          const same = before.given === given
          const all = new Map(same ? before.pages : [])
          return { given, pages: all.set(page, answer.rows), put: same ? before.put : new Map() }
        })
        return answer.rows
      }
    },
    [address, given],
  )

  const put = useCallback(
    (id: string, changed: Partial<PieceRow>) =>
      setKept((before) => {
        const same = before.given === given
        const all = new Map<string, Partial<PieceRow>>(same ? before.put : [])
        all.set(id, { ...all.get(id), ...changed })
        return { given, pages: same ? before.pages : new Map(), put: all }
      }),
    [given],
  )

  return useMemo(() => {
    const shown = (row: PieceRow | undefined) => row && { ...row, ...changes.get(row.id) }
    const at = (index: number) => {
      const page = Math.floor(index / windowSize)
      return shown((page === 0 ? given.rows : pages.get(page))?.[index % windowSize])
    }
    const byId = (id: string) => {
      for (const rows of [given.rows, ...pages.values()]) {
        const found = rows.find((row) => row.id === id)
        if (found) return shown(found)
      }
      return undefined
    }
    return { total: given.total, at, byId, fetchRows, put }
  }, [given, pages, changes, fetchRows, put])
}
