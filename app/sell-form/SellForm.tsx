import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { pathTo } from '#app/language/route-table.ts'
import {
  type SellField,
  type SellKind,
  type SellStep,
  sellKinds,
  sellLengths,
} from '#app/shop/buying/sell-request-fields.ts'
import { Fault, Star, TextArea } from '#app/ui/Field.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { useKeptForm } from '#app/ui/use-kept-form.ts'
import { ChoiceTile } from './ChoiceTile.tsx'
import type { SellFormData } from './load-sell-form.ts'
import { SellContact } from './SellContact.tsx'
import { SellDetails, type SellFieldProps } from './SellDetails.tsx'
import { SellPhotos } from './SellPhotos.tsx'
import { Progress, Step } from './SellSteps.tsx'
import { SellWays } from './SellWays.tsx'
import type { SellAnswer } from './sell-answer.ts'
import { goToStep, stepOf } from './sell-steps.ts'
import { t } from './sell-words.ts'
import type { WantedPiece } from './TradedFor.tsx'

// Few come from a piece's page.
const TradedFor = lazyPart(() => import('./TradedFor.tsx'))

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
 * What somebody offers, as a conversation that begins with photos. A plain form that the sell page answers; the style
 * sheet shows a step of it at a time where scripts run. A script adds the live sum, and sends each photo as soon as it is
 * chosen. Without one the photos travel with the form, which is one page.
 */
export default function SellForm({
  kind: preselected,
  branch,
  sell,
  wanted,
  answer,
  refused,
  children,
}: {
  /** Chosen until the seller chooses, as the branch is. */
  kind: SellKind
  branch: string | undefined
  sell: SellFormData
  /** The piece of ours that they would take for it. */
  wanted?: WantedPiece | undefined
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
  const [hasPhotos, setHasPhotos] = useState((answer?.photos.length ?? 0) > 0)
  const enter = useRef<HTMLButtonElement>(null)
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
    const begin = document.querySelector<HTMLAnchorElement>('a[data-sell-begin]')
    const start = (event: MouseEvent) => {
      // Followed, the link would take the focus with it.
      event.preventDefault()
      goToStep(form.current, 'kind')
    }
    begin?.addEventListener('click', start)
    // Pressed before this code was there: what was asked for is done now.
    if (begin && document.activeElement === begin && location.hash === begin.hash)
      goToStep(form.current, 'kind')
    return () => begin?.removeEventListener('click', start)
  }, [form])
  useEffect(() => {
    if (waits && !busy) form.current?.requestSubmit()
  }, [waits, busy, form])
  const go = (step: SellStep) => goToStep(form.current, step)
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    // Enter in a field asks for what comes next, not for the end.
    const next = live && event.nativeEvent.submitter === enter.current && stepOf(form.current).next
    if (next) {
      event.preventDefault()
      go(next)
      return
    }
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
  // What came back with faults is one page: they may be anywhere.
  const isSplit = answer?.reason !== 'incomplete' && answer?.reason !== 'too-often'
  const at = answer?.at ?? (sell.lines.some(({ amount }) => amount !== '') ? 'details' : 'photos')
  const step = (name: SellStep) => ({
    step: name,
    begins: answer?.reason === 'step' && answer.at === name,
    live,
    onGo: go,
  })
  return (
    <form
      ref={form}
      method="post"
      encType="multipart/form-data"
      // Wherever an editor has put the form, the sell page answers. No fragment: with one, no browser would lead to
      // what it says.
      action={`${pathTo('de', 'sell')}${wanted ? `?piece=${wanted.id}` : ''}`}
      noValidate
      onSubmit={send}
      className="sell-form group/sell grid gap-10"
    >
      {/* What Enter presses: the first button of a form. */}
      <button ref={enter} type="submit" hidden>
        {t('send')}
      </button>
      {refused?.summary}
      {isSplit && <Progress at={at} />}
      {wanted && <TradedFor piece={wanted} apiUrl={sell.apiUrl} />}
      <Step {...step('photos')} skips={!hasPhotos}>
        <SellPhotos
          address={`${sell.apiUrl}/sell-photos/form`}
          upload={answer?.upload ?? null}
          photos={answer?.photos ?? []}
          live={live}
          goesOn={answer?.reason === 'photos' && answer.refused.length === 0}
          onBusy={setBusy}
          onPhotos={setHasPhotos}
          onStart={() => go('photos')}
        />
      </Step>
      <Step {...step('kind')}>
        <fieldset
          id={`${id}-kind`}
          tabIndex={-1}
          aria-describedby={errors.kind && `${id}-kind-error`}
          className="min-w-0 outline-none"
        >
          <legend className="mb-5 font-display text-step-2">
            {t('kind')}
            <Star />
          </legend>
          <div className="grid gap-3 @xl:grid-cols-3">
            {sellKinds.map((value) => (
              <ChoiceTile key={value} name="kind" value={value} ticked={kind === value}>
                <span className="font-medium">{t(`kinds.${value}`)}</span>
                <span className="text-ink-soft text-step--1">{t(`kindHints.${value}`)}</span>
              </ChoiceTile>
            ))}
          </div>
          <div className="mt-1.5">
            <Fault id={`${id}-kind-error`} text={errors.kind} />
          </div>
          <p className="mt-3 text-ink-soft text-step--1">{t('several')}</p>
        </fieldset>
      </Step>
      <Step {...step('details')}>
        <SellDetails
          field={field}
          lines={answer?.lines ?? sell.lines}
          lineFaults={answer?.lineFaults ?? []}
          linesError={answer?.faults.lines === 'missing' ? errors.lines : undefined}
          tariff={sell.tariff}
          live={live}
          goesOn={answer?.reason === 'lines'}
          kept={kept}
          apiUrl={sell.apiUrl}
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
      </Step>
      <Step {...step('way')}>
        <SellWays field={field} sell={sell} given={given} branch={branch} />
      </Step>
      <Step {...step('contact')}>
        <SellContact id={id} field={field} agreed={given?.consent !== undefined} waits={waits && busy} />
      </Step>
      {children}
    </form>
  )
}

/** The lines of gold among what was kept: each has a metal and an amount. */
function linesIn(fields: readonly { name: string; value: string }[]): SellAnswer['lines'] {
  const values = (name: string) => fields.filter((field) => field.name === name).map(({ value }) => value)
  const amounts = values('amount')
  return values('item').map((item, place) => ({ item, amount: amounts[place] ?? '' }))
}
