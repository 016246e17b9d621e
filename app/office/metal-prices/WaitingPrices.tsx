import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type Shown } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { useSaidPrice } from './use-said-price.ts'

type Metal = Shown<'metal-prices'>['metals'][number]

/** Doubtful prices of the source, until somebody accepts or refuses them. */
export function WaitingPrices() {
  const t = useTranslations('office.metal-prices')
  const { metals } = useShown<'metal-prices'>()
  const waiting = metals.filter((metal) => metal.waiting !== null)
  if (waiting.length === 0) return null
  return (
    <section className="box mb-6" aria-label={t('waits')}>
      <h2>{t('waits')}</h2>
      {waiting.map((metal) => (
        <WaitingPrice key={metal.metal} {...metal} />
      ))}
    </section>
  )
}

function WaitingPrice({ metal, waiting }: Metal) {
  const t = useTranslations('office.metal-prices')
  const format = useFormats()
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const { change } = useSaidPrice()
  const maySet = useMay('metal-prices.set')
  if (!waiting) return null
  const { centsPerOunce, last, source } = waiting
  const settle = async (answer: 'accepted' | 'refused') => {
    const settled = await act('metal-prices.settle', { metal, answer, centsPerOunce })
    announce(
      settled.ok
        ? t(answer === 'accepted' ? 'accepted' : 'refusedPrice')
        : t(settled.reason === 'nothing-waits' ? 'nothingWaits' : 'failed'),
    )
    await revalidate()
  }
  const words = {
    metal: t(`metals.${metal}`),
    source,
    ounce: format.amount(centsPerOunce),
    gram: format.amount(waiting.centsPerGram),
  }
  return (
    <div className="grid gap-2">
      <p>
        {last === null
          ? t('waitsFirst', words)
          : t('waitsText', { ...words, change: change(last, centsPerOunce) })}
      </p>
      {maySet && (
        <p className="page-actions">
          <button type="button" className="do" onClick={() => void settle('accepted')}>
            {t('accept')}
          </button>
          <button type="button" className="do quiet" onClick={() => void settle('refused')}>
            {t('refuse')}
          </button>
        </p>
      )}
    </div>
  )
}
