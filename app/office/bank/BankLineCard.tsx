import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { printedIban } from '#app/language/iban.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type InputOf, type Shown } from '../frame/calls.ts'
import { useBusy } from '../frame/use-busy.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { LineHistory } from './LineHistory.tsx'
import { stateLooks } from './looks.ts'
import { SuggestionRow } from './SuggestionRow.tsx'

type Line = Shown<'bank-statement'>['lines'][number]
export type Wish = InputOf<'bank.book'>['wish']

/** A line of the bank: what it says, what it may be, and what became of it. */
export function BankLineCard({ line }: { line: Line }) {
  const t = useTranslations('office.bank')
  const format = useFormats()
  const { state } = line
  // Beside what is sure, what has the same amount is noise; another order can be named.
  const sure = line.suggestions.filter(({ confidence }) => confidence === 'sure')
  const suggestions = sure.length > 0 ? sure : line.suggestions
  const { moment: when } = useFormats()
  const deed = useLineDeed()
  const id = `line-${line.id}`
  return (
    <li id={id} className="bank-line" aria-labelledby={`${id}-name`}>
      <div className="bank-line-head">
        <h3 id={`${id}-name`}>{line.name || t('noName')}</h3>
        <b className={line.amountCents < 0 ? 'bank-out' : undefined}>{format.amount(line.amountCents)}</b>
      </div>
      <p className="bank-purpose">{line.purpose || t('noPurpose')}</p>
      <p className="sub">
        {[format.day(line.bookedOn), line.iban && printedIban(line.iban), line.endToEnd]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {state !== 'open' && <p className={stateLooks[state]}>{t(`states.${state}`)}</p>}
      {deed.refusal !== null && (
        <p role="alert" className="missing">
          {deed.refusal}
        </p>
      )}
      {state === 'open' && (
        <>
          {line.reversal && <p className="missing">{t('reversal')}</p>}
          {!line.reversal && suggestions.length === 0 && <p className="sub">{t('noSuggestion')}</p>}
          <ul className="bank-suggestions">
            {suggestions.map((suggestion) => (
              <SuggestionRow
                key={JSON.stringify([suggestion.kind, suggestion])}
                suggestion={suggestion}
                busy={deed.busy}
                needsConfirmation={deed.needsConfirmation}
                onBook={(wish) => void deed.book(line.id, wish)}
              />
            ))}
          </ul>
          <div className="page-actions">
            {line.amountCents > 0 && !line.reversal && <OtherOrder line={line} deed={deed} />}
            <WithReason
              form={`bank-aside-${line.id}`}
              open={t('aside')}
              label={t('asideReason')}
              onSend={(reason) =>
                deed.take(() => act('bank.set-aside', { line: line.id, reason }), t('asideDone'))
              }
            />
          </div>
        </>
      )}
      {state === 'booked' && line.kind && line.bookedAt && (
        <>
          <p>
            {t('bookedBy', {
              what: t(`kinds.${line.kind}`),
              by: line.bookedBy ?? '',
              when: when(line.bookedAt),
            })}{' '}
            {line.order ? (
              <Link className="link whitespace-nowrap" to={`/orders/${line.order}`}>
                {line.order}
              </Link>
            ) : (
              line.request && (
                <Link className="link whitespace-nowrap" to={`/requests/${line.request}`}>
                  {line.request}
                </Link>
              )
            )}
          </p>
          <WithReason
            form={`bank-unbook-${line.id}`}
            open={t('unbook')}
            label={t('unbookReason')}
            confirm={deed.needsConfirmation ? t('unbookConfirm') : null}
            onSend={(reason, confirmed) =>
              deed.take(
                () => act('bank.unbook', { line: line.id, seen: line.booking ?? 0, reason, confirmed }),
                t('unbooked'),
              )
            }
          />
        </>
      )}
      {state === 'aside' && line.asideAt && (
        <>
          <p>
            {t('asideBy', {
              by: line.asideBy ?? '',
              when: when(line.asideAt),
              reason: line.asideReason ?? '',
            })}
          </p>
          <button
            type="button"
            className="do quiet"
            disabled={deed.busy}
            onClick={() =>
              void deed.take(() => act('bank.set-aside', { line: line.id, reason: null }), t('asideBackDone'))
            }
          >
            {t('asideBack')}
          </button>
        </>
      )}
      {line.undone > 0 && <LineHistory key={`${line.booking} ${line.undone}`} line={line.id} />}
    </li>
  )
}

const confirmable = ['more-than-open', 'payment-under-way', 'provider-unavailable', 'to-confirm']

/** Does something with a line, one thing at a time, and says what came of it. */
function useLineDeed() {
  const t = useTranslations('office.bank')
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const [busy, during] = useBusy()
  const [reason, setReason] = useState<string | null>(null)
  async function take(ask: () => Promise<{ ok: boolean; reason?: string }>, said: string): Promise<boolean> {
    if (busy) return false
    return during(async () => {
      const answer = await ask()
      setReason(answer.ok ? null : (answer.reason ?? 'failed'))
      if (answer.ok) announce(said)
      if (answer.ok || answer.reason === 'changed-meanwhile') await revalidate()
      return answer.ok
    })
  }
  const key = `refusals.${reason}` as 'refusals.failed'
  return {
    take,
    busy,
    refusal: reason === null ? null : t.has(key) ? t(key) : t('refusals.failed'),
    needsConfirmation: reason !== null && confirmable.includes(reason),
    book: (line: number, wish: Wish) =>
      take(
        () => act('bank.book', { line, wish }),
        t('bookedNow', { about: wish.kind === 'payment' ? wish.order : t(`kinds.${wish.kind}`) }),
      ),
  }
}

type Deed = ReturnType<typeof useLineDeed>

/** An order that was not suggested, by its number: what would follow is said before it is booked. */
function OtherOrder({ line, deed }: { line: Line; deed: Deed }) {
  const t = useTranslations('office.bank')
  const { texts, put, done } = useKeptText(`bank-order-${line.id}`, { order: '' })
  const [found, setFound] = useState<Extract<Line['suggestions'][number], { kind: 'payment' }> | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  async function look() {
    const answer = await act('bank.preview', { order: texts.order, cents: line.amountCents })
    setFault(
      answer.ok ? null : t(answer.reason === 'no-such-order' ? 'refusals.no-such-order' : 'refusals.failed'),
    )
    setFound(answer.ok ? { ...answer, kind: 'payment', confidence: 'possible', reasons: [] } : null)
  }
  return (
    <details>
      <summary className="do quiet">{t('other')}</summary>
      <form
        className="bank-form"
        onSubmit={(event) => {
          event.preventDefault()
          void look()
        }}
      >
        <label>
          {t('orderNumber')}
          <input
            className="field"
            value={texts.order}
            aria-invalid={fault !== null}
            autoComplete="off"
            onChange={({ currentTarget }) => put('order', currentTarget.value)}
          />
        </label>
        <button type="submit" className="do quiet">
          {t('look')}
        </button>
        {fault && (
          <p role="alert" className="missing">
            {fault}
          </p>
        )}
      </form>
      {found && (
        <ul className="bank-suggestions">
          <SuggestionRow
            suggestion={found}
            busy={deed.busy}
            needsConfirmation={deed.needsConfirmation}
            onBook={(wish) => void deed.book(line.id, wish).then((isDone) => isDone && done())}
          />
        </ul>
      )}
    </details>
  )
}

/** Something that is done with a reason, which is kept until it is done. */
function WithReason({
  form,
  open,
  label,
  confirm = null,
  onSend,
}: {
  form: string
  open: string
  label: string
  confirm?: string | null
  onSend(reason: string, confirmed: boolean): Promise<boolean>
}) {
  const { texts, put, done } = useKeptText(form, { reason: '' })
  const [confirmed, setConfirmed] = useState(false)
  return (
    <details>
      <summary className="do quiet">{open}</summary>
      <form
        className="bank-form"
        onSubmit={(event) => {
          event.preventDefault()
          void onSend(texts.reason, confirmed).then((isDone) => isDone && done())
        }}
      >
        <label>
          {label}
          <input
            className="field"
            value={texts.reason}
            maxLength={500}
            required
            minLength={3}
            onChange={({ currentTarget }) => put('reason', currentTarget.value)}
          />
        </label>
        {confirm !== null && (
          <label className="flex min-h-11 items-center gap-2">
            <input type="checkbox" checked={confirmed} onChange={() => setConfirmed(!confirmed)} /> {confirm}
          </label>
        )}
        <button type="submit" className="do">
          {open}
        </button>
      </form>
    </details>
  )
}
