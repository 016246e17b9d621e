import { createHash } from 'node:crypto'
import type { Locale } from '#app/language/locales.ts'

export type CardPicture =
  /** A piece's photo, by its id. */
  | { from: 'photo'; id: string }
  /** A picture of a content page; `focus` in per cent from the left and from the top. */
  | { from: 'own'; name: string; focus?: { x: number; y: number } }
  | { from: 'storyblok'; src: string }

/** What the card of a shared link says, in words: all that its drawing depends on. */
export type SocialCard = {
  shop: string
  /** Above the title: maker or topic. */
  kicker: string | null
  title: string
  facts: readonly string[]
  price: string | null
  /** In the place of a price, or beside it. */
  status: { text: string; tone: 'reserved' | 'sold' } | null
  picture: CardPicture | null
}

/** What a card is of; `key` is a stock number, a story's public slug, or nothing. */
export type CardSubject = { kind: 'product' | 'story' | 'shop'; key: string }

/** Goes up when the same words are drawn differently. */
const drawing = 1

/** `3f2a91c04d7e.jpg`: another picture has another name, so that nobody keeps an old price. */
export function cardFile(card: SocialCard): string {
  const version = createHash('sha256')
    .update(JSON.stringify([drawing, card]))
    .digest('hex')
    .slice(0, 12)
  return `${version}.${cardFormat(card)}`
}

/** Letters alone are sharper and smaller as PNG. */
export function cardFormat(card: SocialCard): 'jpg' | 'png' {
  return card.picture === null ? 'png' : 'jpg'
}

/** `/de/cards/product/10482/3f2a91c04d7e.jpg` */
export function cardAddress(locale: Locale, { kind, key }: CardSubject, card: SocialCard): string {
  const segments = key.split('/').filter(Boolean).map(encodeURIComponent)
  return `/${[locale, 'cards', kind, ...segments, cardFile(card)].join('/')}`
}

/** A card in a page's head: for those who do not see it its words, then what its picture shows. */
export function cardImage(locale: Locale, subject: CardSubject, card: SocialCard, pictureAlt = '') {
  const { kicker, title, facts, price, status, shop } = card
  const words = [[kicker, title].filter(Boolean).join(': '), ...facts, price, status?.text, shop]
  const alt = [words.filter(Boolean).join(', '), pictureAlt].filter(Boolean).join('. ')
  return { src: cardAddress(locale, subject, card), alt, card: true } as const
}

/** The other way round, of what follows `/de/cards/`; `null`: no card has such an address. */
export function parseCardPath(path: string): { subject: CardSubject; file: string } | null {
  const [kind, ...rest] = path.split('/')
  const file = rest.pop() ?? ''
  const key = rest.join('/')
  if (kind !== 'product' && kind !== 'story' && kind !== 'shop') return null
  if (!/^[0-9a-f]{12}\.(jpg|png)$/.test(file) || key.length > 300) return null
  if (kind === 'product' ? rest.length !== 1 : kind === 'shop' ? rest.length !== 0 : rest.length === 0)
    return null
  return { subject: { kind, key }, file }
}
