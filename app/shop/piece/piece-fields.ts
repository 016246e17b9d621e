import type { Bilingual, Locale } from '#app/language/locales.ts'
import type { Input } from '#app/shop/catalogue/attributes/columns.ts'
import { columnFields } from '#app/shop/catalogue/attributes/form-fields.ts'
import {
  type FieldFault,
  type Parsed,
  parseField,
  type Typed,
  typedField,
} from '#app/shop/catalogue/attributes/parse-field.ts'
import { overridable } from '#app/shop/catalogue/attributes/select-attributes.ts'
import type { FacetValue } from '#app/shop/catalogue/attributes/values.ts'
import { type PieceKind, pieceKinds, type Stone } from '#app/shop/catalogue/types.ts'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import type { Permission } from '#app/shop/staff/permissions.ts'
import { parseStones, typedStones } from './stones.ts'

/** The parts of the form, in their order. */
export const sections = [
  'identity',
  'facts',
  'stones',
  'condition',
  'papers',
  'text',
  'price',
  'provenance',
  'safety',
] as const
export type Section = (typeof sections)[number]

/** What the attributes do not declare is typed in one of these ways besides. */
export type PieceInput = Input | { kind: 'money' | 'date' | 'long-bilingual' | 'stones' } | { kind: 'known' }

export type PieceFault = FieldFault | 'not-an-amount'

/** One field of the form of a piece. */
export type PieceField = {
  /** Where it lies: a column, or `brand`, `model`, `reference`. */
  name: string
  table: 'product' | 'product_staff' | 'product_defect' | 'stone'
  section: Section
  input: PieceInput
  label: Bilingual
  unit?: string
  help?: Bilingual
  kinds: readonly PieceKind[]
  /** The kinds of which no piece is shown without it. */
  requiredOf: readonly PieceKind[]
  permission: Permission
}

const taxModes: readonly FacetValue[] = [
  { id: 'margin_25a', de: 'Differenzbesteuert (§ 25a UStG)', en: 'Margin scheme (§ 25a UStG)' },
  { id: 'standard_19', de: 'Regelbesteuert', en: 'Standard VAT' },
  { id: 'investment_gold_25c', de: 'Anlagegold (§ 25c UStG)', en: 'Investment gold (§ 25c UStG)' },
].map(({ id, de, en }) => ({ id, slug: { de: id, en: id }, label: { de, en } }))

const annexes: readonly FacetValue[] = ['A', 'B', 'C', 'D'].map((id) => ({
  id,
  slug: { de: id, en: id },
  label: { de: id, en: id },
}))

/** What a defect of such a piece may say otherwise. */
const overridesOf = (kind: PieceKind): readonly FacetValue[] =>
  overridable
    .filter(({ part }) => part === 'piece' || part === kind)
    .map(({ id, label }) => ({ id, slug: { de: id, en: id }, label }))

/** In which part of the form an attribute stands; all others are facts. */
const sectionOf: Readonly<Record<string, Section>> = {
  type: 'identity',
  year: 'identity',
  gender: 'identity',
  condition: 'condition',
  'condition-notes': 'condition',
  polished: 'condition',
  'replaced-parts': 'condition',
  service: 'condition',
  rate: 'condition',
  scope: 'papers',
  'scope-notes': 'papers',
  report: 'papers',
}

type Own = Omit<PieceField, 'kinds' | 'requiredOf' | 'table' | 'permission'> & Partial<PieceField>

const own = (field: Own): PieceField => ({
  table: 'product',
  kinds: pieceKinds,
  requiredOf: [],
  permission: 'pieces.edit',
  ...field,
})

const identity: readonly PieceField[] = [
  own({ name: 'brand', section: 'identity', input: { kind: 'known' }, label: { de: 'Marke', en: 'Brand' } }),
  own({ name: 'model', section: 'identity', input: { kind: 'known' }, label: { de: 'Modell', en: 'Model' } }),
  own({
    name: 'reference',
    section: 'identity',
    input: { kind: 'known' },
    label: { de: 'Referenz', en: 'Reference' },
  }),
  own({
    name: 'name',
    section: 'identity',
    input: { kind: 'bilingual' },
    label: { de: 'Name', en: 'Name' },
    requiredOf: pieceKinds,
  }),
]

