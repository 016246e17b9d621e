import type { Bilingual, Locale } from '#app/language/locales.ts'
import {
  type Band,
  caratBands,
  decades,
  diameterBands,
  type Facet,
  type FacetId,
  type FacetValue,
  priceWord,
  rangeWords,
  ringSizes,
} from './facet-grammar.ts'

type Words = readonly [id: string, deSlug: string, deLabel: string, enLabel: string, enSlug?: string]

function value([id, deSlug, deLabel, enLabel, enSlug = id]: Words): FacetValue {
  return { id, slug: { de: deSlug, en: enSlug }, label: { de: deLabel, en: enLabel } }
}

function values(...rows: Words[]): FacetValue[] {
  return rows.map(value)
}

/** A figure that reads the same in both languages. */
function figure(id: string, unit = ''): FacetValue {
  const label = unit === '' ? id : `${id}\u00a0${unit}`
  return { id, slug: { de: id, en: id }, label: { de: label, en: label } }
}

function bandSlug(locale: Locale, [from, to]: Band): string {
  const words = rangeWords[locale]
  if (from === null) return `${words.upTo}-${to}`
  return to === null ? `${words.from}-${from}` : `${from}-${to}`
}

function band(limits: Band, unit: string, locales: Bilingual<(figure: number) => string>): FacetValue {
  const label = (locale: Locale) => {
    const [from, to] = limits
    const words = { de: { upTo: 'bis', from: 'ab' }, en: { upTo: 'up to', from: 'from' } }[locale]
    const text =
      from === null
        ? `${words.upTo} ${locales[locale](to ?? 0)}`
        : to === null
          ? `${words.from} ${locales[locale](from)}`
          : `${locales[locale](from)}–${locales[locale](to)}`
    return `${text}\u00a0${unit}`
  }
  return {
    id: bandSlug('en', limits),
    slug: { de: bandSlug('de', limits), en: bandSlug('en', limits) },
    label: { de: label('de'), en: label('en') },
  }
}

const plain: Bilingual<(figure: number) => string> = { de: String, en: String }
const decimals: Bilingual<(figure: number) => string> = {
  de: (figure) => String(figure).replace('.', ','),
  en: String,
}

