import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { CartLine } from '#app/shop/checkout/cart-lines.ts'
import { useLocale } from '../shell-data.ts'
import { lineNews } from './line-notices.ts'

/** How often an open cart looks again, ms. */
const lookEvery = 30_000

/**
 * Keeps an open cart true: it looks again when somebody comes back to the tab, and now and then while it is looked at.
 * Returns what changed since, for screen readers.
 */
export function useFreshCart(lines: readonly CartLine[]): string {
  const t = useTranslations('cart')
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', look)
    const timer = setInterval(look, lookEvery)
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearInterval(timer)
    }
  }, [revalidate])
  const [news, setNews] = useState('')
  const last = useRef(lines)
  useEffect(() => {
    const before = new Map(last.current.map((line) => [line.id, line]))
    last.current = lines
    const changes = lines.flatMap((line) => {
      const old = before.get(line.id)
      if (!old || (old.state === line.state && old.piece?.priceCents === line.piece?.priceCents)) return []
      return lineNews(line, t, locale).map((text) => `${line.piece?.name[locale] ?? line.id}: ${text}`)
    })
    if (changes.length > 0) setNews(t('changed', { changes: changes.join(' ') }))
  }, [lines, t, locale])
  return news
}
