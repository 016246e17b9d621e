import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { BothVersions } from '../frame/BothVersions.tsx'
import { useShown } from '../frame/use-shown.ts'
import { OvertakeContext, type Overtaken } from './overtaken-step.ts'
import { Said } from './Said.tsx'
import { useRequestAct } from './use-request-act.ts'
import { useStepActor } from './use-step-actor.ts'

/**
 * Shows above the request what somebody else did with it beside the step that was to be taken: the form of that step may be
 * gone by now. What was typed in it stays there.
 */
export function OvertakenStep({ children }: { children: ReactNode }) {
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (overtaken) place.current?.focus()
  }, [overtaken])
  return (
    <OvertakeContext value={setOvertaken}>
      <div ref={place} tabIndex={-1}>
        {overtaken && <Both of={overtaken} onEnd={() => setOvertaken(null)} />}
      </div>
      {children}
    </OvertakeContext>
  )
}

function Both({ of: overtaken, onEnd }: { of: Overtaken; onEnd(): void }) {
  const t = useTranslations('office.requests')
  const { request, version } = useShown<'request'>()
  const acting = useRequestAct()
  const byWhom = useStepActor()
  const last = request.history.at(-1)
  const keep = async (whose: 'mine' | 'theirs') => {
    if (whose === 'theirs') onEnd()
    else if ((await overtaken.again(acting, version))?.ok) onEnd()
  }
  return (
    <>
      <BothVersions
        level={2}
        of={[
          {
            ...{ key: 'step', label: t('one.stateNow'), mine: overtaken.mine },
            before: t(`states.${overtaken.before}`),
            theirs: t(`states.${request.status}`),
            ...{ by: last ? byWhom(last.by) : null, at: last?.at ?? null },
            keep: (whose) => void keep(whose),
          },
        ]}
      />
      <Said of={acting} />
    </>
  )
}
