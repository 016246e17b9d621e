import { Form } from 'react-router'
import { formatPrice } from '#app/language/formats.ts'
import { RatingsLine } from '#app/ui/RatingsLine.tsx'
import { OrderLines } from '../order/OrderLines.tsx'
import { useOrderWords } from '../order/order-summary-words.ts'
import { useLocale } from '../shell-data.ts'
import type { Problem } from './checkout-action.ts'
import type { CheckoutView, QuotedChoice } from './checkout-view.ts'
import { problemOfQuote, useCheckoutWords } from './checkout-words.ts'
import { HoldNotice } from './HoldNotice.tsx'
import { quotedLines } from './quoted-lines.ts'

type SummaryProps = {
  view: CheckoutView
  quote: QuotedChoice
  isUpdating: boolean
  sentence: (problem: Problem) => string
  onRenew: () => void
}

/**
 * What is held until when, and what its delivery costs; beside the form, or above it where there is no room. The total
 * stands once, where it binds: above the button of the review.
 */
export function Summary({ view, quote, isUpdating, sentence, onRenew }: SummaryProps) {
  const t = useCheckoutWords()
  const order = useOrderWords()
  const locale = useLocale()
  const { result } = quote
  return (
    <div className="bg-paper-deep p-5 sm:p-7">
      {view.hold && <HoldNotice hold={view.hold} onRenew={onRenew} />}
      <OrderLines lines={quotedLines(view.lines, result)} />
      <div className="pt-5" aria-busy={isUpdating}>
        {result.ok ? (
          <p className="num flex flex-wrap justify-between gap-x-4">
            <span>{order(`method.${result.quote.shipping.method}`)}</span>
            <span>
              {result.quote.shippingCents === 0
                ? order('free')
                : formatPrice(result.quote.shippingCents, locale)}
            </span>
          </p>
        ) : (
          <p className="text-danger">{sentence(problemOfQuote(result))}</p>
        )}
      </div>
      {view.ratings && <RatingsLine line={view.ratings} />}
      <Form method="post" className="pt-5">
        <button
          type="submit"
          name="intent"
          value="leave"
          className="link inline-flex min-h-11 items-center"
          aria-describedby="back-note"
        >
          {t('back')}
        </button>
        <p id="back-note" className="text-ink-soft text-step--1">
          {t('backNote')}
        </p>
      </Form>
    </div>
  )
}
