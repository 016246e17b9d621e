import { formatDate, formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { derivedOnce } from '#app/platform/derived-once.ts'
import { conditionMeanings, type Wearing } from '#app/shop/catalogue/attributes/condition.ts'
import { yearsOf } from '#app/shop/catalogue/attributes/year.ts'
import { facet, facetValue } from '#app/shop/catalogue/facets.ts'
import { normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { listingPath } from '#app/shop/catalogue/listing-path.ts'
import { listingWords } from '#app/shop/catalogue/listing-words.ts'
import { firstFacts, pieceFacts, pieceParagraphs, pieceSubtitle } from '#app/shop/catalogue/piece-facts.ts'
import { fullName } from '#app/shop/catalogue/piece-title.ts'
import { pieceWords } from '#app/shop/catalogue/piece-words.ts'
import { ringSizeOf } from '#app/shop/catalogue/ring-size.ts'
import { testSheetView } from '#app/shop/catalogue/test-sheet-view.ts'
import type { PiecePhotoWithRole, ProductDetail } from '#app/shop/catalogue/types.ts'
import type { Branch } from '#app/shop/settings/settings.ts'
import type { Crumb } from '#app/ui/Breadcrumbs.tsx'
import { fitting, joinFitting, longest, shorterNames } from '../fit-text.ts'

export type GalleryPhoto = Omit<PiecePhotoWithRole, 'alt'> & {
  alt: string
  /** x and y in thousandths of its width and height. */
  flaws: { number: number; x: number; y: number; text: string }[]
}

/** A piece as its page shows it, in one language and in words. */
export type ProductView = ReturnType<typeof productView>

function productView(piece: ProductDetail, branch: Branch | undefined, locale: Locale) {
  const words = pieceWords(locale)
  return {
    id: piece.id,
    kind: piece.kind,
    status: piece.status,
    name: piece.name[locale],
    brand: piece.brand && {
      name: piece.brand.name,
      href: listingPath(
        locale,
        normaliseFilters({ department: piece.department, brands: [piece.brand.slug] }),
      ),
    },
    subtitle: pieceSubtitle(piece, locale),
    crumbs: crumbsOf(piece, locale),
    /** Where one can ask to be told of pieces like this one: at the narrowest listing above it. */
    alike: alertLinkOf(piece, locale),
    cents: piece.priceCents,
    lowestCents: piece.reduction?.lowestCents ?? null,
    /** Only of a reduced piece, newest first. */
    history: piece.reduction
      ? piece.priceHistory
          .map(({ priceCents, since }) => ({ cents: priceCents, since: formatDate(since, locale) }))
          .reverse()
      : [],
    tax: words(`tax.${piece.taxMode}`),
    conditionAndScope: conditionAndScope(piece, locale),
    condition: conditionOf(piece, locale),
    description: pieceParagraphs(piece, locale),
    ...factsOf(piece, locale),
    ringSize: piece.jewellery?.ringSize == null ? null : ringSizeOf(piece.jewellery.ringSize),
    sheet: piece.testSheet && testSheetView(piece, piece.testSheet, locale),
    trust: {
      title: words('trust.title'),
      /** How it was examined; what no sheet shows is not claimed. */
      text: isExamined(piece) ? words(`trust.${piece.kind}`) : null,
      report: piece.report && words('trust.report', { lab: piece.report.lab }),
      collect:
        branch === undefined
          ? null
          : words('trust.collect', { branch: branch.name, street: branch.street, city: branch.city }),
    },
    battery: piece.watch?.movement === 'quartz' ? words('battery') : null,
    city: branch?.city ?? null,
    photos: piece.photos.map(
      (photo): GalleryPhoto => ({
        ...photo,
        alt: photo.alt[locale],
        flaws: piece.flaws
          .filter((flaw) => flaw.photo === photo.id)
          .map(({ number, x, y, text }) => ({ number, x, y, text: text[locale] })),
      }),
    ),
  }
}

/** What decides, and all else in its groups: nothing is said twice. */
function factsOf(piece: ProductDetail, locale: Locale) {
  const first = firstFacts(piece, locale)
  const said = (fact: { label: string; text: string }) =>
    first.some(({ label, text }) => label === fact.label && text === fact.text)
  return {
    firstFacts: first,
    facts: pieceFacts(piece, locale)
      .map(({ title, facts }) => ({ title, facts: facts.filter((fact) => !said(fact)) }))
      .filter(({ facts }) => facts.length > 0),
  }
}

/** Below its price: „Sehr gut, mit Box und Papieren“. Of jewels only what there is: most never had a box. */
function conditionAndScope(piece: ProductDetail, locale: Locale): string | null {
  const grade = facetValue('condition', piece.condition)?.label[locale]
  const scope = piece.kind !== 'watch' && piece.scope === 'none' ? null : piece.scope
  const included = scope && facetValue('scope', scope)?.phrase?.[locale]?.after
  return grade === undefined ? null : [grade, included].filter(Boolean).join(', ')
}

/**
 * The title of a piece for the window and for search results: two pieces of one reference are told apart by their stock numbers.
 * Where there is no room for all, the year goes first, then the reference, then what a name adds.
 */
function productPageTitle(piece: ProductDetail, locale: Locale, room = longest.title): string {
  const words = pieceWords(locale)
  const years = piece.years && yearsOf(piece.years, locale)
  const titles = namesOf(piece, locale).flatMap((name) =>
    [[name, piece.reference?.number, years], [name, piece.reference?.number], [name]].map((parts) =>
      words('meta.title', { title: parts.filter(Boolean).join(', '), id: piece.id }),
    ),
  )
  return fitting(titles, room)
}

/** What a piece may be called, the longest first: its name, without its additions, its maker and model, its kind. */
function namesOf(piece: ProductDetail, locale: Locale): string[] {
  const { brand, model, jewellery, kind, department } = piece
  const type = facetValue('type', kind === 'bullion' ? 'coins-and-bars' : (jewellery?.type ?? ''))
  return [
    ...shorterNames(fullName(piece, locale)),
    ...(brand && model ? [`${brand.name} ${model.name}`] : []),
    ...(brand ? [brand.name] : []),
    type?.label[locale] ?? listingWords(locale)(`departments.${department}`),
  ]
}

export function productDescription(piece: ProductDetail, locale: Locale): string {
  const words = pieceWords(locale)
  const facts = [
    piece.reference && `${words('labels.reference')} ${piece.reference.number}`,
    piece.years && yearsOf(piece.years, locale),
    piece.jewellery?.ringSize != null && `${words('labels.ringSize')} ${piece.jewellery.ringSize}`,
    piece.metal && facetValue('metal', piece.metal)?.label[locale],
  ]
  const known = facts.filter((fact): fact is string => Boolean(fact))
  const offer =
    piece.status === 'sold' || piece.status === 'examined'
      ? [words(`meta.${piece.status}`)]
      : [
          words(piece.kind === 'bullion' ? 'meta.price' : 'meta.offer', {
            condition: (facetValue('condition', piece.condition)?.label[locale] ?? '').toLocaleLowerCase(
              locale,
            ),
            price: formatPrice(piece.priceCents, locale),
          }),
          ...(isExamined(piece) ? [words(`meta.checked.${piece.kind}`)] : []),
        ]
  // What it costs matters more than the last of its facts, how it was examined less than all of them.
  const [essential = ''] = offer
  const leads = namesOf(piece, locale).flatMap((name) =>
    [...known.keys(), known.length].toReversed().map((count) => {
      const said = known.slice(0, count).join(', ')
      return said === '' ? `${name}.` : `${name}: ${said}.`
    }),
  )
  return joinFitting([fitting(leads, longest.description - essential.length - 1), ...offer])
}

/** For the piece's own page: worked out once for each object of the piece (`shownProduct`). */
export const shownView = derivedOnce(productView)
export const shownTitle = derivedOnce(productPageTitle)
export const shownDescription = derivedOnce(productDescription)

/** The names on the path to a piece: “Watches”, “Rolex”, “Submariner”. */
export function productTrail(piece: ProductDetail, locale: Locale): string[] {
  return crumbsOf(piece, locale).map((crumb) => {
    if ('label' in crumb) return crumb.label
    const name = listingWords(locale)(`departments.${crumb.department}`)
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  })
}

/** Department, then type, maker and model as far as they are known. */
function crumbsOf(piece: ProductDetail, locale: Locale): Crumb[] {
  const { department } = piece
  const to = (choice: Omit<Parameters<typeof normaliseFilters>[0], 'department'>) =>
    listingPath(locale, normaliseFilters({ department, ...choice }))
  const crumbs: Crumb[] = [{ department, href: pathTo(locale, department) }]
  const type = piece.kind === 'bullion' ? 'coins-and-bars' : piece.jewellery?.type
  const typeLabel = type && facetValue('type', type)?.label[locale]
  if (type && typeLabel) crumbs.push({ label: typeLabel, href: to({ facets: { type: [type] } }) })
  if (piece.brand) {
    const brands = [piece.brand.slug]
    crumbs.push({ label: piece.brand.name, href: to({ brands }) })
    if (piece.model) {
      crumbs.push({ label: piece.model.name, href: to({ brands, models: [piece.model.slug] }) })
    }
  }
  return crumbs
}

/** Where a piece's own listing tells of the next one: what the narrowest listing above it asks at its end. */
function alertLinkOf(piece: ProductDetail, locale: Locale): string {
  const narrowest = crumbsOf(piece, locale).at(-1)?.href
  const all = pathTo(locale, piece.department)
  // Of all that a department has, nobody asks to be told.
  return narrowest === undefined || narrowest === all ? all : `${narrowest}#alert`
}

/** The scale from worst to best, so that further right is better. Null: none yet, of a piece that is not on sale. */
function conditionOf(piece: ProductDetail, locale: Locale) {
  const wearing = wearingOf(piece)
  const grades = facet('condition').values.map(({ id, label, meaning }) => ({
    id,
    grade: label[locale],
    meaning: conditionMeanings[id]?.[wearing][locale] ?? meaning?.[locale] ?? '',
  }))
  const at = grades.findIndex((grade) => grade.id === piece.condition)
  const here = grades[at]
  if (!here) return null
  return {
    grade: here.grade,
    level: grades.length - at,
    meaning: here.meaning,
    notes: piece.conditionNotes?.[locale] ?? null,
    /** A known defect, to be agreed to at the checkout. */
    defect: piece.defect?.[locale] ?? null,
    scale: grades.map(({ grade, meaning }) => ({ grade, meaning })),
  }
}

/** How a piece wears: a strand of pearls otherwise than a chain, whatever its clasp is of. */
function wearingOf({ kind, jewellery, stones }: ProductDetail): Wearing {
  if (kind !== 'jewellery') return kind
  if (jewellery?.type === 'rings') return 'ring'
  const isChain = ['necklaces', 'bracelets', 'anklets'].includes(jewellery?.type ?? '')
  if (isChain && stones.some(({ stone, count }) => stone === 'pearl' && (count ?? 0) > 9)) return 'pearls'
  return isChain ? 'chain' : 'jewel'
}

/** Whether its sheet shows what is said of the examination of such a piece. */
function isExamined({ kind, testSheet, stones }: ProductDetail): boolean {
  if (testSheet === null) return false
  const { timing, alloy, stones: looked, weight } = testSheet.content
  if (kind === 'watch') return timing !== null
  if (kind === 'bullion') return weight !== null
  return alloy.length > 0 && (stones.length === 0 || looked !== null)
}