const others = (kind: PieceKind, branches: readonly FacetValue[]): readonly PieceField[] => [
  own({
    name: 'stones',
    table: 'stone',
    section: 'stones',
    input: { kind: 'stones' },
    label: { de: 'Steine', en: 'Stones' },
    kinds: ['watch', 'jewellery'],
  }),
  own({
    name: 'defect',
    table: 'product_defect',
    section: 'condition',
    input: { kind: 'long-bilingual' },
    label: { de: 'Bekannter Mangel', en: 'Known defect' },
    help: {
      de: 'Wer bestellt, stimmt ihm ausdrücklich zu.',
      en: 'Whoever orders agrees to it expressly.',
    },
  }),
  own({
    name: 'overrides',
    table: 'product_defect',
    section: 'condition',
    input: { kind: 'choices', values: overridesOf(kind) },
    label: { de: 'Der Mangel hebt diese Angaben auf', en: 'The defect overrides these facts' },
    help: { de: 'Sie werden nirgends gezeigt.', en: 'They are shown nowhere.' },
  }),
  own({
    name: 'description',
    section: 'text',
    input: { kind: 'long-bilingual' },
    label: { de: 'Beschreibung', en: 'Description' },
    requiredOf: pieceKinds,
    permission: 'pieces.edit-texts',
  }),
  own({
    name: 'price_cents',
    section: 'price',
    input: { kind: 'money' },
    label: { de: 'Preis', en: 'Price' },
    unit: '€',
    requiredOf: pieceKinds,
    permission: 'pieces.sell',
  }),
  own({
    name: 'tax_mode',
    section: 'price',
    input: { kind: 'choice', values: taxModes },
    label: { de: 'Besteuerung', en: 'Taxation' },
    requiredOf: pieceKinds,
  }),
  own({
    name: 'cost_cents',
    table: 'product_staff',
    section: 'provenance',
    input: { kind: 'money' },
    label: { de: 'Einkaufspreis', en: 'Purchase price' },
    unit: '€',
    permission: 'pieces.edit-cost',
  }),
  own({
    name: 'acquired_on',
    table: 'product_staff',
    section: 'provenance',
    input: { kind: 'date' },
    label: { de: 'Erworben am', en: 'Acquired on' },
    permission: 'pieces.edit-cost',
  }),
  own({
    name: 'branch_id',
    section: 'provenance',
    input: { kind: 'choice', values: branches },
    label: { de: 'Filiale', en: 'Branch' },
    requiredOf: pieceKinds,
  }),
  own({
    name: 'note',
    table: 'product_staff',
    section: 'provenance',
    input: { kind: 'text' },
    label: { de: 'Notiz, nur für uns', en: 'Note, for us alone' },
  }),
  ...safety,
]

const line = (name: string, de: string, en: string): PieceField =>
  own({ name, section: 'safety', input: { kind: 'text' }, label: { de, en } })

const safety: readonly PieceField[] = [
  line('manufacturer_name', 'Hersteller', 'Manufacturer'),
  line('manufacturer_postal', 'Anschrift des Herstellers', 'Postal address of the manufacturer'),
  line(
    'manufacturer_electronic',
    'E-Mail oder Website des Herstellers',
    'Mail or website of the manufacturer',
  ),
  line('eu_responsible_name', 'Verantwortlich in der EU', 'Responsible in the EU'),
  line('eu_responsible_postal', 'Anschrift in der EU', 'Postal address in the EU'),
  line('eu_responsible_electronic', 'E-Mail oder Website in der EU', 'Mail or website in the EU'),
  own({
    name: 'safety_warnings',
    section: 'safety',
    input: { kind: 'bilingual' },
    label: { de: 'Warnhinweise', en: 'Safety warnings' },
  }),
  line('cites_species', 'Geschützte Art (CITES)', 'Protected species (CITES)'),
  own({
    name: 'cites_annex',
    section: 'safety',
    input: { kind: 'choice', values: annexes },
    label: { de: 'Anhang der EG 338/97', en: 'Annex of EC 338/97' },
  }),
  line('cites_proof', 'Nachweis der Herkunft', 'Proof of lawful origin'),
]

