import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { useBusy } from '../frame/use-busy.ts'

type Faults = Readonly<Record<string, string>>
type Answer = { ok: true } | { ok: false; reason: string; faults?: Faults }

/** Takes a step once at a time, says that it is done or why not, and shows the appointment anew. */
export function useStep() {
  const t = useTranslations('office.appointments')
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const [busy, during] = useBusy()
  const [refused, setRefused] = useState<string | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const take = async (step: () => Promise<Answer>, done: string): Promise<boolean> => {
    if (busy) return false
    setRefused(null)
    setFaults({})
    return during(async () => {
      const answer = await step()
      if (answer.ok) {
        announce(done)
        await revalidate()
        return true
      }
      if (answer.faults) setFaults(answer.faults)
      else {
        const key = `refused.${answer.reason as 'taken'}` as const
        setRefused(t.has(key) ? t(key) : t('failed'))
        // What stands there is no longer true.
        if (answer.reason === 'changed-meanwhile' || answer.reason === 'not-possible') await revalidate()
      }
      return false
    })
  }
  return { take, busy, refused, faults, setFaults }
}
