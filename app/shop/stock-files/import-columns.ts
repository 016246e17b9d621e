import type { Bilingual, Locale } from '#app/language/locales.ts'
import type { Attribute } from '#app/shop/catalogue/attributes/attribute.ts'
import type { Column } from '#app/shop/catalogue/attributes/columns.ts'
import { attributes } from '#app/shop/catalogue/attributes/registry.ts'
import { yearsOf } from '#app/shop/catalogue/attributes/year.ts'
import type { PieceKind } from '#app/shop/catalogue/types.ts'
import * as cells from './cells.ts'

/** A piece's row as `pieceRows` reads it: the columns of product, its names, and what only staff see. */
export type PieceRow = Readonly<Record<string, unknown>>

/** One column of a spreadsheet or CSV file of pieces: what an import understands and an export writes. */
export type PieceField = {
  id: string
  label: Bilingual
  /** Further headings that it is known by. */
  also?: readonly string[]
  /** Pieces of other kinds have none. */
  kinds?: readonly PieceKind[]
  // biome-ignore lint/suspicious/noExplicitAny: a list holds fields of all kinds of values
  read: cells.ReadCell<any>
  /** The columns of `product` that a value is written to; names and what staff alone see are written by themselves. */
  write?(value: unknown): Record<string, unknown>
  /** The column of bilingual words that it is one side of. */
  words?: { column: string; side: Locale }
  /** How a piece's own is written; never for what an export must not tell. */
  show?(row: PieceRow, writing: cells.Writing): string
}

const kinds: readonly cells.Choice[] = [
  { id: 'watch', label: { de: 'Uhr', en: 'Watch' }, also: ['Uhren', 'Armbanduhr', 'Watches', 'Wristwatch'] },
  { id: 'jewellery', label: { de: 'Schmuck', en: 'Jewellery' }, also: ['Schmuckstück', 'Jewelry'] },
  {
    id: 'bullion',
    label: { de: 'Edelmetall', en: 'Bullion' },
    also: ['Münze', 'Münzen', 'Barren', 'Münzen und Barren', 'Coin', 'Coins', 'Bar', 'Bars'],
  },
]
const taxes: readonly cells.Choice[] = [
  {
    id: 'margin_25a',
    label: { de: 'Differenzbesteuert (§ 25a)', en: 'Margin scheme (§ 25a)' },
    also: [
      '25a',
      '§ 25a',
      '§ 25a UStG',
      'Differenz',
      'differenzbesteuert',
      'Differenzbesteuerung',
      'margin',
      'margin scheme',
    ],
  },
  {
    id: 'standard_19',
    label: { de: 'Regelbesteuert (19 %)', en: 'Standard rate (19 %)' },
    also: ['19', '19%', '19 %', 'regelbesteuert', 'Regelbesteuerung', 'standard', 'MwSt', 'VAT'],
  },
  {
    id: 'investment_gold_25c',
    label: { de: 'Anlagegold, steuerfrei (§ 25c)', en: 'Investment gold, exempt (§ 25c)' },
    also: ['25c', '§ 25c', '§ 25c UStG', 'Anlagegold', 'steuerfrei', 'investment gold', 'exempt'],
  },
]
export const kindChoices = kinds
export const taxChoices = taxes

const text = (row: PieceRow, column: string) => (row[column] === null ? '' : String(row[column] ?? ''))
const number = (value: unknown, { decimals }: cells.Writing) =>
  value === null || value === undefined
    ? ''
    : decimals === 'comma'
      ? String(Number(value)).replace('.', ',')
      : String(Number(value))
const amount = (cents: unknown, { decimals }: cells.Writing) =>
  cents === null || cents === undefined
    ? ''
    : (Number(cents) / 100).toFixed(2).replace('.', decimals === 'comma' ? ',' : '.')
const label = (choices: readonly cells.Choice[], id: unknown, { locale }: cells.Writing) =>
  choices.find((each) => each.id === id)?.label[locale] ?? (id === null || id === undefined ? '' : String(id))
