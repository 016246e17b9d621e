import { formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { Database } from '#app/platform/database/database.ts'
import { findCards } from '#app/shop/catalogue/cards.ts'
import { listingVocabulary } from '#app/shop/catalogue/listing.ts'
import { listingHeading } from '#app/shop/catalogue/listing-heading.ts'
import { listingPath } from '#app/shop/catalogue/listing-path.ts'
import { departments } from '#app/shop/catalogue/types.ts'
import { filtersOfAlert } from '#app/shop/enquiries/alerts.ts'
import type { AlertMailKind, PieceAlertMailKind } from '#app/shop/mail-kinds.ts'
import { companyLine } from './company-line.ts'
import type { LetterWriter } from './letter-types.ts'
import { alertLetterWords } from './letter-words.ts'
import { AlertMail, type AlertMailContent } from './mails/AlertMail.tsx'
import type { Labelled } from './mails/MailParts.tsx'

/**
 * The mails of an alert: to confirm it, and to tell of pieces that arrived. Both lead to the listing, where one press
 * confirms or ends the alert: a mail program that only looks behind links does neither.
 */
export const alertLetter: LetterWriter<AlertMailKind> = async (
  { db, siteUrl, settings },
  { kind, locale, payload },
) => {
  const t = alertLetterWords(locale)
  const search = await searchOf(db, payload.path, locale)
  const href = `${siteUrl}${search.href}?alert=${encodeURIComponent(payload.token)}`
  const shop = settings.site.name
  const frame = { greeting: t('greeting'), closing: t('closing', { shop }) }
  if (kind === 'alert-confirm') {
    return draft(settings, locale, {
      ...frame,
      subject: t('confirm.subject'),
      text: t('confirm.text', { shop, search: search.name }),
      pieces: [],
      action: { label: t('confirm.action'), href },
      leave: { label: t('confirm.ignore') },
    })
  }
  const values = { search: search.name, total: payload.total }
  const arrivals = draft(settings, locale, {
    ...frame,
    subject: t('arrivals.subject', values),
    text: t('arrivals.text', values),
    pieces: await linksOf(db, payload.pieces, siteUrl, locale),
    action: { label: t('arrivals.action'), href },
    leave: { label: t('arrivals.leave'), href },
  })
  return { ...arrivals, unsubscribe: href }
}

/** The same for one piece: to confirm the alert, and to tell that it costs less or can be had again. */
export const pieceAlertLetter: LetterWriter<PieceAlertMailKind> = async (
  { db, siteUrl, settings },
  { kind, locale, payload },
) => {
  const t = alertLetterWords(locale)
  const [card] = await findCards(db, [payload.piece], new Date())
  // Taken off the shop meanwhile: its number is what is left to say.
  const piece = card ? [card.brand, card.name[locale]].filter(Boolean).join(' ') : payload.piece
  const shop = settings.site.name
  const href = `${siteUrl}${pathTo(locale, 'piece-alert', { id: payload.piece })}?alert=${encodeURIComponent(payload.token)}`
  const frame = { greeting: t('greeting'), closing: t('closing', { shop }), pieces: [] }
  if (kind === 'alert-piece-confirm') {
    return draft(settings, locale, {
      ...frame,
      subject: t('pieceConfirm.subject'),
      text: t('pieceConfirm.text', { shop, piece }),
      action: { label: t('confirm.action'), href },
      leave: { label: t('confirm.ignore') },
    })
  }
  const values = {
    piece,
    price: formatPrice(payload.cents, locale),
    before: payload.beforeCents === null ? '' : formatPrice(payload.beforeCents, locale),
    what: payload.beforeCents === null ? 'free' : payload.free ? 'both' : 'price',
  }
  const news = draft(settings, locale, {
    ...frame,
    subject: t('pieceNews.subject', values),
    text: t('pieceNews.text', values),
    action: {
      label: t('pieceNews.action'),
      href: siteUrl + pathTo(locale, 'product', { name: card?.slug[locale] ?? 'piece', id: payload.piece }),
    },
    leave: { label: t('pieceNews.leave'), href },
  })
  return { ...news, unsubscribe: href }
}

function draft(sender: Parameters<typeof AlertMail>[0]['sender'], locale: Locale, content: AlertMailContent) {
  return {
    element: <AlertMail sender={sender} content={content} locale={locale} />,
    subject: content.subject,
    plain: `${plainText(content)}\n\n${companyLine(sender.company, locale)}`,
  }
}

async function searchOf(db: Database, path: string, locale: Locale): Promise<{ href: string; name: string }> {
  const vocabulary = await listingVocabulary(db)
  const filters = filtersOfAlert(path, vocabulary)
  if (filters) {
    return { href: listingPath(locale, filters), name: listingHeading(filters, vocabulary, locale) }
  }
  // A maker that is no longer known: the department is as near as it gets.
  const [, , word = ''] = path.split('/')
  const department = departments.find((each) => each === word) ?? 'watches'
  const whole = filtersOfAlert(`/en/${department}`, vocabulary)
  if (!whole) throw new Error(`the department ${department} cannot be read`)
  return { href: pathTo(locale, department), name: listingHeading(whole, vocabulary, locale) }
}

async function linksOf(
  db: Database,
  ids: readonly string[],
  siteUrl: string,
  locale: Locale,
): Promise<Labelled[]> {
  const cards = await findCards(db, ids, new Date())
  return cards.map((piece) => ({
    label: `${[piece.brand, piece.name[locale]].filter(Boolean).join(' ')}, ${formatPrice(piece.priceCents, locale)}`,
    href: siteUrl + pathTo(locale, 'product', { name: piece.slug[locale], id: piece.id }),
  }))
}

/** Each address on a line of its own, below what it leads to. */
function plainText({ greeting, text, pieces, action, leave, closing }: AlertMailContent): string {
  return [
    greeting,
    text,
    ...pieces.map(({ label, href }) => `${label}\n${href}`),
    `${action.label}:\n${action.href}`,
    leave.href ? `${leave.label}:\n${leave.href}` : leave.label,
    closing,
  ].join('\n\n')
}
