import { goldStamps } from '#app/shop/buying/valuables.ts'
import { payoutPerGram, type Tariff } from '#app/shop/buying/valuation.ts'
import { Heading } from '../frame/Heading.tsx'
import type { PriceNote } from './loader.ts'
import { useWords } from './words.ts'

/** What a gram of gold brings today, by its stamp. */
export function PayoutPerGram({ tariff, note }: { tariff: Tariff; note: PriceNote | null }) {
  const { t, euros, moment, number, perCent } = useWords()
  const price = tariff.centsPerOunce.gold
  const rate = tariff.perMille['gold-scrap']
  if (price === null || rate === null || note === null) return null
  return (
    <div className="min-w-0">
      <Heading size="section">{t('perGram.title')}</Heading>
      <table className="mt-6 w-full">
        <thead className="text-left text-ink-soft text-step--1">
          <tr className="border-line border-b">
            <th scope="col" className="py-2 pr-3 font-normal">
              {t('perGram.fineness')}
            </th>
            <th scope="col" className="py-2 pr-3 font-normal">
              {t('perGram.carat')}
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              {t('perGram.payout')}
            </th>
          </tr>
        </thead>
        <tbody>
          {goldStamps.map(({ stamp, carat }) => (
            <tr key={stamp} className="border-line border-b">
              <th scope="row" className="py-2 pr-3 text-left font-normal">
                {number(stamp)}
              </th>
              <td className="py-2 pr-3">{number(carat)}</td>
              <td className="py-2 text-right">{euros(payoutPerGram(stamp, price, rate))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-ink-soft text-step--1">
        {t('perGram.more', { rate: perCent(rate), ounce: euros(price), at: moment(note.at) })}
      </p>
    </div>
  )
}
