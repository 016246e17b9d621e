import { blockDeclarations, isBlockName } from '#app/blocks/declaration.ts'
import type { Field, Fields } from '#app/blocks/fields.ts'
import { type RootName, roots } from '#app/blocks/roots.ts'
import { isRecord } from '#app/content/raw.ts'
import { assetFolder, linkOf, writeLink } from './link-notation.ts'
import type { RichTextNode } from './markdown-to-rich-text.ts'
import { richTextToMarkdown } from './rich-text-to-markdown.ts'
import { blockUid } from './story-ids.ts'

type Json = { [field: string]: unknown }

type Writing = {
  storyUuid: string
  uuidOf: (slug: string) => string
  slugOf: (uuid: string) => string | undefined
}

/** Stored content → content as it is written in a file: the inverse of `contentToStored`. */
export function storedToContent(stored: Json, writing: Writing): Json {
  const name = String(stored.component)
  return component(
    stored,
    Object.hasOwn(roots, name) ? roots[name as RootName].fields : {},
    'content',
    writing,
  )
}

function component(stored: Json, fields: Fields, at: string, writing: Writing, part = false): Json {
  const written: Json = part ? {} : { component: stored.component }
  // A `_uid` that follows from the place is not worth a line.
  if (stored._uid !== blockUid(writing.storyUuid, at)) written._uid = stored._uid
  const known = Object.keys(fields).filter((key) => key in stored || `${key}__i18n__en` in stored)
  const others = Object.keys(stored).filter(
    (key) => !['_uid', 'component'].includes(key) && !isKnown(key, fields),
  )
  for (const key of known) {
    const field = fields[key] as Field
    const translation = stored[`${key}__i18n__en`]
    if (translation === undefined) {
      written[key] = fieldValue(stored[key], field, `${at}.${key}`, writing)
    } else {
      const de =
        stored[key] === undefined ? undefined : fieldValue(stored[key], field, `${at}.${key}.de`, writing)
      const en = fieldValue(translation, field, `${at}.${key}.en`, writing)
      written[key] = de === undefined ? { en } : { de, en }
    }
  }
  for (const key of others) written[key] = stored[key]
  return written
}

const isKnown = (key: string, fields: Fields) => key in fields || key.replace(/__i18n__en$/, '') in fields

function fieldValue(value: unknown, field: Field, at: string, writing: Writing): unknown {
  switch (field.kind) {
    case 'rich-text':
      return richText(value, writing)
    case 'link':
      return isRecord(value) ? link(value, writing) : value
    case 'asset':
      return isRecord(value) ? asset(value) : value
    case 'assets':
      return each(value, (item) => (isRecord(item) ? asset(item) : item))
    case 'blocks':
      return each(value, (item, index) => block(item, `${at}.${index}`, writing))
    case 'parts':
      return each(value, (item, index) =>
        isRecord(item) ? component(item, field.part.fields, `${at}.${index}`, writing, true) : item,
      )
    case 'story':
      return story(value, writing)
    case 'stories':
      return each(value, (item) => story(item, writing))
    default:
      return value
  }
}

function each(value: unknown, item: (value: unknown, index: number) => unknown): unknown {
  return Array.isArray(value) ? value.map(item) : value
}

function block(value: unknown, at: string, writing: Writing): unknown {
  if (!isRecord(value)) return value
  const name = String(value.component)
  return component(value, isBlockName(name) ? blockDeclarations[name].schema.fields : {}, at, writing)
}

function richText(value: unknown, writing: Writing): unknown {
  if (!isRecord(value) || value.type !== 'doc') return value
  const markdown = richTextToMarkdown(value as RichTextNode, writing)
  if (markdown === null) return value
  return markdown.includes('\n') ? `${markdown}\n` : markdown
}

function link(stored: Json, writing: Writing): unknown {
  const notation = linkOf(stored, writing.slugOf)
  if (!notation) return undefined
  const to = writeLink(notation)
  return stored.target === '_blank' ? { to, newTab: true } : to
}

function asset(stored: Json): Json {
  const filename = String(stored.filename ?? '')
  const written: Json = {
    asset: filename.startsWith(assetFolder) ? filename.slice(assetFolder.length) : filename,
  }
  for (const key of ['alt', 'title', 'copyright']) {
    const [de, en] = [stored[key], stored[`${key}__i18n__en`]]
    if (en !== undefined) written[key] = de === undefined ? { en } : { de, en }
    else if (de !== undefined && de !== null) written[key] = de
  }
  const focus = focusOf(stored)
  if (focus) written.focus = focus
  return written
}

function focusOf(stored: Json): [number, number] | null {
  const [, x, y] = /^(\d+)x(\d+):/.exec(String(stored.focus ?? '')) ?? []
  const { width, height } = stored
  if (x === undefined || y === undefined || typeof width !== 'number' || typeof height !== 'number')
    return null
  const fraction = (pixels: string, of: number) => Math.round((Number(pixels) / of) * 100) / 100
  return [fraction(x, width), fraction(y, height)]
}

function story(value: unknown, writing: Writing): unknown {
  const slug = typeof value === 'string' ? writing.slugOf(value) : undefined
  return slug === undefined ? value : `story:${slug}`
}
