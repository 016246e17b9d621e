import type { Locale } from '#app/language/locales.ts'
import de from '#app/language/messages/de/contact-form.json' with { type: 'json' }
import en from '#app/language/messages/en/contact-form.json' with { type: 'json' }
import { wordsOf } from '#app/language/words.ts'
import { calculatorWords as german } from '#app/sell-form/calculator-words.ts'
import { calculatorWords as english } from '#app/sell-form/english-calculator-words.ts'
import { loadSellForm, type SellFormData } from '#app/sell-form/load-sell-form.ts'
import { readLines, writeLines } from '#app/shop/buying/valuation.ts'
import { cardsWithPage } from '#app/shop/catalogue/cards.ts'
import { type PieceCard, pieceCard } from '#app/shop/catalogue/piece-card.ts'
import type { BlockOf } from '../block.ts'
import { type BranchCard, loadBranchCards } from '../branch/branch-card.ts'
import { type ContactDetails, loadContactDetails } from '../branch/contact-details.ts'
import type { LoadContext } from '../load-blocks.ts'

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
  /** Why whoever wants to sell finds this form; where pages of selling do not exist. */
  selling?: string[] | undefined
  /** What the selling request needs. */
  sell?: SellFormData | undefined
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
  const sellsByMessage = context.locale === 'en' && [subject, block.subject].includes('selling')
  const words = sellingWords(context.locale)
  return {
    contact,
    branches,
    ...(subject && { subject }),
    ...(piece && { piece }),
    ...(message && { message }),
    ...(sellsByMessage && { selling: [words('why'), words('how')] }),
    ...(sell && { sell }),
  }
}

async function askedPiece({ query, db, now, locale, apiUrl }: LoadContext): Promise<AskedPiece | undefined> {
  const id = query?.get('piece')
  if (!id || !/^\d{4,8}$/.test(id)) return undefined
  const [card] = await cardsWithPage(db, [id], now)
  return { id, ...(card && { card: pieceCard(card, locale) }), apiUrl }
}

const sellingWords = wordsOf<typeof de>({ de, en })

const calculatorWords = { de: german, en: english }

/** Whoever comes from the calculator need not type its lines again. */
function linesInWords(query: URLSearchParams | undefined, locale: Locale): string | undefined {
  if (!query?.has('item')) return undefined
  const lines = readLines(query)
  return writeLines(lines).size > 0 ? calculatorWords[locale].sayLines(lines) : undefined
}
