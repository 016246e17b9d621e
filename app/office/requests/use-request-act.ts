import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { type ActionName, type AnswerOf, act, type InputOf } from '../frame/calls.ts'
import { useBusy } from '../frame/use-busy.ts'
import { useShown } from '../frame/use-shown.ts'
import { useOvertake } from './overtaken-step.ts'
import { useSaidRequest } from './use-said-request.ts'

type RequestAction = Extract<ActionName, `requests.${string}`>
type Faults = Readonly<Record<string, string>>

type Options = {
  /** Announced once it is done. */
  said: string
  body?: Blob | undefined
  /** The step in words, with what was typed, to be seen beside what somebody else did meanwhile. */
  mine: string
  /** What was typed is sent. */
  done?: () => void
}

/**
 * Does a step with a request and says what came of it. What was typed stays where it did not work. Where somebody else took
 * a step meanwhile, the screen shows both (`OvertakenStep`), and this one can be taken from there.
 */
export function useRequestAct() {
  const t = useTranslations('office.requests')
  const { request } = useShown<'request'>()
  const { price } = useSaidRequest()
  const announce = useAnnounce()
  const overtake = useOvertake()
  const { revalidate } = useRevalidator()
  const [problem, setProblem] = useState<string | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [busy, during] = useBusy()
  const sayFault = (name: string) => {
    const reason = faults[name]
    return reason === undefined ? undefined : t(`faults.${reason as 'missing'}`)
  }
  async function run<Name extends RequestAction>(
    name: Name,
    input: InputOf<Name>,
    options: Options,
  ): Promise<AnswerOf<Name> | null> {
    if (busy) return null
    return during(async () => {
      setProblem(null)
      setFaults({})
      const answer = await act(name, input, options.body ? { body: options.body } : {})
      if (answer.ok) {
        announce(options.said)
        options.done?.()
        await revalidate()
      } else {
        const refused = answer as { reason: string; faults?: Faults; limitCents?: number }
        if (refused.reason === 'invalid') setFaults(refused.faults ?? {})
        else if (refused.reason === 'changed-meanwhile') {
          await revalidate()
          overtake({
            mine: options.mine,
            before: request.status,
            again: (acting, version) => {
              // Beside a file, an input is texts alone.
              const seen = options.body || name === 'requests.label' ? String(version) : version
              const anew = { ...(input as object), version: seen } as InputOf<Name>
              return acting.run(name, anew, options)
            },
          })
        } else {
          const amount = price(refused.limitCents ?? 0)
          setProblem(
            t.has(`refusals.${refused.reason as 'failed'}`)
              ? t(`refusals.${refused.reason as 'failed'}`, { amount })
              : t('refusals.failed', { amount }),
          )
          if (refused.reason === 'prices-moved' || refused.reason === 'not-possible') await revalidate()
        }
      }
      return answer
    })
  }
  return { run, problem, sayFault, busy }
}
