import { useTranslations } from 'use-intl'
import { useShown } from '../frame/use-shown.ts'
import type { useRequestAct } from './use-request-act.ts'

/** Why a step did not happen, where it was pressed. */
export function Said({
  of: { problem, changed },
}: {
  of: Pick<ReturnType<typeof useRequestAct>, 'problem' | 'changed'>
}) {
  const t = useTranslations('office.requests')
  const { request } = useShown<'request'>()
  if (!problem && !changed) return null
  return (
    <p role="alert" className="missing">
      {changed ? t('one.changed', { state: t(`states.${request.status}`) }) : problem}
    </p>
  )
}
