import { type Bilingual, locales } from '#app/language/locales.ts'
import type { SearchItem } from '#app/shop/catalogue/search.ts'

/** What the search drawer knows of an answer: the first pieces, and how many there are in all; null: not told. */
export type SearchAnswer = { items: SearchItem[]; total: number | null }

/**
 * Reads an answer of the own API, which may lie behind another address (API_URL): `null` for whatever is no list of
 * pieces, so that it is a failure and never "nothing found". Only what a card cannot be drawn without is asked for.
 */
export function readSearchAnswer(body: unknown): SearchAnswer | null {
  if (!isObject(body) || !Array.isArray(body.items)) return null
  const items = body.items.map(readItem)
  if (!items.every((item) => item !== null)) return null
  const { total } = body
  return { items, total: Number.isInteger(total) && Number(total) >= items.length ? Number(total) : null }
}

function readItem(given: unknown): SearchItem | null {
  if (!isObject(given)) return null
  const { id, name, slug, status } = given
  if (!isText(id) || !isText(name)) return null
  const item = given as SearchItem
  return {
    ...item,
    id: String(id),
    name: String(name),
    // Where it is missing or unknown, the page itself knows better: its address is put right, its state shown.
    slug: readSlug(slug, String(id)),
    status: status === 'reserved' || status === 'sold' ? status : 'available',
    ringSize: item.ringSize ?? null,
    facts: readFacts(item.facts),
  }
}

/** Whatever is no text is not said. */
function readFacts(given: unknown): SearchItem['facts'] {
  if (!isObject(given)) return {}
  const facts: SearchItem['facts'] = {}
  for (const name of ['reference', 'years', 'metal', 'state'] as const) {
    const text = given[name]
    if (typeof text === 'string' && text !== '') facts[name] = text
  }
  if (given.circa === true) facts.circa = true
  return facts
}

function readSlug(given: unknown, fallback: string): Bilingual {
  const slug = { de: fallback, en: fallback }
  for (const locale of locales) {
    const word = isObject(given) ? given[locale] : null
    if (typeof word === 'string' && word !== '') slug[locale] = word
  }
  return slug
}

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null

/** A number of stock may come as one. */
const isText = (given: unknown) => (typeof given === 'string' && given !== '') || typeof given === 'number'
