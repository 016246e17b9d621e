import { useTranslations } from 'use-intl'
import { byPlace } from '#app/ui/by-place.ts'
import { useShown } from '../frame/use-shown.ts'
import { useSaidRequest } from './use-said-request.ts'

/** What was found when the goods were inspected; serial numbers masked. */
export function InspectionFound() {
  const t = useTranslations('office.requests.steps')
  const { inspection, serials } = useShown<'request'>()
  const { moment } = useSaidRequest()
  if (!inspection) return null
  const result = (name: string) => t(`results.${name as 'clear'}`)
  return (
    <section className="block-section" aria-labelledby="inspection">
      <h2 id="inspection">{t('inspection')}</h2>
      <p className="sub">{t('inspectedBy', { by: inspection.by, when: moment(inspection.at) })}</p>
      <ul className="request-found">
        {byPlace(inspection.lines, ({ title, findings, register }, position) => {
          const serial = serials.find((each) => each.position === position)?.masked
          return (
            <li>
              <b>{title}</b>
              {findings !== '' && <span className="request-words">{findings}</span>}
              {serial && <span className="sub num">{serial}</span>}
              {register && (
                <span className={register.result === 'hit' ? 'state state-bad' : 'sub'}>
                  {[register.name, result(register.result), register.reference].filter(Boolean).join(' · ')}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
