import { createTranslator } from 'use-intl'
import { formatNumber, timeZone } from '#app/language/formats.ts'
import words from '#app/language/messages/de/calculator.json'
import { findValuable, goldStamps, type Valuable } from '#app/shop/buying/valuables.ts'
import type { EnteredLine, Span } from '#app/shop/buying/valuation.ts'

/** The calculator's words travel with it: no other page needs them, and it speaks German only. */
export const t = createTranslator({ locale: 'de', timeZone, messages: words })

export const euros = (cents: number) =>
  formatNumber(cents / 100, 'de', { style: 'currency', currency: 'EUR' })

export const perCent = (perMille: number) =>
  formatNumber(perMille / 1000, 'de', { style: 'percent', maximumFractionDigits: 1 })

const grams = (micrograms: number) => formatNumber(micrograms / 1e6, 'de', { maximumFractionDigits: 6 })

const span = ({ low, high }: Span, say: (value: number) => string) =>
  low === high ? say(low) : t('span', { low: say(low), high: say(high) })

export const spanOfEuros = (value: Span) => span(value, euros)
export const spanOfGrams = (value: Span) => span(value, grams)

/** „20.11.2026, 14:30“ */
export const moment = (iso: string) =>
  new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(iso),
  )

/** „20.11.2026“ */
export const day = (iso: string) =>
  new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone }).format(new Date(iso))

export const number = (value: number) => formatNumber(value, 'de', { useGrouping: false })

/** What a valuable is called in the list. */
export function nameOf({ id, group }: Valuable): string {
  const rest = id.slice(id.indexOf('-') + 1)
  const stamp = number(Number(rest))
  switch (group) {
    case 'coin':
      return t(`coins.${rest as 'ducat'}`)
    case 'dental':
      return t(`dental.${rest as 'yellow'}`)
    case 'bar':
      return t('bar', { stamp })
    default: {
      const metal = t(`metals.${group}`)
      if (rest === 'unknown') return t('unknown', { metal })
      if (id === 'silver-90' || id === 'silver-100') return t('plateStamp', { stamp })
      const gold = group === 'gold' && goldStamps.find((known) => String(known.stamp) === rest)
      return gold ? t('goldStamp', { stamp, carat: number(gold.carat) }) : t('stamp', { metal, stamp })
    }
  }
}

/** „Gold 585 (14 Karat), 12,4 g“; null for what is not in the list. */
export function sayLine({ item, amount }: EnteredLine): string | null {
  const valuable = findValuable(item)
  if (!valuable) return null
  // Whoever typed the unit too does not read it twice.
  const bare = amount.trim().replace(/\s*(g|gr|gramm|grams?)\.?$/i, '')
  const what = nameOf(valuable)
  return valuable.by === 'piece' ? t('inPieces', { what, count: bare }) : t('inGrams', { what, grams: bare })
}

/** The calculator's lines as the beginning of a message. */
export function sayLines(lines: readonly EnteredLine[]): string {
  const said = lines.filter(({ amount }) => amount.trim() !== '').flatMap((line) => sayLine(line) ?? [])
  return `${t('bring')}\n${said.map((line) => `– ${line}`).join('\n')}\n\n`
}
