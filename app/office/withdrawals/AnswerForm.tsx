import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field, TextArea } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { useDeed } from './use-deed.ts'

/** A declaration that waits for people: it is accepted for an order and its pieces, or answered with a reason. */
export function AnswerForm() {
  const t = useTranslations('office.withdrawals')
  const { id, order, of } = useShown<'withdrawal'>()
  const { texts, put, done } = useKeptText(`withdrawal-answer-${id}`, { order: '', note: '' })
  const [pieces, setPieces] = useState<readonly string[]>([])
  const deed = useDeed()
  const needsConfirmation = deed.reason === 'payment-under-way' || deed.reason === 'provider-unavailable'
  async function accept() {
    const wish = { withdrawal: id, order: texts.order, pieces: [...pieces], confirmed: needsConfirmation }
    if (await deed.take(() => act('withdrawals.accept', wish), t('accepted'))) done()
  }
  async function refuse(outcome: 'refused' | 'no-contract') {
    const answer = { withdrawal: id, outcome, note: texts.note }
    if (await deed.take(() => act('withdrawals.refuse', answer), t('refused'))) done()
  }
  return (
    <section className="block-section" aria-labelledby="withdrawal-answer">
      <h2 id="withdrawal-answer">{t('answer')}</h2>
      {deed.refusal && (
        <p role="alert" className="missing">
          {deed.refusal}
        </p>
      )}
      <div className="two">
        <form
          className="grid content-start gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void accept()
          }}
        >
          <Field
            name="order"
            label={t('orderNumber')}
            hint={order ? t('orderHint') : undefined}
            value={texts.order}
            placeholder={order ?? ''}
            autoComplete="off"
            onChange={({ currentTarget }) => put('order', currentTarget.value)}
          />
          {of && of.lines.length > 1 && texts.order === '' && (
            <fieldset>
              <legend>{t('whichPieces')}</legend>
              {of.lines
                .filter(({ isWithdrawn }) => !isWithdrawn)
                .map((line) => (
                  <label key={line.id} className="flex min-h-11 items-center gap-2">
                    <input
                      type="checkbox"
                      checked={pieces.includes(line.id)}
                      onChange={() =>
                        setPieces(
                          pieces.includes(line.id)
                            ? pieces.filter((each) => each !== line.id)
                            : [...pieces, line.id],
                        )
                      }
                    />
                    {line.id} {line.name}
                  </label>
                ))}
            </fieldset>
          )}
          <p className="page-actions">
            <button type="submit" className="do" disabled={deed.busy}>
              {t(needsConfirmation ? 'acceptAnyway' : 'accept')}
            </button>
          </p>
        </form>
        <form
          className="grid content-start gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void refuse('refused')
          }}
        >
          <TextArea
            name="note"
            label={t('note')}
            rows={3}
            value={texts.note}
            error={deed.fault('note')}
            onChange={({ currentTarget }) => put('note', currentTarget.value)}
          />
          <p className="page-actions">
            <button type="submit" className="do quiet" disabled={deed.busy}>
              {t('refuse')}
            </button>
            <button
              type="button"
              className="do quiet"
              disabled={deed.busy}
              onClick={() => void refuse('no-contract')}
            >
              {t('noContract')}
            </button>
          </p>
        </form>
      </div>
    </section>
  )
}
