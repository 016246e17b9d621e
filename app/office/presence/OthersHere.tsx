import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { act, drawnForQuery } from '../frame/calls.ts'

/** Milliseconds between two looks at who else has it open. */
const look = 12_000

/** Tells others that `thing` is open here, and says who else has it open: `piece/10482`, `setting/vacation`. */
export function OthersHere({ thing }: { thing: string }) {
  const t = useTranslations('office.frame')
  const [others, setOthers] = useState<readonly string[]>([])
  useEffect(() => {
    const ask = async () => {
      if (document.visibilityState === 'hidden') return
      const answer = await act('presence.open', { thing })
      if (answer.ok) setOthers(answer.others)
    }
    void ask()
    const timer = setInterval(ask, look)
    return () => {
      clearInterval(timer)
      setOthers([])
      const body = new Blob([JSON.stringify({ thing })], { type: 'application/json' })
      navigator.sendBeacon(`/office/act/presence.close${drawnForQuery()}`, body)
    }
  }, [thing])
  return (
    <span role="status">
      {others.length > 0 && (
        <span className="state state-warn">
          {t('othersHere', { names: others.join(', '), count: others.length })}
        </span>
      )}
    </span>
  )
}
