import { isRecord, textIn } from '#app/content/raw.ts'
import type { Locale } from '#app/language/locales.ts'
import { ownValue } from '#app/platform/own-value.ts'
import { blockDeclarations, isBlockName } from './declaration.ts'
import type { Fields } from './fields.ts'
import { type RootName, roots } from './roots.ts'

/** A text that can be edited in place: where it lies in the story's content, and what it is called. */
export type TextField = {
  path: (string | number)[]
  uid: string
  block: string
  label: string
  value: string
  multiline: boolean
}

export type TextEdit = { path: (string | number)[]; value: string }

/** The plain texts of a story's content as delivered in a language, in the order in which they stand on the page. */
export function textFieldsOf(content: unknown, locale: Locale): TextField[] {
  return isRecord(content) ? [...fieldsOf(content, schemaOf(content), [], locale)] : []
}

type Schema = { label: Record<Locale, string>; fields: Fields }

function schemaOf({ component }: Record<string, unknown>): Schema | null {
  const name = textIn(component)
  if (isBlockName(name)) return blockDeclarations[name].schema
  return Object.hasOwn(roots, name) ? roots[name as RootName] : null
}

function* fieldsOf(
  node: Record<string, unknown>,
  schema: Schema | null,
  path: (string | number)[],
  locale: Locale,
): Generator<TextField> {
  for (const [name, field] of Object.entries(schema?.fields ?? {})) {
    const here = [...path, name]
    const value = node[name]
    if ((field.kind === 'text' && (!field.format || field.format === 'icon')) || field.kind === 'multiline') {
      yield {
        path: here,
        uid: textIn(node._uid),
        block: schema?.label[locale] ?? '',
        label: field.label[locale],
        value: typeof value === 'string' ? value : '',
        multiline: field.kind === 'multiline',
      }
    } else if ((field.kind === 'blocks' || field.kind === 'parts') && Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (!isRecord(item)) continue
        yield* fieldsOf(item, field.kind === 'parts' ? field.part : schemaOf(item), [...here, index], locale)
      }
    }
  }
}

/**
 * Stored content with edited texts: a translatable field's text in another language than German lies beside it. An
 * edit whose place is gone is left out.
 */
export function withTexts<Content extends object>(
  stored: Content,
  edits: readonly TextEdit[],
  locale: Locale,
): Content {
  const content = structuredClone(stored)
  for (const { path, value } of edits) {
    const place = placeOf(content, path, locale)
    if (place) place.node[place.name] = value
  }
  return content
}

/** The text at a place of stored content as it is delivered in a language, and its block; null: the place is gone. */
export function textAt(
  stored: object,
  path: TextEdit['path'],
  locale: Locale,
): { text: string; uid: string } | null {
  const place = placeOf(stored, path, locale)
  if (!place) return null
  // An empty translation leaves the text of its field.
  const text = textIn(place.node[place.name]) || textIn(place.node[String(path.at(-1))])
  return { text, uid: textIn(place.node._uid) }
}

/** Where a text is stored: only fields of the block are found, so that no key from outside reaches what objects inherit. */
function placeOf(
  content: object,
  path: TextEdit['path'],
  locale: Locale,
): { node: Record<string, unknown>; name: string } | null {
  const name = path.at(-1)
  let node: unknown = content
  let schema: Schema | null = isRecord(content) ? schemaOf(content) : null
  for (const step of path.slice(0, -1)) {
    const field = ownValue(schema?.fields, step)
    node = ownValue(node, step)
    if (field?.kind === 'parts') schema = field.part
    else if (typeof step === 'number' && isRecord(node) && schemaOf(node)) schema = schemaOf(node)
  }
  const field = name === undefined ? undefined : ownValue(schema?.fields, name)
  if (!isRecord(node) || !field || typeof name !== 'string') return null
  return { node, name: locale !== 'de' && field.translatable ? `${name}__i18n__${locale}` : name }
}
