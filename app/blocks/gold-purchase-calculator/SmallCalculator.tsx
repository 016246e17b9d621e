import { useId } from 'react'
import { pathTo } from '#app/language/route-table.ts'
import { ValuableSelect } from '#app/sell-form/ValuableSelect.tsx'
import { centsPerGram } from '#app/shop/buying/valuation.ts'
import type { CalculatorData } from './loader.ts'
import { useWords } from './words.ts'

/** One line, on to the page that answers. */
export default function SmallCalculator({ data }: { data: CalculatorData }) {
  const { t, gold, euros } = useWords()
  const id = useId()
  const ounce = data.tariff.centsPerOunce.gold
  return (
    <form
      action={pathTo('de', 'gold-purchase-calculator')}
      className="num max-w-4xl border-line border-t pt-5"
    >
      <div className="grid items-end gap-4 @2xl:grid-cols-[2fr_1.2fr_auto]">
        <div>
          <label htmlFor={`${id}-item`} className="font-medium text-step--1">
            {gold.t('item')}
          </label>
          <ValuableSelect words={gold} id={`${id}-item`} defaultValue="gold-585" />
        </div>
        <div>
          <label htmlFor={`${id}-amount`} className="font-medium text-step--1">
            {gold.t('gramsOrPieces')}
          </label>
          <input
            id={`${id}-amount`}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder={t('example')}
            maxLength={40}
            className="field mt-1.5"
          />
        </div>
        <button type="submit" className="button">
          {t('calculate')}
        </button>
      </div>
      <p className="mt-4 max-w-prose text-ink-soft text-step--1">
        {ounce !== null && `${t('small.price', { price: euros(centsPerGram(ounce)) })} `}
        {t('small.onward')} {t('notBinding')}
      </p>
    </form>
  )
}
