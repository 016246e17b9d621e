import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { localeNames, locales } from '#app/language/locales.ts'
import { Select } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { NoBranch } from '../frame/NoBranch.tsx'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { useSaidPrice } from '../metal-prices/use-said-price.ts'
import { CounterPhotos } from './CounterPhotos.tsx'
import { CounterThing } from './CounterThing.tsx'
import { counterThings } from './counter-things.ts'
import { SellerFields } from './SellerFields.tsx'
import { useCounterForm } from './use-counter-form.ts'
import { useCounterPhotos } from './use-counter-photos.ts'
import { useFaultWords } from './use-fault-words.ts'
import { useItemWords } from './use-item-words.ts'
import { useLineValues } from './use-line-values.ts'

/** Buying at the counter: what lies there, priced line by line, and who sells it; identifying and paying follow. */
export default function CounterPurchaseScreen() {
  const t = useTranslations('office.purchase')
  const say = useFaultWords()
  const format = useFormats()
  const announce = useAnnounce()
  const navigate = useNavigate()
  const shown = useShown<'counter-purchase'>()
  const form = useCounterForm()
  const photos = useCounterPhotos(form.upload, () => form.put({}))
  const { source: saidSource } = useSaidPrice()
  const { nameOf } = useItemWords()
  const { texts, lines } = form
  const { values, isCurrent } = useLineValues(lines)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const total = values?.totalCents ?? 0
  const branch = texts.branch || (shown.branches[0]?.id ?? '')
  /** A register of stolen goods knows something of it. */
  const isHeld = lines.some(({ register }) => register === 'hit')
  const old = shown.prices.filter(({ age }) => age !== 'fresh')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefused(null)
    const { givenNames, surname, street, postalCode, city, country, phone, email } = texts
    const answer = await act('purchases.enter', {
      ...{ submission: form.submission, upload: form.upload, branchId: branch },
      locale: locales.find((each) => each === texts.language) ?? 'de',
      seller: { givenNames, surname, street, postalCode, city, country, phone, email },
      lines: lines.map((line) => ({
        ...line,
        title: line.title.trim() || (line.what === 'metal' || line.what === 'coin' ? nameOf(line.item) : ''),
      })),
      seen: total,
    })
    setBusy(false)
    if (answer.ok) {
      form.done()
      announce(t('entered', { number: answer.number }))
      return navigate(`/requests/${answer.number}/purchase`)
    }
    if (answer.reason === 'invalid') {
      setFaults(answer.faults)
      setRefused(t(answer.faults.lines ? 'noThings' : 'faulty'))
      const [first] = Object.keys(answer.faults)
      const place = first?.split('.') ?? []
      const key = lines[Number(place[1])]?.key
      document
        .getElementById(place[0] === 'lines' ? `thing-${key}-${place[2]}` : `seller-${place[1]}`)
        ?.focus()
      return
    }
    setRefused(
      answer.reason === 'price-changed'
        ? t('priceChanged', {
            before: format.price(total),
            now: format.price(answer.totalCents),
          })
        : say(answer.reason),
    )
  }
  const faultsOf = (position: number) =>
    Object.fromEntries(
      Object.entries(faults).flatMap(([name, reason]) =>
        name.startsWith(`lines.${position}.`) ? [[name.split('.')[2] ?? '', reason]] : [],
      ),
    )
  const { moment } = useFormats()
  const back = <Link to="/counter">{t('counter.title')}</Link>
  if (shown.branches.length === 0)
    return (
      <Page title={t('buyTitle')} back={back}>
        <NoBranch />
      </Page>
    )
  return (
    <Page title={t('buyTitle')} back={back}>
      <form noValidate onSubmit={send} className="counter-form">
        {old.length > 0 && (
          <p role="alert" className="counter-warn">
            {t('oldPrices', { metals: old.map(({ metal }) => t(`valuables.metals.${metal}`)).join(', ') })}{' '}
            <Link to="/metal-prices">{t('toPrices')}</Link>
          </p>
        )}
        <section aria-labelledby="things">
          <h2 id="things">{t('thingsTitle')}</h2>
          <ol className="counter-things">
            {lines.map((line, position) => (
              <CounterThing
                key={line.key}
                line={line}
                position={position}
                value={isCurrent ? (values?.values[position] ?? null) : null}
                photos={photos}
                faults={faultsOf(position)}
                onChange={(changes) => {
                  setFaults({})
                  form.change(line.key, changes)
                }}
                onRemove={() => {
                  void photos.removeAllOf(line.key)
                  form.remove(line.key)
                }}
              />
            ))}
          </ol>
          <p className="page-actions">
            {counterThings.map((what) => (
              <button
                key={what}
                type="button"
                className="do quiet"
                onClick={() => {
                  const key = form.add(what)
                  const first = what === 'watch' ? 'brand' : what === 'jewellery' ? 'title' : 'amount'
                  requestAnimationFrame(() => document.getElementById(`thing-${key}-${first}`)?.focus())
                }}
              >
                {t('addThing', { what: t(`things.${what}`) })}
              </button>
            ))}
          </p>
        </section>
        <section aria-labelledby="photos" className="block-section">
          <h2 id="photos">{t('photosTitle')}</h2>
          <CounterPhotos kept={photos} thing={null} named={null} />
        </section>
        <section aria-labelledby="seller" className="block-section">
          <h2 id="seller">{t('sellerTitle')}</h2>
          <SellerFields form={form} faults={faults} />
          <div className="counter-fields pt-4">
            {shown.branches.length > 1 && (
              <Select
                name="branch"
                label={t('branch')}
                value={branch}
                onChange={({ target }) => form.put({ branch: target.value })}
              >
                {shown.branches.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
            <Select
              name="language"
              label={t('sellerLanguage')}
              value={texts.language}
              onChange={({ target }) => form.put({ language: target.value })}
            >
              {locales.map((each) => (
                <option key={each} value={each}>
                  {localeNames[each]}
                </option>
              ))}
            </Select>
          </div>
        </section>
        <div className="counter-total">
          <div>
            <p className="caps">{t('total')}</p>
            <output className="counter-figure" aria-live="polite">
              {format.price(total)}
            </output>
            <p className="sub">
              {shown.prices
                .filter(({ metal }) => metal === 'gold')
                .map(({ at, source }) => t('pricesAt', { at: moment(at), source: saidSource(source) }))
                .join('')}
            </p>
          </div>
          <div>
            {values && total > 0 && (
              <p className={values.due.cash ? 'sub' : 'text-danger'}>
                {values.due.cash
                  ? t(values.due.needs === 'complete' ? 'dueComplete' : 'dueBasic')
                  : t('dueNoCash', { limit: format.price(values.bannedFromCents ?? 0) })}
              </p>
            )}
            {isHeld && <p className="text-danger">{t('hitHolds')}</p>}
            {refused && (
              <p role="alert" className="text-danger">
                {refused}
              </p>
            )}
            <button type="submit" className="do" disabled={busy || lines.length === 0 || !isCurrent}>
              {isHeld && total === 0 ? t('recordOnly') : t('agree', { total: format.price(total) })}
            </button>
          </div>
        </div>
      </form>
    </Page>
  )
}
