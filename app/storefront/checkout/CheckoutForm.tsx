import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, useFetcher, useNavigation, useRevalidator } from 'react-router'
import { languageFormId, refusedBefore } from '#app/forms/language-form.ts'
import { taxPlaceOf } from '#app/shop/checkout/tax-place.ts'
import { FaultSummary } from '#app/ui/FaultSummary.tsx'
import { Field } from '#app/ui/Field.tsx'
import { useConnectionLost } from '#app/ui/use-connection-lost.ts'
import { useKeptForm } from '#app/ui/use-kept-form.ts'
import { useRefusal } from '#app/ui/use-refusal.ts'
import { useShell } from '../shell-data.ts'
import { AddressFields } from './AddressFields.tsx'
import { BusinessSection } from './BusinessSection.tsx'
import type { CheckoutAnswer, Problem } from './checkout-action.ts'
import type { CheckoutView } from './checkout-view.ts'
import { useCheckoutWords, useProblemText } from './checkout-words.ts'
import { DeliverySection } from './DeliverySection.tsx'
import { fieldsMending } from './fields-mending.ts'
import { FormStateProvider, useFormState } from './form-state.ts'
import { useLeaving } from './leaving.ts'
import { PaymentSection } from './PaymentSection.tsx'
import { Review } from './Review.tsx'
import { Step, StepTitle } from './Step.tsx'
import { Summary } from './Summary.tsx'
import { useStepSummaries } from './step-summaries.ts'
import { stepOf, useSteps } from './use-steps.ts'

/** Fields whose value changes what the delivery costs. */
const priced = ['delivery', 'country', 'elsewhere', 'deliveryCountry']
/** The same, once they are written to their end: islands and enclaves lie outside the area of VAT. */
const pricedWhenLeft = ['postalCode', 'city', 'deliveryPostalCode', 'deliveryCity', 'vatId']

/** What a problem may be about, in the order in which it stands. */
const inOrder: readonly Problem['at'][] = [
  'form',
  'submission',
  'email',
  'phone',
  'name',
  'company',
  'street',
  'extra',
  'postalCode',
  'city',
  'country',
  'vatId',
  'delivery',
  'branch',
  'deliveryName',
  'deliveryCompany',
  'deliveryStreet',
  'deliveryExtra',
  'deliveryPostalCode',
  'deliveryCity',
  'deliveryCountry',
  'note',
  'payment',
  'consent',
]

