import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useShown } from '../frame/use-shown.ts'

/** Files for whoever keeps the books: the ledger, its sums, and what the one-stop shop is told of a quarter. */
export function LedgerFiles() {
  const t = useTranslations('office.ledger.files')
  const { today } = useShown<'ledger-months'>()
  const [kind, setKind] = useState('ledger')
  const [span, setSpan] = useState('month')
  const quarter = `${today.slice(0, 4)}-Q${Math.ceil(Number(today.slice(5, 7)) / 3)}`
  const isOss = kind === 'oss'
  return (
    <section className="block-section">
      <h2>{t('title')}</h2>
      <p className="max-w-prose pb-4 text-ink-soft">{t('explained')}</p>
      <form action="/office/data/ledger/months" className="ledger-files">
        <label>
          {t('what')}
          <select className="field" name="file" value={kind} onChange={({ target }) => setKind(target.value)}>
            <option value="ledger">{t('ledger')}</option>
            <option value="sums">{t('sums')}</option>
            <option value="oss">{t('oss')}</option>
            <option value="datev">{t('datev')}</option>
          </select>
        </label>
        {!isOss && (
          <label>
            {t('span')}
            <select className="field" value={span} onChange={({ target }) => setSpan(target.value)}>
              <option value="month">{t('month')}</option>
              <option value="year">{t('year')}</option>
              <option value="days">{t('days')}</option>
            </select>
          </label>
        )}
        {isOss && (
          <label>
            {t('quarter')}
            <input
              className="field"
              name="quarter"
              required
              pattern="\d{4}-Q[1-4]"
              title="2026-Q4"
              defaultValue={quarter}
            />
          </label>
        )}
        {!isOss && span !== 'days' && (
          <label key={span}>
            {t(span === 'month' ? 'whichMonth' : 'whichYear')}
            <input
              className="field"
              // Where a browser has no field for months, it is a text, and the pattern holds.
              type={span === 'month' ? 'month' : 'text'}
              name="time"
              required
              pattern={span === 'month' ? '\\d{4}-(0[1-9]|1[0-2])' : '\\d{4}'}
              title={span === 'month' ? '2026-11' : '2026'}
              defaultValue={span === 'month' ? today.slice(0, 7) : today.slice(0, 4)}
            />
          </label>
        )}
        {!isOss && span === 'days' && (
          <>
            <label>
              {t('from')}
              <input
                className="field"
                type="date"
                name="from"
                required
                defaultValue={`${today.slice(0, 4)}-01-01`}
              />
            </label>
            <label>
              {t('to')}
              <input className="field" type="date" name="to" required defaultValue={today} />
            </label>
          </>
        )}
        <label>
          {t('format')}
          <select className="field" name="format">
            <option value="german">{t('german')}</option>
            <option value="rfc">{t('rfc')}</option>
          </select>
        </label>
        <button type="submit" className="do">
          {t('download')}
        </button>
      </form>
    </section>
  )
}