const sides: readonly { side: Locale; names: Bilingual }[] = [
  { side: 'de', names: { de: 'deutsch', en: 'German' } },
  { side: 'en', names: { de: 'englisch', en: 'English' } },
]

/** The German and the English side of words, each a field. */
function bothSides(
  id: string,
  its: Bilingual,
  column: string,
  longest: number,
  given: Partial<PieceField> = {},
) {
  return sides.map(({ side, names }): PieceField => {
    const short = side.toUpperCase()
    return {
      ...given,
      id: `${id}-${side}`,
      label: { de: `${its.de} (${names.de})`, en: `${its.en} (${names.en})` },
      also: [its.de, its.en].flatMap((word) => [
        ...[
          `${word} ${short}`,
          `${word} ${names.de}`,
          `${word} ${names.en}`,
          `${names.en} ${word}`,
          `${names.de}e ${word}`,
        ],
        ...[`${names.de}er ${word}`, ...(side === 'de' ? [word] : [])],
      ]),
      read: cells.words(longest),
      words: { column, side },
      show: (row) => (row[column] as Bilingual | null)?.[side] ?? '',
    }
  })
}

const base: readonly PieceField[] = [
  {
    id: 'stock',
    label: { de: 'Lagernummer', en: 'Stock number' },
    also: [
      'Bestandsnummer',
      'Lagernr',
      'Artikelnummer',
      'Artikelnr',
      'Nummer',
      'Nr',
      'ID',
      'Stock no',
      'SKU',
      'Number',
      'Item number',
    ],
    read: cells.stockNumber,
    show: (row) => text(row, 'id'),
  },
  {
    id: 'own',
    label: { de: 'Eigene Nummer', en: 'Own number' },
    also: ['Alte Nummer', 'Interne Nummer', 'Interne Nr', 'Old number', 'Internal number', 'Former number'],
    read: cells.words(60),
    show: (row) => text(row, 'own_number'),
  },
  {
    id: 'kind',
    label: { de: 'Warenart', en: 'Kind' },
    also: ['Art', 'Warengruppe', 'Kategorie', 'Category', 'Group', 'Product type'],
    read: cells.oneOf(kinds),
    show: (row, writing) => label(kinds, row.kind, writing),
  },
  {
    id: 'brand',
    label: { de: 'Marke', en: 'Brand' },
    also: ['Hersteller', 'Marke/Hersteller', 'Maker', 'Make', 'Manufacturer'],
    read: cells.words(80),
    show: (row) => text(row, 'brand'),
  },
  {
    id: 'model',
    label: { de: 'Modell', en: 'Model' },
    also: ['Modellname', 'Model name'],
    read: cells.words(80),
    show: (row) => text(row, 'model'),
  },
  {
    id: 'reference',
    label: { de: 'Referenz', en: 'Reference' },
    also: ['Referenznummer', 'Ref', 'Ref.', 'Referenz-Nr', 'Reference number', 'Ref no'],
    read: cells.words(80),
    show: (row) => text(row, 'reference'),
  },
  ...bothSides('name', { de: 'Name', en: 'Name' }, 'name', 200, {}).map((field) =>
    field.id === 'name-de'
      ? { ...field, also: [...(field.also ?? []), 'Bezeichnung', 'Titel', 'Artikel', 'Title', 'Item'] }
      : { ...field, also: [...(field.also ?? []), 'Title EN', 'Titel EN', 'Bezeichnung EN'] },
  ),
  ...bothSides('description', { de: 'Beschreibung', en: 'Description' }, 'description', 20_000),
  {
    id: 'price',
    label: { de: 'Preis', en: 'Price' },
    also: [
      'Verkaufspreis',
      'VK',
      'VK-Preis',
      'Preis EUR',
      'Preis in EUR',
      'Preis €',
      'Selling price',
      'Price EUR',
      'Retail price',
    ],
    read: cells.euros({ min: 1, max: 2_000_000_000 }),
    write: (value) => ({ price_cents: value }),
    show: (row, writing) => amount(row.price_cents, writing),
  },
  {
    id: 'tax',
    label: { de: 'Besteuerung', en: 'Tax' },
    also: ['Steuer', 'Steuerart', 'Steuersatz', 'Tax mode', 'Taxation'],
    read: cells.oneOf(taxes),
    write: (value) => ({ tax_mode: value }),
    show: (row, writing) => label(taxes, row.tax_mode, writing),
  },
  {
    id: 'cost',
    label: { de: 'Einkaufspreis', en: 'Cost' },
    also: ['EK', 'EK-Preis', 'Einkauf', 'Einstandspreis', 'Purchase price', 'Cost price', 'Buying price'],
    read: cells.euros({ min: 0, max: 2_000_000_000 }),
    show: (row, writing) => amount(row.cost_cents, writing),
  },
  {
    id: 'acquired',
    label: { de: 'Angekauft am', en: 'Acquired on' },
    also: [
      'Einkaufsdatum',
      'Ankaufsdatum',
      'EK-Datum',
      'Kaufdatum',
      'Purchase date',
      'Date of purchase',
      'Acquired',
    ],
    read: cells.day,
    show: (row) => text(row, 'acquired_on'),
  },
  {
    id: 'serial',
    label: { de: 'Seriennummer', en: 'Serial number' },
    also: ['Serien-Nr', 'Seriennr', 'Gehäusenummer', 'Serial', 'Serial no', 'Case number'],
    kinds: ['watch'],
    read: cells.words(60),
  },
]