/** The whole checkout on one page. Its fields keep what is typed in them; only amounts come from the server anew. */
export function CheckoutForm({ view, answer }: { view: CheckoutView; answer: CheckoutAnswer | undefined }) {
  const t = useCheckoutWords()
  const { apiUrl } = useShell()
  const form = useRef<HTMLFormElement>(null)
  // What is about no field (a piece that is gone, another total) is told once.
  const isAboutFields = answer?.problems.every((problem) => fieldsMending(problem).length > 0) ?? true
  const refusal = useRefusal('checkout', form, answer, isAboutFields)
  const sentence = useProblemText(view.lines, view.countries, refusal.answer?.given ?? {})
  const { revalidate } = useRevalidator()
  const { quote, changed, isUpdating, update } = useQuote(view, answer, form)
  const steps = useSteps(form)
  const isLost = useConnectionLost()
  const isSending = useNavigation().formData?.get('intent') === 'order' && !isLost
  // The same form sent twice is one order, so its number stays although the page is loaded anew behind it.
  const [submission] = useState(answer?.submission ?? view.submission)
  /** For what browsers and people entered before the script, and for what was put back. */
  const quoteEntered = () => {
    if (!form.current) return
    const entered = new FormData(form.current)
    const given = answer?.given ?? view.given
    const isTyped = pricedWhenLeft.some((name) => String(entered.get(name) ?? '') !== (given[name] ?? ''))
    if (isTyped || !isQuoted(entered, quote)) update()
  }
  useKeptForm('checkout', form, {
    answered: answer !== undefined || view.given.email !== undefined,
    onRestored: quoteEntered,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page comes
  useEffect(quoteEntered, [])
  useLeaving(view.visit, apiUrl)

  const onChange = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
    if (!priced.includes(target.name)) return
    const inBranch = form.current?.querySelector<HTMLInputElement>('#payment-in-branch')
    if (inBranch?.checked && target.name === 'delivery' && target.value === 'courier') {
      inBranch.checked = false
      steps.open('payment')
    }
    update()
  }
  /** What the amounts were last computed for, as far as it is typed and not chosen. */
  const quotedFor = useRef<string | null>(null)
  const onFocus = () => {
    quotedFor.current ??= taxedBy(form.current)
  }
  const onBlur = ({ target }: FocusEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement) || !pricedWhenLeft.includes(target.name)) return
    const now = taxedBy(form.current)
    if (now === quotedFor.current) return
    quotedFor.current = now
    update()
  }
  const problems = (refusal.answer?.problems ?? []).toSorted(
    (one, other) => inOrder.indexOf(one.at) - inOrder.indexOf(other.at),
  )
  const errors: Partial<Record<Problem['at'], string>> = {}
  const isMended = (problem: Problem) => refusal.isMended(...fieldsMending(problem))
  for (const problem of problems) if (!isMended(problem)) errors[problem.at] ??= sentence(problem)
  for (const problem of steps.lacks(refusal.now)) errors[problem.at] ??= sentence(problem)
  const vatId = (refusal.now?.vatId ?? quote.vatIdTyped) === quote.vatIdTyped ? quote.vatId : null
  if (vatId?.ok === false) errors.vatId ??= sentence({ at: 'vatId', reason: vatId.reason })
  // What is wrong in a closed step is seen, whatever found it.
  const faulty = (Object.keys(errors) as Problem['at'][]).flatMap((at) => stepOf(at) ?? [])
  const toOpen = quote.result.ok ? faulty : [...faulty, 'delivery' as const]
  useEffect(() => steps.open(...toOpen))
  const summaries = useStepSummaries(view, quote, refusal.now)

  return (
    <FormStateProvider value={{ given: answer?.given ?? view.given, errors }}>
      <div className="grid items-start gap-x-[clamp(2rem,6vw,6.5rem)] gap-y-10 lg:grid-cols-[7fr_5fr]">
        <aside className="lg:sticky lg:top-6 lg:order-2">
          <Summary
            view={view}
            quote={quote}
            isUpdating={isUpdating}
            sentence={sentence}
            onRenew={revalidate}
          />
        </aside>
        <Form
          id={languageFormId}
          ref={form}
          method="post"
          noValidate
          className="group/form grid min-w-0 gap-12"
          onChange={onChange}
          onFocus={onFocus}
          onBlur={onBlur}
          onSubmit={(event) => {
            if (isSending) event.preventDefault()
          }}
        >
          {/* The first button is the one an Enter in a field presses: it computes, it does not bind. */}
          <button type="submit" name="intent" value="update" hidden tabIndex={-1} />
          {problems.length > 0 && <input type="hidden" name={refusedBefore} value="1" />}
          <input type="hidden" name="submission" value={answer?.submission ?? submission} />
          {view.lines.map(({ piece }) => (
            <input key={piece} type="hidden" name="piece" value={piece} />
          ))}
          <div>
            {problems.length > 0 && (
              <div className="mb-10">
                <FaultSummary
                  title={t('problems.title')}
                  faults={problems.map((problem) => ({
                    field: fieldOf(problem),
                    text: sentence(problem),
                    mended: isMended(problem),
                  }))}
                  answer={refusal.isNew ? answer : null}
                />
              </div>
            )}
            <Beginning view={view} />
            <Step name="address" steps={steps} summary={summaries.address}>
              <ContactFields />
              <div className="grid gap-6 pt-4">
                <InvoiceAddress countries={view.countries} />
                <BusinessSection vatId={vatId} />
              </div>
            </Step>
          </div>
          <Step name="delivery" steps={steps} summary={summaries.delivery}>
            <DeliverySection view={view} quote={quote} isUpdating={isUpdating} sentence={sentence} />
          </Step>
          <Step name="payment" steps={steps} summary={summaries.payment}>
            <PaymentSection view={view} />
          </Step>
          <p role="status" className="sr-only">
            {steps.finished && t('steps.done', { step: t(`steps.${steps.finished}`) })}
          </p>
          <Review
            view={view}
            quote={quote}
            changed={changed}
            consents={answer?.consents ?? []}
            entered={refusal.now}
            isSending={isSending}
            sentence={sentence}
          />
        </Form>
      </div>
    </FormStateProvider>
  )
}

