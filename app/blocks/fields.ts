import type { Bilingual } from '#app/language/locales.ts'

/**
 * What an editor may put into a block, as data: one declaration per block, from which the parser of delivered
 * stories, the loader of content files and the office's forms derive. No Zod here: browsers may import it, and the
 * bundler leaves declarations out whose fields a browser does not ask for (`@__NO_SIDE_EFFECTS__`).
 *
 * `translatable` fields hold one value per language; every other field holds one value for both.
 */
type Described = {
  label: Bilingual
  help?: Bilingual
  required?: boolean
  translatable?: boolean
}

/** How a single line of text must look, where not every text will do. */
export type TextFormat = 'slug' | 'date' | 'email' | 'phone' | 'icon'

type TextOptions = Described & { maxLength?: number; format?: TextFormat }
type MultilineOptions = Described & { maxLength?: number }
type OptionOptions = Described & { options: Record<string, Bilingual>; default: string }
type NumberOptions = Described & { min: number; max: number; step?: number; default?: number }
type BooleanOptions = Described
type AssetsOptions = Described & { min?: number; max?: number }
type BlocksOptions = Described & { allow: readonly string[] | 'any'; max?: number }
type PartsOptions = Described & { part: Part; min?: number; max?: number }
type StoriesOptions = Described & { max?: number }

export type Field =
  | ({ kind: 'text' } & TextOptions)
  | ({ kind: 'multiline' } & MultilineOptions)
  | ({ kind: 'rich-text' } & Described)
  | ({ kind: 'link' } & Described)
  | ({ kind: 'asset' } & Described)
  | ({ kind: 'assets' } & AssetsOptions)
  | ({ kind: 'blocks' } & BlocksOptions)
  | ({ kind: 'parts' } & PartsOptions)
  | ({ kind: 'story' } & Described)
  | ({ kind: 'stories' } & StoriesOptions)
  | ({ kind: 'option' } & OptionOptions)
  | ({ kind: 'number' } & NumberOptions)
  | ({ kind: 'boolean' } & BooleanOptions)

export type FieldKind = Field['kind']
export type Fields = Record<string, Field>

/** One line of plain text. */
/* @__NO_SIDE_EFFECTS__ */ export const text = <const O extends TextOptions>(options: O) =>
  ({ kind: 'text', ...options }) as const

/** Plain text of several lines; an empty line begins a new paragraph. */
/* @__NO_SIDE_EFFECTS__ */ export const multiline = <const O extends MultilineOptions>(options: O) =>
  ({ kind: 'multiline', ...options }) as const

/** Formatted text: headings, lists, links, tables. Markdown in content files. */
/* @__NO_SIDE_EFFECTS__ */ export const richText = <const O extends Described>(options: O) =>
  ({ kind: 'rich-text', ...options }) as const

/** A link to a page of the site, another site, an e-mail address, a telephone number or a file. */
/* @__NO_SIDE_EFFECTS__ */ export const link = <const O extends Described>(options: O) =>
  ({ kind: 'link', ...options }) as const

/** One picture with its alternative text and focal point. An empty alternative text marks it as decoration. */
/* @__NO_SIDE_EFFECTS__ */ export const asset = <const O extends Described>(options: O) =>
  ({ kind: 'asset', ...options }) as const

/** Several pictures. */
/* @__NO_SIDE_EFFECTS__ */ export const assets = <const O extends AssetsOptions>(options: O) =>
  ({ kind: 'assets', ...options }) as const

/** Nested blocks: any, or only those named in `allow`. */
/* @__NO_SIDE_EFFECTS__ */ export const blocks = <const O extends BlocksOptions>(options: O) =>
  ({ kind: 'blocks', ...options }) as const

/** Repeated groups of fields that exist only inside their block, such as the questions of an FAQ. */
/* @__NO_SIDE_EFFECTS__ */ export const parts = <const O extends PartsOptions>(options: O) =>
  ({ kind: 'parts', ...options }) as const

/** A reference to one story, delivered with the story's content where the relation is resolved. */
/* @__NO_SIDE_EFFECTS__ */ export const story = <const O extends Described>(options: O) =>
  ({ kind: 'story', ...options }) as const

/** References to several stories. */
/* @__NO_SIDE_EFFECTS__ */ export const stories = <const O extends StoriesOptions>(options: O) =>
  ({ kind: 'stories', ...options }) as const

/** One of a few choices; an empty value means `default`. */
/* @__NO_SIDE_EFFECTS__ */ export const option = <const O extends OptionOptions>(options: O) =>
  ({ kind: 'option', ...options }) as const

/* @__NO_SIDE_EFFECTS__ */ export const number = <const O extends NumberOptions>(options: O) =>
  ({ kind: 'number', ...options }) as const

/** Yes or no; an empty value means no. */
/* @__NO_SIDE_EFFECTS__ */ export const boolean = <const O extends BooleanOptions>(options: O) =>
  ({ kind: 'boolean', ...options }) as const

/** Fields every block has, beside its own. */
export const commonFields = {
  anchor: text({
    label: { de: 'Sprungmarke', en: 'Anchor' },
    help: {
      de: 'Kleinbuchstaben, Ziffern und Bindestriche; Links auf #sprungmarke führen hierher.',
      en: 'Lower-case letters, digits and hyphens; links to #anchor lead here.',
    },
    format: 'slug',
    maxLength: 60,
  }),
  onlyIn: option({
    label: { de: 'Nur in einer Sprache zeigen', en: 'Show in one language only' },
    options: {
      all: { de: 'In beiden', en: 'In both' },
      de: { de: 'Nur auf Deutsch', en: 'German only' },
      en: { de: 'Nur auf Englisch', en: 'English only' },
    },
    default: 'all',
  }),
}

export type CommonFields = typeof commonFields

/** A block an editor can place. `name` is its component in the content service and its folder. */
export type BlockDefinition = { name: string; label: Bilingual; help: Bilingual; fields: Fields }

/** A group of fields that is repeated inside one block. `name` is its component in the content service. */
export type Part = { name: string; label: Bilingual; fields: Fields }

/** The content of a whole story. */
export type RootDefinition = { name: string; label: Bilingual; fields: Fields }

/* @__NO_SIDE_EFFECTS__ */ export function defineBlock<
  const Name extends string,
  const F extends Fields,
>(definition: {
  name: Name
  label: Bilingual
  help: Bilingual
  fields: F
}): { name: Name; label: Bilingual; help: Bilingual; fields: F & CommonFields } {
  return { ...definition, fields: { ...definition.fields, ...commonFields } }
}

/* @__NO_SIDE_EFFECTS__ */ export function definePart<
  const Name extends string,
  const F extends Fields,
>(part: { name: Name; label: Bilingual; fields: F }): { name: Name; label: Bilingual; fields: F } {
  return part
}

/* @__NO_SIDE_EFFECTS__ */ export function defineRoot<
  const Name extends string,
  const F extends Fields,
>(root: { name: Name; label: Bilingual; fields: F }): { name: Name; label: Bilingual; fields: F } {
  return root
}