/** Every facet in the order of the path's segments (product.md 2), with the words of both languages. */
export const facets: readonly Facet[] = [
  {
    id: 'type',
    slug: null,
    label: { de: 'Schmuckart', en: 'Type' },
    values: values(
      ['rings', 'ringe', 'Ringe', 'Rings'],
      ['earrings', 'ohrringe', 'Ohrringe', 'Earrings'],
      ['necklaces', 'halsketten', 'Halsketten', 'Necklaces'],
      ['bracelets', 'armbaender', 'Armbänder', 'Bracelets'],
      ['pendants', 'anhaenger', 'Anhänger', 'Pendants'],
      ['brooches', 'broschen', 'Broschen', 'Brooches'],
      ['coins-and-bars', 'muenzen-und-barren', 'Münzen und Barren', 'Coins and bars'],
    ),
  },
  {
    id: 'condition',
    slug: { de: 'zustand', en: 'condition' },
    label: { de: 'Zustand', en: 'Condition' },
    values: values(
      ['new', 'neu', 'Neu & ungetragen', 'New & unworn'],
      ['very-good', 'sehr-gut', 'Sehr gut', 'Very good'],
      ['good', 'gut', 'Gut', 'Good'],
      ['fair', 'befriedigend', 'Befriedigend', 'Fair'],
      ['incomplete', 'unvollstaendig', 'Unvollständig', 'Incomplete'],
    ),
  },
  {
    id: 'availability',
    slug: { de: 'verfuegbarkeit', en: 'availability' },
    label: { de: 'Verfügbarkeit', en: 'Availability' },
    values: values(
      ['available', 'verfuegbar', 'Verfügbar', 'Available'],
      ['reserved', 'reserviert', 'Reserviert', 'Reserved'],
      ['sold', 'verkauft', 'Verkauft', 'Sold'],
    ),
  },
  {
    id: 'year',
    slug: { de: 'baujahr', en: 'year' },
    label: { de: 'Baujahr', en: 'Year' },
    values: decades.map((decade) => ({
      id: `${decade}s`,
      slug: { de: `${decade}er`, en: `${decade}s` },
      label: { de: `${decade}er`, en: `${decade}s` },
    })),
  },
  {
    id: 'gender',
    slug: { de: 'fuer', en: 'for' },
    label: { de: 'Für', en: 'For' },
    values: values(
      ['ladies', 'damen', 'Damen', 'Ladies'],
      ['gents', 'herren', 'Herren', 'Gents'],
      ['unisex', 'unisex', 'Unisex', 'Unisex'],
    ),
  },
  {
    id: 'scope',
    slug: { de: 'lieferumfang', en: 'included' },
    label: { de: 'Lieferumfang', en: 'Included' },
    values: values(
      ['full-set', 'full-set', 'Full Set (Box und Papiere)', 'Full set (box and papers)'],
      ['box', 'box', 'Mit Box', 'With box'],
      ['papers', 'papiere', 'Mit Papieren', 'With papers'],
      ['none', 'ohne', 'Ohne Box und Papiere', 'Without box and papers'],
    ),
  },
  {
    id: 'case',
    slug: { de: 'gehaeuse', en: 'case' },
    label: { de: 'Gehäuse', en: 'Case' },
    values: values(
      ['steel', 'stahl', 'Stahl', 'Steel'],
      ['steel-gold', 'stahl-gold', 'Stahl/Gold', 'Steel and gold'],
      ['yellow-gold', 'gelbgold', 'Gelbgold', 'Yellow gold'],
      ['white-gold', 'weissgold', 'Weißgold', 'White gold'],
      ['rose-gold', 'rosegold', 'Roségold', 'Rose gold'],
      ['platinum', 'platin', 'Platin', 'Platinum'],
      ['titanium', 'titan', 'Titan', 'Titanium'],
      ['ceramic', 'keramik', 'Keramik', 'Ceramic'],
      ['silver', 'silber', 'Silber', 'Silver'],
      ['bronze', 'bronze', 'Bronze', 'Bronze'],
      ['carbon', 'carbon', 'Carbon', 'Carbon'],
      ['gold-plated', 'vergoldet', 'Vergoldet', 'Gold-plated'],
    ),
  },
  {
    id: 'diameter',
    slug: { de: 'durchmesser', en: 'diameter' },
    label: { de: 'Durchmesser', en: 'Diameter' },
    values: diameterBands.map((limits) => band(limits, 'mm', plain)),
  },
  {
    id: 'movement',
    slug: { de: 'aufzug', en: 'movement' },
    label: { de: 'Aufzug', en: 'Movement' },
    values: values(
      ['automatic', 'automatik', 'Automatik', 'Automatic'],
      ['manual', 'handaufzug', 'Handaufzug', 'Manual winding'],
      ['quartz', 'quarz', 'Quarz', 'Quartz'],
    ),
  },
  {
    id: 'dial',
    slug: { de: 'zifferblatt', en: 'dial' },
    label: { de: 'Zifferblatt', en: 'Dial' },
    values: values(
      ['black', 'schwarz', 'Schwarz', 'Black'],
      ['white', 'weiss', 'Weiß', 'White'],
      ['silver', 'silber', 'Silber', 'Silver'],
      ['grey', 'grau', 'Grau', 'Grey'],
      ['blue', 'blau', 'Blau', 'Blue'],
      ['green', 'gruen', 'Grün', 'Green'],
      ['champagne', 'champagner', 'Champagner', 'Champagne'],
      ['ivory', 'elfenbein', 'Elfenbein', 'Ivory'],
      ['mother-of-pearl', 'perlmutt', 'Perlmutt', 'Mother-of-pearl'],
      ['salmon', 'lachs', 'Lachs', 'Salmon'],
      ['burgundy', 'bordeaux', 'Bordeaux', 'Burgundy'],
      ['brown', 'braun', 'Braun', 'Brown'],
      ['red', 'rot', 'Rot', 'Red'],
      ['pink', 'rosa', 'Rosa', 'Pink'],
      ['yellow', 'gelb', 'Gelb', 'Yellow'],
      ['orange', 'orange', 'Orange', 'Orange'],
      ['turquoise', 'tuerkis', 'Türkis', 'Turquoise'],
      ['skeleton', 'skelettiert', 'Skelettiert', 'Skeleton'],
    ),
  },
  {
    id: 'bracelet',
    slug: { de: 'armband', en: 'bracelet' },
    label: { de: 'Armband', en: 'Bracelet' },
    values: values(
      ['steel', 'stahl', 'Stahl', 'Steel'],
      ['steel-gold', 'stahl-gold', 'Stahl/Gold', 'Steel and gold'],
      ['gold', 'gold', 'Gold', 'Gold'],
      ['platinum', 'platin', 'Platin', 'Platinum'],
      ['titanium', 'titan', 'Titan', 'Titanium'],
      ['ceramic', 'keramik', 'Keramik', 'Ceramic'],
      ['leather', 'leder', 'Leder', 'Leather'],
      ['rubber', 'kautschuk', 'Kautschuk', 'Rubber'],
      ['textile', 'textil', 'Textil', 'Textile'],
    ),
  },
  {
    id: 'complication',
    slug: { de: 'funktion', en: 'complication' },
    label: { de: 'Funktion', en: 'Complication' },
    values: values(
      ['date', 'datum', 'Datum', 'Date'],
      ['day', 'wochentag', 'Wochentag', 'Day of the week'],
      ['small-seconds', 'kleine-sekunde', 'Kleine Sekunde', 'Small seconds'],
      ['chronograph', 'chronograph', 'Chronograph', 'Chronograph'],
      ['gmt', 'gmt', 'GMT', 'GMT'],
      ['world-time', 'weltzeit', 'Weltzeit', 'World time'],
      ['power-reserve', 'gangreserve', 'Gangreserve', 'Power reserve'],
      ['alarm', 'wecker', 'Wecker', 'Alarm'],
      ['moon-phase', 'mondphase', 'Mondphase', 'Moon phase'],
      ['annual-calendar', 'jahreskalender', 'Jahreskalender', 'Annual calendar'],
      ['perpetual-calendar', 'ewiger-kalender', 'Ewiger Kalender', 'Perpetual calendar'],
      ['minute-repeater', 'minutenrepetition', 'Minutenrepetition', 'Minute repeater'],
      ['tourbillon', 'tourbillon', 'Tourbillon', 'Tourbillon'],
    ),
  },
  {
    id: 'metal',
    slug: { de: 'material', en: 'metal' },
    label: { de: 'Material', en: 'Metal' },
    values: values(
      ['yellow-gold', 'gelbgold', 'Gelbgold', 'Yellow gold'],
      ['white-gold', 'weissgold', 'Weißgold', 'White gold'],
      ['rose-gold', 'rosegold', 'Roségold', 'Rose gold'],
      ['two-tone-gold', 'bicolor-gold', 'Bicolor-Gold', 'Two-tone gold'],
      ['fine-gold', 'feingold', 'Feingold', 'Fine gold'],
      ['platinum', 'platin', 'Platin', 'Platinum'],
      ['palladium', 'palladium', 'Palladium', 'Palladium'],
      ['silver', 'silber', 'Silber', 'Silver'],
      ['titanium', 'titan', 'Titan', 'Titanium'],
      ['steel', 'stahl', 'Stahl', 'Steel'],
    ),
  },
  {
    id: 'fineness',
    slug: { de: 'feingehalt', en: 'fineness' },
    label: { de: 'Feingehalt', en: 'Fineness' },
    values: ['333', '375', '585', '750', '800', '835', '900', '916', '925', '950', '986', '999'].map((id) =>
      figure(id),
    ),
  },
  {
    id: 'gemstone',
    slug: { de: 'edelstein', en: 'gemstone' },
    label: { de: 'Edelstein', en: 'Gemstone' },
    values: values(
      ['diamond', 'diamant', 'Diamant', 'Diamond'],
      // "Diamant" alone means natural (trade-and-law 3): the grown ones have a word of their own
      [
        'laboratory-grown-diamond',
        'synthetischer-diamant',
        'Synthetischer Diamant',
        'Laboratory-grown diamond',
      ],
      ['ruby', 'rubin', 'Rubin', 'Ruby'],
      ['sapphire', 'saphir', 'Saphir', 'Sapphire'],
      ['emerald', 'smaragd', 'Smaragd', 'Emerald'],
      ['pearl', 'perle', 'Perle', 'Pearl'],
      ['alexandrite', 'alexandrit', 'Alexandrit', 'Alexandrite'],
      ['amber', 'bernstein', 'Bernstein', 'Amber'],
      ['amethyst', 'amethyst', 'Amethyst', 'Amethyst'],
      ['aquamarine', 'aquamarin', 'Aquamarin', 'Aquamarine'],
      ['chalcedony', 'chalzedon', 'Chalzedon', 'Chalcedony'],
      ['citrine', 'citrin', 'Citrin', 'Citrine'],
      ['coral', 'koralle', 'Koralle', 'Coral'],
      ['cubic-zirconia', 'zirkonia', 'Zirkonia', 'Cubic zirconia'],
      ['garnet', 'granat', 'Granat', 'Garnet'],
      ['jade', 'jade', 'Jade', 'Jade'],
      ['lapis-lazuli', 'lapislazuli', 'Lapislazuli', 'Lapis lazuli'],
      ['moonstone', 'mondstein', 'Mondstein', 'Moonstone'],
      ['onyx', 'onyx', 'Onyx', 'Onyx'],
      ['opal', 'opal', 'Opal', 'Opal'],
      ['peridot', 'peridot', 'Peridot', 'Peridot'],
      ['quartz', 'quarz', 'Quarz', 'Quartz'],
      ['spinel', 'spinell', 'Spinell', 'Spinel'],
      ['tanzanite', 'tansanit', 'Tansanit', 'Tanzanite'],
      ['topaz', 'topas', 'Topas', 'Topaz'],
      ['tourmaline', 'turmalin', 'Turmalin', 'Tourmaline'],
      ['turquoise', 'tuerkis', 'Türkis', 'Turquoise'],
      ['zircon', 'zirkon', 'Zirkon', 'Zircon'],
    ),
  },
  {
    id: 'cut',
    slug: { de: 'schliff', en: 'cut' },
    label: { de: 'Schliff', en: 'Cut' },
    values: values(
      ['round-brilliant', 'brillant', 'Brillant', 'Round brilliant'],
      ['old-cut', 'altschliff', 'Altschliff', 'Old cut'],
      ['single-cut', 'achtkant', 'Achtkant', 'Single cut'],
      ['rose-cut', 'rosenschliff', 'Rosenschliff', 'Rose cut'],
      ['emerald-cut', 'smaragdschliff', 'Smaragdschliff', 'Emerald cut'],
      ['asscher', 'asscher', 'Asscher', 'Asscher'],
      ['baguette', 'baguette', 'Baguette', 'Baguette'],
      ['briolette', 'briolette', 'Briolette', 'Briolette'],
      ['cabochon', 'cabochon', 'Cabochon', 'Cabochon'],
      ['carre', 'carre', 'Carré', 'Carré'],
      ['cushion', 'kissen', 'Kissen', 'Cushion'],
      ['heart', 'herz', 'Herz', 'Heart'],
      ['marquise', 'navette', 'Navette', 'Marquise'],
      ['oval', 'oval', 'Oval', 'Oval'],
      ['pear', 'tropfen', 'Tropfen', 'Pear'],
      ['princess', 'princess', 'Princess', 'Princess'],
      ['radiant', 'radiant', 'Radiant', 'Radiant'],
      ['round', 'rund', 'Rund', 'Round'],
      ['step-cut', 'treppenschliff', 'Treppenschliff', 'Step cut'],
      ['trillion', 'trillant', 'Trillant', 'Trillion'],
    ),
  },
  {
    id: 'carat-weight',
    slug: { de: 'caratgewicht', en: 'carat-weight' },
    label: { de: 'Caratgewicht', en: 'Carat weight' },
    values: caratBands.map((limits) => band(limits, 'ct', decimals)),
  },
  {
    id: 'ring-size',
    slug: { de: 'ringgroesse', en: 'ring-size' },
    label: { de: 'Ringgröße', en: 'Ring size' },
    values: ringSizes.map((size) => figure(String(size))),
  },
  {
    id: 'era',
    slug: { de: 'epoche', en: 'era' },
    label: { de: 'Epoche', en: 'Era' },
    values: values(
      ['victorian', 'viktorianisch', 'Viktorianisch', 'Victorian'],
      ['art-nouveau', 'jugendstil', 'Jugendstil', 'Art Nouveau'],
      ['art-deco', 'art-deco', 'Art déco', 'Art Deco'],
      ['retro', 'retro', 'Retro', 'Retro'],
      ['modern', 'modern', 'Modern', 'Modern'],
    ),
  },
]

