import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { useBusy } from '../frame/use-busy.ts'
import { useFaultWords } from './use-fault-words.ts'

type Answer = { ok: boolean; reason?: string; faults?: Readonly<Record<string, string>> }

/** Takes a step of a purchase: busy meanwhile, its faults by field, why it was refused, and the screen drawn anew. */
export function useStep() {
  const t = useTranslations('office.purchase')
  const say = useFaultWords()
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const [busy, during] = useBusy()
  const [refused, setRefused] = useState<string | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  /** `said`: announced once it is done. */
  const take = async <Result extends Answer>(
    ask: () => Promise<Result>,
    said: string,
  ): Promise<Result | null> => {
    if (busy) return null
    setRefused(null)
    setFaults({})
    return during(async () => {
      const answer = await ask()
      if (answer.ok) {
        announce(said)
        await revalidate()
        return answer
      }
      if (answer.reason === 'invalid' && answer.faults) {
        setFaults(answer.faults)
        setRefused(t('faulty'))
      } else {
        setRefused(say(answer.reason ?? 'failed'))
        // What is there by now is shown beside what was typed.
        if (answer.reason === 'changed-meanwhile' || answer.reason === 'receipt-changed') await revalidate()
      }
      return answer
    })
  }
  const fault = (name: string) => (faults[name] ? say(faults[name]) : undefined)
  return { take, busy, refused, fault, faults }
}
