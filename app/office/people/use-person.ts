import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { useBusy } from '../frame/use-busy.ts'
import { useShown } from '../frame/use-shown.ts'

/** Why something was refused, in words. */
export function useFault(): (reason: string) => string {
  const t = useTranslations('office.people.faults')
  return (reason) => (t.has(reason as 'failed') ? t(reason as 'failed') : t('failed'))
}

type Answer = { ok: true; person: number } | { ok: false; reason: string }

/** Writes to the file that is open, and shows it as it is then; a record that had none has one afterwards. */
export function useFile() {
  const { key, person, version } = useShown<'person'>()
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const say = useFault()
  const [fault, setFault] = useState('')
  const [busy, during] = useBusy()
  const take = (said: string, doIt: (seen: { key: string; version: number }) => Promise<Answer>) =>
    during(async () => {
      setFault('')
      const answer = await doIt({ key, version })
      if (answer.ok) announce(said)
      else setFault(say(answer.reason))
      if (answer.ok && answer.person !== person) await navigate(`/people/${answer.person}`, { replace: true })
      else await revalidate()
      return answer.ok
    })
  return { take, fault, busy }
}
