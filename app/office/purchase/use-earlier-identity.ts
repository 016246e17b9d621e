import { useEffect, useState } from 'react'
import { type AnswerOf, act } from '../frame/calls.ts'

type Earlier = Extract<AnswerOf<'purchases.find-identity'>, { ok: true }>['earlier']

/** Whether somebody of this name and day of birth was identified before, asked for a moment after it was typed. */
export function useEarlierIdentity(person: {
  givenNames: string
  surname: string
  birthDate: string
}): Earlier {
  const [found, setFound] = useState<{ of: string; earlier: Earlier } | null>(null)
  const asked = JSON.stringify(person)
  useEffect(() => {
    const left = new AbortController()
    const timer = setTimeout(async () => {
      const typed = JSON.parse(asked) as typeof person
      if (Object.values(typed).some((text) => text.trim() === '')) return
      const answer = await act('purchases.find-identity', typed, { signal: left.signal })
      if (!left.signal.aborted) setFound({ of: asked, earlier: answer.ok ? answer.earlier : null })
    }, 250)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [asked])
  return found?.of === asked ? found.earlier : null
}
