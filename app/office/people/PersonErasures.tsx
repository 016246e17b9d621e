import { useTranslations } from 'use-intl'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { useUntil } from './ForgetPerson.tsx'

/** That it was asked for, who did it, what went and what stays until when: nothing of what was erased. */
export function PersonErasures() {
  const t = useTranslations('office.people.person')
  const kinds = useTranslations('office.people.kinds')
  const { erasures } = useShown<'person'>()
  const until = useUntil()
  const { day } = useFormats()
  if (erasures.length === 0) return null
  return (
    <section className="block-section" aria-labelledby="person-erasures">
      <h2 id="person-erasures">{t('erasures')}</h2>
      {erasures.map((erasure) => (
        <div key={erasure.doneAt}>
          <p>
            {t('erasure', {
              asked: day(erasure.askedOn),
              done: day(erasure.doneAt),
              by: erasure.by,
            })}
          </p>
          <ul className="person-plan">
            {erasure.items.map((item) => (
              <li key={`${item.kind}.${item.ref}.${item.part}`}>
                {t(`parts.${item.part}`, {
                  what: `${kinds(item.kind)} ${t('number', { ref: String(item.ref) })}`,
                })}
                <span className="sub">
                  {item.erasedAt !== null
                    ? t('erasedAt', { day: day(item.erasedAt) })
                    : item.duty && until(item.duty, item.keepUntil)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
