import { type Locale, locales } from '#app/language/locales.ts'
import { flattenContent } from '../deliver-story.ts'
import { defaultLanguage, type StoredContent } from '../story-row.ts'

export type ContentCounts = {
  stories: number
  /** root component → language → how many stories */
  kinds: Record<string, Record<Locale, number>>
  blocks: number
  words: Record<Locale, number>
}

/** Where a story can be read: its field `languages`, everywhere when it names none. */
function languagesOf(content: StoredContent): readonly Locale[] {
  const { languages } = content
  return Array.isArray(languages) && languages.length > 0
    ? locales.filter((locale) => languages.includes(locale))
    : locales
}

export function countContent(contents: readonly StoredContent[]): ContentCounts {
  const counts: ContentCounts = { stories: contents.length, kinds: {}, blocks: 0, words: { de: 0, en: 0 } }
  for (const content of contents) {
    counts.blocks += blocksIn(content) - 1
    const kind = String(content.component)
    counts.kinds[kind] ??= { de: 0, en: 0 }
    for (const locale of languagesOf(content)) {
      counts.kinds[kind][locale] += 1
      const flat = flattenContent(content, locale === defaultLanguage ? [] : [locale])
      counts.words[locale] += wordsIn(flat)
    }
  }
  return counts
}

function blocksIn(node: unknown): number {
  if (node === null || typeof node !== 'object') return 0
  const own = 'component' in node && '_uid' in node ? 1 : 0
  return Object.values(node).reduce((sum: number, inner) => sum + blocksIn(inner), own)
}

/** Names of things rather than words to read. */
const notRead = new Set([
  '_uid',
  'component',
  'languages',
  'type',
  'id',
  'uuid',
  'filename',
  'name',
  'focus',
  'fieldtype',
  'linktype',
  'url',
  'cached_url',
  'href',
  'anchor',
  'target',
  'marks',
  'attrs',
  'date',
  'reference',
  'related',
])

function wordsIn(node: unknown): number {
  if (typeof node === 'string') return node.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu)?.length ?? 0
  if (node === null || typeof node !== 'object') return 0
  if (Array.isArray(node)) return node.reduce((sum: number, item) => sum + wordsIn(item), 0)
  return Object.entries(node).reduce((sum, [key, value]) => sum + (notRead.has(key) ? 0 : wordsIn(value)), 0)
}
