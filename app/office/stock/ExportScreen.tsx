import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { localeNames, locales } from '#app/language/locales.ts'
import { Page } from '../frame/Page.tsx'
import { useShown } from '../frame/use-shown.ts'

/** Pieces as a CSV file: all, or those of a state, a kind, a branch, or of numbers that the address names. */
export default function ExportScreen() {
  const t = useTranslations('office.stock.export')
  const { withCost, locale, statuses, kinds, branches } = useShown<'export'>()
  const [search] = useSearchParams()
  const ids = search.get('ids')
  const choices = [
    {
      name: 'status',
      label: t('status'),
      options: statuses.map((value) => ({ value: value as string, label: t(`statuses.${value}`) })),
    },
    { name: 'kind', label: t('kind'), options: kinds },
    {
      name: 'branch',
      label: t('branch'),
      options: branches.map(({ id: value, name: label }) => ({ value, label })),
    },
  ]
  return (
    <Page title={t('title')}>
      <p className="max-w-prose">{t('intro')}</p>
      <p className="sub">{t(withCost ? 'cost' : 'noCost')}</p>
      <form action="/office/data/export" className="mt-4 grid max-w-md gap-3">
        <input type="hidden" name="file" value="csv" />
        {ids !== null && <input type="hidden" name="ids" value={ids} />}
        {choices.map(({ name, label, options }) => (
          <label key={name}>
            {label}
            <select className="field" name={name} defaultValue={search.get(name) ?? ''}>
              <option value="">{t('all')}</option>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          </label>
        ))}
        <label>
          {t('language')}
          <select className="field" name="language" defaultValue={locale}>
            {locales.map((each) => (
              <option key={each} value={each}>
                {localeNames[each]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="do">
          {t('download')}
        </button>
      </form>
    </Page>
  )
}
