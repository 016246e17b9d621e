import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { useBusy } from '../frame/use-busy.ts'

type Answer = { ok: boolean; reason?: string; faults?: Readonly<Record<string, string>> }

/** Does something with a withdrawal, one thing at a time; what is refused is said, and nothing typed is lost. */
export function useDeed() {
  const t = useTranslations('office.withdrawals')
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const [busy, during] = useBusy()
  const [refused, setRefused] = useState<Answer | null>(null)
  async function take(ask: () => Promise<Answer>, said: string): Promise<boolean> {
    if (busy) return false
    return during(async () => {
      const answer = await ask()
      setRefused(answer.ok ? null : answer)
      if (answer.ok) announce(said)
      if (answer.ok || answer.reason === 'changed-meanwhile' || answer.reason === 'answered')
        await revalidate()
      return answer.ok
    })
  }
  const key = `refusals.${refused?.reason}` as 'refusals.failed'
  const fault = (name: string): string | undefined => {
    const reason = refused?.faults?.[name]
    const at = `faults.${reason}` as 'faults.missing'
    return reason === undefined ? undefined : t.has(at) ? t(at) : t('refusals.invalid')
  }
  return {
    take,
    busy,
    fault,
    reason: refused?.reason ?? null,
    refusal: refused === null ? null : t.has(key) ? t(key) : t('refusals.failed'),
  }
}
