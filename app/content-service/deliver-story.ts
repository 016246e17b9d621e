import { createHash } from 'node:crypto'
import {
  defaultLanguage,
  pathIn,
  type StoredContent,
  type StoryRow,
  translationLanguages,
  type Version,
} from './story-row.ts'

/** How one answer is to be written. */
export type Delivery = {
  version: Version
  /** `default`, or a language whose translations replace the default texts where they exist */
  language: string
  fallbackLanguage?: string | undefined
  excludingFields?: readonly string[]
  excludingStoryFields?: readonly string[]
  spaceId: number
}

const translated = /^(.+)__i18n__(.+)$/

/**
 * Content in one language: `field__i18n__en` takes the place of `field`, a missing or empty translation leaves the
 * default text. With `editable`, every block says which one it is, for the visual editor.
 */
export function flattenContent(content: unknown, languages: readonly string[], editable?: Editable): unknown {
  if (Array.isArray(content)) return content.map((item) => flattenContent(item, languages, editable))
  if (content === null || typeof content !== 'object') return content
  const given = content as StoredContent
  // Not by assignment, which would make a field called `__proto__` the prototype.
  const flat: StoredContent = Object.fromEntries(
    Object.entries(given)
      .filter(([key]) => !translated.test(key))
      .map(([key, value]) => {
        const lang = languages.find((lang) => !isEmpty(given[`${key}__i18n__${lang}`]))
        const chosen = lang === undefined ? value : given[`${key}__i18n__${lang}`]
        return [key, flattenContent(chosen, languages, editable)]
      }),
  )
  // A field that exists only as a translation still belongs to the answer in its language.
  for (const key of Object.keys(given)) {
    const [, field, lang] = translated.exec(key) ?? []
    if (
      field !== undefined &&
      lang !== undefined &&
      languages.includes(lang) &&
      !Object.hasOwn(given, field)
    ) {
      if (isInherited(field)) continue
      flat[field] ??= flattenContent(given[key], languages, editable)
    }
  }
  if (editable && typeof given.component === 'string' && typeof given._uid === 'string') {
    flat._editable = editableComment(given.component, given._uid, editable)
  }
  return flat
}

type Editable = { storyId: number; spaceId: number }

/** What an assignment would find in every object already. */
const isInherited = (key: string) => key in Object.prototype

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** The comment that the visual editor's bridge reads. `-->` inside a name would end it, hence the escape. */
function editableComment(component: string, uid: string, { storyId, spaceId }: Editable): string {
  const facts = JSON.stringify({ name: component, space: String(spaceId), uid, id: String(storyId) })
  return `<!--#storyblok#${facts.replaceAll('>', '\\u003e')}-->`
}

/** The languages to look into, best first, before the default one, which has everything. */
export function languageChain(language: string, fallback?: string): string[] {
  const isDefault = (lang: string) => lang === 'default' || lang === defaultLanguage
  const chain = fallback === undefined ? [language] : [language, fallback]
  const end = chain.findIndex(isDefault)
  return end < 0 ? chain : chain.slice(0, end)
}

/** A story as the delivery API writes it. */
export function deliverStory(row: StoryRow, delivery: Delivery): { [field: string]: unknown } {
  const language = (translationLanguages as readonly string[]).includes(delivery.language)
    ? delivery.language
    : 'default'
  const editable = delivery.version === 'draft' ? { storyId: row.id, spaceId: delivery.spaceId } : undefined
  const content = flattenContent(
    row.content,
    languageChain(delivery.language, delivery.fallbackLanguage),
    editable,
  ) as StoredContent
  for (const field of delivery.excludingFields ?? []) {
    if (field !== 'component' && field !== '_uid') delete content[field]
  }
  const path = pathIn(row, language)
  const story: { [field: string]: unknown } = {
    name: row.name,
    created_at: row.created_at.toISOString(),
    published_at: row.published_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    id: row.id,
    uuid: row.uuid,
    content,
    slug: path.slice(path.lastIndexOf('/') + 1),
    full_slug: language === 'default' ? row.full_slug : `${language}/${path}`,
    sort_by_date: row.sort_by_date,
    position: row.position,
    tag_list: row.tag_list,
    is_startpage: row.is_startpage,
    parent_id: row.parent_id ?? 0,
    meta_data: null,
    group_id: groupId(row.uuid),
    first_published_at: row.first_published_at?.toISOString() ?? null,
    release_id: null,
    lang: language,
    path: null,
    alternates: [],
    default_full_slug: row.full_slug,
    translated_slugs: translatedSlugs(row),
  }
  for (const field of delivery.excludingStoryFields ?? []) {
    if (!essential.has(field)) delete story[field]
  }
  return story
}

const essential = new Set(['id', 'uuid', 'name', 'slug', 'full_slug', 'content'])

function translatedSlugs(row: StoryRow) {
  const languages: string[] = [...translationLanguages]
  if (row.slugs[defaultLanguage] && row.slugs[defaultLanguage].path !== row.full_slug)
    languages.unshift(defaultLanguage)
  return languages.map((lang) => ({
    path: pathIn(row, lang),
    name: row.slugs[lang]?.name ?? null,
    lang,
    published: row.published,
  }))
}

/** Alternates share a group; ours have none, so the group follows from the story. */
function groupId(uuid: string): string {
  const hex = createHash('sha256').update(`group:${uuid}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** An entry of `cdn/links`, and of `links` with `resolve_links=link`. */
export function deliverLink(row: StoryRow, options: { dates: boolean }): { [field: string]: unknown } {
  return {
    id: row.id,
    uuid: row.uuid,
    slug: row.full_slug,
    path: null,
    real_path: `/${row.full_slug}`,
    name: row.name,
    parent_id: row.parent_id ?? 0,
    published: row.published,
    is_folder: false,
    is_startpage: row.is_startpage,
    position: row.position,
    ...(options.dates && {
      published_at: row.published_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }),
    alternates: translationLanguages.map((lang) => ({
      path: pathIn(row, lang),
      name: row.slugs[lang]?.name ?? row.name,
      lang,
      published: row.published,
      translated_slug: pathIn(row, lang),
    })),
  }
}

/** An entry of `links` with `resolve_links=url`. */
export function deliverUrl(row: StoryRow, language: string): { [field: string]: unknown } {
  const known = (translationLanguages as readonly string[]).includes(language)
  const path = pathIn(row, known ? language : 'default')
  const fullSlug = known ? `${language}/${path}` : row.full_slug
  return {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    slug: path.slice(path.lastIndexOf('/') + 1),
    full_slug: fullSlug,
    url: fullSlug,
  }
}
