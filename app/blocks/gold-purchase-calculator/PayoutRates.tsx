import { rateNames } from '#app/shop/buying/valuables.ts'
import type { CalculatorData } from './loader.ts'
import { useWords } from './words.ts'

/** What share of the metal's worth is paid today, by metal and category. */
export default function PayoutRates({ data }: { data: CalculatorData }) {
  const { t, perCent } = useWords()
  const { perMille } = data.tariff
  return (
    <table className="num w-full max-w-prose">
      <thead className="text-left text-ink-soft text-step--1">
        <tr className="border-line border-b">
          <th scope="col" className="py-2 pr-3 font-normal">
            {t('rates.metal')}
          </th>
          <th scope="col" className="py-2 text-right font-normal">
            {t('rates.payout')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rateNames.map((name) => {
          const rate = perMille[name]
          return (
            <tr key={name} className="border-line border-b">
              <th scope="row" className="py-2 pr-3 text-left font-normal">
                {t(`rates.names.${name}`)}
              </th>
              <td className="py-2 text-right">{rate === null ? t('noPrice') : perCent(rate)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
