import { useCallback, useEffect, useRef, useState } from 'react'
import { type AnswerOf, act, type Shown } from '../frame/calls.ts'
import { followReference } from './follow-reference.ts'
import type { TypedPiece } from './use-typed.ts'

type Found = Extract<AnswerOf<'piece.reference'>, { ok: true }>

/** Milliseconds after the last key. */
const after = 500

/**
 * What follows from the reference that is typed: facts that nobody has typed yet are filled in once another one is chosen,
 * and those of the one before go with it (`onFollowed`). `from` says whether a key holds what follows from it.
 */
export function useReference(
  piece: Shown<'piece'>,
  { textAt, put, begun }: TypedPiece,
  onFollowed: (changed: { replaced: number; removed: number }) => void,
) {
  const [found, setFound] = useState<Found | null>(null)
  const [brand, reference] = [textAt('brand').trim(), textAt('reference').trim()]
  const first = useRef(`${brand} ${reference}`)
  const held = useRef<Readonly<Record<string, string>>>({})
  // After all of it was discarded or brought back, the reference is no other one that somebody chose.
  const since = useRef(begun)
  if (since.current !== begun) {
    since.current = begun
    first.current = `${brand} ${reference}`
    held.current = {}
  }
  const latest = useRef({ textAt, put, stored: piece.typed, onFollowed })
  latest.current = { textAt, put, stored: piece.typed, onFollowed }

  const follow = useCallback((asked: string, facts: Readonly<Record<string, string>>) => {
    const { textAt, put, stored, onFollowed } = latest.current
    // Of the reference that the piece was opened with, what somebody left empty stays so.
    const isFirst = first.current === asked
    const said = isFirst ? Object.entries(facts).filter(([key]) => textAt(key) !== '') : Object.entries(facts)
    const followed = followReference(held.current, { facts: Object.fromEntries(said), textAt, stored })
    held.current = followed.held
    if (isFirst) return
    first.current = ''
    if (Object.keys(followed.put).length > 0) put(followed.put)
    if (followed.replaced + followed.removed > 0) onFollowed(followed)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is held is found anew where all of it has begun anew
  useEffect(() => {
    const asking = `${brand} ${reference}`
    if (brand === '' || reference === '') {
      setFound(null)
      follow(asking, {})
      return
    }
    const asked = new AbortController()
    const timer = setTimeout(async () => {
      const wanted = { piece: piece.id, kind: piece.kind, brand, reference }
      const answer = await act('piece.reference', wanted, { signal: asked.signal })
      if (asked.signal.aborted || !answer.ok) return
      setFound(answer)
      follow(asking, { ...(answer.model !== null && { model: answer.model }), ...answer.facts })
    }, after)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [brand, reference, piece.id, piece.kind, follow, begun])
  return {
    pieces: found?.pieces ?? 0,
    from: (key: string) =>
      found !== null && found.facts[key] !== undefined && found.facts[key] === textAt(key),
  }
}
