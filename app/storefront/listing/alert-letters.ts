import { createTranslator } from 'use-intl/core'
import { z } from 'zod'
import { formatPrice, timeZone } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import de from '#app/language/messages/de/alert-letters.json'
import en from '#app/language/messages/en/alert-letters.json'
import { pathTo } from '#app/language/route-table.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { Letter } from '#app/platform/mail.ts'
import type { WaitingMail } from '#app/platform/mail-outbox.ts'
import { findCards } from '#app/shop/catalogue/cards.ts'
import { listingVocabulary } from '#app/shop/catalogue/listing.ts'
import { listingPath, parseListingPath } from '#app/shop/catalogue/listing-path.ts'
import { departments } from '#app/shop/catalogue/types.ts'
import { listingHeading } from './heading.ts'

const payloadSchema = z.object({
  token: z.string(),
  /** The wish as a listing's path in English. */
  path: z.string(),
  pieces: z.array(z.string()).default([]),
  total: z.number().default(0),
})

const texts = { de, en }

type Words = (key: string, values?: Record<string, string | number>) => string

/** Whether this module writes the mails of a kind. */
export function isAlertMail(kind: string): boolean {
  return kind === 'alert-confirm' || kind === 'alert-arrivals'
}

/**
 * The mails of an alert: to confirm it, and to tell of pieces that arrived. Both lead to the listing, where one press
 * confirms or ends the wish: a mail program that only looks behind links does neither.
 */
export async function writeAlertLetter(
  db: Database,
  mail: Pick<WaitingMail, 'kind' | 'locale' | 'payload'>,
  { siteUrl, shop, now }: { siteUrl: string; shop: string; now: Date },
): Promise<Letter> {
  const { locale } = mail
  const { token, path, pieces, total } = payloadSchema.parse(mail.payload)
  const translator = createTranslator({
    locale,
    messages: texts[locale] as unknown as Record<string, string>,
    timeZone,
  })
  const t: Words = (key, values) => translator(key as never, values as never)
  const wish = await wishOf(db, path, locale)
  const link = `${siteUrl}${wish.href}?alert=${encodeURIComponent(token)}`
  const kind = mail.kind === 'alert-confirm' ? 'confirm' : 'arrivals'
  const lines = kind === 'confirm' ? [] : await pieceLines(db, pieces, siteUrl, locale, now)
  const values = { shop, search: wish.name, total }
  const letter = compose(locale, {
    subject: t(`${kind}.subject`, values),
    greeting: t('greeting'),
    text: t(`${kind}.text`, values),
    lines,
    action: { label: t(`${kind}.action`), href: link },
    small: kind === 'confirm' ? { label: t('confirm.ignore') } : { label: t('arrivals.leave'), href: link },
    closing: t('closing', { shop }),
  })
  return kind === 'arrivals' ? { ...letter, unsubscribe: link } : letter
}

async function wishOf(db: Database, path: string, locale: Locale): Promise<{ href: string; name: string }> {
  const vocabulary = await listingVocabulary(db)
  const [, , word = '', ...segments] = path.split('/')
  const department = departments.find((each) => each === word) ?? 'watches'
  const parsed = parseListingPath(
    { locale: 'en', department, segments: segments.map(decodeURIComponent) },
    vocabulary,
  )
  // A maker that is no longer known: the department is as near as it gets.
  if (parsed.kind === 'unknown') return { href: pathTo(locale, department), name: word }
  return {
    href: listingPath(locale, parsed.filters),
    name: listingHeading(parsed.filters, vocabulary, locale),
  }
}

type Line = { label: string; href: string }

async function pieceLines(
  db: Database,
  ids: readonly string[],
  siteUrl: string,
  locale: Locale,
  now: Date,
): Promise<Line[]> {
  const cards = await findCards(db, ids, now)
  return cards.map((piece) => ({
    label: `${[piece.brand, piece.name[locale]].filter(Boolean).join(' ')}, ${formatPrice(piece.priceCents, locale)}`,
    href: siteUrl + pathTo(locale, 'product', { name: piece.slug[locale], id: piece.id }),
  }))
}

type Parts = {
  subject: string
  greeting: string
  text: string
  lines: readonly Line[]
  action: Line
  small: { label: string; href?: string }
  closing: string
}

/** One mail as plain text and as simple HTML that says the same. */
function compose(locale: Locale, parts: Parts): Letter {
  const { subject, greeting, text, lines, action, small, closing } = parts
  const plain = [
    greeting,
    text,
    ...lines.map(({ label, href }) => `${label}\n${href}`),
    `${action.label}:\n${action.href}`,
    small.href ? `${small.label}:\n${small.href}` : small.label,
    closing,
  ].join('\n\n')
  const anchor = ({ label, href }: Line) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`
  const paragraph = (html: string) => `<p>${html}</p>`
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>${[
    `<h1>${escapeHtml(subject)}</h1>`,
    paragraph(escapeHtml(greeting)),
    paragraph(escapeHtml(text)),
    lines.length > 0 ? `<ul>${lines.map((line) => `<li>${anchor(line)}</li>`).join('')}</ul>` : '',
    paragraph(anchor(action)),
    paragraph(
      `<small>${small.href ? anchor({ label: small.label, href: small.href }) : escapeHtml(small.label)}</small>`,
    ),
    paragraph(escapeHtml(closing)),
  ].join('')}</body></html>`
  return { subject, plain, html, attachments: [] }
}

const escapeHtml = (text: string) => text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)
