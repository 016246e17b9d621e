import { useId } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Shown } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import type { Wish } from './BankLineCard.tsx'

type Suggestion = Shown<'bank-statement'>['lines'][number]['suggestions'][number]

/** What a line may be, how sure that is and why, what would follow, and the press that does it. */
export function SuggestionRow({
  suggestion,
  busy,
  needsConfirmation,
  onBook,
}: {
  suggestion: Suggestion
  busy: boolean
  needsConfirmation: boolean
  onBook(wish: Wish): void
}) {
  const t = useTranslations('office.bank')
  const format = useFormats()
  const { confidence, reasons, kind } = suggestion
  const isSurplus = kind === 'payment' && suggestion.outcome === 'surplus'
  const wish = (confirmed: boolean): Wish => {
    switch (suggestion.kind) {
      case 'payment': {
        const { number: order, status, openCents } = suggestion.order
        return { kind: 'payment', order, seen: { status, openCents }, confirmed }
      }
      case 'refund':
        return { kind: 'refund', refund: suggestion.refund.refund }
      case 'counted':
        return { kind: 'counted', money: suggestion.money.id }
      case 'payout':
        return { kind: 'payout', purchase: suggestion.payout.purchase }
    }
  }
  const id = useId()
  const isNoted = kind === 'counted' || kind === 'payout'
  return (
    <li>
      <div>
        <p id={id}>
          <What suggestion={suggestion} />
        </p>
        <p className="sub">
          {[t(`confidence.${confidence}`), ...reasons.map((reason) => t(`reasons.${reason}`))].join(' · ')}
        </p>
        <p className={isSurplus ? 'missing' : 'sub'}>
          {suggestion.kind === 'payment'
            ? t(`outcomes.${suggestion.outcome}`, { rest: format.amount(suggestion.restCents) })
            : t(`follows.${suggestion.kind}`)}
        </p>
      </div>
      <button
        type="button"
        className={confidence === 'sure' ? 'do' : 'do quiet'}
        disabled={busy}
        aria-describedby={id}
        onClick={() => onBook(wish(kind === 'payment' && (needsConfirmation || isSurplus)))}
      >
        {t(isNoted ? 'note' : needsConfirmation ? 'bookAnyway' : 'book')}
      </button>
    </li>
  )
}

function What({ suggestion }: { suggestion: Suggestion }) {
  const t = useTranslations('office.bank')
  const link = (number: string, text: string) => (
    <Link className="link" to={`/orders/${number}`}>
      {text}
    </Link>
  )
  switch (suggestion.kind) {
    case 'payment': {
      const { number, buyer } = suggestion.order
      return link(number, t('payment', { order: number, buyer }))
    }
    case 'refund': {
      const { order, buyer } = suggestion.refund
      return link(order, t('refund', { order, buyer }))
    }
    case 'counted': {
      const { order, buyer } = suggestion.money
      return link(order, t('counted', { order, buyer }))
    }
    case 'payout': {
      const { number, request } = suggestion.payout
      return (
        <Link className="link" to={`/requests/${request}`}>
          {t('payout', { number, request })}
        </Link>
      )
    }
  }
}
