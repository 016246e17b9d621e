import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { localeNames, locales } from '#app/language/locales.ts'
import { Page } from '../frame/Page.tsx'
import { useShown } from '../frame/use-shown.ts'

/** Labels of pieces: which, on what, from which place on; the PDF opens in the browser to be printed. */
export default function LabelsScreen() {
  const t = useTranslations('office.stock.labels')
  const { ids, format, formats, start, places, locale, labels, missing, unreached } = useShown<'labels'>()
  const query = new URLSearchParams({ ids, format, start: String(start), language: locale, file: 'pdf' })
  return (
    <Page title={t('title')}>
      <p className="max-w-prose">{t('intro')}</p>
      {unreached !== null && (
        <p role="alert" className="state-bad mt-3 max-w-prose">
          {t('unreached', { address: unreached, setting: 'SITE_URL' })}
        </p>
      )}
      <Form key={`${ids} ${format} ${start} ${locale}`} className="mt-4 grid max-w-md gap-3">
        <label>
          {t('numbers')}
          <textarea
            className="field"
            name="ids"
            rows={3}
            defaultValue={ids}
            aria-describedby="numbers-hint"
          />
        </label>
        <p className="sub" id="numbers-hint">
          {t('numbersHint')}
        </p>
        <label>
          {t('format')}
          <select className="field" name="format" defaultValue={format}>
            {formats.map((each) => (
              <option key={each} value={each}>
                {t(`formats.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('start')}
          <input className="field" type="number" name="start" min={1} max={places} defaultValue={start} />
        </label>
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
        <button type="submit" className="do quiet">
          {t('show')}
        </button>
      </Form>
      <section className="block-section" aria-labelledby="labels-found">
        <h2 id="labels-found">{t('found', { count: labels.length })}</h2>
        {missing.length > 0 && (
          <p className="missing">{t('missing', { count: missing.length, numbers: missing.join(', ') })}</p>
        )}
        {labels.length > 0 && (
          <p className="my-3">
            <a className="do" href={`/office/data/labels?${query}`} target="_blank" rel="noreferrer">
              {t('pdf')}
            </a>
          </p>
        )}
        <ul className="flex flex-wrap gap-3">
          {labels.map(({ number, name, detail, price, tax }) => (
            <li key={number} className="min-w-48 border border-line p-3">
              <b>{name}</b>
              <span className="sub">{detail}</span>
              {price} <span className="sub">{tax}</span>
              {number}
            </li>
          ))}
        </ul>
      </section>
    </Page>
  )
}
