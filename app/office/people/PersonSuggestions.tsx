import { useTranslations } from 'use-intl'
import { act } from '../frame/calls.ts'
import { MailAddress } from '../frame/MailAddress.tsx'
import { useMay } from '../frame/member.ts'
import { useShown } from '../frame/use-shown.ts'
import { useFile } from './use-person.ts'
import { RecordLink, useSaidRecord } from './use-said-record.tsx'

/** What may be of the same person, and why; joined by a press alone. */
export function PersonSuggestions() {
  const t = useTranslations('office.people.person')
  const { suggestions } = useShown<'person'>()
  const say = useSaidRecord()
  const mayJoin = useMay('people.join')
  const { take, fault, busy } = useFile()
  if (suggestions.length === 0) return null
  return (
    <section className="block-section" aria-labelledby="person-suggestions">
      <h2 id="person-suggestions">{t('suggestions')}</h2>
      <p className="sub pb-2">{t('suggestionsText')}</p>
      <ul className="person-suggestions">
        {suggestions.map((record) => (
          <li key={`${record.kind}.${record.ref}`}>
            <span>
              <RecordLink record={record} /> ·{' '}
              {record.name ?? (record.email && <MailAddress address={record.email} />)}
              <span className="sub">
                {[
                  t(`likeness.${record.likeness}`),
                  record.person === null ? null : t('inFile', { id: record.person }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {mayJoin && (
              <button
                type="button"
                className="do quiet"
                disabled={busy}
                onClick={() =>
                  void take(t('joined'), (seen) =>
                    act('people.join', { ...seen, record: { kind: record.kind, ref: record.ref } }),
                  )
                }
              >
                {record.person === null ? t('join') : t('joinFile')}
                <span className="sr-only"> {say(record)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {fault && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
    </section>
  )
}
