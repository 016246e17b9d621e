import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import {
  type SellField,
  type SellKind,
  sellJewelleryTypes,
  sellScopes,
} from '#app/shop/buying/sell-request-fields.ts'
import type { Tariff } from '#app/shop/buying/valuation.ts'
import { Fault, Field, Select } from '#app/ui/Field.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { GoldLines } from './GoldLines.tsx'
import type { SellAnswer } from './sell-answer.ts'
import { t } from './sell-words.ts'

/** What a field of the form is given. */
export type SellFieldProps = (name: SellField) => {
  id: string
  name: string
  error: string | undefined
  defaultValue: string | undefined
  maxLength: number | undefined
}

/** Only who sells a watch and has begun to say which is sent this. */
const WatchWords = lazyPart(() => import('./WatchWords.tsx'))

/** The details of each kind; the chosen one is shown by the style sheet, so it works without a script too. */
export function SellDetails({
  field,
  lines,
  lineFaults,
  linesError,
  tariff,
  live,
  goesOn,
  kept,
  apiUrl,
}: {
  field: SellFieldProps
  lines: SellAnswer['lines']
  lineFaults: SellAnswer['lineFaults']
  linesError: string | undefined
  tariff: Tariff
  live: boolean
  /** A line was added or taken out. */
  goesOn: boolean
  kept: SellAnswer['lines'] | null
  apiUrl: string
}) {
  const watch = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(false)
  useEffect(() => {
    const fields = watch.current
    const begin = () => setTyped(true)
    // What was typed before the code came, or was kept of an earlier visit.
    if (fields?.querySelector<HTMLInputElement>('[name="brand"]')?.value) begin()
    fields?.addEventListener('input', begin, { once: true })
    return () => fields?.removeEventListener('input', begin)
  }, [])
  return (
    <>
      <When kind="gold">
        <fieldset aria-describedby={linesError && `${field('lines').id}-error`} className="min-w-0">
          <legend className="font-display text-step-2">{t('goldTitle')}</legend>
          <p className="mt-2 mb-4 text-ink-soft text-step--1">{t('goldHint')}</p>
          <div className="mb-3 empty:hidden">
            <Fault id={`${field('lines').id}-error`} text={linesError} />
          </div>
          <GoldLines
            id={field('lines').id}
            lines={lines}
            faults={lineFaults}
            faultId={linesError && `${field('lines').id}-error`}
            tariff={tariff}
            live={live}
            goesOn={goesOn}
            kept={kept}
          />
        </fieldset>
      </When>
      <When kind="jewellery">
        <Asked title={t('jewelleryTitle')} />
        <div className="grid gap-5 @xl:grid-cols-2">
          <Select {...field('type')} label={t('type')}>
            {sellJewelleryTypes.map((value) => (
              <option key={value} value={value}>
                {t(`types.${value}`)}
              </option>
            ))}
          </Select>
          <Field {...field('hallmark')} label={t('hallmark')} note={t('hallmarkHint')} />
        </div>
      </When>
      <When kind="watch">
        <Asked title={t('watchTitle')} />
        <div ref={watch} className="grid gap-5">
          <Field {...field('brand')} label={t('brand')} note={t('brandHint')} required />
          <div className="grid gap-5 @xl:grid-cols-2">
            <Field {...field('model')} label={t('model')} note={t('optional')} />
            <Field {...field('reference')} label={t('reference')} note={t('referenceHint')} />
          </div>
          {typed && (
            <Suspense>
              <WatchWords fields={watch} apiUrl={apiUrl} />
            </Suspense>
          )}
          <div className="grid gap-5 @xl:grid-cols-2">
            <Field
              {...field('year')}
              label={t('year')}
              note={t('yearHint')}
              inputMode="numeric"
              autoComplete="off"
            />
            <Select
              {...field('scope')}
              defaultValue={field('scope').defaultValue ?? 'none'}
              label={t('scope')}
            >
              {sellScopes.map((value) => (
                <option key={value} value={value}>
                  {t(`scopes.${value}`)}
                </option>
              ))}
            </Select>
          </div>
        </div>
      </When>
    </>
  )
}

/** What this step asks, and what of it has to be answered. */
function Asked({ title }: { title: string }) {
  return (
    <>
      <p className="font-display text-step-2">{title}</p>
      <p className="mt-2 mb-6 text-ink-soft text-step--1">
        {t('required')} {t('known')}
      </p>
    </>
  )
}

function When({ kind, children }: { kind: SellKind; children: ReactNode }) {
  return <div data-kind={kind}>{children}</div>
}
