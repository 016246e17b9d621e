import { useTranslations } from 'use-intl'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { RowTable } from '../frame/RowTable.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { OthersHere } from '../presence/OthersHere.tsx'
import { EnterPrice } from './EnterPrice.tsx'
import { EnterRate } from './EnterRate.tsx'
import { PriceLine } from './PriceLine.tsx'
import { useSaidPrice } from './use-said-price.ts'
import { WaitingPrices } from './WaitingPrices.tsx'

/** What metals cost and what is paid out of it: how old each price is, what waits, what was entered by whom. */
export default function MetalPricesScreen() {
  const t = useTranslations('office.metal-prices')
  const format = useFormats()
  const { feed, metals, entries, rates, rateEntries } = useShown<'metal-prices'>()
  const { ago, perCent, source, who } = useSaidPrice()
  const maySet = useMay('metal-prices.set')
  const maySetRates = useMay('payout-rates.set')
  const { moment, day } = useFormats()
  const by = ({ enteredBy, confirmed }: Pick<(typeof entries)[number], 'enteredBy' | 'confirmed'>) => (
    <>
      {who(enteredBy)}
      {confirmed && <span className="missing"> {t('confirmed')}</span>}
    </>
  )
  return (
    <Page title={t('title')} actions={<OthersHere thing="prices/metals" />}>
      <p className="max-w-prose pb-4">{t(feed ? 'feed' : 'noFeed')}</p>
      <WaitingPrices />
      <RowTable
        label={t('prices')}
        rows={metals.map(({ metal, price, weeks }) => ({
          key: metal,
          cells: [
            { heading: t('metal'), cell: t(`metals.${metal}`) },
            { heading: t('perOunce'), cell: price ? format.amount(price.centsPerOunce) : '–', num: true },
            { heading: t('perGram'), cell: price ? format.amount(price.centsPerGram) : '–', num: true },
            {
              heading: t('age'),
              cell: (
                <>
                  <span className={stateOf[price?.age ?? 'none']}>{t(`ages.${price?.age ?? 'none'}`)}</span>
                  {price && <span className="sub">{ago(price.minutes)}</span>}
                </>
              ),
            },
            { heading: t('source'), cell: price ? source(price.source) : '–' },
            { heading: t('year'), cell: <PriceLine name={t(`metals.${metal}`)} weeks={weeks} /> },
          ],
        }))}
      />
      {maySet && <EnterPrice />}
      <section className="block-section">
        <h2>{t('rates')}</h2>
        <dl className="price-rates">
          {rates.map(({ name, perMille, coming }) => (
            <div key={name}>
              <dt>{t(`rateNames.${name}`)}</dt>
              <dd>
                {perMille === null ? <span className="missing">{t('noRate')}</span> : perCent(perMille)}
                {coming.map((next) => (
                  <span key={next.day} className="sub">
                    {t('comes', { day: day(next.day), rate: perCent(next.perMille) })}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {maySetRates ? <EnterRate /> : <p className="text-ink-soft">{t('onlyOwners')}</p>}
      <section className="block-section">
        <h2>{t('rateHistory')}</h2>
        {rateEntries.length === 0 && <p className="text-ink-soft">{t('none')}</p>}
        {rateEntries.length > 0 && (
          <RowTable
            label={t('rateHistory')}
            rows={rateEntries.map((rate) => ({
              key: `${rate.at}-${rate.name}-${rate.perMille}`,
              cells: [
                { heading: t('when'), cell: moment(rate.at) },
                { heading: t('name'), cell: t(`rateNames.${rate.name}`) },
                { heading: t('rate'), cell: perCent(rate.perMille), num: true },
                { heading: t('from'), cell: day(rate.day) },
                { heading: t('who'), cell: by(rate) },
              ],
            }))}
          />
        )}
      </section>
      <section className="block-section">
        <h2>{t('history')}</h2>
        {entries.length === 0 && <p className="text-ink-soft">{t('none')}</p>}
        {entries.length > 0 && (
          <RowTable
            label={t('history')}
            rows={entries.map((price) => ({
              key: `${price.at}-${price.metal}-${price.centsPerOunce}`,
              cells: [
                { heading: t('when'), cell: moment(price.at) },
                { heading: t('metal'), cell: t(`metals.${price.metal}`) },
                { heading: t('perOunce'), cell: format.amount(price.centsPerOunce), num: true },
                { heading: t('source'), cell: source(price.source) },
                { heading: t('who'), cell: by(price) },
              ],
            }))}
          />
        )}
      </section>
    </Page>
  )
}

const stateOf = {
  fresh: 'state state-good',
  old: 'state state-warn',
  expired: 'state state-bad',
  none: 'state state-bad',
} as const
