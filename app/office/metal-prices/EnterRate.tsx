import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { type RateName, rateNames } from '#app/shop/buying/valuables.ts'
import { valueLine } from '#app/shop/buying/valuation.ts'
import { Field, Select } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type Shown } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { type Doubted, Doubts } from './Doubts.tsx'
import { Overtaken } from './Overtaken.tsx'
import { perMilleIn } from './price-text.ts'
import { useSaidPrice } from './use-said-price.ts'

/** What each rate is shown by. */
const examples: Record<RateName, { item: string; amount: string }> = {
  'gold-scrap': { item: 'gold-585', amount: '12.4' },
  'gold-bullion': { item: 'bar-999.9', amount: '31.1' },
  silver: { item: 'silver-925', amount: '100' },
  platinum: { item: 'platinum-950', amount: '10' },
  palladium: { item: 'palladium-950', amount: '10' },
}

type Fault = Parameters<ReturnType<typeof useTranslations<'office.metal-prices.faults'>>>[0]

/** A payout rate from a day on, with what it makes of an example before it is entered. */
export function EnterRate() {
  const t = useTranslations('office.metal-prices')
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const shown = useShown<'metal-prices'>()
  const { perCent: say } = useSaidPrice()
  const { texts, put, done } = useKeptText('payout-rate', {
    name: 'gold-scrap',
    perCent: '',
    from: shown.today,
  })
  const { perCent, from } = texts
  const name = rateNames.find((each) => each === texts.name) ?? 'gold-scrap'
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [doubt, setDoubt] = useState<Doubted | null>(null)
  const [failed, setFailed] = useState(false)
  const perMille = perMilleIn(perCent)
  const edited = () => {
    setDoubt(null)
    setFaults({})
  }
  const rate = shown.rates.find((each) => each.name === name)
  /** What would hold on that day without this. */
  const holds = rate?.coming.findLast(({ day }) => day <= from)?.perMille ?? rate?.perMille ?? null
  const place = `${name} ${from}`
  /** Another rate than the one that was seen, and in which place. */
  const [clash, setClash] = useState<{ place: string; seen: number | null; now: Overtaken } | null>(null)
  const leave = () => {
    done()
    edited()
    setClash(null)
    return revalidate()
  }
  const enter = async (confirmed: boolean, seen = holds) => {
    setFailed(false)
    const answer = await act('payout-rates.set', { name, perCent, from, confirmed, seen })
    if (answer.ok) {
      announce(t('saved'))
      return leave()
    }
    setClash(null)
    if (answer.reason === 'changed-meanwhile') {
      setDoubt(null)
      return setClash({ place, seen, now: answer.now })
    }
    if (answer.reason === 'invalid') return setFaults(answer.faults)
    if (answer.reason === 'doubtful') return setDoubt(answer.doubt)
    setFailed(true)
  }
  const fault = (field: string) => faults[field] && t(`faults.${faults[field] as Fault}`)
  return (
    <section className="block-section settings-form">
      <form
        noValidate
        className="grid content-start gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void enter(false)
        }}
      >
        <h2>{t('setRate')}</h2>
        <Select
          name="rate"
          label={t('name')}
          value={name}
          onChange={({ target }) => {
            edited()
            put('name', target.value)
          }}
        >
          {rateNames.map((each) => (
            <option key={each} value={each}>
              {t(`rateNames.${each}`)}
            </option>
          ))}
        </Select>
        <div className="two">
          <Field
            name="perCent"
            label={t('perCent')}
            inputMode="decimal"
            autoComplete="off"
            required
            value={perCent}
            error={fault('perCent')}
            onChange={({ target }) => {
              edited()
              put('perCent', target.value)
            }}
          />
          <Field
            name="from"
            label={t('from')}
            type="date"
            min={shown.today}
            required
            value={from}
            error={fault('from')}
            onChange={({ target }) => {
              edited()
              put('from', target.value)
            }}
          />
        </div>
        {clash?.place === place && (
          <Overtaken
            label={t(`rateNames.${name}`)}
            seen={clash.seen}
            now={clash.now}
            mine={perMille}
            say={say}
            onMine={() => void enter(false, clash.now?.value ?? null)}
            onTheirs={() => void leave()}
          />
        )}
        {doubt && (
          <Doubts
            doubt={doubt}
            value={perMille ?? 0}
            say={say}
            onConfirm={() => void enter(true, doubt.last?.value ?? null)}
          />
        )}
        {failed && <p className="text-danger">{t('failed')}</p>}
        {!doubt && clash?.place !== place && (
          <p>
            <button type="submit" className="do">
              {t('save')}
            </button>
          </p>
        )}
      </form>
      <Example name={name} perMille={perMille} shown={shown} />
    </section>
  )
}

function Example({
  name,
  perMille,
  shown,
}: {
  name: RateName
  perMille: number | null
  shown: Shown<'metal-prices'>
}) {
  const t = useTranslations('office.metal-prices')
  const format = useFormats()
  const { perCent } = useSaidPrice()
  const now = shown.rates.find((rate) => rate.name === name)?.perMille ?? null
  const prices = Object.fromEntries(
    shown.metals.map(({ metal, price }) => [
      metal,
      price && price.age !== 'expired' ? price.centsPerOunce : null,
    ]),
  ) as Record<'gold' | 'silver' | 'platinum' | 'palladium', number | null>
  const worth = (rate: number | null) => {
    const rates = Object.fromEntries(rateNames.map((each) => [each, each === name ? rate : null]))
    const value = valueLine(examples[name], {
      centsPerOunce: prices,
      perMille: rates as Record<RateName, number | null>,
    })
    return value.ok ? value.cents.low : null
  }
  const [before, after] = [worth(now), worth(perMille)]
  return (
    <aside className="box content-start" aria-live="polite">
      <p className="font-medium">{t('example', { what: t(`examples.${name}`) })}</p>
      {before === null && after === null && <p>{t('noExample')}</p>}
      <dl>
        {before !== null && now !== null && (
          <>
            <dt>{t('before', { rate: perCent(now) })}</dt>
            <dd>{format.amount(before)}</dd>
          </>
        )}
        {after !== null && perMille !== null && (
          <>
            <dt>{t('after', { rate: perCent(perMille) })}</dt>
            <dd>{format.amount(after)}</dd>
          </>
        )}
        {before !== null && after !== null && (
          <>
            <dt>{t('difference')}</dt>
            <dd>
              {after > before ? '+' : ''}
              {format.amount(after - before)}
            </dd>
          </>
        )}
      </dl>
    </aside>
  )
}
