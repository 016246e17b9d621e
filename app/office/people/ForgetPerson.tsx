import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { useFile } from './use-person.ts'
import { useSaidRecord } from './use-said-record.tsx'

/** What would go, what would stay, why and until when; then it is done by a second press. */
export function ForgetPerson() {
  const t = useTranslations('office.people.person')
  const { plan, today } = useShown<'person'>()
  const say = useSaidRecord()
  const until = useUntil()
  const { take, fault, busy } = useFile()
  const [asked, setAsked] = useState(false)
  const [askedOn, setAskedOn] = useState(today)
  if (!plan) return null
  const goes = plan.items.filter(({ stays }) => stays === null)
  const stays = plan.items.filter((item) => item.stays !== null)
  return (
    <section className="block-section" aria-labelledby="person-forget">
      <h2 id="person-forget">{t('forget')}</h2>
      <p className="max-w-prose pb-3">{t('forgetText')}</p>
      <div className="two">
        <div>
          <h3>{t('goes')}</h3>
          {goes.length === 0 && <p>{t('nothingGoes')}</p>}
          <ul className="person-plan">
            {goes.map((item) => (
              <li key={`${item.kind}.${item.ref}.${item.part}`}>
                {t(`parts.${item.part}`, { what: say(item) })}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3>{t('stays')}</h3>
          {stays.length === 0 && <p>{t('nothingStays')}</p>}
          <ul className="person-plan">
            {stays.map((item) => (
              <li key={`${item.kind}.${item.ref}.${item.part}`}>
                {t(`parts.${item.part}`, { what: say(item) })}
                {item.stays !== null && <span className="sub">{until(item.stays, item.keepUntil)}</span>}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="grid max-w-md gap-3 pt-3">
        {asked && (
          <Field
            name="asked-on"
            type="date"
            autoFocus
            label={t('askedOn')}
            value={askedOn}
            max={today}
            onChange={({ target }) => setAskedOn(target.value)}
          />
        )}
        <p className="page-actions">
          {asked ? (
            // Another button than the one that asks: a key that is held down does not press it, too.
            <button
              key="sure"
              type="button"
              className="do"
              disabled={busy || askedOn === ''}
              onClick={() =>
                void take(t('forgotten'), (seen) =>
                  act('people.forget', { ...seen, plan: plan.fingerprint, askedOn }),
                )
              }
            >
              {t('forgetSure')}
            </button>
          ) : (
            <button key="ask" type="button" className="do quiet" onClick={() => setAsked(true)}>
              {t('forgetDo')}
            </button>
          )}
          {asked && (
            <button type="button" className="do quiet" onClick={() => setAsked(false)}>
              {t('cancel')}
            </button>
          )}
        </p>
      </div>
      {fault && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
    </section>
  )
}

type Duty = Parameters<ReturnType<typeof useTranslations<'office.people.person.duties'>>>[0]

/** Why something stays, and until when. */
export function useUntil(): (duty: Duty, keepUntil: string | null) => string {
  const t = useTranslations('office.people.person')
  const format = useFormats()
  return (duty, keepUntil) => {
    const said = t(`duties.${duty}`)
    if (keepUntil === null) return t('whileOpen', { duty: said })
    const day = format.day(keepUntil)
    return t('until', { duty: said, day })
  }
}
