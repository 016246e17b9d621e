import { useEffect, useState } from 'react'
import { type AnswerOf, act } from '../frame/calls.ts'
import type { LineInput } from './line-input.ts'

export type LineValues = Extract<AnswerOf<'purchases.value'>, { ok: true }>

/** Milliseconds after the last key before the server is asked what it comes to. */
const pause = 150

/** What the things on the counter come to at the prices that hold, reckoned by the server as they are typed. */
export function useLineValues(lines: readonly LineInput[]) {
  const [at, setAt] = useState<{ of: string; values: LineValues } | null>(null)
  const [failed, setFailed] = useState(false)
  const asked = JSON.stringify(lines.map(({ serial: _, findings: _findings, ...line }) => line))
  useEffect(() => {
    const left = new AbortController()
    const timer = setTimeout(async () => {
      const sent = (JSON.parse(asked) as Omit<LineInput, 'serial' | 'findings'>[]).map((line) => ({
        ...{ serial: '', findings: '' },
        ...line,
      }))
      const answer = await act('purchases.value', { lines: sent }, { signal: left.signal })
      if (left.signal.aborted) return
      setFailed(!answer.ok)
      if (answer.ok) setAt({ of: asked, values: answer })
    }, pause)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [asked])
  return { values: at?.values ?? null, isCurrent: at?.of === asked, failed }
}
