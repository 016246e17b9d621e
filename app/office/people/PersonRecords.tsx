import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { act } from '../frame/calls.ts'
import { Contact, MailAddress } from '../frame/MailAddress.tsx'
import { useMay } from '../frame/member.ts'
import { RowTable } from '../frame/RowTable.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { CorrectRecord } from './CorrectRecord.tsx'
import { useFile } from './use-person.ts'
import { RecordLink, useSaidRecord, useStateOfRecord } from './use-said-record.tsx'

/** The records of the file, each with what can be done with it. */
export function PersonRecords() {
  const t = useTranslations('office.people.person')
  const { records, person, forgottenAt } = useShown<'person'>()
  const format = useFormats()
  const say = useSaidRecord()
  const stateOf = useStateOfRecord()
  const mayJoin = useMay('people.join')
  const mayCorrect = useMay('people.correct')
  const { take, fault, busy } = useFile()
  const [correcting, setCorrecting] = useState<string | null>(null)
  const isOpen = forgottenAt === null
  const deedsOf = (record: (typeof records)[number]) => (
    <span className="page-actions">
      {mayCorrect && isOpen && (
        <button
          type="button"
          className="do quiet"
          onClick={() => setCorrecting(`${record.kind}.${record.ref}`)}
        >
          {t('correct')}
          <span className="sr-only"> {say(record)}</span>
        </button>
      )}
      {mayJoin && isOpen && person !== null && records.length > 1 && (
        <button
          type="button"
          className="do quiet"
          disabled={busy}
          onClick={() =>
            void take(t('parted'), (seen) =>
              act('people.part', { ...seen, record: { kind: record.kind, ref: record.ref } }),
            )
          }
        >
          {t('part')}
          <span className="sr-only"> {say(record)}</span>
        </button>
      )}
    </span>
  )
  return (
    <section className="block-section" aria-labelledby="person-records">
      <h2 id="person-records">{t('records')}</h2>
      {records.length === 0 && <p>{t('noRecords')}</p>}
      {records.length > 0 && (
        <RowTable
          label={t('recordsTable')}
          className="person-table"
          rows={records.map((record) => ({
            key: `${record.kind}.${record.ref}`,
            cells: [
              { heading: t('what'), cell: <RecordLink record={record} /> },
              {
                heading: t('who'),
                cell: (
                  <>
                    {record.name ?? (record.email && <MailAddress address={record.email} />)}
                    <span className="sub">
                      <Contact {...record} email={record.name === null ? null : record.email} />
                    </span>
                  </>
                ),
              },
              { heading: t('state'), cell: stateOf(record) },
              { heading: t('when'), cell: format.day(record.at) },
              { heading: t('deeds'), bare: true, cell: deedsOf(record) },
            ],
          }))}
        />
      )}
      {fault && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
      {records
        .filter(({ kind, ref }) => correcting === `${kind}.${ref}`)
        .map((record) => (
          <CorrectRecord key={correcting} record={record} onClose={() => setCorrecting(null)} />
        ))}
    </section>
  )
}
