import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { blockDeclarations, isBlockName } from '#app/blocks/declaration.ts'
import type { Field, Fields } from '#app/blocks/fields.ts'
import { type RootName, roots } from '#app/blocks/roots.ts'
import { isRecord } from '#app/content/raw.ts'
import { type Locale, locales } from '#app/language/locales.ts'
import { attributes } from '#app/shop/catalogue/attributes/registry.ts'

/** A text that customers or editors read, and where it stands. */
export type WrittenText = { locale: Locale; where: string; text: string }

/** Everything that is written in the project for people to read. */
export function* writtenTexts(): Generator<WrittenText> {
  for (const file of filesBelow('db/demo/stories', '.yaml')) yield* textsOfStory(readYaml(file), file)
  for (const file of filesBelow('db/demo/pieces', '.yaml')) yield* bilingualTexts(readYaml(file), file)
  for (const file of filesBelow('db/start/stories', '.yaml')) yield* textsOfStory(readYaml(file), file)
  for (const file of ['db/demo/settings.yaml', 'db/start/settings.yaml'])
    yield* bilingualTexts(readYaml(file), file)
  yield* bilingualTexts(blockDeclarations, 'blocks')
  yield* bilingualTexts(roots, 'roots')
  // A schema is no text.
  const declared = attributes.map(({ source: _, ...words }) => words)
  for (const each of bilingualTexts(declared, 'attributes'))
    yield { ...each, text: wordsOfMessage(each.text) }
  for (const locale of locales) {
    for (const file of filesBelow(`app/language/messages/${locale}`, '.json')) {
      yield* messages(JSON.parse(readFileSync(file, 'utf8')), file, locale)
    }
  }
}

const readYaml = (file: string): unknown => parse(readFileSync(file, 'utf8'))

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort()
}

/** Maps of the two languages, wherever they stand. */
function* bilingualTexts(value: unknown, where: string): Generator<WrittenText> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* bilingualTexts(item, `${where} › ${index}`)
  } else if (isBilingual(value)) {
    for (const locale of locales) yield* allStrings(value[locale], where, locale)
  } else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) {
      // Addresses are spelled without umlauts.
      if (key !== 'slug' && key !== 'slugs') yield* bilingualTexts(inner, `${where} › ${key}`)
    }
  }
}

function isBilingual(value: unknown): value is Partial<Record<Locale, unknown>> {
  const keys = isRecord(value) ? Object.keys(value) : []
  return keys.length > 0 && keys.every((key) => key === 'de' || key === 'en')
}

function* allStrings(value: unknown, where: string, locale: Locale): Generator<WrittenText> {
  if (typeof value === 'string') yield { locale, where, text: value }
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* allStrings(inner, where, locale)
  }
}

/** A story says by its schema which of its fields are texts. */
function* textsOfStory(story: unknown, where: string): Generator<WrittenText> {
  if (!isRecord(story) || !isRecord(story.content)) throw new Error(`${where}: not a story`)
  yield { locale: 'de', where: `${where} › name`, text: String(story.name) }
  yield* textsOfFields(roots[story.content.component as RootName].fields, story.content, where)
}

function* textsOfFields(
  fields: Fields,
  values: Record<string, unknown>,
  where: string,
): Generator<WrittenText> {
  // A text in one language alone is German, unless what it stands in says otherwise (a customer's words).
  const alone = values.language === 'en' ? 'en' : 'de'
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name]
    if (value === undefined) continue
    if (isBilingual(value)) {
      for (const locale of locales) yield* textsOfValue(field, value[locale], `${where} › ${name}`, locale)
    } else yield* textsOfValue(field, value, `${where} › ${name}`, alone)
  }
}

function* textsOfValue(field: Field, value: unknown, where: string, locale: Locale): Generator<WrittenText> {
  if (value === undefined || value === null) return
  switch (field.kind) {
    case 'text':
      if (field.format === undefined) yield { locale, where, text: String(value) }
      break
    case 'multiline':
    case 'rich-text':
      yield { locale, where, text: field.kind === 'rich-text' ? fromMarkdown(String(value)) : String(value) }
      break
    case 'asset':
      yield* bilingualTexts(value, where)
      break
    case 'assets':
      for (const asset of value as unknown[]) yield* bilingualTexts(asset, where)
      break
    case 'blocks':
      for (const [index, block] of (value as Record<string, unknown>[]).entries()) {
        if (!isBlockName(String(block.component))) throw new Error(`${where}: no block “${block.component}”`)
        const { fields } = blockDeclarations[block.component as keyof typeof blockDeclarations].schema
        yield* textsOfFields(fields, block, `${where} › ${index} ${block.component}`)
      }
      break
    case 'parts':
      for (const [index, part] of (value as Record<string, unknown>[]).entries())
        yield* textsOfFields(field.part.fields, part, `${where} › ${index}`)
      break
  }
}

/** Without code and the addresses of links and pictures. */
const fromMarkdown = (markdown: string) => markdown.replace(/`[^`]*`/g, ' ').replace(/\]\([^)]*\)/g, '] ')

function* messages(tree: unknown, where: string, locale: Locale): Generator<WrittenText> {
  if (typeof tree === 'string') yield { locale, where, text: wordsOfMessage(tree) }
  else if (isRecord(tree)) {
    for (const [key, inner] of Object.entries(tree)) yield* messages(inner, `${where} › ${key}`, locale)
  }
}

/** A message without what a program reads in it: `{count, plural, one {ein Stück} other {# Stücke}}` → its words. */
export function wordsOfMessage(message: string): string {
  let text = message.replace(/<\/?\w+>/g, ' ')
  // From the inside out: plain arguments, then the choices around them.
  for (let before = ''; before !== text; ) {
    before = text
    text = text
      .replace(/\{\s*\w+\s*(?:,\s*(?:number|date|time)\s*(?:,[^{}]*)?)?\}/g, ' ')
      .replace(
        /\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,((?:[^{}]|\{[^{}]*\})*)\}/g,
        (_, options: string) => [...options.matchAll(/\{([^{}]*)\}/g)].map(([, inner]) => inner).join(' '),
      )
  }
  return text
}
