import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { pathTo } from '#app/language/route-table.ts'
import {
  type SellField,
  type SellKind,
  sellKinds,
  sellLengths,
  sellWays,
} from '#app/shop/buying/sell-request-fields.ts'
import { Fault, Field, Honeypot, Select, Star, TextArea, Tick } from '#app/ui/Field.tsx'
import { useKeptForm } from '#app/ui/use-kept-form.ts'
import type { SellFormData } from './load-sell-form.ts'
import { SellDetails, type SellFieldProps } from './SellDetails.tsx'
import { SellPhotos } from './SellPhotos.tsx'
import type { SellAnswer } from './sell-answer.ts'
import { t } from './sell-words.ts'

const lengths: { readonly [Field in SellField]?: number } = sellLengths

/** Sentences by field. */
export type Errors = Partial<Record<SellField, string>>

export type Refused = {
  /** Begins the ids of the fields. */
  id: string
  form: RefObject<HTMLFormElement | null>
  errors: Errors
  summary: ReactNode
}

/**
 * What somebody offers, with photos. A plain form that the sell page answers; a script adds the live sum, and sends
 * each photo as soon as it is chosen. Without one the photos travel with the form.
 */
export default function SellForm({
  kind: preselected,
  branch,
  sell,
  answer,
  refused,
  children,
}: {
  /** Chosen until the seller chooses, as the branch is. */
  kind: SellKind
  branch: string | undefined
  sell: SellFormData
  /** To what was sent before. */
  answer?: SellAnswer
  /** With an answer: what it says, and the form that it is about. */
  refused?: Refused
  /** A note below the form. */
  children: ReactNode
}) {
  const own = useId()
  const id = refused?.id ?? own
  const given = answer?.given
  const [live, setLive] = useState(false)
  const [busy, setBusy] = useState(false)
  const [waits, setWaits] = useState(false)
  const ownForm = useRef<HTMLFormElement>(null)
  const form = refused?.form ?? ownForm
  const [kept, setKept] = useState<SellAnswer['lines'] | null>(null)
  useKeptForm('sell', form, {
    answered: answer !== undefined,
    own: ['item', 'amount'],
    onKept: (fields) => setKept(linesIn(fields)),
  })
  useEffect(() => setLive(true), [])
  useEffect(() => {
    if (waits && !busy) form.current?.requestSubmit()
  }, [waits, busy, form])
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    // The photos first: the request goes as soon as they are there.
    if (live && busy) {
      event.preventDefault()
      setWaits(true)
    }
  }

  const errors = refused?.errors ?? {}
  const field: SellFieldProps = (name) => ({
    id: `${id}-${name}`,
    name,
    error: errors[name],
    defaultValue: given?.[name],
    maxLength: lengths[name],
  })
  const kind = given?.kind ?? preselected
  return (
    <form
      ref={form}
      method="post"
      encType="multipart/form-data"
      // Wherever an editor has put the form, the sell page answers. No fragment: with one, no browser would lead to
      // what it says.
      action={pathTo('de', 'sell')}
      noValidate
      onSubmit={send}
      className="sell-form group/sell grid gap-10"
    >
      {/* What Enter presses: the first button of a form. */}
      <button type="submit" hidden>
        {t('send')}
      </button>
      {refused?.summary}
      <div className="grid gap-6">
        <p className="text-ink-soft text-step--1">{t('required')}</p>
        <fieldset
          id={`${id}-kind`}
          tabIndex={-1}
          aria-describedby={errors.kind && `${id}-kind-error`}
          className="min-w-0 outline-none"
        >
          <legend className="mb-2 font-medium">
            {t('kind')}
            <Star />
          </legend>
          <div className="grid gap-3 @xl:grid-cols-3">
            {sellKinds.map((value) => (
              <Way key={value} name="kind" value={value} ticked={kind === value}>
                <span className="font-medium">{t(`kinds.${value}`)}</span>
                <span className="text-ink-soft text-step--1">{t(`kindHints.${value}`)}</span>
              </Way>
            ))}
          </div>
          <div className="mt-1.5">
            <Fault id={`${id}-kind-error`} text={errors.kind} />
          </div>
          <p className="mt-3 text-ink-soft text-step--1">{t('several')}</p>
        </fieldset>
        <SellDetails
          field={field}
          lines={answer?.lines ?? sell.lines}
          lineFaults={answer?.lineFaults ?? []}
          linesError={answer?.faults.lines === 'missing' ? errors.lines : undefined}
          tariff={sell.tariff}
          live={live}
          goesOn={answer?.reason === 'lines'}
          kept={kept}
        />
        <TextArea
          {...field('description')}
          label={
            <>
              {t('description')}
              {/* What a piece of jewellery is can only be said in words. */}
              <span className="hidden group-has-[[value=jewellery]:checked]/sell:inline">
                <Star />
                <span className="sr-only"> {t('needed')}</span>
              </span>
            </>
          }
          note={t('descriptionHint')}
          rows={5}
        />
      </div>
      <SellPhotos
        address={`${sell.apiUrl}/sell-photos/form`}
        upload={answer?.upload ?? null}
        photos={answer?.photos ?? []}
        live={live}
        goesOn={answer?.reason === 'photos' && answer.refused.length === 0}
        onBusy={setBusy}
      />
      <fieldset className="grid min-w-0 gap-5">
        <Title>{t('contactTitle')}</Title>
        <Field {...field('name')} label={t('name')} autoComplete="name" required />
        <Field
          {...field('email')}
          type="email"
          label={t('email')}
          note={t('emailHint')}
          autoComplete="email"
          required
        />
        <Field {...field('phone')} type="tel" label={t('phone')} note={t('optional')} autoComplete="tel" />
      </fieldset>
      <fieldset
        id={`${id}-way`}
        tabIndex={-1}
        aria-describedby={errors.way && `${id}-way-error`}
        className="grid min-w-0 gap-5 outline-none"
      >
        <Title>
          {t('wayTitle')}
          <Star />
        </Title>
        <p className="-mt-3 text-ink-soft text-step--1">{t('wayHint')}</p>
        <div className="grid gap-3 @xl:grid-cols-2">
          {sellWays.map((value) => (
            <Way key={value} name="way" value={value} ticked={(given?.way ?? 'branch') === value}>
              <span className="font-medium">{t(`ways.${value}`)}</span>
            </Way>
          ))}
        </div>
        <Fault id={`${id}-way-error`} text={errors.way} />
        <div data-way="branch">
          <Select {...field('branch')} defaultValue={given?.branch ?? branch ?? ''} label={t('branch')}>
            <option value="">{t('branchOpen')}</option>
            {sell.branches.map(({ id: value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        </div>
        <div data-way="shipment" className="grid gap-5">
          <p className="text-ink-soft text-step--1">{t('addressHint')}</p>
          <Field {...field('street')} label={t('street')} autoComplete="street-address" required />
          <div className="grid gap-5 @xl:grid-cols-[9rem_1fr]">
            <Field
              {...field('postalCode')}
              label={t('postalCode')}
              autoComplete="postal-code"
              inputMode="numeric"
              required
            />
            <Field {...field('city')} label={t('city')} autoComplete="address-level2" required />
          </div>
          <p className="text-ink-soft text-step--1">{t('country')}</p>
        </div>
      </fieldset>
      <div className="grid gap-5">
        <Honeypot form={id} label={t('leaveEmpty')} />
        <Tick
          id={`${id}-consent`}
          name="consent"
          value="yes"
          defaultChecked={given?.consent !== undefined}
          error={errors.consent}
          required
          label={t.rich('consent', {
            privacy: (words) => (
              <a href={pathTo('de', 'privacy')} className="link">
                {words}
              </a>
            ),
          })}
        />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <button type="submit" className="button">
            {t('send')}
          </button>
          <p className="text-ink-soft text-step--1" role="status">
            {waits && busy ? t('photosWait') : t('free')}
          </p>
        </div>
        {children}
      </div>
    </form>
  )
}

/** The lines of gold among what was kept: each has a metal and an amount. */
function linesIn(fields: readonly { name: string; value: string }[]): SellAnswer['lines'] {
  const values = (name: string) => fields.filter((field) => field.name === name).map(({ value }) => value)
  const amounts = values('amount')
  return values('item').map((item, place) => ({ item, amount: amounts[place] ?? '' }))
}

function Title({ children }: { children: ReactNode }) {
  return <legend className="mb-5 font-display text-step-2">{children}</legend>
}

/** One of several, as wide as its words: the whole tile can be pressed. */
function Way({
  name,
  value,
  ticked,
  children,
}: {
  name: string
  value: string
  ticked: boolean
  children: ReactNode
}) {
  return (
    <label className="grid min-h-12 cursor-pointer grid-cols-[auto_1fr] items-baseline gap-x-3 border border-line-strong px-4 py-3 has-checked:border-green has-checked:bg-paper-deep">
      <input
        type="radio"
        name={name}
        required
        value={value}
        defaultChecked={ticked}
        className="size-4 translate-y-0.5 accent-green"
      />
      <span className="grid min-w-0">{children}</span>
    </label>
  )
}
