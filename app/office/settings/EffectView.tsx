import { useLocale, useTranslations } from 'use-intl'
import { Scrolled } from '../frame/Scrolled.tsx'
import { useFormats } from '../frame/use-formats.ts'
import type { Effect, Ending } from './effects.ts'
import type { SettingPart } from './parts.ts'

/** What a form would do, as the server worked it out. */
export function EffectView({ effect, part }: { effect: Effect; part?: SettingPart | undefined }) {
  switch (effect.kind) {
    case 'vacation':
      return <Vacation effect={effect} />
    case 'sell':
      return <Sell effect={effect} />
    case 'branch':
      return <Fortnight effect={effect} />
    case 'shipping':
      return <Baskets effect={effect} />
    case 'bank':
      return <Payment effect={effect} />
    case 'retention':
      return <Ends rules={effect.rules} />
    case 'buying':
      return part === 'sell' ? <Buying effect={effect} /> : <Ends rules={effect.rules} />
    case 'lines':
      return <Lines effect={effect} />
  }
}

/** As the banner begins in each language. */
const note = { de: 'Hinweis', en: 'Note' }

type Of<Kind extends Effect['kind']> = { effect: Extract<Effect, { kind: Kind }> }

function Vacation({ effect }: Of<'vacation'>) {
  const t = useTranslations('office.settings.effect')
  const format = useFormats()
  const { state, from, to, banner } = effect
  const days = {
    from: from === null ? 'none' : format.day(from),
    to: to === null ? 'none' : format.day(to),
  }
  return (
    <>
      <p className={state === 'now' ? 'state state-good' : 'state state-quiet'}>
        {t(`vacation.${state}`, days)}
      </p>
      {(state === 'now' || state === 'coming') &&
        (['de', 'en'] as const).map((language) => (
          <div key={language}>
            <p className="text-ink-soft">{t(`language.${language}`)}</p>
            <p lang={language} className="bg-green px-3 py-2 text-paper">
              <strong className="font-[560]">{note[language]}</strong> {banner[language]}
            </p>
          </div>
        ))}
      {state !== 'off' && state !== 'over' && (
        <p>{effect.shutsBranches ? t('vacation.shut') : t('vacation.open')}</p>
      )}
    </>
  )
}

function Sell({ effect: { shown } }: Of<'sell'>) {
  const t = useTranslations('office.settings.effect.sell')
  return (
    <>
      <p className={shown ? 'state state-good' : 'state state-quiet'}>{t(shown ? 'shown' : 'hidden')}</p>
      <p>{t(shown ? 'shownText' : 'hiddenText')}</p>
    </>
  )
}

function Fortnight({ effect: { days } }: Of<'branch'>) {
  const t = useTranslations('office.settings')
  const locale = useLocale()
  const { shortDay } = useFormats()
  return (
    <table className="table">
      <caption className="sr-only">{t('effect.fortnight')}</caption>
      <tbody>
        {days.map(({ date, times, label }) => (
          <tr key={date}>
            <th scope="row">{shortDay(date)}</th>
            <td>
              {times.length === 0
                ? t('closed')
                : times.map(([opens, closes]) => `${opens}–${closes}`).join(', ')}
              {label && <span className="sub">{label[locale]}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Baskets({ effect: { baskets, zones } }: Of<'shipping'>) {
  const t = useTranslations('office.settings.effect')
  const format = useFormats()
  const locale = useLocale()
  return (
    <Scrolled label={t('baskets')}>
      <table className="table">
        <caption className="pb-2 text-left">{t('baskets')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('zone')}</th>
            {baskets.map((cents) => (
              <th key={cents} scope="col" className="num">
                {format.price(cents)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {zones.map(({ label, prices }) => (
            <tr key={label[locale]}>
              <th scope="row">{label[locale]}</th>
              {prices.map((cents, index) => (
                <td key={baskets[index]} className="num">
                  {cents === null ? t('notSent') : format.price(cents)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}

function Payment({ effect }: Of<'bank'>) {
  const t = useTranslations('office.settings')
  const format = useFormats()
  return (
    <>
      <p>{t('effect.payment')}</p>
      <dl>
        <dt>{t('fields.bank_holder')}</dt>
        <dd>{effect.holder}</dd>
        <dt>{t('fields.bank_iban')}</dt>
        <dd>{effect.iban}</dd>
        <dt>{t('fields.bank_bic')}</dt>
        <dd>{effect.bic}</dd>
        <dt>{t('fields.bank_bank')}</dt>
        <dd>{effect.bank}</dd>
        <dt>{t('effect.amount')}</dt>
        <dd>{format.price(500_000)}</dd>
        <dt>{t('effect.reference')}</dt>
        <dd>RG-2026-00042</dd>
      </dl>
      <img src={effect.code} alt={t('effect.code')} width={180} height={180} />
      <p className="text-ink-soft">{t('effect.codeText')}</p>
    </>
  )
}

/** Of each rule from its day on; the one that holds speaks of today. */
function Ends({ rules }: { rules: readonly { from: string; ends: readonly Ending[] }[] }) {
  const t = useTranslations('office.settings.effect')
  const format = useFormats()
  return (
    <>
      {rules.map(({ from, ends }, index) => (
        <div key={from}>
          <p>{index === 0 ? t('retention') : t('retentionFrom', { day: format.day(from) })}</p>
          <dl>
            {ends.map(({ what, day }) => (
              <div key={what} className="contents">
                <dt>{t(`retained.${what}`)}</dt>
                <dd>{format.day(day)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </>
  )
}

/** What customers will read of a setting, or what will happen by it, line by line. */
function Lines({ effect: { about, lines } }: Of<'lines'>) {
  const t = useTranslations('office.settings.effect.lines')
  const format = useFormats()
  const fields = useTranslations('office.settings.fields')
  return (
    <>
      <p>{t(`about.${about}`)}</p>
      <dl>
        {lines.map((line) => {
          const { account, text, day } = line
          const label = account === undefined ? t(line.label) : fields(`datev_accounts_${account}`)
          return (
            <div key={label + text} className="contents">
              <dt>{label}</dt>
              <dd>{day ? format.day(text) : text}</dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}

/** What sellers are told today, and what a payment in cash demands under each rule that holds or will hold. */
function Buying({ effect: { offers, cash } }: Of<'buying'>) {
  const t = useTranslations('office.settings.effect.buying')
  const format = useFormats()
  return (
    <>
      <p>{t('offers')}</p>
      <dl>
        {offers.map(({ what, day }) => (
          <div key={what} className="contents">
            <dt>{t(what)}</dt>
            <dd>{format.day(day)}</dd>
          </div>
        ))}
      </dl>
      <Scrolled label={t('cash')}>
        <table className="table">
          <caption className="pb-2 text-left">{t('cash')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('from')}</th>
              {cash.map(({ from }) => (
                <th key={from} scope="col">
                  {format.day(from)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cash[0]?.verdicts.map(({ cents, of }, index) => (
              <tr key={`${of}${cents}`}>
                <th scope="row">
                  {format.price(cents)} {t(`of.${of}`)}
                </th>
                {cash.map(({ from, verdicts }) => (
                  <td key={from}>{t(`verdicts.${verdicts[index]?.verdict ?? 'basic'}`)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </>
  )
}
