import { Document, isMap, isScalar, isSeq, parseDocument, visit } from 'yaml'
import { isRecord } from '#app/content/raw.ts'
import { isLocale, type Locale, locales } from '#app/language/locales.ts'
import { isStoryPath, type StoryDraft } from '../publishing.ts'
import { defaultLanguage } from '../story-row.ts'
import { type Conversion, contentToStored } from './content-to-stored.ts'
import { storedToContent } from './stored-to-content.ts'
import { storyUuid } from './story-ids.ts'

/** Something in a content file that cannot be used: where in it, and why. */
export type FileFault = { at: string; fault: string }

export type StoryFile = {
  fullSlug: string
  uuid: string
  published: boolean
  languages: readonly Locale[] | null
  raw: unknown
}

const keys = [
  'name',
  'slugs',
  'languages',
  'uuid',
  'position',
  'startpage',
  'tags',
  'sortByDate',
  'published',
  'content',
]

/** Reads the head of a file: enough for other files to refer to its story. */
export function readStoryFile(
  source: string,
  fullSlug: string,
): { ok: true; file: StoryFile } | { ok: false; faults: FileFault[] } {
  if (!isStoryPath(fullSlug))
    return { ok: false, faults: [{ at: 'file name', fault: `“${fullSlug}” cannot be an address` }] }
  const document = parseDocument(source, { prettyErrors: true })
  if (document.errors.length > 0) {
    return {
      ok: false,
      faults: document.errors.map((error) => ({ at: 'YAML', fault: error.message.split('\n')[0] ?? '' })),
    }
  }
  const raw: unknown = document.toJS({ maxAliasCount: 100 })
  if (!isRecord(raw))
    return { ok: false, faults: [{ at: 'file', fault: 'must be a map with name and content' }] }
  const faults: FileFault[] = []
  const unknown = Object.keys(raw).filter((key) => !keys.includes(key))
  if (unknown.length > 0)
    faults.push({ at: unknown.join(', '), fault: `not understood (there are ${keys.join(', ')})` })
  if (typeof raw.name !== 'string' || raw.name.trim() === '')
    faults.push({ at: 'name', fault: 'is required' })
  const languages = raw.languages === undefined ? null : raw.languages
  if (
    languages !== null &&
    !(Array.isArray(languages) && languages.length > 0 && languages.every(isLocale))
  ) {
    faults.push({ at: 'languages', fault: `must be a list of ${locales.join(', ')}` })
  }
  if (raw.uuid !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(raw.uuid))) {
    faults.push({ at: 'uuid', fault: 'is no uuid' })
  }
  if (raw.published !== undefined && typeof raw.published !== 'boolean') {
    faults.push({ at: 'published', fault: 'must be true or false' })
  }
  if (faults.length > 0) return { ok: false, faults }
  return {
    ok: true,
    file: {
      fullSlug,
      uuid: raw.uuid === undefined ? storyUuid(fullSlug) : String(raw.uuid),
      published: raw.published !== false,
      languages: languages as Locale[] | null,
      raw,
    },
  }
}

/**
 * The story of a file, ready to be saved. Its languages become the field `languages` of its content: that is how a
 * page says, in any space, where it exists (absent: everywhere).
 */
export function storyOfFile(
  file: StoryFile,
  conversion: Omit<Conversion, 'storyUuid' | 'onFault'>,
): { ok: true; story: StoryDraft } | { ok: false; faults: FileFault[] } {
  const raw = file.raw as { [key: string]: unknown }
  const faults: FileFault[] = []
  const onFault = (at: string, fault: string) => faults.push({ at, fault })
  const content = contentToStored(raw.content, { ...conversion, storyUuid: file.uuid, onFault })
  if (file.languages) content.languages = [...file.languages]
  const story: StoryDraft = {
    uuid: file.uuid,
    fullSlug: file.fullSlug,
    name: String(raw.name),
    content: withoutNothing(content) as StoryDraft['content'],
    slugs: slugsOf(raw.slugs, file.fullSlug, onFault),
    position: wholeNumber(raw.position, 'position', onFault),
    isStartpage: raw.startpage === true,
    tags: texts(raw.tags, 'tags', onFault),
    sortByDate: raw.sortByDate === undefined ? null : String(raw.sortByDate),
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, story }
}

