import { blockDeclarations, isBlockName } from '#app/blocks/declaration.ts'
import type { Field, Fields } from '#app/blocks/fields.ts'
import { type RootName, roots } from '#app/blocks/roots.ts'
import { isRecord } from '#app/content/raw.ts'
import { locales } from '#app/language/locales.ts'
import { ownValue } from '#app/platform/own-value.ts'
import { assetFolder, linkField, readLink } from './link-notation.ts'
import { markdownToRichText } from './markdown-to-rich-text.ts'
import { blockUid, uuidOf as uuidOfName } from './story-ids.ts'

type Json = { [field: string]: unknown }

/** What the conversion of one story's content may ask and tell. */
export type Conversion = {
  storyUuid: string
  uuidOf: (slug: string) => string
  /** Pixels of a picture by its name, or null when there is no such picture. */
  assetSize: (name: string) => { width: number; height: number } | null
  onFault: (at: string, fault: string) => void
}

/** Content as it is written in a file → content as the service stores it. Every fault is told with its place. */
export function contentToStored(written: unknown, conversion: Conversion): Json {
  if (!isRecord(written) || typeof written.component !== 'string') {
    conversion.onFault('content', 'must be a map with a component')
    return {}
  }
  const names = Object.keys(roots)
  if (!names.includes(written.component)) {
    conversion.onFault('content.component', `must be one of ${names.join(', ')}`)
    return {}
  }
  return component(written, roots[written.component as RootName].fields, 'content', conversion)
}

function component(written: Json, fields: Fields, at: string, conversion: Conversion): Json {
  const { component: name, _uid, ...values } = written
  const stored: Json = {
    _uid: typeof _uid === 'string' ? _uid : blockUid(conversion.storyUuid, at),
    component: name,
  }
  for (const [key, value] of Object.entries(values)) {
    const field = ownValue(fields, key)
    const place = `${at}.${key}`
    if (!field) {
      conversion.onFault(
        place,
        `“${String(name)}” has no such field (it has ${Object.keys(fields).join(', ')})`,
      )
    } else if (isBilingual(value)) {
      if (!field.translatable) conversion.onFault(place, 'is the same in both languages')
      if (value.de !== undefined) stored[key] = fieldValue(value.de, field, `${place}.de`, conversion)
      if (value.en !== undefined)
        stored[`${key}__i18n__en`] = fieldValue(value.en, field, `${place}.en`, conversion)
    } else {
      stored[key] = fieldValue(value, field, place, conversion)
    }
  }
  return stored
}

