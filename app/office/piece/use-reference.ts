import { useEffect, useRef, useState } from 'react'
import { type AnswerOf, act, type Shown } from '../frame/calls.ts'
import type { TypedPiece } from './use-typed.ts'

type Found = Extract<AnswerOf<'piece.reference'>, { ok: true }>

/** Milliseconds after the last key. */
const after = 500

/**
 * What follows from the reference that is typed. Facts that nobody has typed yet are filled in once another reference is
 * chosen; `from` says whether a key holds what follows from it.
 */
export function useReference(piece: Shown<'piece'>, { textAt, put }: TypedPiece) {
  const [found, setFound] = useState<Found | null>(null)
  const [brand, reference] = [textAt('brand').trim(), textAt('reference').trim()]
  const first = useRef(`${brand} ${reference}`)
  const latest = useRef({ textAt, put })
  latest.current = { textAt, put }
  useEffect(() => {
    if (brand === '' || reference === '') {
      setFound(null)
      return
    }
    const asked = new AbortController()
    const timer = setTimeout(async () => {
      const wanted = { piece: piece.id, kind: piece.kind, brand, reference }
      const answer = await act('piece.reference', wanted, { signal: asked.signal })
      if (asked.signal.aborted || !answer.ok) return
      setFound(answer)
      if (first.current === `${brand} ${reference}`) return
      first.current = `${brand} ${reference}`
      const { textAt, put } = latest.current
      const model: Record<string, string> = answer.model === null ? {} : { model: answer.model }
      const empty = Object.entries({ ...model, ...answer.facts }).filter(([key]) => textAt(key) === '')
      if (empty.length > 0) put(Object.fromEntries(empty))
    }, after)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [brand, reference, piece.id, piece.kind])
  return {
    pieces: found?.pieces ?? 0,
    from: (key: string) =>
      found !== null && found.facts[key] !== undefined && found.facts[key] === textAt(key),
  }
}
