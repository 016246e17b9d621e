import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { Field, Select } from '#app/ui/Field.tsx'
import type { Shown } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useQueryAsked } from '../frame/use-query-asked.ts'
import { useShown } from '../frame/use-shown.ts'
import { useRecordWords } from './use-record-words.ts'

const subjects = [
  'piece',
  'enquiry',
  'person',
  'answer-template',
  'setting',
  'branch',
  'payout-rate',
  'staff',
  'saved-view',
  'appointment',
  'absence',
  'reservation',
  'withdrawal',
  'bank-line',
] as const

/** Who changed what and when, from what to what. */
export default function RecordsScreen() {
  const t = useTranslations('office.accounts')
  const frame = useTranslations('office.frame')
  const { records, more, people } = useShown<'records'>()
  const [query, setQuery] = useSearchParams()
  const wanted = useQueryAsked()
  const filter = (name: string, value: string) => {
    const next = new URLSearchParams(wanted)
    if (value === '') next.delete(name)
    else next.set(name, value)
    next.delete('before')
    setQuery(next)
  }
  const older = new URLSearchParams(query)
  if (more !== null) older.set('before', String(more))
  return (
    <Page title={frame('screens.records')}>
      <form className="toolbar items-end" onSubmit={(event) => event.preventDefault()}>
        <Select
          name="subject"
          label={t('subject')}
          value={wanted.get('subject') ?? ''}
          onChange={(event) => filter('subject', event.target.value)}
        >
          <option value="">{t('all')}</option>
          {subjects.map((subject) => (
            <option key={subject} value={subject}>
              {t(`subjects.${subject}`)}
            </option>
          ))}
        </Select>
        <Select
          name="by"
          label={t('person')}
          value={wanted.get('by') ?? ''}
          onChange={(event) => filter('by', event.target.value)}
        >
          <option value="">{t('all')}</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Field
          name="id"
          label={t('number')}
          defaultValue={query.get('id') ?? ''}
          onBlur={(event) => filter('id', event.target.value.trim())}
          onKeyDown={(event) => {
            if (event.key === 'Enter') filter('id', event.currentTarget.value.trim())
          }}
        />
      </form>
      {records.length === 0 ? (
        <p>{t('noRecords')}</p>
      ) : (
        <ol className="border-b border-line">
          {records.map((record) => (
            <Entry key={record.version} record={record} />
          ))}
        </ol>
      )}
      {more !== null && (
        <p className="pt-4">
          <Link className="do quiet" to={`?${older}`}>
            {t('older')}
          </Link>
        </p>
      )}
    </Page>
  )
}

type Listed = Shown<'records'>['records'][number]

function Entry({ record }: { record: Listed }) {
  const t = useTranslations('office.accounts')
  const format = useFormats()
  const words = useRecordWords()
  const { at, by, operation, deed, subjectId, lines } = record
  const subject = subjects.find((each) => each === record.subject)
  const part = words.part(record)
  const thing = words.thing(record)
  return (
    <li className="border-t border-line py-3">
      <p>
        <span className="font-medium">
          {subject ? t(`subjects.${subject}`) : record.subject}{' '}
          {subject === 'piece' ? (
            <Link className="link" to={`/pieces/${subjectId}`}>
              {thing}
            </Link>
          ) : (
            thing
          )}
        </span>
        {part && <span className="font-medium">, {part}</span>}{' '}
        <span className="text-ink-soft">
          {t(`operations.${deed ?? (record.part === 'staff_session' ? 'end' : operation)}`)} ·{' '}
          {by ?? t('theShop')} · {format.moment(at)}
        </span>
      </p>
      <dl className="grid gap-1 pt-1">
        {lines.map((line) => (
          <div key={line.path} className="min-w-0 break-words">
            <dt className="inline text-ink-soft">{words.labelled(record, line)}: </dt>
            <dd className="inline">
              {operation !== 'insert' && <del>{words.say(record, line, line.before)}</del>}
              {operation === 'update' && ' → '}
              {operation !== 'delete' && (
                <ins className="no-underline">{words.say(record, line, line.after)}</ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