const facetsById = new Map<string, Facet>(facets.map((facet) => [facet.id, facet]))

export function facet(id: FacetId): Facet {
  const found = facetsById.get(id)
  if (!found) throw new Error(`No facet "${id}"`)
  return found
}

const valuesById = new Map<string, FacetValue>(
  facets.flatMap((each) => each.values.map((one) => [`${each.id} ${one.id}`, one] as const)),
)

/** The word of a facet's value, `null` for an id that is none of its values. */
export function facetValue(id: FacetId, valueId: string): FacetValue | null {
  return valuesById.get(`${id} ${valueId}`) ?? null
}

/** The ids a facet may have, for parsing pieces and for the database's checks. */
export function facetValueIds(id: FacetId): [string, ...string[]] {
  return facet(id).values.map((each) => each.id) as [string, ...string[]]
}

/**
 * Whether a maker's or model's slug would be read as a word of the grammar: such a name could never be
 * reached, so it is refused when it is entered.
 */
export function isListingWord(slug: string): boolean {
  return (
    facets.some((each) => {
      const words = each.slug
      if (words === null) return each.values.some((one) => one.slug.de === slug || one.slug.en === slug)
      return slug.startsWith(`${words.de}-`) || slug.startsWith(`${words.en}-`)
    }) ||
    slug.startsWith(`${priceWord.slug.de}-`) ||
    slug.startsWith(`${priceWord.slug.en}-`)
  )
}
