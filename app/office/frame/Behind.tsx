import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { behindEvent } from './load-screen.ts'

/** Milliseconds until a screen that is behind is asked for again, the longer the more often it failed. */
const waits = [1000, 2000, 5000, 10_000]

/** Says that the screen may show what is no longer so, as long as it cannot be brought anew, and goes on asking for it. */
export function Behind() {
  const t = useTranslations('office.frame')
  const { revalidate } = useRevalidator()
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    const told = (event: Event) =>
      setFailures((before) => ((event as CustomEvent<boolean>).detail ? before + 1 : 0))
    window.addEventListener(behindEvent, told)
    return () => window.removeEventListener(behindEvent, told)
  }, [])
  useEffect(() => {
    if (failures === 0) return
    const timer = setTimeout(() => void revalidate(), waits[Math.min(failures, waits.length) - 1])
    return () => clearTimeout(timer)
  }, [failures, revalidate])
  return <div role="alert">{failures > 0 && <p className="unreachable">{t('behind')}</p>}</div>
}