/** The figures that `numeric(p, s)` and `smallint` columns may hold. */
function figureOf({ definition }: Column): cells.ReadCell<number> {
  const [, whole = '5', decimals = '0'] = /^numeric\((\d+), (\d+)\)/.exec(definition) ?? []
  const [, min, max] = /between (-?[\d.]+) and (-?[\d.]+)/.exec(definition) ?? []
  const [, above] = /> (-?[\d.]+)/.exec(definition) ?? []
  const most = 10 ** (Number(whole) - Number(decimals)) - 1
  const limits =
    min !== undefined && max !== undefined ? { min: Number(min), max: Number(max) } : { min: 0, max: most }
  return cells.figure(
    above === undefined ? limits : { min: 10 ** -Number(decimals), max: most },
    Number(decimals),
  )
}

/** The columns of attributes that are more than their attribute's own value. */
const partLabels: Record<string, Bilingual> = {
  resizable_up_mm: { de: 'Weiter um (mm)', en: 'Can be widened (mm)' },
  resizable_down_mm: { de: 'Enger um (mm)', en: 'Can be tightened (mm)' },
  serviced_on: { de: 'Letzter Service', en: 'Last service' },
  serviced_by: { de: 'Service durch', en: 'Serviced by' },
  water_resistance_bar: { de: 'Wasserdicht (bar)', en: 'Water resistance (bar)' },
  water_tested_on: { de: 'Dichtheit geprüft', en: 'Water resistance tested' },
  report_lab: { de: 'Gutachten von', en: 'Report by' },
  report_number: { de: 'Gutachtennummer', en: 'Report number' },
  scope_notes: { de: 'Bemerkung zum Lieferumfang', en: 'Notes on what is included' },
  case_material: { de: 'Gehäusematerial', en: 'Case material' },
}
/** What lists call them besides. */
const otherHeadings: Record<string, readonly string[]> = {
  condition: ['Erhaltung', 'Grade'],
  diameter_mm: ['Durchmesser mm', 'Größe', 'Size', 'Diameter mm'],
  weight_grams: ['Gewicht g', 'Gewicht in g', 'Weight g'],
  ring_size_mm: ['Ringweite', 'RW'],
  jewellery_type: ['Art des Schmucks', 'Jewellery type', 'Schmuckart'],
  movement: ['Werk', 'Uhrwerk'],
  case_material: ['Gehäuse', 'Case'],
  metal: ['Metall', 'Legierung'],
  fineness: ['Feinheit', 'Legierung'],
  water_tested_on: ['Dichtigkeit geprüft'],
  scope: ['Box/Papiere', 'Box und Papiere', 'Box & papers'],
  year: ['Jahr', 'Year of production', 'Entstehungsjahr'],
}

