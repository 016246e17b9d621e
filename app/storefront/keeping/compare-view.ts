import { formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { facetValue } from '#app/shop/catalogue/facets.ts'
import { firstFacts, pieceFacts } from '#app/shop/catalogue/piece-facts.ts'
import { pieceWords } from '#app/shop/catalogue/piece-words.ts'
import type { ProductDetail } from '#app/shop/catalogue/types.ts'

/** A row of the table: what each piece says of it, null where it says nothing. */
export type ComparedRow = { label: string; texts: (string | null)[]; differs: boolean }

export type ComparedPiece = ReturnType<typeof pieceOf>

/** The same of each piece of a comparison, in one language: what it is, then its facts in the order of their pages. */
export function compareView(pieces: readonly ProductDetail[], locale: Locale) {
  return { pieces: pieces.map((piece) => pieceOf(piece, locale)), rows: rowsOf(pieces, locale) }
}

function pieceOf(piece: ProductDetail, locale: Locale) {
  return {
    id: piece.id,
    name: piece.name[locale],
    brand: piece.brand?.name ?? null,
    href: pathTo(locale, 'product', { name: piece.slug[locale], id: piece.id }),
    photo: piece.photos[0]?.id ?? null,
    price: formatPrice(piece.priceCents, locale),
    lowestPrice: piece.reduction && formatPrice(piece.reduction.lowestCents, locale),
    status: piece.status,
  }
}

function rowsOf(pieces: readonly ProductDetail[], locale: Locale): ComparedRow[] {
  const words = pieceWords(locale)
  const facts = pieces.map((piece) => {
    const own = new Map<string, string[]>()
    const add = (label: string, text: string | null | undefined) => {
      if (!text) return
      const known = own.get(label) ?? []
      if (!known.includes(text)) own.set(label, [...known, text])
    }
    add(words('labels.condition'), facetValue('condition', piece.condition)?.label[locale])
    add(words('labels.reference'), piece.reference?.number)
    for (const { label, text } of firstFacts(piece, locale)) add(label, text)
    // What the law wants said of a piece stands on its page; it decides nothing between two.
    const safety = words('groups.safety')
    for (const group of pieceFacts(piece, locale)) {
      if (group.title === safety) continue
      for (const { label, text } of group.facts) add(label, text)
    }
    return own
  })
  const labels = [...new Set(facts.flatMap((own) => [...own.keys()]))]
  return labels.map((label) => {
    const texts = facts.map((own) => own.get(label)?.join('; ') ?? null)
    return { label, texts, differs: new Set(texts).size > 1 }
  })
}
