import { createContext, useContext, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { useBusy } from '../frame/use-busy.ts'

/** Told when something was not done because the order is another one than was seen. */
export const ChangedContext = createContext<() => void>(() => undefined)

type Refused = { ok: false; reason: string; faults?: Readonly<Record<string, string>>; order?: string }

/**
 * Does something with an order, one at a time: says what came of it and has the page read anew; what was refused is said in
 * words, with the faults of fields. Nothing typed is lost by a refusal.
 */
export function useDeed() {
  const t = useTranslations('office.orders')
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const onChanged = useContext(ChangedContext)
  const isUnderWay = useRef(false)
  const [busy, during] = useBusy()
  const [refused, setRefused] = useState<Refused | null>(null)
  /** The answer where it was done, else null. */
  async function take<Answer extends { ok: boolean }>(
    ask: () => Promise<Answer>,
    said: (answer: Extract<Answer, { ok: true }>) => string,
  ): Promise<Extract<Answer, { ok: true }> | null> {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    try {
      return await during(async () => {
        const answer = await ask()
        if (answer.ok) {
          setRefused(null)
          announce(said(answer as Extract<Answer, { ok: true }>))
          await revalidate()
          return answer as Extract<Answer, { ok: true }>
        }
        const refusal = answer as unknown as Refused
        setRefused(refusal)
        if (refusal.reason === 'changed-meanwhile') {
          onChanged()
          await revalidate()
        }
        return null
      })
    } finally {
      isUnderWay.current = false
    }
  }
  const fault = (name: string): string | undefined => {
    const reason = refused?.faults?.[name]
    if (reason === undefined) return undefined
    const key = `faults.${reason}` as 'faults.missing'
    return t.has(key) ? t(key) : t('refusals.invalid')
  }
  return {
    take,
    busy,
    reason: refused?.reason ?? null,
    refusal: refused && refusalText(t, refused),
    fault,
    forget: () => setRefused(null),
  }
}

type Words = ReturnType<typeof useTranslations<'office.orders'>>

/** Why something was not done. */
export function refusalText(t: Words, { reason, order }: Pick<Refused, 'reason' | 'order'>): string {
  const key = `refusals.${reason}` as 'refusals.failed'
  return t.has(key) ? t(key, { order: order ?? '' }) : t('refusals.failed')
}
