import type { ReactNode } from 'react'
import { euros, perCent, pricePerGram, spanOfGrams } from '#app/sell-form/gold-words.ts'
import { lineArithmetic, pricesOf, shownPrice } from '#app/shop/buying/shown-arithmetic.ts'
import { centsPerGram } from '#app/shop/buying/valuation.ts'
import { byPlace } from '#app/ui/by-place.ts'
import { Field, TextArea } from '#app/ui/Field.tsx'
import { day, lastDay, moment, span, t } from './sell-request-words.ts'
import type { SellerView } from './seller-view.ts'

type ShownOffer = NonNullable<SellerView['offer']>
type OfferLine = ShownOffer['lines'][number]

/** The estimate or final offer with its arithmetic, and the seller's answer to it. */
export function Offer({
  request,
  submission,
  given,
}: {
  request: SellerView
  /** The same sent twice is one message. */
  submission: string
  given: { amount: string; words: string } | undefined
}) {
  const { offer, valuation } = request
  if (!offer) {
    return (
      valuation && (
        <section aria-labelledby="calculated" className="border-brass border-l-2 pl-5">
          <h2 id="calculated" className="text-step-1">
            {t('offer.calculated', { date: day(valuation.at) })}
          </h2>
          <p className="num mt-2">{t('offer.calculatedText', { total: span(valuation.total) })}</p>
        </section>
      )
    )
  }
  return (
    <section aria-labelledby="offer" className="num bg-paper-deep p-5 sm:p-8 print:p-0">
      <h2 id="offer" className="text-step-2">
        {t(`offer.${offer.kind}`, { date: day(offer.madeAt) })}
      </h2>
      <ul className="mt-5 border-line border-t">
        {byPlace(offer.lines, (line) => (
          <li className="grid gap-x-6 gap-y-1 border-line border-b py-4 sm:grid-cols-[1fr_auto]">
            <div className="min-w-0">
              <p className="font-medium">{line.title}</p>
              {factsOf(line).map((fact) => (
                <p key={fact} className="text-ink-soft text-step--1">
                  {fact}
                </p>
              ))}
            </div>
            <p className="font-display text-step-1 sm:text-right">{span(line.cents)}</p>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap items-baseline justify-between gap-x-6">
        <p>{t('offer.total')}</p>
        <p className="font-display text-step-3">{span(offer.cents)}</p>
      </div>
      <Prices offer={offer} />
      {offer.reason && <p className="mt-4 max-w-prose whitespace-pre-line">{offer.reason}</p>}
      {offer.answer !== null && offer.answeredAt !== null && (
        <p className="mt-5 font-medium">
          {t(`offer.answers.${offer.answer}`, {
            date: day(offer.answeredAt),
            valid: lastDay(offer.validUntil),
          })}
        </p>
      )}
      {request.mayAnswer && offer.answer === null && (
        <>
          <Answer offer={offer} />
          {request.open && <Counter offer={offer} submission={submission} given={given} />}
        </>
      )}
    </section>
  )
}

/** What a line's amount comes from, as far as it is known. */
function factsOf(line: OfferLine): string[] {
  const facts: (string | null)[] = [
    [line.brand, line.model, line.reference && t('offer.reference', { reference: line.reference })]
      .filter(Boolean)
      .join(', '),
    arithmetic(line),
    line.deduction &&
      t('offer.deduction', { amount: euros(line.deduction.cents), reason: line.deduction.reason }),
    line.stones && t('offer.stones', { stones: line.stones }),
    line.testMethod && t('offer.tested', { method: t(`offer.methods.${line.testMethod}`) }),
  ]
  return facts.filter((fact): fact is string => fact !== null && fact !== '')
}

/** The factors that make the amount; where it is our word, only what is known of the piece. */
function arithmetic(line: OfferLine): string | null {
  const { weightGrams, fineness } = line
  if (weightGrams === null) return null
  const weight = weightGrams.replace('.', ',')
  const stamp = fineness === null ? null : String(fineness).replace('.', ',')
  const reckoned = lineArithmetic(line)
  if (reckoned) {
    const factors = { price: pricePerGram(shownPrice(reckoned)), rate: perCent(reckoned.perMille) }
    return reckoned.byStamp && stamp !== null
      ? t('offer.arithmetic', { weight, fineness: stamp, ...factors })
      : t('offer.arithmeticFine', { fine: spanOfGrams(reckoned.fine), ...factors })
  }
  return stamp === null ? t('offer.weight', { weight }) : t('offer.fine', { weight, fineness: stamp })
}

/** The prices it rests on, of the metals that occur. */
function Prices({ offer }: { offer: ShownOffer }) {
  return pricesOf(offer.lines, offer.basis).map(({ metal, centsPerOunce, at, source }) => (
    <p key={metal} className="mt-2 text-ink-soft text-step--1">
      {t('offer.price', {
        metal: t(`offer.metals.${metal}`),
        ounce: euros(centsPerOunce),
        price: euros(centsPerGram(centsPerOunce)),
        at: moment(new Date(at)),
        source,
      })}
    </p>
  ))
}

/** Yes and no weigh the same; a no is asked for once more, so that nobody slips. */
function Answer({ offer }: { offer: ShownOffer }) {
  const { kind } = offer
  return (
    <div className="mt-8 grid gap-6 print:hidden">
      <Step offer={offer.id} step="accept">
        <p className="mb-3 max-w-prose text-ink-soft text-step--1">{t(`offer.acceptHint.${kind}`)}</p>
        <button type="submit" className="button">
          {t(`offer.accept.${kind}`, { total: span(offer.cents) })}
        </button>
      </Step>
      <details>
        <summary className="link inline-flex min-h-11 items-center">{t('offer.decline')}</summary>
        <Step offer={offer.id} step="decline">
          <p className="mt-2 mb-3 max-w-prose">{t(`offer.declineHint.${kind}`)}</p>
          <button type="submit" className="button button-quiet">
            {t('offer.declineNow')}
          </button>
        </Step>
      </details>
    </div>
  )
}

/** Neither yes nor no: what they would take. The offer stands meanwhile. */
function Counter({
  offer,
  submission,
  given,
}: {
  offer: ShownOffer
  submission: string
  given: { amount: string; words: string } | undefined
}) {
  return (
    <details className="mt-2 print:hidden" open={Boolean(given && (given.amount || given.words))}>
      <summary className="link inline-flex min-h-11 items-center">{t('offer.counter.open')}</summary>
      <form method="post" className="mt-3 grid max-w-prose gap-4">
        <p>{t('offer.counter.hint')}</p>
        <input type="hidden" name="offer" value={offer.id} />
        <input type="hidden" name="submission" value={submission} />
        <Field
          id="counter-amount"
          name="amount"
          label={t('offer.counter.amount')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          required
          defaultValue={given?.amount}
        />
        <TextArea
          id="counter-words"
          name="words"
          label={t('offer.counter.words')}
          rows={3}
          maxLength={2000}
          defaultValue={given?.words}
        />
        <button type="submit" name="step" value="counter" className="button button-quiet justify-self-start">
          {t('offer.counter.send')}
        </button>
      </form>
    </details>
  )
}

function Step({ offer, step, children }: { offer: number; step: 'accept' | 'decline'; children: ReactNode }) {
  return (
    <form method="post">
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="offer" value={offer} />
      {children}
    </form>
  )
}
