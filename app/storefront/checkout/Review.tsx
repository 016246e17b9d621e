import { type ReactNode, type SyntheticEvent, useRef } from 'react'
import { formatPrice } from '#app/language/formats.ts'
import { pathTo, type RouteName } from '#app/language/route-table.ts'
import { deviationKey } from '#app/shop/checkout/deviation-key.ts'
import { Fault, Tick } from '#app/ui/Field.tsx'
import { assetSources } from '#app/ui/photo-sources.ts'
import { OrderLines } from '../order/OrderLines.tsx'
import { OrderTotals } from '../order/OrderTotals.tsx'
import { useOrderWords } from '../order/order-summary-words.ts'
import { useLocale, useShell } from '../shell-data.ts'
import type { ChangedTotal, Problem } from './checkout-action.ts'
import type { CheckoutView, QuotedChoice } from './checkout-view.ts'
import { problemOfQuote, useCheckoutWords } from './checkout-words.ts'
import { useFormState } from './form-state.ts'
import { quotedLines } from './quoted-lines.ts'

type ReviewProps = {
  view: CheckoutView
  quote: QuotedChoice
  /** Since the page was shown before. */
  changed: ChangedTotal | null
  consents: readonly string[]
  /** What stands in the fields now, by their ids. */
  entered: Readonly<Record<string, string>> | undefined
  isSending: boolean
  sentence: (problem: Problem) => string
}

/**
 * What the law wants before the button that binds, in its order: terms, guarantee, agreements of their own, and
 * directly above the button the pieces with their essential characteristics, delivery, payment and the total (§ 312j BGB).
 */
export function Review({ view, quote, changed, consents, entered, isSending, sentence }: ReviewProps) {
  const t = useCheckoutWords()
  const locale = useLocale()
  const { result } = quote
  return (
    <section aria-labelledby="review">
      <h2 id="review" tabIndex={-1} className="text-step-2 outline-none">
        {t('review.title')}
      </h2>
      <p className="max-w-prose pt-4">
        {t.rich('review.terms', {
          terms: (text) => <Aside page="gtc">{text}</Aside>,
          withdrawal: (text) => <Aside page="cancellation">{text}</Aside>,
          privacy: (text) => <Aside page="privacy">{text}</Aside>,
        })}
      </p>
      <GuaranteeNotice view={view} />
      <Consents view={view} ticked={consents} entered={entered} />
      <h3 className="pt-8 pb-1 text-step-1">{t('review.pieces', { count: view.lines.length })}</h3>
      <OrderLines
        lines={quotedLines(view.lines, result)}
        more={({ piece }) => (
          <dl className="pt-2 text-step--1">
            {view.essentials[piece]?.map(({ label, text }) => (
              <div key={`${label} ${text}`}>
                <dt className="inline text-ink-soft">{label}: </dt>
                <dd className="inline">{text}</dd>
              </div>
            ))}
          </dl>
        )}
      />
      <Ways quote={quote} />
      {result.ok ? (
        <>
          {changed && (
            <p className="mb-4 border-reserved border-l-2 pl-4">
              {t('review.changed', {
                before: formatPrice(changed.beforeCents, locale),
                now: formatPrice(changed.nowCents, locale),
              })}
            </p>
          )}
          <OrderTotals amounts={result.quote} large />
          <input type="hidden" name="total" value={result.quote.totalCents} />
          <input type="hidden" name="duties" value={String(result.quote.shipping.dutiesByBuyer)} />
        </>
      ) : (
        <p className="text-danger">{sentence(problemOfQuote(result))}</p>
      )}
      <OrderButton isSending={isSending} />
    </section>
  )
}

/** What was read when the button is pressed, and is ordered with. */
const readNames = ['total', 'duties'] as const

/**
 * Orders with the amounts that stood there as it was pressed: the press itself leaves the field before it, whose amounts
 * may come before it is let go. The server then refuses, as it does with any total that is another by now.
 */
function OrderButton({ isSending }: Pick<ReviewProps, 'isSending'>) {
  const t = useCheckoutWords()
  const read = useRef<string[] | null>(null)
  const amountsIn = ({ form }: HTMLButtonElement) =>
    readNames.flatMap((name) => form?.querySelector<HTMLInputElement>(`[name=${name}]`) ?? [])
  const begin = ({ currentTarget }: SyntheticEvent<HTMLButtonElement>) => {
    read.current = amountsIn(currentTarget).map(({ value }) => value)
  }
  return (
    <>
      <button
        type="submit"
        name="intent"
        value="order"
        data-binding=""
        aria-disabled={isSending}
        className="button mt-6 w-full text-step-1"
        onPointerDown={begin}
        onKeyDown={begin}
        // Whoever thought better of it goes on elsewhere.
        onBlur={() => {
          read.current = null
        }}
        onClick={({ currentTarget }) => {
          for (const [index, amount] of amountsIn(currentTarget).entries())
            amount.value = read.current?.[index] ?? amount.value
          read.current = null
        }}
      >
        {t('review.order')}
      </button>
      <p role="status" className="min-h-8 pt-2 text-center text-ink-soft">
        {isSending ? t('review.sending') : ''}
      </p>
    </>
  )
}

/** A page to read on the side: what has been typed stays where it is. */
function Aside({ page, children }: { page: RouteName; children: ReactNode }) {
  const t = useCheckoutWords()
  const locale = useLocale()
  return (
    <a className="link" href={pathTo(locale, page as 'gtc')} target="_blank" rel="noopener">
      {children}
      <span className="sr-only"> {t('newWindow')}</span>
    </a>
  )
}