/** JSON has no `undefined`; nor has the database. */
const withoutNothing = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

function wholeNumber(value: unknown, at: string, onFault: (at: string, fault: string) => void): number {
  if (value === undefined) return 0
  if (!Number.isInteger(value)) onFault(at, 'must be a whole number')
  return Number(value)
}

function texts(value: unknown, at: string, onFault: (at: string, fault: string) => void): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string'))
    onFault(at, 'must be a list of texts')
  return Array.isArray(value) ? value.map(String) : []
}

/** `{ de: ueber-uns, en: about-us }`: the last segment in each language, or the whole path where it has slashes. */
function slugsOf(
  value: unknown,
  fullSlug: string,
  onFault: (at: string, fault: string) => void,
): NonNullable<StoryDraft['slugs']> {
  const slugs: NonNullable<StoryDraft['slugs']> = {}
  if (value === undefined) return slugs
  if (!isRecord(value)) {
    onFault('slugs', 'must be a map such as { de: ueber-uns, en: about-us }')
    return slugs
  }
  const folder = fullSlug.slice(0, fullSlug.lastIndexOf('/') + 1)
  for (const [lang, slug] of Object.entries(value)) {
    const path = typeof slug === 'string' ? (slug.includes('/') ? slug : folder + slug) : ''
    if (!isLocale(lang) || !isStoryPath(path))
      onFault(`slugs.${lang}`, 'must be an address segment in de or en')
    // In the default language the full slug already is the address.
    else if (lang !== defaultLanguage || path !== fullSlug) slugs[lang] = { path }
  }
  return slugs
}

/** A stored story as the text of its file: the inverse of `readStoryFile` and `storyOfFile`. */
export function writeStoryFile(
  story: StoryDraft & { published: boolean },
  ids: { uuidOf: (slug: string) => string; slugOf: (uuid: string) => string | undefined },
): string {
  const { languages, ...content } = story.content
  const file: { [key: string]: unknown } = { name: story.name }
  const slugs = writtenSlugs(story)
  if (slugs) file.slugs = slugs
  if (Array.isArray(languages)) file.languages = languages
  if (story.uuid !== storyUuid(story.fullSlug)) file.uuid = story.uuid
  if (story.position) file.position = story.position
  if (story.isStartpage) file.startpage = true
  if (story.tags && story.tags.length > 0) file.tags = story.tags
  if (story.sortByDate) file.sortByDate = story.sortByDate
  if (!story.published) file.published = false
  file.content = storedToContent(content, { ...ids, storyUuid: story.uuid })
  return yamlText(file)
}

/** What fits on one line stands on one line, as people write it: `{ de: Kontakt, en: Contact }`. */
function yamlText(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    Collection(_, node) {
      const values = isMap(node) ? node.items.map((pair) => pair.value) : isSeq(node) ? node.items : []
      if (values.length === 0 || !values.every(isScalar)) return
      if (isMap(node) && !node.items.every(({ key }) => isScalar(key) && isLocale(key.value))) return
      const texts = values.map((scalar) => String(scalar.value))
      if (texts.join(', ').length <= 90 && !texts.some((text) => text.includes('\n'))) node.flow = true
    },
  })
  return document.toString({ lineWidth: 0, blockQuote: 'literal', singleQuote: true })
}

function writtenSlugs(story: StoryDraft): Record<string, string> | null {
  const folder = story.fullSlug.slice(0, story.fullSlug.lastIndexOf('/') + 1)
  const written: Record<string, string> = {}
  for (const lang of locales) {
    const path = story.slugs?.[lang]?.path
    if (path === undefined) continue
    const last = path.slice(path.lastIndexOf('/') + 1)
    written[lang] = folder + last === path ? last : path
  }
  return Object.keys(written).length > 0 ? written : null
}
