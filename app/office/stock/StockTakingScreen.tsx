import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { act } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'

/** Stock-takings: a new one, those under way, those that were closed. */
export default function StockTakingScreen() {
  const t = useTranslations('office.stock.taking')
  const format = useFormats()
  const navigate = useNavigate()
  const { counts, branches } = useShown<'stock-taking'>()
  const [branch, setBranch] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  async function begin() {
    const answer = await act('stock.begin-count', { branch: branch || null })
    if (answer.ok) return navigate(`/stock-taking/${answer.id}`)
    const { reason } = answer
    setFault(t(`refusals.${reason === 'open-already' || reason === 'no-such-branch' ? reason : 'failed'}`))
  }
  return (
    <Page title={t('title')}>
      <p className="max-w-prose">{t('intro')}</p>
      <form
        className="my-4 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void begin()
        }}
      >
        <label>
          {t('where')}
          <select
            className="field"
            value={branch}
            onChange={({ currentTarget }) => setBranch(currentTarget.value)}
          >
            <option value="">{t('all')}</option>
            {branches.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="do">
          {t('begin')}
        </button>
      </form>
      <p role="alert" className="missing">
        {fault}
      </p>
      <section className="block-section">
        <h2>{t('earlier')}</h2>
        {counts.length === 0 ? (
          <p>{t('none')}</p>
        ) : (
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('where')}</th>
                <th scope="col">{t('startedAt')}</th>
                <th scope="col">{t('by')}</th>
                <th scope="col">{t('state')}</th>
              </tr>
            </thead>
            <tbody>
              {counts.map((count) => (
                <tr key={count.id}>
                  <td>
                    <Link className="link" to={`/stock-taking/${count.id}`}>
                      {count.branch ?? t('all')}
                    </Link>
                  </td>
                  <td>{format.moment(count.startedAt)}</td>
                  <td>{count.startedBy}</td>
                  <td>
                    <span className="state">
                      {t(`states.${count.closedAt ? 'closed' : count.pausedAt ? 'paused' : 'open'}`)}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </Page>
  )
}
