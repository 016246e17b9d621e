import type { Locale } from '#app/language/locales.ts'
import { currentPrices, tariffOf } from '#app/shop/buying/metal-price.ts'
import { type EnteredLine, readLines, type Tariff, writeLines } from '#app/shop/buying/valuation.ts'
import { findCards } from '#app/shop/catalogue/cards.ts'
import { type PieceCard, pieceCard } from '#app/shop/catalogue/piece-card.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import type { BlockOf } from '../../block.ts'
import { type BranchCard, loadBranchCards } from '../../branch/branch-card.ts'
import { type ContactDetails, loadContactDetails } from '../../branch/contact-details.ts'
import { sayLines } from '../../gold/words.ts'
import type { LoadContext } from '../../load-blocks.ts'

/** The piece that the page's query names; `card` only while the shop shows it. */
type AskedPiece = { id: string; card?: PieceCard; apiUrl: string }

export type ContactFormData = {
  contact: ContactDetails
  branches: BranchCard[]
  /** What the page's query asks for. */
  subject?: string | undefined
  piece?: AskedPiece | undefined
  /** Lines of the gold calculator, in words. */
  message?: string | undefined
  /** What the selling request needs. */
  sell?: SellFormData | undefined
}

export type SellFormData = {
  apiUrl: string
  /** From the calculator, by the page's query. */
  lines: EnteredLine[]
  tariff: Tariff
  branches: { id: string; name: string }[]
}

export async function loadContactForm(
  block: BlockOf<'contact-form'>,
  context: LoadContext,
): Promise<ContactFormData> {
  const sells = block.form === 'offer' && context.locale === 'de'
  const [contact, branches, piece, sell] = await Promise.all([
    loadContactDetails(context),
    block.showBranches ? loadBranchCards(context) : [],
    askedPiece(context),
    sells ? loadSellForm(context) : undefined,
  ])
  const message = linesInWords(context.query, context.locale)
  const subject = context.query?.get('subject') ?? (piece ? 'piece' : undefined)
  return {
    contact,
    branches,
    ...(subject && { subject }),
    ...(piece && { piece }),
    ...(message && { message }),
    ...(sell && { sell }),
  }
}

async function loadSellForm(context: LoadContext): Promise<SellFormData> {
  const { db, now, log, apiUrl, query = new URLSearchParams(), metalFeedUrl } = context
  const [prices, { branches }] = await Promise.all([
    currentPrices(db, now, metalFeedUrl === undefined ? null : { url: metalFeedUrl, log }),
    currentSettings(db, now.getTime()),
  ])
  return {
    apiUrl,
    lines: readLines(query),
    tariff: tariffOf(prices),
    branches: branches.map(({ id, name }) => ({ id, name })),
  }
}

async function askedPiece({ query, db, now, locale, apiUrl }: LoadContext): Promise<AskedPiece | undefined> {
  const id = query?.get('piece')
  if (!id || !/^\d{4,8}$/.test(id)) return undefined
  const [card] = await findCards(db, [id], now)
  return { id, ...(card && { card: pieceCard(card, locale) }), apiUrl }
}

/** Whoever comes from the calculator, which speaks German only, need not type its lines again. */
function linesInWords(query: URLSearchParams | undefined, locale: Locale): string | undefined {
  if (locale !== 'de' || !query?.has('item')) return undefined
  const lines = readLines(query)
  return writeLines(lines).size > 0 ? sayLines(lines) : undefined
}
