import type { ReactNode } from 'react'
import type {
  SellField,
  SellKind,
  sellJewelleryTypes,
  sellScopes,
} from '#app/shop/buying/sell-request-form.ts'
import type { Tariff } from '#app/shop/buying/valuation.ts'
import { Choice, Line } from '../../form/Fields.tsx'
import type { SellAnswer } from '../../form/form-answer.ts'
import { GoldLines } from './GoldLines.tsx'
import { t } from './sell-words.ts'

const types = [
  'rings',
  'earrings',
  'necklaces',
  'bracelets',
  'pendants',
  'brooches',
  'other',
] as const satisfies typeof sellJewelleryTypes
const scopes = ['full-set', 'box', 'papers', 'none'] as const satisfies typeof sellScopes

/** What a field of the form is given. */
export type SellFieldProps = (name: SellField) => {
  id: string
  name: string
  error: string | undefined
  defaultValue: string | undefined
}

/** The details of each kind; the chosen one is shown by the style sheet, so it works without a script too. */
export function SellDetails({
  field,
  lines,
  lineFaults,
  linesError,
  tariff,
  live,
}: {
  field: SellFieldProps
  lines: SellAnswer['lines']
  lineFaults: SellAnswer['lineFaults']
  linesError: string | undefined
  tariff: Tariff
  live: boolean
}) {
  return (
    <>
      <When kind="gold">
        <fieldset className="min-w-0">
          <legend className="font-medium">{t('goldTitle')}</legend>
          <p className="mt-1 mb-4 text-ink-soft text-step--1">{t('goldHint')}</p>
          {linesError && <p className="mb-3 text-danger text-step--1">{linesError}</p>}
          <GoldLines id={field('lines').id} lines={lines} faults={lineFaults} tariff={tariff} live={live} />
        </fieldset>
      </When>
      <When kind="jewellery">
        <div className="grid gap-5 @xl:grid-cols-2">
          <Choice
            {...field('type')}
            label={t('type')}
            options={types.map((value) => ({ value, text: t(`types.${value}`) }))}
          />
          <Line {...field('hallmark')} label={t('hallmark')} hint={t('hallmarkHint')} maxLength={60} />
        </div>
      </When>
      <When kind="watch">
        <div className="grid gap-5">
          <div className="grid gap-5 @xl:grid-cols-2">
            <Line {...field('brand')} label={t('brand')} required maxLength={80} />
            <Line {...field('model')} label={t('model')} hint={t('optional')} maxLength={120} />
          </div>
          <Line {...field('reference')} label={t('reference')} hint={t('referenceHint')} maxLength={60} />
          <div className="grid gap-5 @xl:grid-cols-2">
            <Line
              {...field('year')}
              label={t('year')}
              hint={t('yearHint')}
              inputMode="numeric"
              maxLength={4}
              autoComplete="off"
            />
            <Choice
              {...field('scope')}
              defaultValue={field('scope').defaultValue ?? 'none'}
              label={t('scope')}
              options={scopes.map((value) => ({ value, text: t(`scopes.${value}`) }))}
            />
          </div>
        </div>
      </When>
    </>
  )
}

function When({ kind, children }: { kind: SellKind; children: ReactNode }) {
  return <div data-kind={kind}>{children}</div>
}
