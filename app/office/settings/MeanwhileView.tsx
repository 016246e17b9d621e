import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { differences } from '#app/shop/settings/differences.ts'
import { useFormats } from '../frame/use-formats.ts'
import { merge } from './merge.ts'
import { useFieldName } from './use-field-name.ts'
import { useSaidValue } from './use-said-value.ts'
import type { Meanwhile, SettingForm } from './use-setting-form.ts'

/** Somebody else saved meanwhile: what they changed, and where both changed the same, which of the two is to stay. */
export function MeanwhileView({ form, meanwhile }: { form: SettingForm; meanwhile: Meanwhile }) {
  const t = useTranslations('office.settings')
  const format = useFormats()
  const nameOf = useFieldName()
  const say = useSaidValue()
  const [theirsAt, setTheirsAt] = useState<ReadonlySet<string>>(new Set())
  const { value, conflicts } = merge(form.base, form.value, meanwhile.theirs, theirsAt)
  const contested = new Set(conflicts.map(({ path }) => path))
  const taken = differences(form.base, meanwhile.theirs).filter(
    ({ path }) => ![...contested].some((each) => path === each || path.startsWith(`${each}.`)),
  )
  const title = (path: string) => {
    const { field, entry } = nameOf(form.formKey, path)
    return entry ? `${field} (${entry})` : field
  }
  const choose = (path: string, isTheirs: boolean) =>
    setTheirsAt((now) => {
      const next = new Set(now)
      if (isTheirs) next.add(path)
      else next.delete(path)
      return next
    })
  return (
    <div className="settings-meanwhile" role="group" aria-label={t('meanwhileTitle')}>
      <p className="font-medium">
        {t('meanwhileAt', {
          by: meanwhile.by ?? t('somebody'),
          at: format.moment(meanwhile.at),
        })}
      </p>
      {taken.length > 0 && (
        <>
          <p>{t('taken')}</p>
          <ul>
            {taken.map(({ path, before, after }) => (
              <li key={path}>
                {title(path)}: {say(path, before)} → {say(path, after)}
              </li>
            ))}
          </ul>
        </>
      )}
      {conflicts.map(({ path, mine, theirs }) => (
        <fieldset key={path} className="grid gap-1">
          <legend className="font-medium">{title(path)}</legend>
          {[false, true].map((isTheirs) => (
            <label key={String(isTheirs)} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                className="size-5 accent-green"
                name={`keep-${path}`}
                checked={theirsAt.has(path) === isTheirs}
                onChange={() => choose(path, isTheirs)}
              />
              <span>
                <span className="text-ink-soft">
                  {isTheirs ? t('theirs', { by: meanwhile.by ?? t('somebody') }) : t('mine')}
                </span>{' '}
                {say(path, isTheirs ? theirs : mine)}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <p>
        <button type="button" className="do" onClick={() => form.settle(value)}>
          {t('goOn')}
        </button>
      </p>
    </div>
  )
}
