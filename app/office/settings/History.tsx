import { useTranslations } from 'use-intl'
import type { Shown } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useFieldName } from './use-field-name.ts'
import { useSaidValue } from './use-said-value.ts'

type Entry = Shown<'settings-part'>['history'][number]

/** Who changed what, when: newest first, each field before and after. */
export function History({
  entries,
  branches = [],
}: {
  entries: readonly Entry[]
  branches?: readonly { id: string; name: string }[]
}) {
  const t = useTranslations('office.settings')
  const format = useFormats()
  const nameOf = useFieldName()
  const say = useSaidValue()
  return (
    <section className="block-section">
      <h2>{t('history')}</h2>
      {entries.length === 0 && <p className="text-ink-soft">{t('noHistory')}</p>}
      {entries.length > 0 && (
        <ol className="settings-history">
          {entries.map(({ at, by, about, operation, changes }) => {
            const isSetting = t.has(`about.${about as 'bank'}`)
            const form = isSetting ? about : 'branch'
            const name = isSetting
              ? t(`about.${about as 'bank'}`)
              : (branches.find(({ id }) => id === about)?.name ?? about)
            return (
              <li key={`${at}-${about}`}>
                <p>
                  <span className="text-ink-soft">{format.moment(at)}</span>{' '}
                  <span className="font-medium">{by ?? t('theShop')}</span> · {name}
                  {form === 'branch' &&
                    operation !== 'update' &&
                    ` · ${t(operation === 'insert' ? 'added' : 'removed')}`}
                </p>
                {operation === 'update' && (
                  <dl>
                    {changes.map(({ path, before, after }) => {
                      const { field, entry } = nameOf(form, path)
                      return (
                        <div key={path}>
                          <dt>{entry ? `${field} (${entry})` : field}</dt>
                          <dd>
                            <del>{say(path, before)}</del> <span aria-hidden="true">→</span>{' '}
                            <ins>{say(path, after)}</ins>
                          </dd>
                        </div>
                      )
                    })}
                  </dl>
                )}
                {operation === 'insert' && isSetting && <p className="text-ink-soft">{t('firstSaved')}</p>}
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}
