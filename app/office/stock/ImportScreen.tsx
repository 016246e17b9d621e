import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { act } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { usePaste } from '../frame/use-paste.ts'
import { useShown } from '../frame/use-shown.ts'

/** Lists of pieces that are brought in: a new one, and those of before. */
export default function ImportScreen() {
  const t = useTranslations('office.stock.import')
  const format = useFormats()
  const navigate = useNavigate()
  const { lists } = useShown<'import'>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const cells = useRef<HTMLTextAreaElement>(null)
  async function upload(name: string, list: Blob | undefined) {
    if (!list || busy) return
    setBusy(true)
    setFault(null)
    const answer = list.size > 20_000_000 ? tooLarge : await act('stock.upload', { name }, { body: list })
    setBusy(false)
    if (answer.ok) return navigate(`/import/${answer.id}`)
    const reason = t.has(`refusals.${answer.reason as 'failed'}`) ? answer.reason : 'failed'
    const text = t(`refusals.${reason as 'failed'}`)
    setFault('row' in answer && answer.row ? t('atRow', { row: String(answer.row), text }) : text)
  }
  // With its mark it is read as text, whatever its first letters are.
  const uploadCells = (text: string) => upload(t('pasted'), new Blob(['\ufeff', text]))
  usePaste((pasted) => {
    const text = pasted.getData('text/plain')
    const [file] = text === '' ? pasted.files : []
    if (file && !file.type.startsWith('image/')) void upload(file.name, file)
    else if (text === '') return false
    else {
      // It stays there until it is a list.
      if (cells.current) cells.current.value = text
      void uploadCells(text)
    }
    return true
  })
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
          const [file] = input.files ?? []
          void upload(file?.name ?? '', file).then(() => {
            input.value = ''
          })
        }}
      />
      <p id="list-limits" className="sub">
        {t('limits')}
      </p>
      <form
        className="my-4 max-w-prose"
        onSubmit={(event) => {
          event.preventDefault()
          void uploadCells(cells.current?.value ?? '')
        }}
      >
        <label className="block font-medium" htmlFor="list-cells">
          {t('paste')}
        </label>
        <textarea
          id="list-cells"
          ref={cells}
          className="field mt-1.5"
          rows={4}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          aria-describedby={fault ? 'list-fault paste-hint' : 'paste-hint'}
          aria-invalid={fault !== null}
          onPaste={(event) => {
            const field = event.currentTarget
            const text = event.clipboardData.getData('text/plain')
            // What is added to something is only part of a list.
            if (text === '' || (field.value !== '' && !isAllChosen(field))) return
            event.preventDefault()
            field.value = text
            void uploadCells(text)
          }}
        />
        <p id="paste-hint" className="sub">
          {t('pasteHint')}
        </p>
        <button type="submit" className="do quiet mt-2" disabled={busy}>
          {t('takeCells')}
        </button>
      </form>
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
                  <td>{format.moment(createdAt)}</td>
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

const isAllChosen = ({ selectionStart, selectionEnd, value }: HTMLTextAreaElement) =>
  selectionStart === 0 && selectionEnd === value.length

const tooLarge = { ok: false, reason: 'too-large', row: null } as const
