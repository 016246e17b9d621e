import { useCallback, useEffect, useRef, useState } from 'react'
import { type Clashes, mergeDrafts, sameDraft, withTyped } from '#app/shop/piece/merge-drafts.ts'
import { type AnswerOf, act, drawnForQuery, type Shown } from '../frame/calls.ts'
import { useMember } from '../frame/member.ts'
import { copyOfWindow, type DraftCopy, holdCopy, keepCopy, takeLeftCopies } from './draft-copies.ts'
import { joinWindows } from './draft-windows.ts'

type Piece = Shown<'piece'>
export type ServerDraft = Piece['draft']
export type Changes = Readonly<Record<string, { from: string; to: string }>>
export type Preview = Piece['preview']
type Saved = Extract<AnswerOf<'piece.save'>, { ok: true }>

/** Whether what was typed is kept: on the server since a time; only here; not yet. */
export type Kept =
  | { state: 'none' }
  | { state: 'typing' }
  | { state: 'kept'; at: string }
  | { state: 'failed'; reason: string }

/** `known`: the draft that the server has, as far as this window knows; `clashes`: what another window typed otherwise. */
type State = {
  version: number
  changes: Changes
  clashes: Clashes
  known: { revision: string | null; changes: Changes }
}

/** Milliseconds after the last key until a draft is kept, and until it is tried again. */
const after = 1000
const again = 5000

/** What is sent: of what two windows typed differently, the other's stays on the server until one is chosen. */
const sendable = ({ changes, clashes }: State): Changes =>
  withTyped(changes, Object.fromEntries(Object.entries(clashes).map(([key, { theirs }]) => [key, theirs])))

/** What this window began from: it differs from what the server has where nothing is chosen yet. */
const baseOf = ({ known, clashes }: State): Changes =>
  withTyped(known.changes, Object.fromEntries(Object.entries(clashes).map(([key, { base }]) => [key, base])))

const isUnsent = (state: State) => !sameDraft(sendable(state), state.known.changes)

/** A state with the draft that another window wrote. */
function mergedWith(state: State, draft: ServerDraft): State {
  const theirs = draft?.changes ?? {}
  return {
    ...mergeDrafts(baseOf(state), state.changes, theirs),
    version: Math.min(state.version, draft?.version ?? state.version),
    known: { revision: draft?.revision ?? null, changes: theirs },
  }
}

/** A state with what a closed window left; null: one of three versions of a field would be lost. */
function mergedWithCopy(state: State, copy: DraftCopy): State | null {
  const { changes, clashes } = mergeDrafts(copy.base, copy.changes, state.changes)
  if (Object.keys(clashes).some((key) => key in state.clashes)) return null
  const version = Math.min(state.version, copy.version)
  return { version, changes, clashes: { ...state.clashes, ...clashes }, known: state.known }
}

/** A state in which stands again what was discarded, under what was typed since. */
function broughtBack(piece: Piece, discarded: State, since: State): State {
  return {
    version: Math.min(discarded.version, since.version),
    changes: shownOf(piece, withTyped(discarded.changes, since.changes)),
    clashes: { ...discarded.clashes, ...since.clashes },
    known: since.known,
  }
}

const keptOf = (draft: ServerDraft): Kept =>
  draft ? { state: 'kept', at: draft.savedAt } : { state: 'none' }

/**
 * What is typed into a piece, kept as a draft while it is typed: on the server, and in this browser until the server has
 * it. Only what differs from what stands in the shop is a change. A member has one draft of a piece in all windows: what
 * several typed is merged, and where they typed differently, one is chosen. What another window typed, or that it discarded
 * all of it, is told (`onMerged`).
 */
