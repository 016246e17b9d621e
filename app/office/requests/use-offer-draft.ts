import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { OfferDraft } from '#app/shop/buying/offer-draft.ts'
import { act } from '../frame/calls.ts'
import { useShown } from '../frame/use-shown.ts'
import { type DraftPart, mergeOfferDrafts } from './merge-offer-drafts.ts'

/** Milliseconds without typing after which a draft is reckoned and kept. */
const pause = 600

/** What somebody else made of the draft meanwhile, and which parts of it both wrote. */
type Theirs = { content: OfferDraft; version: number; by: string; at: string; both: readonly DraftPart[] }

/**
 * The offer that is being written: reckoned and kept by the server while somebody types. What another member writes at the
 * same time is joined part by part; of what both wrote somebody chooses, and nothing is kept until then.
 */
export function useOfferDraft() {
  const { request, draft, reckoned: first, offerKind: kind } = useShown<'request'>()
  const { number } = request
  const { revalidate } = useRevalidator()
  const [content, setContent] = useState<OfferDraft>(draft.content)
  const [reckoned, setReckoned] = useState(first)
  /** `content`: what the version holds. */
  const kept = useRef({ version: draft.version, content: draft.content, saving: Promise.resolve() })
  const [state, setState] = useState<'seen' | 'typed' | 'kept' | 'failed' | 'sent-by-another'>('seen')
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  const latest = useRef(content)
  latest.current = content
  const keep = async (): Promise<boolean> => {
    const sent = latest.current
    const answer = await act('requests.keep-draft', { number, version: kept.current.version, content: sent })
    if (answer.ok) {
      kept.current.version = answer.version
      kept.current.content = sent
      setState(latest.current === sent ? 'kept' : 'typed')
      return true
    }
    if (answer.reason !== 'changed-meanwhile') setState('failed')
    else if (answer.now) meet(answer.now)
    else {
      // Somebody sent it: what is typed here begins a new one.
      kept.current.version = 0
      setState('sent-by-another')
      await revalidate()
    }
    return false
  }
  const meet = (now: Omit<Theirs, 'both'>) => {
    const { content: joined, both } = mergeOfferDrafts(kept.current.content, latest.current, now.content)
    setContent(joined)
    if (both.length > 0) return setTheirs({ ...now, both })
    kept.current.version = now.version
    kept.current.content = now.content
    setState('typed')
  }
  const choose = (part: DraftPart, whose: 'mine' | 'theirs') => {
    if (!theirs) return
    if (whose === 'theirs') setContent((now) => ({ ...now, [part]: theirs.content[part] }))
    const both = theirs.both.filter((each) => each !== part)
    if (both.length > 0) return setTheirs({ ...theirs, both })
    kept.current.version = theirs.version
    kept.current.content = theirs.content
    setTheirs(null)
    setState('typed')
  }
  const reckon = async (sent: OfferDraft) => {
    const answer = await act('requests.reckon', { lines: sent.lines, exact: kind === 'final' })
    if (answer.ok && latest.current === sent) setReckoned(answer.reckoned)
  }
  const work = useRef({ keep, reckon })
  work.current = { keep, reckon }
  useEffect(() => {
    if (state !== 'typed' || theirs) return
    const timer = setTimeout(() => {
      void work.current.reckon(content)
      // One after the other: a draft names the version that the one before it made.
      kept.current.saving = kept.current.saving.then(() => work.current.keep()).then(() => undefined)
    }, pause)
    return () => clearTimeout(timer)
  }, [content, state, theirs])
  const change = (part: Partial<OfferDraft>) => {
    setContent((now) => ({ ...now, ...part }))
    setState('typed')
  }
  /** It was sent: the next one is new. */
  const sent = () => {
    kept.current.version = 0
    setState('seen')
  }
  return { content, reckoned, state, theirs, change, choose, keep, reckon, sent }
}
