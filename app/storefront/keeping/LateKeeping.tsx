import { useEffect, useState } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import { loadMessages, type Messages } from '#app/language/messages/load.ts'
import { pathTo } from '#app/language/route-table.ts'
import { bringHeart } from '#app/ui/late-heart.ts'
import { useLocale } from '../shell-data.ts'
import { announced } from './announce.ts'
import { Heart } from './Heart.tsx'

const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'] as const

/** Whether the visitor has done anything yet: who only looks at a page, or measures it, is sent nothing for it. */
function useFirstSign(): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    for (const sign of signs)
      window.addEventListener(sign, () => setThere(true), { signal, once: true, passive: true })
    return () => ending.abort()
  }, [])
  return isThere
}

/** Brings the hearts of all cards with their words, at the visitor's first sign. */
export function LateKeeping() {
  const locale = useLocale()
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
