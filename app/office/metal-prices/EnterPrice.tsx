import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { priceSources } from '#app/shop/buying/price-sources.ts'
import { type Metal, metals } from '#app/shop/buying/valuables.ts'
import { centsPerGram } from '#app/shop/buying/valuation.ts'
import { Field, Select } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { type Doubted, Doubts } from './Doubts.tsx'
import { Overtaken } from './Overtaken.tsx'
import { ouncePriceIn } from './price-text.ts'
import { useSaidPrice } from './use-said-price.ts'

type Fault = Parameters<ReturnType<typeof useTranslations<'office.metal-prices.faults'>>>[0]

/** A price by hand, per ounce or per gram; one that is far from the last is asked about once more. */
export function EnterPrice() {
  const t = useTranslations('office.metal-prices')
  const format = useFormats()
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const shown = useShown<'metal-prices'>()
  const { change, source: saidSource, storedSource } = useSaidPrice()
  const { texts, put, done } = useKeptText('metal-price', {
    metal: 'gold',
    price: '',
    per: 'ounce',
    source: priceSources.own,
  })
  const { price, source } = texts
  const metal = metals.find((each) => each === texts.metal) ?? 'gold'
  const per = texts.per === 'gram' ? 'gram' : 'ounce'
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [doubt, setDoubt] = useState<Doubted | null>(null)
  const [failed, setFailed] = useState(false)
  const read = ouncePriceIn(price, per)
  const last = shown.metals.find((each) => each.metal === metal)?.price?.centsPerOunce ?? null
  const edited = () => {
    setDoubt(null)
    setFaults({})
  }
  /** Another price than the one that was seen, and of which metal. */
  const [clash, setClash] = useState<{ metal: Metal; seen: number | null; now: Overtaken } | null>(null)
  const leave = () => {
    done()
    edited()
    setClash(null)
    return revalidate()
  }
  const enter = async (confirmed: boolean, seen = last) => {
    setFailed(false)
    const answer = await act('metal-prices.enter', { metal, price, per, source, confirmed, seen })
    if (answer.ok) {
      announce(t('saved'))
      return leave()
    }
    setClash(null)
    if (answer.reason === 'changed-meanwhile') {
      setDoubt(null)
      return setClash({ metal, seen, now: answer.now })
    }
    if (answer.reason === 'invalid') return setFaults(answer.faults)
    if (answer.reason === 'doubtful') return setDoubt(answer.doubt)
    setFailed(true)
  }
  const fault = (name: string) => faults[name] && t(`faults.${faults[name] as Fault}`)
  return (
    <section className="block-section">
      <h2>{t('enter')}</h2>
      <form
        noValidate
        className="grid max-w-3xl gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void enter(false)
        }}
      >
        <div className="two">
          <Select
            name="metal"
            label={t('metal')}
            value={metal}
            onChange={({ target }) => {
              edited()
              put('metal', target.value)
            }}
          >
            {metals.map((name) => (
              <option key={name} value={name}>
                {t(`metals.${name}`)}
              </option>
            ))}
          </Select>
          <Field
            name="source"
            label={t('source')}
            value={saidSource(source)}
            maxLength={80}
            autoComplete="off"
            error={fault('source')}
            onChange={({ target }) => put('source', storedSource(target.value))}
          />
          <Field
            name="price"
            label={t('price')}
            inputMode="decimal"
            autoComplete="off"
            required
            value={price}
            error={fault('price')}
            onChange={({ target }) => {
              edited()
              put('price', target.value)
            }}
          />
          <Select
            name="per"
            label={t('per')}
            value={per}
            onChange={({ target }) => {
              edited()
              put('per', target.value)
            }}
          >
            <option value="ounce">{t('ounce')}</option>
            <option value="gram">{t('gram')}</option>
          </Select>
        </div>
        {read.ok && (
          <p className="num">
            {t('both', {
              ounce: format.amount(read.centsPerOunce),
              gram: format.amount(centsPerGram(read.centsPerOunce)),
            })}
            {last !== null && `; ${t('change', { change: change(last, read.centsPerOunce) })}`}
          </p>
        )}
        {clash?.metal === metal && (
          <Overtaken
            label={t(`metals.${metal}`)}
            seen={clash.seen}
            now={clash.now}
            mine={read.ok ? read.centsPerOunce : null}
            say={(cents) => format.amount(cents)}
            onMine={() => void enter(false, clash.now?.value ?? null)}
            onTheirs={() => void leave()}
          />
        )}
        {doubt && (
          <Doubts
            doubt={doubt}
            value={read.ok ? read.centsPerOunce : 0}
            say={(cents) => format.amount(cents)}
            onConfirm={() => void enter(true, doubt.last?.value ?? null)}
          />
        )}
        {failed && <p className="text-danger">{t('failed')}</p>}
        {!doubt && clash?.metal !== metal && (
          <p>
            <button type="submit" className="do">
              {t('save')}
            </button>
          </p>
        )}
      </form>
    </section>
  )
}
