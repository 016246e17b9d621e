import type { ReactNode } from 'react'
import { type SellStep, type ShownSteps, sellSteps } from '#app/shop/buying/sell-request-fields.ts'
import { t } from './sell-words.ts'

/**
 * How far the conversation is, and the way to every step of it. The chosen one is a field of the form: the style sheet
 * shows its step, before the form's code has come too, and it is kept with what was typed.
 */
export function Progress({ at }: { at: ShownSteps }) {
  return (
    <fieldset className="sell-steps min-w-0">
      <legend className="sr-only">{t('steps.title')}</legend>
      <div className="grid grid-cols-5 gap-1.5 @xl:gap-3">
        {sellSteps.map((step, place) => (
          <label key={step} className="sell-step">
            <input type="radio" name="at" value={step} defaultChecked={at === step} className="sr-only" />
            <span aria-hidden="true" className="num @xl:hidden">
              {place + 1}
            </span>
            <span className="sr-only @xl:not-sr-only">{t(`steps.names.${step}`)}</span>
          </label>
        ))}
      </div>
      <label className="sell-all">
        <input type="radio" name="at" value="all" defaultChecked={at === 'all'} className="sr-only" />
        <span className="link">{t('steps.all')}</span>
      </label>
    </fieldset>
  )
}

/** One step of the conversation; without a script, or where somebody wants them all, a part of one long form. */
export function Step({
  step,
  begins,
  live,
  onGo,
  skips = false,
  children,
}: {
  step: SellStep
  /** The server has led here: no script was there to do it. */
  begins: boolean
  live: boolean
  onGo: (step: SellStep) => void
  /** Nothing was given here, and nothing is needed. */
  skips?: boolean
  children: ReactNode
}) {
  const place = sellSteps.indexOf(step)
  const values = { number: place + 1, count: sellSteps.length }
  const [before, after] = [sellSteps[place - 1], sellSteps[place + 1]]
  const leads = (to: SellStep) => ({
    type: live ? ('button' as const) : ('submit' as const),
    name: 'step',
    value: `to-${to}`,
    onClick: live ? () => onGo(to) : undefined,
  })
  return (
    // A fieldset would need a legend, said before that of each of its own.
    <div
      role="group"
      aria-label={t('steps.group', { ...values, name: t(`steps.names.${step}`) })}
      data-step={step}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: whoever pressed the button below the former step goes on here
      autoFocus={begins}
      className="grid min-w-0 gap-6 outline-none"
    >
      <p className="sell-on caps text-ink-soft" aria-hidden="true">
        {t('steps.place', values)}
      </p>
      {children}
      <div className="sell-on flex flex-wrap items-center gap-3">
        {after && (
          <button {...leads(after)} className="button">
            {t(skips ? 'steps.withoutPhotos' : 'steps.next')}
          </button>
        )}
        {before && (
          <button {...leads(before)} className="button button-quiet">
            {t('steps.back')}
          </button>
        )}
      </div>
    </div>
  )
}
