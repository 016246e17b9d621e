import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Select, TextArea } from '#app/ui/Field.tsx'
import { type AnswerOf, act } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { CaseDates, datesOf, type TypedDates } from './HoldBox.tsx'
import type { PurchaseShown } from './PurchaseScreen.tsx'
import { RevealForm } from './RevealForm.tsx'
import { useStep } from './use-step.ts'

type Case = Extract<AnswerOf<'purchases.read-compliance'>, { ok: true }>

/** The restricted record of a deal: opened for a reason that is written down, added to, and what becomes of the deal. */
export function Restricted({ deal }: { deal: PurchaseShown }) {
  const t = useTranslations('office.purchase')
  const { take, busy, refused } = useStep()
  const [read, setRead] = useState<Case | null>(null)
  const { moment } = useFormats()
  const open = async (why: string) => {
    const answer = await take(
      () => act('purchases.read-compliance', { number: deal.number, why }),
      t('restrictedOpened'),
    )
    if (answer?.ok) setRead(answer)
  }
  return (
    <section className="box restricted" aria-labelledby="restricted">
      <h2 id="restricted">{t('restrictedTitle')}</h2>
      <p className="max-w-prose">{t('restrictedText')}</p>
      {!read && <RevealForm busy={busy} refused={refused} does={t('restrictedOpen')} onWhy={open} />}
      {read && (
        <>
          <ul className="grid gap-2">
            {read.entries.map(({ id, event, text, by, at }) => (
              <li key={`${id}-${at}`}>
                <b>{t(`cases.${event}`)}</b> {text}
                <span className="sub">
                  {by}, {moment(at)}
                </span>
              </li>
            ))}
          </ul>
          <NoteForm deal={deal} read={read} onNoted={() => void open(t('afterNote'))} />
          {deal.status === 'compliance_hold' && <EndHold deal={deal} onEnded={() => setRead(null)} />}
          <details>
            <summary>{t('looks', { count: read.looks.length })}</summary>
            <ul>
              {read.looks.map(({ who, why, at }) => (
                <li key={at}>
                  {who}, {moment(at)}: {why}
                </li>
              ))}
            </ul>
          </details>
          <p>
            <button type="button" className="do quiet" onClick={() => setRead(null)}>
              {t('hide')}
            </button>
          </p>
        </>
      )}
    </section>
  )
}

function NoteForm({ deal, read, onNoted }: { deal: PurchaseShown; read: Case; onNoted(): void }) {
  const t = useTranslations('office.purchase')
  const { take, busy, refused } = useStep()
  const [text, setText] = useState('')
  const [dates, setDates] = useState<TypedDates>({
    suspectedOn: read.dates.suspectedOn ?? '',
    reportedOn: read.dates.reportedOn ?? '',
    reportReference: read.dates.reportReference ?? '',
    heldUntil: read.dates.heldUntil ?? '',
  })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const seen = read.entries.at(-1)?.id ?? 0
    const answer = await take(
      () => act('purchases.note-compliance', { number: deal.number, seen, text, dates: datesOf(dates) }),
      t('notedSaid'),
    )
    if (!answer?.ok) return
    setText('')
    onNoted()
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-3">
      <TextArea
        name="note"
        id="restricted-note"
        label={t('note')}
        rows={2}
        required
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <CaseDates dates={dates} onChange={(changes) => setDates({ ...dates, ...changes })} />
      {refused && (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
      <p>
        <button type="submit" className="do" disabled={busy}>
          {t('noteDo')}
        </button>
      </p>
    </form>
  )
}

const ends = ['resume', 'reopen', 'turn-down', 'surrender'] as const

function EndHold({ deal, onEnded }: { deal: PurchaseShown; onEnded(): void }) {
  const t = useTranslations('office.purchase')
  const { take, busy, refused, fault } = useStep()
  const possible = ends.filter(
    (event) =>
      deal.allowed.includes(event) &&
      (event !== 'resume' || deal.totalCents > 0) &&
      (event !== 'reopen' || deal.totalCents === 0),
  )
  const [event, setEvent] = useState<(typeof ends)[number]>(possible[0] ?? 'turn-down')
  const [reason, setReason] = useState('')
  const [tell, setTell] = useState('')
  const send = async (submitted: FormEvent) => {
    submitted.preventDefault()
    const answer = await take(
      () =>
        act('purchases.end-hold', {
          ...{ number: deal.number, seen: 'compliance_hold', event, reason },
          tell: event === 'turn-down' ? tell : '',
        }),
      t('holdEnded'),
    )
    if (answer?.ok) onEnded()
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-3">
      <h3>{t('endHold')}</h3>
      <Select
        name="end-hold"
        label={t('whatBecomes')}
        value={event}
        onChange={({ target }) => setEvent(possible.find((each) => each === target.value) ?? event)}
      >
        {possible.map((each) => (
          <option key={each} value={each}>
            {t(`holdEnds.${each}`)}
          </option>
        ))}
      </Select>
      <TextArea
        name="end-hold-reason"
        label={t('holdReason')}
        rows={2}
        required
        value={reason}
        error={fault('reason')}
        onChange={({ target }) => setReason(target.value)}
      />
      {event === 'turn-down' && deal.seller?.email && (
        <TextArea
          name="end-hold-tell"
          label={t('tell')}
          rows={2}
          value={tell}
          onChange={({ target }) => setTell(target.value)}
        />
      )}
      {refused && (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
      <p>
        <button type="submit" className="do" disabled={busy}>
          {t('endHoldDo')}
        </button>
      </p>
    </form>
  )
}
