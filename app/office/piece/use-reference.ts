import { useEffect, useRef, useState } from 'react'
import { type AnswerOf, act, type InputOf, type Shown } from '../frame/calls.ts'
import { followReference } from './follow-reference.ts'
import type { TypedPiece } from './use-typed.ts'

type Texts = Readonly<Record<string, string>>
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
  const { id, kind } = piece
  const [found, setFound] = useState<Found | null>(null)
  const [brand, reference] = [textAt('brand').trim(), textAt('reference').trim()]
  const opened = useRef({ begun, brand, reference })
  // After all of it was discarded or brought back, the reference is no other one that somebody chose.
  if (opened.current.begun !== begun) opened.current = { begun, brand, reference }
  const latest = useRef({ textAt, put, stored: piece.typed, onFollowed })
  latest.current = { textAt, put, stored: piece.typed, onFollowed }
  /** What follows from the reference that the piece was opened with: others are followed once it is known. */
  const first = useRef<Promise<unknown>>(Promise.resolve())
  const held = useRef<Texts>({})
  /** The maker and the reference that were followed last. */
  const followed = useRef('')
  /** What was taken away with a former reference, and is filled in again by its own. */
  const removed = useRef<ReadonlySet<string>>(new Set())

  useEffect(() => {
    const { brand, reference } = opened.current
    held.current = {}
    removed.current = new Set()
    followed.current = `${brand} ${reference}`
    first.current = factsOf({ piece: id, kind, brand, reference }).then((answer) => {
      if (opened.current.begun !== begun || !answer) return
      setFound(answer.found)
      const { textAt } = latest.current
      held.current = Object.fromEntries(
        Object.entries(answer.facts).filter(([key, fact]) => textAt(key) === fact),
      )
    })
  }, [begun, id, kind])

  useEffect(() => {
    const isOpened = () => brand === opened.current.brand && reference === opened.current.reference
    if (followed.current === `${brand} ${reference}`) return
    const asked = new AbortController()
    const timer = setTimeout(async () => {
      const wanted = { piece: id, kind, brand, reference }
      const [answer] = await Promise.all([factsOf(wanted, asked.signal), first.current])
      if (asked.signal.aborted || !answer) return
      setFound(answer.found)
      const { textAt, put, stored, onFollowed } = latest.current
      // Of the reference that the piece was opened with, what somebody left empty stays so.
      const facts = Object.entries(answer.facts).filter(
        ([key]) => !isOpened() || textAt(key) !== '' || removed.current.has(key),
      )
      const change = followReference(held.current, { facts: Object.fromEntries(facts), textAt, stored })
      followed.current = `${brand} ${reference}`
      held.current = change.held
      const gone = Object.keys(change.put).filter((key) => change.put[key] === '')
      removed.current = new Set([...removed.current, ...gone].filter((key) => change.held[key] === undefined))
      if (Object.keys(change.put).length > 0) put(change.put)
      if (change.replaced + change.removed > 0) onFollowed(change)
    }, after)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [brand, reference, id, kind])
  return {
    pieces: found?.pieces ?? 0,
    from: (key: string) =>
      found !== null && found.facts[key] !== undefined && found.facts[key] === textAt(key),
  }
}

/** What follows from a reference, its model too; from none nothing does. Null: it could not be asked. */
async function factsOf(
  wanted: InputOf<'piece.reference'>,
  signal?: AbortSignal,
): Promise<{ found: Found | null; facts: Texts } | null> {
  if (wanted.brand === '' || wanted.reference === '') return { found: null, facts: {} }
  const found = await act('piece.reference', wanted, signal && { signal })
  if (!found.ok) return null
  return { found, facts: { ...(found.model !== null && { model: found.model }), ...found.facts } }
}
