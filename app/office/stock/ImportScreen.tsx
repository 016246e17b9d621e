import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { act } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import { useShown } from '../frame/use-shown.ts'

/** Lists of pieces that are brought in: a new one, and those of before. */
export default function ImportScreen() {
  const t = useTranslations('office.stock.import')
  const format = useFormatter()
  const navigate = useNavigate()
  const { lists } = useShown<'import'>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  async function upload(file: File | undefined) {
    if (!file) return
    setBusy(true)
    setFault(null)
    const answer =
      file.size > 20_000_000 ? tooLarge : await act('stock.upload', { name: file.name }, { body: file })
    setBusy(false)
    if (answer.ok) return navigate(`/import/${answer.id}`)
    const reason = t.has(`refusals.${answer.reason as 'failed'}`) ? answer.reason : 'failed'
    const text = t(`refusals.${reason as 'failed'}`)
    setFault('row' in answer && answer.row ? t('atRow', { row: String(answer.row), text }) : text)
  }
  return (
    <Page title={t('title')}>
      <p className="max-w-prose pb-4">{t('intro')}</p>
      <label className="block font-medium" htmlFor="list-file">
        {t('choose')}
      </label>
      <input
        id="list-file"
        type="file"
        accept=".csv,.txt,.tsv,text/csv"
        className="file-field mt-1.5 min-h-11"
        aria-describedby={fault ? 'list-fault list-limits' : 'list-limits'}
        aria-invalid={fault !== null}
        disabled={busy}
        onChange={(event) => {
          const input = event.currentTarget
          void upload(input.files?.[0]).then(() => {
            input.value = ''
          })
        }}
      />
      <p id="list-limits" className="sub">
        {t('limits')}
      </p>
      <p role="alert" id="list-fault" className="missing">
        {busy ? t('uploading') : fault}
      </p>
      <section className="block-section">
        <h2>{t('earlier')}</h2>
        {lists.length === 0 ? (
          <p>{t('none')}</p>
        ) : (
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('file')}</th>
                <th scope="col">{t('when')}</th>
                <th scope="col">{t('state')}</th>
                <th scope="col" className="num">
                  {t('rows')}
                </th>
              </tr>
            </thead>
            <tbody>
              {lists.map(({ id, fileName, createdAt, state, result }) => (
                <tr key={id}>
                  <td>
                    <Link className="link" to={`/import/${id}`}>
                      {fileName}
                    </Link>
                  </td>
                  <td>{format.dateTime(new Date(createdAt), { dateStyle: 'short', timeStyle: 'short' })}</td>
                  <td>
                    <span className={state === 'done' ? 'state state-good' : 'state'}>
                      {t(`states.${state}`)}
                    </span>
                  </td>
                  <td className="num">{result ? format.number(result.rows) : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </Page>
  )
}

const tooLarge = { ok: false, reason: 'too-large', row: null } as const
