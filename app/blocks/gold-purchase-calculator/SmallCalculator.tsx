import { useId } from 'react'
import { pathTo } from '#app/language/route-table.ts'
import { euros, t } from '#app/sell-form/gold-words.ts'
import { ValuableSelect } from '#app/sell-form/ValuableSelect.tsx'
import { centsPerGram } from '#app/shop/buying/valuation.ts'
import type { CalculatorData } from './loader.ts'

/** One line, on to the page that answers. */
export default function SmallCalculator({ data }: { data: CalculatorData }) {
  const id = useId()
  const gold = data.tariff.centsPerOunce.gold
  return (
    <form
      action={pathTo('de', 'gold-purchase-calculator')}
      className="num max-w-4xl border-line border-t pt-5"
    >
      <div className="grid items-end gap-4 @2xl:grid-cols-[2fr_1.2fr_auto]">
        <div>
          <label htmlFor={`${id}-item`} className="font-medium text-step--1">
            {t('item')}
          </label>
          <ValuableSelect id={`${id}-item`} defaultValue="gold-585" />
        </div>
        <div>
          <label htmlFor={`${id}-amount`} className="font-medium text-step--1">
            {t('gramsOrPieces')}
          </label>
          <input
            id={`${id}-amount`}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder="12,40"
            maxLength={40}
            className="field mt-1.5"
          />
        </div>
        <button type="submit" className="button">
          {t('calculate')}
        </button>
      </div>
      <p className="mt-4 max-w-prose text-ink-soft text-step--1">
        {gold !== null && `${t('small.price', { price: euros(centsPerGram(gold)) })} `}
        {t('small.onward')} {t('notBinding')}
      </p>
    </form>
  )
}
