import { phoneLink } from '#app/language/phone.ts'
import { pathTo } from '#app/language/route-table.ts'
import { useLocale, useShell } from '../shell-data.ts'
import { useCheckoutWords } from './checkout-words.ts'

/** Nothing to pay for: the cart is empty, or nothing in it is free. */
export function NothingToOrder({ isEmpty }: { isEmpty: boolean }) {
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
          <a className="arrow" href={pathTo(locale, 'checkout')}>
            <span>{t('missing.again')}</span>
            <span aria-hidden="true">↻</span>
          </a>
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

/** Held for very long already: others have a turn. Said with a time and with another way. */
export function TooOften({ retryAfter }: { retryAfter: number }) {
  const t = useCheckoutWords()
  const locale = useLocale()
  const { contact } = useShell()
  return (
    <div className="max-w-prose" role="status">
      <h2 className="text-step-2">{t('tooOften.title')}</h2>
      <p className="pt-3">{t('tooOften.text', { minutes: Math.ceil(retryAfter / 60) })}</p>
      <div className="flex flex-wrap gap-3 pt-6">
        <a className="button num" href={phoneLink(contact.phone)}>
          {t('tooOften.call', { phone: contact.phone })}
        </a>
        <a className="button button-quiet" href={pathTo(locale, 'checkout')}>
          {t('tooOften.again')}
        </a>
      </div>
    </div>
  )
}
