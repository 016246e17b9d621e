import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { mostReadings, timingPositions, waterResults } from '#app/shop/catalogue/test-sheet-parts.ts'
import { byPlace } from '#app/ui/by-place.ts'
import { FaultSummary } from '#app/ui/FaultSummary.tsx'
import { Field, Select } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type Shown } from '../frame/calls.ts'
import { useMay, useMember } from '../frame/member.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useKeptText } from '../frame/use-kept-text.ts'

type Piece = Shown<'piece'>
type Typed = Record<string, string>

/** The signed sheets of a piece, and signing a new one, which is then what customers see. */
export function TestSheets({ piece, onSigned }: { piece: Piece; onSigned(): void }) {
  const t = useTranslations('office.piece.testSheets')
  const format = useFormats()
  const maySign = useMay('test-sheets.sign')
  const { sheets } = piece
  return (
    <section className="block-section" id="test-sheets" aria-labelledby="test-sheets-title">
      <h2 id="test-sheets-title">{t('title')}</h2>
      {sheets.length === 0 && <p className="missing">{t('none')}</p>}
      <ul>
        {sheets.map(({ number, examinedOn, examinedBy }, index) => (
          <li key={number}>
            {`${piece.id}-${number}`}, {format.day(examinedOn)}, {examinedBy}
            {index === 0 && piece.path && (
              <>
                {' '}
                <a
                  href={`${piece.apiUrl}/pieces/${piece.id}/test-sheet.de.pdf`}
                  target="_blank"
                  rel="noreferrer"
                >
                  {t('pdf')}
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
      {maySign && <SignSheet piece={piece} onSigned={onSigned} />}
    </section>
  )
}

function SignSheet({ piece, onSigned }: { piece: Piece; onSigned(): void }) {
  const t = useTranslations('office.piece.testSheets')
  const piecesWords = useTranslations('office.piece')
  const announce = useAnnounce()
  const member = useMember()
  // Somebody examines for half an hour: what is typed stays, whatever becomes of the session.
  const kept = useKeptText(`test sheet of ${piece.id}`, { typed: '' })
  const typed = readTyped(kept.texts.typed)
  const [open, setOpen] = useState(kept.texts.typed !== '')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [answer, setAnswer] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const begin = () => {
    kept.put('typed', JSON.stringify({ examinedOn: piece.today, examinedBy: member.name }))
    setOpen(true)
  }
  const end = () => {
    kept.forget('typed')
    setFaults({})
    setOpen(false)
  }
  const signed = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    const said = await act('piece.sign-test-sheet', { piece: piece.id, typed })
    setBusy(false)
    setAnswer(said)
    if (said.ok) {
      end()
      announce(t('signed', { number: `${piece.id}-${said.number}` }))
      onSigned()
    } else if (said.reason === 'invalid' && 'faults' in said) {
      setFaults(
        Object.fromEntries(
          Object.entries(said.faults).map(([key, reason]) => [
            key,
            t.has(`faults.${reason}` as 'faults.nothing-found')
              ? t(`faults.${reason}` as 'faults.nothing-found')
              : piecesWords(`faults.${reason}` as 'faults.missing'),
          ]),
        ),
      )
    } else announce(t('failed'))
  }
  if (!open)
    return (
      <p className="page-actions">
        <button type="button" className="do quiet" onClick={begin}>
          {t('begin')}
        </button>
      </p>
    )
  const field = (key: string, label: string, more: { hint?: string; type?: 'date' } = {}) => (
    <Field
      key={key}
      name={key}
      id={idOf(key)}
      label={label}
      value={typed[key] ?? ''}
      onChange={({ target }) => kept.put('typed', JSON.stringify({ ...typed, [key]: target.value }))}
      error={faults[key]}
      autoComplete="off"
      {...more}
    />
  )
  const both = (key: string, label: string) => [
    field(`${key}.de`, `${label} (${t('german')})`),
    field(`${key}.en`, `${label} (${t('english')})`),
  ]
  const shownFaults = Object.entries(faults)
  return (
    <form onSubmit={signed} className="grid gap-4" noValidate>
      {shownFaults.length > 0 && (
        <FaultSummary
          title={t('faultsTitle')}
          answer={answer}
          faults={shownFaults.map(([key, text]) => ({ text: `${labelOf(key)}: ${text}`, field: idOf(key) }))}
        />
      )}
      <div className="two">
        {field('examinedOn', t('examinedOn'), { type: 'date' })}
        {field('examinedBy', t('examinedBy'))}
        {both('role', t('role'))}
      </div>
      {piece.kind === 'watch' && (
        <>
          <fieldset>
            <legend className="font-medium">{t('timing')}</legend>
            <div className="two">{field('liftAngle', t('liftAngle'), { hint: t('liftAngleHint') })}</div>
            {timingPositions.map((position) => (
              <div key={position} className="three" role="group" aria-label={t(`positions.${position}`)}>
                {(['rate', 'amplitude', 'beatError'] as const).map((what) =>
                  field(`timing.${position}.${what}`, `${t(`positions.${position}`)}: ${t(what)}`),
                )}
              </div>
            ))}
          </fieldset>
          <div className="two">
            <Select
              name="water.result"
              id={idOf('water.result')}
              label={t('water')}
              value={typed['water.result'] ?? ''}
              error={faults['water.result']}
              onChange={({ target }) =>
                kept.put('typed', JSON.stringify({ ...typed, 'water.result': target.value }))
              }
            >
              <option value="">{t('notPart')}</option>
              {waterResults.map((result) => (
                <option key={result} value={result}>
                  {t(`waterResults.${result}`)}
                </option>
              ))}
            </Select>
            {field('water.bar', t('bar'))}
          </div>
        </>
      )}
      <fieldset>
        <legend className="font-medium">{t('alloy')}</legend>
        {byPlace(Array.from({ length: mostReadings }), (_, row) => (
          <div className="three">
            {both(`alloy.${row}.part`, t('part', { number: row + 1 }))}
            {field(`alloy.${row}.permille`, t('permille', { number: row + 1 }))}
          </div>
        ))}
      </fieldset>
      <div className="two">
        {both('stones', t('stones'))}
        {field('weight', t('weight'))}
        {both('notes', t('notes'))}
      </div>
      <p className="text-ink-soft">{t('stays')}</p>
      <p className="page-actions">
        <button type="submit" className="do" disabled={busy}>
          {t('sign')}
        </button>
        <button type="button" className="do quiet" onClick={end}>
          {t('cancel')}
        </button>
      </p>
    </form>
  )

  function labelOf(key: string): string {
    const [part, row = '', what] = key.split('.')
    if (part === 'timing') return t(`positions.${row as (typeof timingPositions)[number]}`)
    if (part === 'alloy') return t(what === 'permille' ? 'permille' : 'part', { number: Number(row) + 1 })
    return t(part === 'water' && row === 'bar' ? 'bar' : (part as 'notes'))
  }
}

const idOf = (key: string) => `sheet-${key.replaceAll('.', '-')}`

/** What was typed before, in this browser; what nobody could have typed is nothing. */
function readTyped(text: string): Typed {
  if (text === '') return {}
  try {
    const typed: unknown = JSON.parse(text)
    return typed !== null && typeof typed === 'object' ? (typed as Typed) : {}
  } catch {
    return {}
  }
}
