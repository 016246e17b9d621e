import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * schema.org's vocabulary, read from the package schema-dts, which is generated from schema.org's own file: types,
 * their properties with what these may hold, and enumerations.
 */
type Property = readonly string[]
type Vocabulary = {
  /** Type → the type it extends and its own properties. */
  own: Map<string, { parents: string[]; properties: Map<string, Property> }>
  /** Type → its direct subtypes. */
  below: Map<string, string[]>
  /** Enumeration → its members, with and without their address. */
  members: Map<string, ReadonlySet<string>>
}

let read: Vocabulary | undefined

function vocabulary(): Vocabulary {
  if (read) return read
  const file = createRequire(import.meta.url)
    .resolve('schema-dts')
    .replace(/schema\.js$/, 'schema.d.ts')
  const text = readFileSync(file, 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '')
  const bases = new Map<string, { parents: string[]; properties: Map<string, Property> }>()
  for (const [, name = '', parents = '', body = ''] of text.matchAll(
    /^interface (\w+)Base(?: extends ([^{]+?))? \{([\s\S]*?)^\}/gm,
  )) {
    const properties = new Map<string, Property>()
    for (const [, property = '', type = ''] of body.matchAll(
      /"([\w-]+)"\?: SchemaValue<([^;]+), "[\w-]+">/g,
    )) {
      properties.set(property, type.split(' | '))
    }
    bases.set(name, { parents: named(parents), properties })
  }
  const own = new Map(bases)
  for (const [, name = '', parents = ''] of text.matchAll(/^interface (\w+)Leaf extends ([^{]+?) \{/gm)) {
    if (!bases.has(name)) own.set(name, { parents: named(parents), properties: new Map() })
  }
  const below = new Map<string, string[]>()
  const members = new Map<string, ReadonlySet<string>>()
  for (const [, name = '', union = ''] of text.matchAll(/^export type (\w+) = ([^;]+);/gm)) {
    const parts = union.split(' | ')
    below.set(
      name,
      parts.filter((part) => /^[A-Z]\w*$/.test(part) && !part.endsWith('Leaf')),
    )
    const words = parts.filter((part) => part.startsWith('"')).map((part) => part.slice(1, -1))
    if (words.length > 0) members.set(name, new Set(words))
  }
  read = { own, below, members }
  return read
}

const named = (parents: string) =>
  parents
    .split(',')
    .map((parent) => parent.trim().replace(/(Base|Leaf)$/, ''))
    .filter(Boolean)

function propertyOf(type: string, property: string): Property | null {
  const found = vocabulary().own.get(type)
  if (!found) return null
  const here = found.properties.get(property)
  if (here) return here
  for (const parent of found.parents) {
    const there = propertyOf(parent, property)
    if (there) return there
  }
  return null
}

function isA(type: string, wanted: string): boolean {
  return type === wanted || (vocabulary().below.get(wanted) ?? []).some((each) => isA(type, each))
}

/** What of some JSON-LD is not schema.org's: unknown types, unknown properties, values that do not belong there. */
export function vocabularyFaults(graph: readonly unknown[]): string[] {
  return graph.flatMap((node) => nodeFaults(node, '', null))
}

function nodeFaults(node: unknown, where: string, wanted: Property | null): string[] {
  if (typeof node !== 'object' || node === null) return valueFaults(node, where, wanted ?? [])
  const { '@type': type, '@id': id, ...properties } = node as Record<string, unknown>
  if (type === undefined) {
    const isReference = typeof id === 'string' && Object.keys(properties).length === 0
    return isReference ? [] : [`${where}: neither a type nor a mere reference`]
  }
  const here = `${where}/${String(type)}`
  if (typeof type !== 'string' || !vocabulary().own.has(type)) return [`${here}: no such type`]
  const fits = wanted === null || wanted.some((each) => isA(type, each))
  return [
    ...(fits ? [] : [`${here}: expected ${wanted.join(', ')}`]),
    ...Object.entries(properties).flatMap(([name, value]) => {
      // Actions say so what they ask for: https://schema.org/docs/actions.html
      if (/-(input|output)$/.test(name) && isA(type, 'Action')) return []
      const holds = propertyOf(type, name)
      if (!holds) return [`${here}: no property “${name}”`]
      if (Array.isArray(value) && value.length === 0) return []
      return [value].flat().flatMap((each) => nodeFaults(each, `${here}.${name}`, holds))
    }),
  ]
}

function valueFaults(value: unknown, where: string, holds: Property): string[] {
  const may = (...types: string[]) => types.some((type) => holds.includes(type))
  const wrong = [`${where}: ${JSON.stringify(value)} is none of ${holds.join(', ')}`]
  if (typeof value === 'number') return may('Number', 'Integer', 'Float', 'Text') ? [] : wrong
  if (typeof value === 'boolean') return may('Boolean') ? [] : wrong
  if (typeof value !== 'string' || value.trim() === '') return wrong
  if (holds.some((type) => vocabulary().members.get(type)?.has(value))) return []
  if (may('Text')) return []
  if (may('URL') && URL.canParse(value)) return []
  if (may('Date') && /^\d{4}(-\d\d(-\d\d)?)?$/.test(value)) return []
  if (may('DateTime') && /^\d{4}-\d\d-\d\dT/.test(value)) return []
  if (may('Time') && /^\d\d:\d\d(:\d\d)?$/.test(value)) return []
  if (may('Number', 'Integer', 'Float') && /^\d+(\.\d+)?$/.test(value)) return []
  return wrong
}

/** Only types that exist can be asked for. */
export function nodesOf(graph: readonly unknown[], type: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = []
  const walk = (value: unknown) => {
    if (Array.isArray(value)) for (const each of value) walk(each)
    else if (typeof value === 'object' && value !== null) {
      const node = value as Record<string, unknown>
      if (typeof node['@type'] === 'string' && isA(node['@type'], type)) found.push(node)
      for (const each of Object.values(node)) walk(each)
    }
  }
  walk(graph)
  return found
}

/**
 * What search engines require (and for merchant listings recommend) of a node they are to show, as Google's
 * documentation of structured data lists it (merchant listing, return policy, shipping, local business, article,
 * breadcrumb; November 2026). A dotted path reaches into a node.
 */
const required: Record<string, readonly string[]> = {
  Product: ['name', 'image', 'description', 'sku', 'offers'],
  Offer: [
    'price',
    'priceCurrency',
    'availability',
    'itemCondition',
    'url',
    'seller',
    'shippingDetails',
    'hasMerchantReturnPolicy',
  ],
  OfferShippingDetails: [
    'shippingRate.value',
    'shippingRate.currency',
    'shippingDestination.addressCountry',
    'deliveryTime.handlingTime.maxValue',
    'deliveryTime.transitTime.maxValue',
  ],
  MerchantReturnPolicy: [
    'applicableCountry',
    'returnPolicyCategory',
    'merchantReturnDays',
    'returnMethod',
    'returnFees',
  ],
  JewelryStore: [
    'name',
    'address.streetAddress',
    'address.postalCode',
    'address.addressLocality',
    'address.addressCountry',
    'telephone',
    'url',
    'openingHoursSpecification',
  ],
  Article: ['headline', 'image', 'datePublished', 'dateModified', 'author.name', 'publisher.name'],
  BreadcrumbList: ['itemListElement.name', 'itemListElement.item', 'itemListElement.position'],
  WebSite: ['name', 'url', 'potentialAction.target.urlTemplate', 'potentialAction.query-input'],
  Question: ['name', 'acceptedAnswer.text'],
}

/** What is missing of it, node by node. */
export function missingProperties(graph: readonly unknown[]): string[] {
  return Object.entries(required).flatMap(([type, paths]) =>
    nodesOf(graph, type).flatMap((node) =>
      // A node that is only named refers to one described elsewhere.
      isReference(node)
        ? []
        : paths.filter((path) => !has(node, path.split('.'))).map((path) => `${type} lacks ${path}`),
    ),
  )
}

function isReference(node: Record<string, unknown>): boolean {
  return (
    Object.keys(node).every((key) => ['@type', '@id', 'name', 'url', 'logo'].includes(key)) && '@id' in node
  )
}

function has(value: unknown, [first, ...rest]: readonly string[]): boolean {
  if (Array.isArray(value))
    return (
      value.length > 0 &&
      value.every((each) =>
        has(
          each,
          [first, ...rest].filter((part) => part !== undefined),
        ),
      )
    )
  if (first === undefined) return value !== undefined && value !== null && value !== ''
  return typeof value === 'object' && value !== null && has((value as Record<string, unknown>)[first], rest)
}
