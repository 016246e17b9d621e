import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { type CsvField, csvFields } from '#app/shop/bank/csv-fields.ts'
import { byPlace } from '#app/ui/by-place.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { type AnswerOf, act } from '../frame/calls.ts'

type Asked = Extract<AnswerOf<'bank.read'>, { reason: 'mapping-needed' }>

/** Takes a file of the bank; where its columns are not known, it asks what they hold. */
export function ReadStatement() {
  const t = useTranslations('office.bank')
  const announce = useAnnounce()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ text: string; isFault: boolean } | null>(null)
  const [asked, setAsked] = useState<{ file: File; of: Asked; fields: (CsvField | null)[] } | null>(null)
  async function read(file: File, mapping: (CsvField | null)[] | null) {
    if (busy) return
    setBusy(true)
    setSaid(null)
    const given = mapping
      ? { name: file.name, mapping: mapping.map((each) => each ?? '').join() }
      : { name: file.name }
    const answer = await act('bank.read', given, { body: file })
    setBusy(false)
    if (answer.ok) {
      setAsked(null)
      const [added, known] = [
        answer.statements.reduce((sum, each) => sum + each.newLines, 0),
        answer.statements.reduce((sum, each) => sum + each.knownLines, 0),
      ]
      const text = added === 0 ? t('nothingNew', { known }) : t('read', { new: added, known })
      setSaid({ text, isFault: false })
      announce(text)
      const [only, ...others] = answer.statements
      if (only && others.length === 0 && added > 0) return navigate(`/bank-statements/${only.id}`)
      return revalidate()
    }
    if (answer.reason === 'mapping-needed')
      return setAsked({ file, of: answer, fields: mapping ?? answer.proposed })
    if (answer.reason !== 'unreadable') return setSaid({ text: t('refusals.failed'), isFault: true })
    const { why, line, column, found } = answer
    const text = t(`why.${why}`, { found })
    const place =
      line === null
        ? text
        : column === null
          ? t('atLine', { line: String(line), text })
          : t('at', { line: String(line), column: String(column), text })
    setSaid({ text: t('unreadable', { file: answer.file, why: place }), isFault: true })
  }
  return (
    <section className="pb-4">
      <label className="block font-medium" htmlFor="bank-file">
        {t('file')}
      </label>
      <input
        id="bank-file"
        type="file"
        accept=".xml,.csv,.txt,.zip,.camt,text/csv,text/xml,application/xml,application/zip"
        className="file-field mt-1.5 min-h-11"
        aria-describedby="bank-file-said bank-file-hint"
        aria-invalid={said?.isFault ?? false}
        disabled={busy}
        onChange={(event) => {
          const input = event.currentTarget
          const [file] = input.files ?? []
          if (!file) return
          setAsked(null)
          void read(file, null).then(() => {
            input.value = ''
          })
        }}
      />
      <p id="bank-file-hint" className="sub">
        {t('fileHint')}
      </p>
      <p
        id="bank-file-said"
        role={said?.isFault ? 'alert' : undefined}
        className={said?.isFault ? 'missing' : undefined}
      >
        {busy ? t('reading') : said?.text}
      </p>
      {asked && (
        <form
          className="box"
          onSubmit={(event) => {
            event.preventDefault()
            void read(asked.file, asked.fields)
          }}
        >
          <h2>{t('mapping', { file: asked.of.file })}</h2>
          <p>{t('mappingHint')}</p>
          <ul className="grid gap-3">
            {byPlace(asked.of.headings, (heading, index) => (
              <li>
                <label>
                  {heading || `(${index + 1})`}
                  <span className="sub">{asked.of.rows.map((cells) => cells[index] ?? '').join(' · ')}</span>
                  <select
                    className="field"
                    value={asked.fields[index] ?? ''}
                    onChange={({ currentTarget }) => {
                      const chosen = csvFields.find((each) => each === currentTarget.value) ?? null
                      setAsked({
                        ...asked,
                        fields: asked.of.headings.map((_, at) =>
                          at === index ? chosen : (asked.fields[at] ?? null),
                        ),
                      })
                    }}
                  >
                    <option value="">{t('skip')}</option>
                    {csvFields.map((field) => (
                      <option key={field} value={field}>
                        {t(`fields.${field}`)}
                      </option>
                    ))}
                  </select>
                </label>
              </li>
            ))}
          </ul>
          <p className="page-actions">
            <button type="submit" className="do" disabled={busy}>
              {t('readMapped')}
            </button>
          </p>
        </form>
      )}
    </section>
  )
}