/**
 * The legal guarantee, told before the contract in the page's language and in colour. It does not promise two years
 * for every piece where a box below asks for one.
 */
function GuaranteeNotice({ view: { guarantee: picture, lines } }: Pick<ReviewProps, 'view'>) {
  const t = useCheckoutWords()
  const { apiUrl } = useShell()
  const deviations = lines.flatMap((line) => line.deviations)
  const isShortened = deviations.some(({ kind }) => kind === 'one-year-liability')
  const lead = t('review.guaranteeLead', { shortened: isShortened ? 'yes' : 'no' })
  if (picture) {
    const { avif, webp, fallback } = assetSources(picture, apiUrl)
    const sizes = '(min-width: 64rem) 40rem, 92vw'
    return (
      <section aria-label={t('review.guarantee')} className="mt-6">
        <picture>
          <source type="image/avif" srcSet={avif} sizes={sizes} />
          <source type="image/webp" srcSet={webp} sizes={sizes} />
          <img
            src={fallback}
            width={picture.width}
            height={picture.height}
            loading="lazy"
            alt={`${lead}. ${t('review.guaranteeText')}`}
            className="h-auto w-full"
          />
        </picture>
        <p className="pt-3">
          <Aside page="legal-guarantee">{t('review.guaranteeMore')}</Aside>
        </p>
      </section>
    )
  }
  return (
    <section
      aria-labelledby="guarantee"
      className="mt-6 border-green border-l-4 bg-green p-5 text-paper sm:p-6 dark:bg-paper-deep dark:text-ink"
    >
      <h3 id="guarantee" className="font-[560] font-text text-step-0 tracking-normal">
        {t('review.guarantee')}
      </h3>
      <p className="pt-1 font-display text-step-2 leading-tight">{lead}</p>
      <p className="max-w-prose pt-3">{t('review.guaranteeText')}</p>
      <p className="pt-3">
        <Aside page="legal-guarantee">{t('review.guaranteeMore')}</Aside>
      </p>
    </section>
  )
}

/** A box for each deviation from the law, none ticked beforehand (§ 476 BGB). */
function Consents({
  view,
  ticked,
  entered,
}: Pick<ReviewProps, 'view' | 'entered'> & { ticked: readonly string[] }) {
  const t = useCheckoutWords()
  const order = useOrderWords()
  const locale = useLocale()
  const { errors } = useFormState()
  const deviating = view.lines.filter((line) => line.deviations.length > 0)
  const deviations = deviating.flatMap((line) => line.deviations.map((deviation) => ({ line, deviation })))
  if (deviations.length === 0) return null
  return (
    <fieldset id="consents" tabIndex={-1} className="mt-8 min-w-0 outline-none">
      <legend className="font-display text-step-1">{t('review.consents')}</legend>
      <p className="max-w-prose pt-2 text-ink-soft">
        {t('review.consentsText', { count: deviating.length })}
      </p>
      <div className="py-2">
        <Fault id="consents-error" text={errors.consent} />
      </div>
      {deviations.map(({ line, deviation }, index) => {
        const key = deviationKey(deviation)
        const id = `consent-${index}`
        const wasTicked = ticked.includes(key)
        // Each box is mended by its own tick; the sentence above them stays until all are ticked.
        const isTicked = entered?.[id] === undefined ? wasTicked : entered[id] !== ''
        return (
          <div key={key} className="border-line border-t">
            <Tick
              id={id}
              name="consent"
              value={key}
              defaultChecked={wasTicked}
              faultId={errors.consent && !isTicked ? 'consents-error' : undefined}
              required
              label={
                <>
                  <span className="font-[540]">
                    {[line.brand, line.name[locale]].filter(Boolean).join(' ')},{' '}
                    {order('stockNumber', { id: line.piece })}:
                  </span>{' '}
                  {deviation.text[locale]}
                </>
              }
            />
          </div>
        )
      })}
    </fieldset>
  )
}

/** How it comes and how it is paid, as it has been chosen above; without script the styles follow the choice. */
function Ways({ quote }: { quote: QuotedChoice }) {
  const t = useCheckoutWords()
  const order = useOrderWords()
  const { result } = quote
  const days = result.ok ? result.quote.shipping.days : null
  return (
    <dl className="grid gap-2 py-5">
      <div className="grid gap-x-4 sm:grid-cols-[8rem_1fr]">
        <dt className="text-ink-soft">{t('review.delivery')}</dt>
        <dd>
          {result.ok && order(`method.${result.quote.shipping.method}`)}
          {days && `, ${order('days', { from: days[0], to: days[1] })}`}
          {result.ok && result.quote.shipping.dutiesByBuyer && (
            <span className="block">{order('duties')}</span>
          )}
        </dd>
      </div>
      <div className="grid gap-x-4 sm:grid-cols-[8rem_1fr]">
        <dt className="text-ink-soft">{t('review.payment')}</dt>
        <dd>
          <span className="group-has-[[name=payment]:checked]/form:hidden">{t('review.paymentOpen')}</span>
          <span className="hidden group-has-[#payment-bank-transfer:checked]/form:inline">
            {t('payment.bank-transfer')}
          </span>
          <span className="hidden group-has-[#payment-in-branch:checked]/form:inline">
            {t('payment.in-branch')}
          </span>
          <span className="hidden group-has-[#payment-online:checked]/form:inline">
            {t('payment.online')}
          </span>
        </dd>
      </div>
    </dl>
  )
}
