import { useCallback, useEffect, useRef, useState } from 'react'
import { act, drawnForQuery, type Shown } from '../frame/calls.ts'
import { useMember } from '../frame/member.ts'

type Piece = Shown<'piece'>
export type Changes = Record<string, { from: string; to: string }>
export type Preview = Piece['preview']

/** Whether what was typed is kept: on the server since a time; only here; not yet. */
export type Kept =
  | { state: 'none' }
  | { state: 'typing' }
  | { state: 'kept'; at: string }
  | { state: 'failed'; reason: string }

/** Milliseconds after the last key until a draft is kept, and until it is tried again. */
const after = 1000
const again = 5000

/**
 * What is typed into a piece, kept as a draft while it is typed: on the server, and in this browser until the server has
 * it. Only what differs from what stands in the shop is a change.
 */
export function useTyped(piece: Piece) {
  const { id: memberId } = useMember()
  const place = `piece-draft-${memberId}-${piece.id}`
  const [version, setVersion] = useState(piece.draft?.version ?? piece.version)
  const [changes, setChanges] = useState<Changes>(() => begun(piece, place))
  const [preview, setPreview] = useState<Preview>(piece.preview)
  const [kept, setKept] = useState<Kept>(() =>
    piece.draft ? { state: 'kept', at: piece.draft.savedAt } : { state: 'none' },
  )
  const latest = useRef({ version, changes })
  latest.current = { version, changes }
  const sent = useRef(JSON.stringify(piece.draft?.changes ?? {}))
  const sending = useRef(false)

  const keep = useCallback(async (): Promise<void> => {
    if (sending.current) return
    const { version, changes } = latest.current
    const text = JSON.stringify(changes)
    if (text === sent.current) return
    sending.current = true
    const answer = await act('piece.draft', { piece: piece.id, version, changes })
    sending.current = false
    if (!answer.ok) {
      setKept({ state: 'failed', reason: answer.reason })
      return
    }
    sent.current = text
    setPreview(answer.preview)
    if (JSON.stringify(latest.current.changes) !== text) return
    remember(place, null)
    setKept(answer.savedAt === null ? { state: 'none' } : { state: 'kept', at: answer.savedAt })
  }, [piece.id, place])

  useEffect(() => {
    const text = JSON.stringify(changes)
    if (text === sent.current) return
    setKept((before) => (before.state === 'failed' ? before : { state: 'typing' }))
    const timer = setTimeout(keep, after)
    const retry = setInterval(keep, again)
    window.addEventListener('online', keep)
    return () => {
      clearTimeout(timer)
      clearInterval(retry)
      window.removeEventListener('online', keep)
    }
  }, [changes, keep])

  // Whoever goes to another screen, or closes the page, within the second.
  useEffect(() => {
    const flush = () => {
      const text = JSON.stringify(latest.current.changes)
      if (text === sent.current) return
      const body = JSON.stringify({ piece: piece.id, ...latest.current })
      navigator.sendBeacon(
        `/office/act/piece.draft${drawnForQuery()}`,
        new Blob([body], { type: 'application/json' }),
      )
    }
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [piece.id])

  const put = useCallback(
    (wanted: Readonly<Record<string, string>>) =>
      setChanges((before) => {
        const next = { ...before }
        for (const [key, to] of Object.entries(wanted)) {
          const from = before[key]?.from ?? piece.typed[key] ?? ''
          if (from === to) delete next[key]
          else next[key] = { from, to }
        }
        remember(place, { version: latest.current.version, changes: next })
        return next
      }),
    [piece.typed, place],
  )

  /** After a save, and after a conflict was decided: what is left, begun from another version. */
  const begin = useCallback(
    (from: number, left: Changes) => {
      setVersion(from)
      setChanges(left)
      remember(place, null)
    },
    [place],
  )

  const textAt = (key: string) => changes[key]?.to ?? piece.typed[key] ?? ''
  return {
    version,
    changes,
    textAt,
    put,
    begin,
    keep,
    kept,
    preview,
    /** What was saved is no draft any more. */
    saved: (left: Changes) => {
      sent.current = JSON.stringify(left)
      setKept({ state: 'none' })
    },
  }
}

export type TypedPiece = ReturnType<typeof useTyped>

function remember(place: string, draft: { version: number; changes: Changes } | null) {
  try {
    if (draft === null) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing: the server does.
  }
}

/** What was typed last: in this browser, where the server does not have it yet, else on the server. */
function begun(piece: Piece, place: string): Changes {
  const here = recall(place)
  const changes = { ...(here ?? piece.draft?.changes) }
  const keys = new Set(piece.fields.flatMap((field) => field.keys))
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([key, { from, to }]) => keys.has(key) && from !== to && piece.typed[key] !== to,
    ),
  )
}

function recall(place: string): Changes | null {
  try {
    const found = JSON.parse(localStorage.getItem(place) ?? 'null') as { changes?: Changes } | null
    return found?.changes ?? null
  } catch {
    return null
  }
}
