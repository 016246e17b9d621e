import { useState } from 'react'
import { formatDate, formatNumber } from '#app/language/formats.ts'
import type { TransferInstructions } from '#app/shop/checkout/types.ts'
import { byPlace } from '#app/ui/by-place.ts'
import { useLocale } from '../shell-data.ts'
import { useOrderWords } from './order-summary-words.ts'

type TransferDetailsProps = {
  transfer: Omit<TransferInstructions, 'code'>
  payBy: Date | null
}

/** Where to transfer how much with which words, to copy or to scan. */
export function TransferDetails({ transfer, payBy }: TransferDetailsProps) {
  const t = useOrderWords()
  const locale = useLocale()
  // To the cent, as a banking form wants it.
  const amount = formatNumber(transfer.amountCents / 100, locale, { style: 'currency', currency: 'EUR' })
  const typed = (transfer.amountCents / 100).toFixed(2)
  const decimal = locale === 'de' ? typed.replace('.', ',') : typed
  return (
    <section aria-labelledby="transfer" className="border-green border-y py-7">
      <h2 id="transfer" className="text-step-2">
        {t('transfer.title')}
      </h2>
      {payBy && <p className="mt-3 max-w-prose">{t('transfer.text', { date: formatDate(payBy, locale) })}</p>}
      <div className="mt-5 grid items-start gap-x-10 gap-y-6 md:grid-cols-[1fr_13rem]">
        <dl className="num">
          <Row label={t('transfer.holder')} shown={transfer.holder} copied={transfer.holder} />
          <Row label={t('transfer.iban')} shown={<Iban iban={transfer.iban} />} copied={transfer.iban} />
          <Row label={t('transfer.bic')} shown={transfer.bic} copied={transfer.bic} />
          <Row label={t('transfer.bank')} shown={transfer.bank} />
          <Row
            label={t('transfer.amount')}
            shown={<strong className="font-[560]">{amount}</strong>}
            copied={decimal}
          />
          <Row
            label={t('transfer.reference')}
            shown={<strong className="font-[560]">{transfer.reference}</strong>}
            copied={transfer.reference}
          />
        </dl>
        <figure className="grid grid-cols-[8.5rem_1fr] items-start gap-4 break-inside-avoid md:grid-cols-1">
          <img
            src={`data:image/svg+xml,${encodeURIComponent(transfer.svg)}`}
            alt={t('transfer.codeAlt', { amount, holder: transfer.holder, reference: transfer.reference })}
            width={208}
            height={208}
            className="aspect-square w-full"
          />
          <figcaption className="text-ink-soft text-step--1">
            <span className="block font-[560] text-ink">{t('transfer.codeTitle')}</span>
            {t('transfer.codeText')}
          </figcaption>
        </figure>
      </div>
    </section>
  )
}

/** In groups of four for the eye; what is selected and copied has no blanks. */
function Iban({ iban }: { iban: string }) {
  const groups = iban.match(/.{1,4}/g) ?? []
  return (
    <span className="inline-flex flex-wrap gap-x-[0.4em]">
      {byPlace(groups, (group) => (
        <span>{group}</span>
      ))}
    </span>
  )
}

function Row({ label, shown, copied }: { label: string; shown: React.ReactNode; copied?: string }) {
  const t = useOrderWords()
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null)
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      // Browsers may refuse; the text can still be marked and copied by hand.
      setOutcome('copyFailed')
    }
  }
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-line border-t py-1.5 sm:grid-cols-[10rem_1fr_auto]">
      <dt className="text-ink-soft text-step--1 sm:text-step-0">{label}</dt>
      <dd className="col-start-1 row-start-2 min-w-0 select-all break-words sm:col-start-2 sm:row-start-1">
        {shown}
      </dd>
      {copied !== undefined && (
        <dd className="row-span-2 self-center sm:row-span-1 print:hidden">
          <button
            type="button"
            className="link inline-flex min-h-11 items-center text-ink-soft text-step--1 noscript:hidden"
            aria-label={t('transfer.copyLabel', { what: label })}
            onClick={() => void copy(copied)}
          >
            {outcome === 'copied' ? '✓' : t('transfer.copy')}
          </button>
          <span role="status" className="sr-only">
            {outcome && t(`transfer.${outcome}`, { what: label })}
          </span>
        </dd>
      )}
    </div>
  )
}
