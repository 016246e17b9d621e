import type { Picture } from '#app/blocks/media/picture.ts'
import type { RootContent } from '#app/blocks/parse-blocks.ts'
import { topics } from '#app/blocks/roots.ts'
import { formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { yearsOf } from '#app/shop/catalogue/attributes/year.ts'
import { facetValue } from '#app/shop/catalogue/facets.ts'
import { metalText } from '#app/shop/catalogue/piece-card.ts'
import { pieceWords } from '#app/shop/catalogue/piece-words.ts'
import { isOffered } from '#app/shop/catalogue/product-status.ts'
import type { ProductDetail } from '#app/shop/catalogue/types.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import type { CardPicture, SocialCard } from './card.ts'

type Shop = Pick<Settings, 'site'>

/** A piece: maker, name, the facts that matter, and its price while it can be had. */
export function cardOfPiece(piece: ProductDetail, { site }: Shop, locale: Locale): SocialCard {
  const words = pieceWords(locale)
  const maker = piece.brand?.name
  const name = piece.name[locale]
  const { jewellery, reference, fineness, kind } = piece
  const metal = metalText({ kind, fineness, metal: piece.watch?.caseMaterial ?? piece.metal }, locale)
  const facts = [
    reference && `${words('labels.reference')} ${reference.number}`,
    piece.years && yearsOf(piece.years, locale),
    // A reference says of what a watch is made.
    reference === null && metal,
    jewellery?.ringSize != null && `${words('labels.ringSize')} ${jewellery.ringSize}`,
  ]
  const grade = facetValue('condition', piece.condition)?.label[locale]
  const status = statusOf(piece, locale)
  return {
    shop: site.name,
    kicker: maker ?? null,
    title: withoutMaker(name, maker),
    facts: [facts.filter(Boolean).join(' · '), grade && `${words('labels.condition')}: ${grade}`].filter(
      (each): each is string => Boolean(each),
    ),
    price: isOffered(piece.status) ? formatPrice(piece.priceCents, locale) : null,
    status,
    picture: piece.photos[0] ? { from: 'photo', id: piece.photos[0].id } : null,
  }
}

/** What is said in place of a price or beside it. */
function statusOf({ status }: ProductDetail, locale: Locale): SocialCard['status'] {
  if (status === 'available') return null
  if (status === 'examined') return { text: pieceWords(locale)('examined'), tone: 'reserved' }
  const text = facetValue('availability', status)?.label[locale]
  return text === undefined ? null : { text, tone: status }
}

/** The maker stands above the name, which may begin or end with it. */
function withoutMaker(name: string, maker: string | undefined): string {
  if (maker === undefined) return name
  if (name.startsWith(`${maker} `)) return name.slice(maker.length + 1)
  return name.endsWith(`, ${maker}`) ? name.slice(0, -maker.length - 2) : name
}

/** An article: its topic, its title and its picture. */
export function cardOfArticle(
  { title, topic, image }: Pick<RootContent<'article'>, 'title' | 'topic' | 'image'>,
  { site }: Shop,
  locale: Locale,
): SocialCard {
  const kicker = topics[topic][locale]
  return { ...nothing, shop: site.name, kicker, title, picture: image ? pictureOf(image) : null }
}

/** A page without a picture of its own: its title, and what it is about. */
export function cardOfPage(
  { title, description }: Pick<RootContent<'page'>, 'title' | 'description'>,
  { site }: Shop,
): SocialCard {
  return { ...nothing, shop: site.name, title: title ?? site.name, facts: description ? [description] : [] }
}

/** For every page that has nothing of its own to show: what the shop is. */
export function cardOfShop({ site }: Shop, locale: Locale): SocialCard {
  return { ...nothing, shop: site.name, title: site.description[locale] }
}

const nothing = { kicker: null, facts: [], price: null, status: null, picture: null } as const

function pictureOf(picture: Picture): CardPicture {
  const { focus } = picture
  if (picture.from === 'own')
    return { from: 'own', name: decodeURIComponent(picture.name), ...(focus && { focus }) }
  return { from: 'storyblok', src: picture.src }
}