/** Whether VAT sees the typed places otherwise than before, or another id is given: nothing else asks for new amounts. */
function taxedBy(form: HTMLFormElement | null): string {
  const fields = new FormData(form ?? undefined)
  const text = (name: string) => String(fields.get(name) ?? '')
  const places = (['', 'delivery'] as const).map((prefix) => {
    const name = (part: string) =>
      text(prefix === '' ? part : `${prefix}${part[0]?.toUpperCase()}${part.slice(1)}`)
    return taxPlaceOf({ country: name('country'), postalCode: name('postalCode'), city: name('city') })
  })
  return JSON.stringify([places, text('vatId').trim()])
}

/** Whether a quote is for what is chosen. */
function isQuoted(chosen: FormData, { delivery, country }: CheckoutAnswer['quote']): boolean {
  if (chosen.get('delivery') !== 'courier') return delivery === 'collection'
  return (
    delivery === 'courier' && chosen.get(chosen.has('elsewhere') ? 'deliveryCountry' : 'country') === country
  )
}

/** Where something can be done about a problem. */
function fieldOf({ at }: Problem): string | undefined {
  if (at === 'form' || at === 'submission') return undefined
  if (at === 'branch') return 'delivery'
  return at === 'consent' ? 'consents' : at
}

/** The amounts for what is chosen: computed on the server, at once when a choice changes. */
function useQuote(
  view: CheckoutView,
  answer: CheckoutAnswer | undefined,
  form: React.RefObject<HTMLFormElement | null>,
) {
  const { data, state, submit } = useFetcher<CheckoutAnswer>()
  const [{ quote, changed }, setQuoted] = useState<Pick<CheckoutAnswer, 'quote' | 'changed'>>(
    answer ?? { quote: view.quote, changed: null },
  )
  useEffect(() => {
    if (answer) setQuoted(answer)
  }, [answer])
  useEffect(() => {
    if (data) setQuoted(data)
  }, [data])
  const update = () => {
    if (!form.current) return
    const choice = new FormData(form.current)
    choice.set('intent', 'update')
    // Asked for its amounts alone.
    choice.delete(refusedBefore)
    void submit(choice, { method: 'post' })
  }
  // Pieces that went to somebody else, or came back, change the total.
  const pieces = view.lines.map(({ piece, priceCents }) => `${piece} ${priceCents}`).join()
  const quoted = useRef(pieces)
  useEffect(() => {
    if (quoted.current === pieces) return
    quoted.current = pieces
    update()
  })
  return { quote, changed, isUpdating: state !== 'idle', update }
}

/** Where is delivered to and how can be paid: known from the start (§ 312j BGB). */
function Beginning({ view }: { view: CheckoutView }) {
  const t = useCheckoutWords()
  return (
    <p className="max-w-prose pb-10 text-ink-soft">
      {t('ways', { countries: view.zones.join(', '), online: String(view.online) })} {t('required')}
    </p>
  )
}

function ContactFields() {
  const t = useCheckoutWords()
  const { given, errors } = useFormState()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-4">
        <StepTitle of="address">{t('contact.title')}</StepTitle>
      </legend>
      <div className="grid gap-5">
        <Field
          name="email"
          type="email"
          label={t('contact.email')}
          hint={t('contact.emailHint')}
          autoComplete="email"
          defaultValue={given.email}
          error={errors.email}
          required
        />
        <Field
          name="phone"
          type="tel"
          label={t('contact.phone')}
          note={t('optional')}
          hint={t('contact.phoneHint')}
          autoComplete="tel"
          defaultValue={given.phone}
          error={errors.phone}
        />
      </div>
    </fieldset>
  )
}

function InvoiceAddress({ countries }: Pick<CheckoutView, 'countries'>) {
  const t = useCheckoutWords()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-4">
        <h2 className="text-step-2">{t('address.invoice')}</h2>
      </legend>
      <AddressFields prefix="" countries={countries} />
    </fieldset>
  )
}