export function useTyped(piece: Piece, onMerged: (what: 'typed' | 'discarded') => void) {
  const { id: memberId } = useMember()
  const place = `piece-draft-${memberId}-${piece.id}`
  const [copy] = useState(() => copyOfWindow(place))
  const [state, setState] = useState<State>(() => ({
    version: piece.draft?.version ?? piece.version,
    changes: shownOf(piece, piece.draft?.changes ?? {}),
    clashes: {},
    known: { revision: piece.draft?.revision ?? null, changes: piece.draft?.changes ?? {} },
  }))
  const [preview, setPreview] = useState<Preview>(piece.preview)
  // After it was saved, or its photos and flaws have changed.
  useEffect(() => setPreview(piece.preview), [piece.preview])
  const [kept, setKept] = useState<Kept>(() => keptOf(piece.draft))
  /** What the server said last; it holds again once nothing is unsent. */
  const settled = useRef(kept)
  const settle = useCallback((draft: ServerDraft) => {
    settled.current = keptOf(draft)
    setKept(settled.current)
  }, [])
  const [discarded, setDiscarded] = useState<State | null>(null)
  /** How often everything that is typed has become something else at once. */
  const [begun, setBegun] = useState(0)
  const latest = useRef(state)
  const merged = useRef(onMerged)
  merged.current = onMerged
  const sending = useRef<Promise<void> | null>(null)
  const windows = useRef<ReturnType<typeof joinWindows> | null>(null)
  /** Whether other windows are told of what is sent next, without waiting until something is typed there. */
  const telling = useRef(false)

  const set = useCallback(
    (next: State) => {
      latest.current = next
      setState(next)
      const { version, changes, clashes } = next
      const isHereAlone = isUnsent(next) || Object.keys(clashes).length > 0
      keepCopy(copy, isHereAlone ? { version, base: baseOf(next), changes } : null)
    },
    [copy],
  )

  const send = useCallback(async (): Promise<void> => {
    while (isUnsent(latest.current)) {
      const { version, known } = latest.current
      const changes = sendable(latest.current)
      const isTold = telling.current
      const answer = await act('piece.draft', { piece: piece.id, version, revision: known.revision, changes })
      if (!answer.ok && answer.reason === 'another-revision') {
        set(mergedWith(latest.current, answer.draft))
        merged.current('typed')
        continue
      }
      if (!answer.ok) return setKept({ state: 'failed', reason: answer.reason })
      setPreview(answer.preview)
      set({ ...latest.current, known: { revision: answer.draft?.revision ?? null, changes } })
      if (isTold) {
        windows.current?.tell({ before: known.revision, draft: answer.draft, preview: answer.preview })
        telling.current = isUnsent(latest.current)
      }
      // What was typed meanwhile is sent after the next pause.
      if (isUnsent(latest.current)) return
      settle(answer.draft)
    }
  }, [piece.id, set, settle])

  /** One at a time: a second one would name a revision that the first replaces. */
  const keep = useCallback(async (): Promise<void> => {
    sending.current ??= send().finally(() => {
      sending.current = null
    })
    await sending.current
  }, [send])

  useEffect(() => {
    if (!isUnsent(state)) return setKept(settled.current)
    setKept((before) => (before.state === 'failed' ? before : { state: 'typing' }))
    const timer = setTimeout(keep, after)
    const retry = setInterval(keep, again)
    window.addEventListener('online', keep)
    return () => {
      clearTimeout(timer)
      clearInterval(retry)
      window.removeEventListener('online', keep)
    }
  }, [state, keep])

  // What windows that are closed could not send.
  const shown = useRef(piece)
  shown.current = piece
  useEffect(() => {
    let isOpen = true
    const release = holdCopy(copy)
    void takeLeftCopies(place, copy, (left) => {
      const next = isOpen ? mergedWithCopy(latest.current, left) : null
      if (next) set({ ...next, changes: shownOf(shown.current, next.changes) })
      return next !== null
    })
    return () => {
      isOpen = false
      release()
    }
  }, [place, copy, set])

  useEffect(() => {
    const joined = joinWindows(place, ({ before, draft, preview }) => {
      // Whoever wrote since finds out with what they send next.
      if (latest.current.known.revision !== before) return
      set(mergedWith(latest.current, draft))
      settle(draft)
      setPreview(preview)
      setBegun((times) => times + 1)
      merged.current(draft ? 'typed' : 'discarded')
    })
    windows.current = joined
    return joined.leave
  }, [place, set, settle])

  // Whoever goes to another screen, or closes the page, within the second.
  useEffect(() => {
    const flush = () => {
      if (!isUnsent(latest.current)) return
      const { version, known } = latest.current
      const { revision } = known
      const body = JSON.stringify({ piece: piece.id, version, revision, changes: sendable(latest.current) })
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
    (wanted: Readonly<Record<string, string>>) => {
      const { changes } = latest.current
      const given = Object.entries(wanted).map(([key, to]) => {
        const from = changes[key]?.from ?? piece.typed[key] ?? ''
        return [key, from === to ? null : { from, to }]
      })
      set({ ...latest.current, changes: withTyped(changes, Object.fromEntries(given)) })
    },
    [piece.typed, set],
  )

  /** After a conflict with what stands in the shop was decided: what is left, begun from another version. */
  const begin = useCallback(
    (version: number, changes: Changes) => set({ ...latest.current, version, changes }),
    [set],
  )

  /** What was saved is no draft any more; what lacks a language is, and what was typed while it was being saved. */
  const saved = useCallback(
    (sent: Changes, { version, kept, draft }: Saved) => {
      const halves = Object.keys(kept).map((key) => key.replace(/\.(de|en)$/, '.'))
      const isHalf = (key: string) => halves.some((name) => key.startsWith(name))
      const base = Object.fromEntries(Object.entries(sent).filter(([key]) => isHalf(key)))
      const left = Object.entries(latest.current.changes).flatMap(([key, { from, to }]) => {
        if (isHalf(key) || !sent[key]) return [[key, { from, to }]]
        return sent[key].to === to ? [] : [[key, { from: sent[key].to, to }]]
      })
      const known = { revision: null, changes: base }
      set(mergedWith({ version, changes: Object.fromEntries(left), clashes: {}, known }, draft))
      settle(draft)
      setDiscarded(null)
    },
    [set, settle],
  )

  const replaceAll = useCallback(
    (next: State) => {
      set(next)
      setBegun((times) => times + 1)
      telling.current = isUnsent(next) || sending.current !== null
      return keep()
    },
    [set, keep],
  )
  /** Puts everything back to what stands in the shop, here, on the server and in other windows; `bringBack` undoes it. */
  const discard = useCallback(() => {
    const { current } = latest
    setDiscarded((before) => (before ? broughtBack(shown.current, before, current) : current))
    return replaceAll({ ...current, version: shown.current.version, changes: {}, clashes: {} })
  }, [replaceAll])
  const bringBack = useCallback(() => {
    if (!discarded) return
    setDiscarded(null)
    return replaceAll(broughtBack(shown.current, discarded, latest.current))
  }, [discarded, replaceAll])

  /** Of what two windows typed differently: this window's, or the other's. */
  const choose = useCallback(
    (key: string, whose: 'mine' | 'theirs') => {
      const { [key]: chosen, ...clashes } = latest.current.clashes
      if (!chosen) return
      const changes =
        whose === 'mine'
          ? latest.current.changes
          : withTyped(latest.current.changes, { [key]: chosen.theirs })
      set({ ...latest.current, clashes, changes })
    },
    [set],
  )

  const { version, changes, clashes } = state
  const textAt = (key: string) => changes[key]?.to ?? piece.typed[key] ?? ''
  /** What stands here at this moment, also before it is drawn. */
  const now = useCallback(() => latest.current, [])
  return {
    ...{ version, changes, clashes, textAt, put, begin, saved, choose, keep, now, kept, preview },
    ...{ discard, bringBack, isDiscarded: discarded !== null, begun },
  }
}

export type TypedPiece = ReturnType<typeof useTyped>

/** Of what was typed, what this form has fields for and does not stand in the shop already. */
function shownOf(piece: Piece, changes: Changes): Changes {
  const keys = new Set(piece.fields.flatMap((field) => field.keys))
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([key, { from, to }]) => keys.has(key) && from !== to && piece.typed[key] !== to,
    ),
  )
}