/** Texts that whoever writes texts may change without the facts. */
const texts = new Set(['condition_notes', 'scope_notes'])

/** Every field of a kind of piece, in the order of the form. `branches`: where it may lie. */
export function pieceFields(kind: PieceKind, branches: readonly FacetValue[]): PieceField[] {
  const columns = columnFields.map(
    ({ attribute, ...field }): PieceField => ({
      ...field,
      table: 'product',
      section: sectionOf[attribute] ?? 'facts',
      permission: texts.has(field.name) ? 'pieces.edit-texts' : 'pieces.edit',
    }),
  )
  return [...identity, ...columns, ...others(kind, branches)].filter(({ kinds }) => kinds.includes(kind))
}

const isBilingual = ({ kind }: PieceInput) => kind === 'bilingual' || kind === 'long-bilingual'

/** The keys under which a field is typed: its name, or `<name>.de` and `<name>.en`. */
export function keysOf({ name, input }: Pick<PieceField, 'name' | 'input'>): string[] {
  return isBilingual(input) ? [`${name}.de`, `${name}.en`] : [name]
}

/** `key`: what is wrong, where a field has several parts. */
type PieceParsed = Parsed | { ok: false; reason: PieceFault; key?: string }

/** From what was typed under a field's keys to the value of its column. */
export function parsePieceField(field: PieceField, typed: Readonly<Record<string, string>>): PieceParsed {
  const { input, name, unit } = field
  const text = (typed[name] ?? '').trim()
  switch (input.kind) {
    case 'money': {
      if (text === '') return { ok: true, value: null }
      const cents = readAmount(text)
      if (cents === null) return { ok: false, reason: 'not-an-amount' }
      return cents > 2_000_000_000 ? { ok: false, reason: 'too-large' } : { ok: true, value: cents }
    }
    case 'date': {
      const parsed = parseField({ kind: 'partial-date' }, text)
      const isDay = !parsed.ok || parsed.value === null || String(parsed.value).length === 10
      return isDay ? parsed : { ok: false, reason: 'not-a-date' }
    }
    case 'stones':
      return parseStones(text)
    case 'known':
      return parseField({ kind: 'text' }, text)
    case 'bilingual':
    case 'long-bilingual':
      return parseField({ kind: 'bilingual' }, bothOf(name, typed))
    default:
      return parseField(input, typed[name] ?? '', { unit })
  }
}

const bothOf = (name: string, typed: Readonly<Record<string, string>>): Bilingual => ({
  de: typed[`${name}.de`] ?? '',
  en: typed[`${name}.en`] ?? '',
})

/** The inverse: what stands in a field's keys for a column's value. */
export function typedPieceField(
  { name, input }: PieceField,
  value: unknown,
  locale: Locale,
): Record<string, string> {
  switch (input.kind) {
    case 'money':
      return { [name]: value === null || value === undefined ? '' : amountOf(Number(value), locale) }
    case 'stones':
      return { [name]: typedStones((value ?? []) as Stone[], locale) }
    case 'date':
    case 'known':
      return { [name]: typeof value === 'string' ? value : '' }
    case 'bilingual':
    case 'long-bilingual': {
      const typed: Typed = typedField({ kind: 'bilingual' }, value, locale)
      const { de, en } = typed as Bilingual
      return { [`${name}.de`]: de, [`${name}.en`]: en }
    }
    default:
      return { [name]: typedField(input, value, locale) as string }
  }
}

/** `8900,00`: as it is typed. */
function amountOf(cents: number, locale: Locale): string {
  const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  return locale === 'de' ? text.replace('.', ',') : text
}
