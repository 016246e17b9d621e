import { useEffect, useState } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import { loadMessages, type Messages } from '#app/language/messages/load.ts'
import { pathTo } from '#app/language/route-table.ts'
import { bringHeart } from '#app/ui/late-heart.ts'
import { useFirstSign } from '#app/ui/use-first-sign.ts'
import { useLocale } from '../shell-data.ts'
import { announced } from './announce.ts'
import { Heart } from './Heart.tsx'
import { useWishes } from './use-wishes.ts'

/** Writes the number of wishes onto the header's links (`WishesLink`): the page is there before their code is. */
function useCountOfWishes(): void {
  const t = useTranslations('layout')
  const locale = useLocale()
  const count = useWishes()?.length ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another language the header is another
  useEffect(() => {
    for (const link of document.querySelectorAll<HTMLElement>('a.wishes')) {
      if (count > 0) link.dataset.count = String(count)
      else delete link.dataset.count
      link.setAttribute('aria-label', t('wishesCount', { count }))
    }
  }, [count, t, locale])
}

/** Brings the hearts of all cards with their words, at the visitor's first sign. */
export function LateKeeping() {
  const locale = useLocale()
  useCountOfWishes()
  const isWanted = useFirstSign()
  const [words, setWords] = useState<{ locale: typeof locale; messages: Messages }>()
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    loadMessages(locale, ['keeping']).then(
      (messages) => {
        if (!isOver) setWords({ locale, messages })
      },
      // Without a connection: there are no hearts then, and nothing else is missing.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [locale, isWanted])
  if (words?.locale !== locale) return null
  return (
    <IntlProvider locale={locale} messages={words.messages} timeZone={timeZone}>
      <Hearts />
    </IntlProvider>
  )
}

/** Long enough to be read and to be followed, ms. */
const saidFor = 6000

function Hearts() {
  const t = useTranslations('keeping')
  const locale = useLocale()
  const [said, setSaid] = useState('')
  useEffect(() => {
    bringHeart(({ id, name }, className) => <Heart id={id} name={name} t={t} className={className} />)
  }, [t])
  useEffect(() => {
    const onSaid = (event: Event) => setSaid((event as CustomEvent<string>).detail)
    window.addEventListener(announced, onSaid)
    return () => window.removeEventListener(announced, onSaid)
  }, [])
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => setSaid(''), saidFor)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <div className="cart-notice print:hidden">
      <div role="status">
        {said !== '' && (
          <div className="cart-notice-box min-h-14 pr-5">
            <p className="min-w-0">{said}</p>
            <a className="link shrink-0" href={pathTo(locale, 'wishes')}>
              {t('toList')}
            </a>
          </div>
        )}
      </div>
    </div>
  )
}