/** A map whose only keys are languages. */
function isBilingual(value: unknown): value is { de?: unknown; en?: unknown } {
  if (!isRecord(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => (locales as readonly string[]).includes(key))
}

function fieldValue(value: unknown, field: Field, at: string, conversion: Conversion): unknown {
  const fault = (text: string) => {
    conversion.onFault(at, text)
    return undefined
  }
  if (value === null || value === undefined) return undefined
  switch (field.kind) {
    case 'text':
    case 'multiline':
      if (typeof value !== 'string' && typeof value !== 'number') return fault('must be text')
      return field.kind === 'text' ? String(value) : String(value).trimEnd()
    case 'rich-text':
      return richText(value, at, conversion)
    case 'link':
      return link(value, at, conversion)
    case 'asset':
      return asset(value, at, conversion)
    case 'assets':
      return list(value, at, conversion, (item, place) => asset(item, place, conversion))
    case 'blocks':
      return list(value, at, conversion, (item, place) => block(item, field.allow, place, conversion))
    case 'parts':
      return list(value, at, conversion, (item, place) => {
        if (!isRecord(item)) return conversion.onFault(place, 'must be a map')
        return component({ ...item, component: field.part.name }, field.part.fields, place, conversion)
      })
    case 'story':
      return storyReference(value, at, conversion)
    case 'stories':
      return list(value, at, conversion, (item, place) => storyReference(item, place, conversion))
    case 'option':
      return Object.hasOwn(field.options, String(value))
        ? String(value)
        : fault(`must be one of ${Object.keys(field.options).join(', ')}`)
    case 'number':
      return typeof value === 'number' ? value : fault('must be a number')
    case 'boolean':
      return typeof value === 'boolean' ? value : fault('must be true or false')
  }
}

function list(
  value: unknown,
  at: string,
  conversion: Conversion,
  item: (value: unknown, place: string) => unknown,
): unknown[] {
  if (!Array.isArray(value)) {
    conversion.onFault(at, 'must be a list')
    return []
  }
  return value.map((entry, index) => item(entry, `${at}.${index}`)).filter((entry) => entry !== undefined)
}

function block(
  value: unknown,
  allow: readonly string[] | 'any',
  at: string,
  conversion: Conversion,
): Json | undefined {
  if (!isRecord(value) || typeof value.component !== 'string') {
    conversion.onFault(at, 'must be a block: a map with a component')
    return undefined
  }
  const name = value.component
  if (!isBlockName(name)) {
    conversion.onFault(at, `there is no block “${name}”`)
    return undefined
  }
  if (allow !== 'any' && !allow.includes(name))
    conversion.onFault(at, `only ${allow.join(', ')} may stand here`)
  return component(value, blockDeclarations[name].schema.fields, at, conversion)
}

/** Markdown, or the document itself where it holds more than Markdown can say. */
function richText(value: unknown, at: string, conversion: Conversion): unknown {
  if (isRecord(value) && value.type === 'doc') return value
  if (typeof value !== 'string') {
    conversion.onFault(at, 'must be Markdown')
    return undefined
  }
  return markdownToRichText(value, {
    uuidOf: conversion.uuidOf,
    onFault: (fault) => conversion.onFault(at, fault),
  })
}

/** `route:contact`, or `{ to: 'https://…', newTab: true }`. */
function link(value: unknown, at: string, conversion: Conversion): unknown {
  const written = isRecord(value) ? value.to : value
  if (typeof written !== 'string') {
    conversion.onFault(at, 'must be a link such as route:contact')
    return undefined
  }
  const read = readLink(written)
  if (!read.ok) {
    conversion.onFault(at, read.fault)
    return undefined
  }
  return linkField(read.link, { newTab: isRecord(value) && value.newTab === true, uuidOf: conversion.uuidOf })
}

const assetKeys = ['asset', 'alt', 'title', 'copyright', 'focus']

/** `editorial/workbench.jpg`, or `{ asset, alt, title, copyright, focus: [x, y] }` with the focus as fractions. */
function asset(value: unknown, at: string, conversion: Conversion): unknown {
  const written: Json = typeof value === 'string' ? { asset: value } : isRecord(value) ? value : {}
  const name = written.asset
  const fault = (text: string) => conversion.onFault(at, text)
  if (typeof name !== 'string') return void fault('must be a picture: { asset: folder/name.jpg, alt: … }')
  const unknown = Object.keys(written).find((key) => !assetKeys.includes(key))
  if (unknown) fault(`a picture has no “${unknown}” (it has ${assetKeys.join(', ')})`)
  const foreign = /^https?:\/\//.test(name)
  const size = foreign ? null : conversion.assetSize(name)
  if (!foreign && !size) fault(`there is no picture “${name}”`)
  const stored: Json = {
    fieldtype: 'asset',
    id: Number.parseInt(uuidOfName(`asset:${name}`).slice(0, 8), 16),
    filename: foreign ? name : assetFolder + name,
    name: name.slice(name.lastIndexOf('/') + 1),
    ...(size && { width: size.width, height: size.height }),
  }
  for (const key of ['alt', 'title', 'copyright'] as const) {
    const text = written[key]
    if (isBilingual(text)) {
      if (text.de !== undefined) stored[key] = String(text.de)
      if (text.en !== undefined) stored[`${key}__i18n__en`] = String(text.en)
    } else if (text !== undefined && text !== null) {
      stored[key] = String(text)
    }
  }
  const focus = focusOf(written.focus, size)
  if (focus === null) fault('focus must be [x, y], both between 0 and 1')
  else if (focus) stored.focus = focus
  return stored
}

/** The content service keeps the focal point as a box in pixels. */
function focusOf(value: unknown, size: { width: number; height: number } | null): string | null | undefined {
  if (value === undefined || value === null) return undefined
  const [x, y] = Array.isArray(value) ? value : []
  if (typeof x !== 'number' || typeof y !== 'number' || x < 0 || x > 1 || y < 0 || y > 1) return null
  if (!size) return undefined
  const [left, top] = [Math.round(x * size.width), Math.round(y * size.height)]
  return `${left}x${top}:${left + 1}x${top + 1}`
}

function storyReference(value: unknown, at: string, conversion: Conversion): string | undefined {
  const slug = typeof value === 'string' ? /^story:([^#]+)$/.exec(value)?.[1] : undefined
  if (slug === undefined) {
    conversion.onFault(at, 'must be a story such as story:global/three-steps')
    return undefined
  }
  return conversion.uuidOf(slug)
}
