import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { localeNames, locales } from '#app/language/locales.ts'
import { Select } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useShown } from '../frame/use-shown.ts'
import { useFault } from './use-person.ts'

type Files = { name: string; pdf: string; html: string; json: string }

/** Everything that is kept of somebody: to be read, to be printed, and for programs. */
export function ExportPerson() {
  const t = useTranslations('office.people.person')
  const { key, records } = useShown<'person'>()
  const announce = useAnnounce()
  const say = useFault()
  const [language, setLanguage] = useState(records[0]?.locale ?? 'de')
  const [files, setFiles] = useState<Files | null>(null)
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    // Addresses of what lies in the browser's memory, until the page is left.
    if (files)
      return () => {
        URL.revokeObjectURL(files.pdf)
        URL.revokeObjectURL(files.html)
        URL.revokeObjectURL(files.json)
      }
  }, [files])
  const make = async () => {
    if (busy) return
    setBusy(true)
    setFault('')
    const answer = await act('people.export', { key, language })
    setBusy(false)
    if (!answer.ok) return setFault(say(answer.reason))
    const address = (content: BlobPart, type: string) => URL.createObjectURL(new Blob([content], { type }))
    setFiles({
      name: answer.name,
      pdf: address(
        Uint8Array.from(atob(answer.pdf), (sign) => sign.charCodeAt(0)),
        'application/pdf',
      ),
      html: address(answer.html, 'text/html'),
      json: address(answer.json, 'application/json'),
    })
    announce(t('exported'))
  }
  return (
    <section className="block-section" aria-labelledby="person-export">
      <h2 id="person-export">{t('export')}</h2>
      <p className="max-w-prose pb-3">{t('exportText')}</p>
      <div className="grid max-w-md gap-3">
        <Select
          name="export-language"
          label={t('exportLanguage')}
          value={language}
          onChange={({ target }) => {
            setFiles(null)
            setLanguage(target.value === 'en' ? 'en' : 'de')
          }}
        >
          {locales.map((each) => (
            <option key={each} value={each}>
              {localeNames[each]}
            </option>
          ))}
        </Select>
        <p className="page-actions">
          <button type="button" className="do quiet" aria-disabled={busy} onClick={() => void make()}>
            {t(busy ? 'exporting' : 'exportDo')}
          </button>
          {files && (
            <>
              <a className="do" href={files.pdf} download={`${files.name}.pdf`}>
                {t('exportPdf')}
              </a>
              <a className="do quiet" href={files.html} download={`${files.name}.html`}>
                {t('exportHtml')}
              </a>
              <a className="do quiet" href={files.json} download={`${files.name}.json`}>
                {t('exportJson')}
              </a>
            </>
          )}
        </p>
      </div>
      {fault && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
    </section>
  )
}
