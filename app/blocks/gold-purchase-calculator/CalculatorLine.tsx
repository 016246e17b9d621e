import { type ReactNode, useId } from 'react'
import type { CalculatorWords } from '#app/sell-form/calculator-words-in.ts'
import { ValuableSelect } from '#app/sell-form/ValuableSelect.tsx'
import { shownPrice } from '#app/shop/buying/shown-arithmetic.ts'
import { findValuable } from '#app/shop/buying/valuables.ts'
import type { EnteredLine, LineValue, Tariff } from '#app/shop/buying/valuation.ts'
import { useWords } from './words.ts'

/** On paper a field is what stands in it. */
const printed = 'print:min-h-0 print:appearance-none print:border-0 print:p-0 print:pr-4'

/** One item: what it is, how much of it, and what that comes to, with its arithmetic. */
export function CalculatorLine({
  index,
  line,
  value,
  tariff,
  live,
  onChange,
  onRemove,
}: {
  index: number
  line: EnteredLine
  value: LineValue | undefined
  tariff: Tariff
  /** The browser answers; without, the list may change and nobody would change the label beside it. */
  live: boolean
  onChange: (line: Partial<EnteredLine>) => void
  onRemove: (() => void) | undefined
}) {
  const words = useWords()
  const { t, gold } = words
  const id = useId()
  const pieces = findValuable(line.item)?.by === 'piece'
  const answer = value && answerOf(words, value, line, tariff)
  const wrong = answer?.fault === true
  const unit = live && !pieces
  return (
    <fieldset className="border-line border-t py-5 print:break-inside-avoid">
      <legend className="sr-only">{gold.t('line', { number: index + 1 })}</legend>
      <div className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-3 @2xl:grid-cols-[2fr_1.3fr_1.8fr_auto]">
        <div className="col-span-2 min-w-0 @2xl:col-span-1">
          <label htmlFor={`${id}-item`} className="font-medium text-step--1">
            {gold.t('item')}
          </label>
          <ValuableSelect
            words={gold}
            id={`${id}-item`}
            className={`field mt-1.5 ${printed}`}
            value={line.item}
            onChange={(event) => onChange({ item: event.target.value })}
          />
        </div>
        <div className="min-w-0">
          <label htmlFor={`${id}-amount`} className="font-medium text-step--1">
            {gold.t(live ? (pieces ? 'pieces' : 'grams') : 'gramsOrPieces')}
          </label>
          <div className="relative">
            <input
              id={`${id}-amount`}
              name="amount"
              value={line.amount}
              onChange={(event) => onChange({ amount: event.target.value })}
              inputMode="decimal"
              autoComplete="off"
              placeholder={pieces ? '1' : t('example')}
              maxLength={40}
              aria-invalid={wrong ? true : undefined}
              aria-describedby={answer ? `${id}-answer` : undefined}
              className={`field mt-1.5 ${unit ? 'pr-8' : ''} ${printed}`}
            />
            {unit && (
              <span
                aria-hidden="true"
                className="pointer-events-none absolute right-3 bottom-0 flex h-12 items-center text-ink-soft"
              >
                {t('unit')}
              </span>
            )}
          </div>
        </div>
        <div
          id={`${id}-answer`}
          className="col-span-2 row-start-3 min-w-0 @2xl:col-span-1 @2xl:col-start-3 @2xl:row-start-1 @2xl:pt-7 @2xl:text-right"
        >
          {answer?.node}
        </div>
        <button
          type={live ? 'button' : 'submit'}
          name="remove"
          value={index}
          onClick={live ? onRemove : undefined}
          aria-label={gold.t('remove', { number: index + 1 })}
          className={`mt-7 flex size-12 items-center justify-center text-ink-soft text-step-1 hover:text-ink print:hidden ${onRemove ? '' : 'invisible'}`}
        >
          <span aria-hidden="true">×</span>
        </button>
      </div>
    </fieldset>
  )
}

function answerOf(
  words: CalculatorWords,
  value: LineValue,
  line: EnteredLine,
  tariff: Tariff,
): { node: ReactNode; fault?: true } | null {
  const { t, gold, pricePerGram, perCent, spanOfEuros, spanOfGrams } = words
  if (value.ok) {
    const centsPerOunce = tariff.centsPerOunce[value.metal]
    if (centsPerOunce === null) return null
    const small = t('arithmetic', {
      fine: spanOfGrams(value.fine),
      price: pricePerGram(shownPrice({ ...value, centsPerOunce })),
      rate: perCent(value.perMille),
    })
    const open = openness(words, line.item)
    return {
      node: <Answer big={spanOfEuros(value.cents)} small={open ? `${small}. ${open}` : small} figure />,
    }
  }
  switch (value.reason) {
    case 'empty':
      return null
    case 'plated':
      return { node: <Answer big={t('plated')} small={t('platedWhy')} /> }
    case 'melt-analysis':
      return { node: <Answer big={t('meltAnalysis')} small={t('meltAnalysisWhy')} /> }
    case 'no-price':
      return { node: <Answer big={t('noPrice')} small={t('noPriceWhy')} /> }
    default:
      return {
        fault: true,
        node: <p className="text-danger text-step--1">{gold.t(`faults.${value.reason}`)}</p>,
      }
  }
}

/** What a range runs over. */
function openness({ t, perCent }: CalculatorWords, item: string): string | null {
  const valuable = findValuable(item)
  if (!valuable || !('fineness' in valuable)) return null
  const { low, high } = valuable.fineness
  if (low === high) return null
  return valuable.group === 'dental'
    ? t('open.dental', { low: perCent(low / 10), high: perCent(high / 10) })
    : t('open.unknown', { low: String(low / 10), high: String(high / 10) })
}

function Answer({ big, small, figure = false }: { big: string; small: string; figure?: boolean }) {
  return (
    <>
      <p className={`font-display ${figure ? 'text-step-2' : 'text-step-1'}`}>{big}</p>
      <p className="mt-1 text-ink-soft text-step--1">{small}</p>
    </>
  )
}
