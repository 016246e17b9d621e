import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { type ActionName, type AnswerOf, act, type InputOf } from '../frame/calls.ts'
import { useSaidRequest } from './use-said-request.ts'

type RequestAction = Extract<ActionName, `requests.${string}`>
type Faults = Readonly<Record<string, string>>

/**
 * Does a step with a request and says what came of it. What was typed stays where it did not work; the screen then shows how
 * things are by now.
 */
export function useRequestAct() {
  const t = useTranslations('office.requests')
  const { euros } = useSaidRequest()
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const [problem, setProblem] = useState<string | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [changed, setChanged] = useState(false)
  const [busy, setBusy] = useState(false)
  const sayFault = (name: string) => {
    const reason = faults[name]
    return reason === undefined ? undefined : t(`faults.${reason as 'missing'}`)
  }
  async function run<Name extends RequestAction>(
    name: Name,
    input: InputOf<Name>,
    { said, body }: { said: string; body?: Blob },
  ): Promise<AnswerOf<Name> | null> {
    if (busy) return null
    setBusy(true)
    setProblem(null)
    setFaults({})
    setChanged(false)
    const answer = await act(name, input, body ? { body } : {})
    if (answer.ok) {
      announce(said)
      await revalidate()
    } else {
      const refused = answer as { reason: string; faults?: Faults; limitCents?: number }
      if (refused.reason === 'invalid') setFaults(refused.faults ?? {})
      else if (refused.reason === 'changed-meanwhile') {
        await revalidate()
        setChanged(true)
      } else {
        const amount = euros(refused.limitCents ?? 0)
        setProblem(
          t.has(`refusals.${refused.reason as 'failed'}`)
            ? t(`refusals.${refused.reason as 'failed'}`, { amount })
            : t('refusals.failed', { amount }),
        )
        if (refused.reason === 'prices-moved' || refused.reason === 'not-possible') await revalidate()
      }
    }
    setBusy(false)
    return answer
  }
  return { run, problem, changed, sayFault, busy }
}
