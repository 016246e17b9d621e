import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { phoneLink } from '#app/language/phone.ts'
import { pathTo } from '#app/language/route-table.ts'
import { useLocale, useShell } from '../shell-data.ts'
import type { CheckoutAnswer } from './checkout-action.ts'
import { useCheckoutWords } from './checkout-words.ts'

type AgainProps = {
  /** Of the cart, which cannot be ordered now. */
  pieces: readonly string[]
  /** What was typed in the form before. */
  answer: CheckoutAnswer | undefined
}

/** Enters the checkout once more. What was typed goes along, so that nothing of it is lost without a script either. */
function Again({
  pieces,
  answer,
  className,
  children,
}: AgainProps & { className: string; children: ReactNode }) {
  const locale = useLocale()
  if (!answer) {
    return (
      <a className={className} href={pathTo(locale, 'checkout')}>
        {children}
      </a>
    )
  }
  return (
    <Form method="post">
      {Object.entries(answer.given).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {pieces.map((piece) => (
        <input key={piece} type="hidden" name="piece" value={piece} />
      ))}
      <button type="submit" name="intent" value="again" className={className}>
        {children}
      </button>
    </Form>
  )
}

/** Nothing to pay for: the cart is empty, or nothing in it is free. */
export function NothingToOrder({ isEmpty, pieces, answer }: { isEmpty: boolean } & AgainProps) {
  const t = useCheckoutWords()
  const locale = useLocale()
  return (
    <div className="max-w-prose">
      {isEmpty && (
        <>
          <p className="text-step-1">{t('empty')}</p>
          <p className="pt-2 text-ink-soft">{t('emptyText')}</p>
        </>
      )}
      <div className="pt-8">
        {!isEmpty && (
          <Again pieces={pieces} answer={answer} className="arrow w-full cursor-pointer text-left">
            <span>{t('missing.again')}</span>
            <span aria-hidden="true">↻</span>
          </Again>
        )}
        {!isEmpty && (
          <a className="arrow" href={pathTo(locale, 'cart')}>
            <span>{t('back')}</span>
            <span aria-hidden="true">→</span>
          </a>
        )}
        {(['watches', 'jewelry'] as const).map((name) => (
          <a key={name} className="arrow" href={pathTo(locale, name)}>
            <span>{t(name)}</span>
            <span aria-hidden="true">→</span>
          </a>
        ))}
      </div>
    </div>
  )
}

/**
 * Held for very long already, or so many that others would find few; then `room` says how many more may be held. Said
 * with when it goes on, and with another way.
 */
export function TooOften({
  retryAfter,
  room,
  pieces,
  answer,
}: { retryAfter: number; room: number | null } & AgainProps) {
  const t = useCheckoutWords()
  const { contact } = useShell()
  return (
    <div className="max-w-prose" role="status">
      <h2 className="text-step-2">{t(room === null ? 'tooOften.title' : 'tooMany.title')}</h2>
      <p className="pt-3">
        {room === null
          ? t('tooOften.text', { minutes: Math.ceil(retryAfter / 60) })
          : t('tooMany.text', { room })}
      </p>
      <div className="flex flex-wrap gap-3 pt-6">
        <a className="button num" href={phoneLink(contact.phone)}>
          {t('tooOften.call', { phone: contact.phone })}
        </a>
        <Again pieces={pieces} answer={answer} className="button button-quiet">
          {t('tooOften.again')}
        </Again>
      </div>
    </div>
  )
}