function ofColumn(attribute: Attribute, column: Column): PieceField[] {
  const { name, definition } = column
  const its = partLabels[name] ?? attribute.label
  const kinds: readonly PieceKind[] | undefined =
    name === 'metal'
      ? ['jewellery', 'bullion']
      : attribute.part === 'piece' || attribute.part === undefined
        ? undefined
        : [attribute.part]
  const known = { ...(kinds && { kinds }) }
  if (definition.startsWith('bilingual')) return bothSides(name, its, name, 2_000, known)
  const write = (value: unknown) => ({ [name]: value })
  const field = (read: PieceField['read'], show: NonNullable<PieceField['show']>): PieceField[] => [
    { id: name, label: its, also: otherHeadings[name] ?? [], ...known, read, write, show },
  ]
  const ids = [...definition.matchAll(/'([\w-]+)'/g)].map(([, id = '']) => id)
  const choices = ids.map((id): cells.Choice => {
    const found = attribute.filter?.values?.find((each) => each.id === id)
    const also = found ? [found.slug.de, found.slug.en, ...Object.values(found.one ?? {})] : []
    return { id, label: found?.label ?? { de: id, en: id }, also }
  })
  if (definition.startsWith('text[]') && choices.length > 0)
    return field(cells.someOf(choices), (row, writing) =>
      ((row[name] as string[] | null) ?? []).map((id) => label(choices, id, writing)).join('; '),
    )
  if (definition.startsWith('text[]'))
    return field(cells.several, (row) => ((row[name] as string[] | null) ?? []).join('; '))
  if (definition.startsWith('partial_date')) return field(cells.partialDate, (row) => text(row, name))
  if (definition.startsWith('boolean'))
    return field(cells.yesNo, (row, { locale }) =>
      row[name] === null ? '' : ({ de: ['Nein', 'Ja'], en: ['No', 'Yes'] }[locale][row[name] ? 1 : 0] ?? ''),
    )
  if (/^(?:numeric|smallint)/.test(definition))
    return field(figureOf(column), (row, writing) => number(row[name], writing))
  if (choices.length > 0)
    return field(cells.oneOf(choices), (row, writing) => label(choices, row[name], writing))
  return field(cells.words(200), (row) => text(row, name))
}

/** The years of a piece are three columns and one field. */
const year: PieceField = {
  id: 'year',
  label: { de: 'Baujahr', en: 'Year' },
  also: otherHeadings.year ?? [],
  read: cells.years,
  write: (value) => {
    const { from, to, circa } = value as { from: number; to: number; circa: boolean }
    return { year_from: from, year_to: to, year_circa: circa }
  },
  show: ({ year_from: from, year_to: to, year_circa: circa }, { locale }) =>
    typeof from === 'number' && typeof to === 'number'
      ? yearsOf({ from, to, circa: circa === true }, locale)
      : '',
}

const derived = (attributes as readonly Attribute[]).flatMap((attribute): PieceField[] => {
  if (attribute.id === 'year') return [year]
  return attribute.source.columns
    .filter(({ table, from, name }) => table === 'product' && from === undefined && name !== 'serial_masked')
    .flatMap((column) => ofColumn(attribute, column))
})

/** The branch stands last; its values are the shop's branches. */
export function pieceFields(branches: readonly { id: string; name: string }[]): PieceField[] {
  const choices = branches.map(
    ({ id, name }): cells.Choice => ({
      id,
      label: { de: name, en: name },
      also: [name.replace(/^\S+\s/, '')],
    }),
  )
  return [
    ...base,
    ...derived,
    {
      id: 'branch',
      label: { de: 'Filiale', en: 'Branch' },
      also: ['Standort', 'Lagerort', 'Location', 'Shop'],
      read: cells.oneOf(choices),
      write: (value) => ({ branch_id: value }),
      show: (row, writing) => label(choices, row.branch_id, writing),
    },
  ]
}
