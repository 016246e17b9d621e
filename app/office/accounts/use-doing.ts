import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useAnnounce } from '../frame/announce.tsx'
import { useReason } from './use-reason.ts'

type Answer = { ok: boolean; reason?: string; retryAfter?: number; faults?: Readonly<Record<string, string>> }

/** Does something, announces what came of it and shows the screen anew; faults stay, by field. */
export function useDoing() {
  const announce = useAnnounce()
  const reason = useReason()
  const { revalidate } = useRevalidator()
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  async function doing<Given extends Answer>(
    asked: Promise<Given>,
    said: string | null,
  ): Promise<Given | null> {
    const answer = await asked
    setFaults({})
    if (answer.ok) {
      if (said !== null) announce(said)
      await revalidate()
      return answer
    }
    // Whoever did not prove who they are knows that they did not.
    if (answer.reason === 'prove-identity') return null
    if (answer.faults) setFaults(answer.faults)
    else {
      setFaults({ '': answer.reason ?? '' })
      announce(reason(answer.reason, answer.retryAfter))
      if (answer.reason === 'changed') await revalidate()
    }
    return null
  }
  const fault = (field: string) => {
    const found = faults[field]
    return found === undefined ? undefined : reason(found)
  }
  return { doing, fault }
}
