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

export type TextField = { kind: 'text' } & TextOptions
export type MultilineField = { kind: 'multiline' } & MultilineOptions
export type RichTextField = { kind: 'rich-text' } & Described
export type LinkField = { kind: 'link' } & Described
export type AssetField = { kind: 'asset' } & Described
export type AssetsField = { kind: 'assets' } & AssetsOptions
export type BlocksField = { kind: 'blocks' } & BlocksOptions
export type PartsField = { kind: 'parts' } & PartsOptions
export type StoryField = { kind: 'story' } & Described
export type StoriesField = { kind: 'stories' } & StoriesOptions
export type OptionField = { kind: 'option' } & OptionOptions
export type NumberField = { kind: 'number' } & NumberOptions
export type BooleanField = { kind: 'boolean' } & BooleanOptions

export type Field =
  | TextField
  | MultilineField
  | RichTextField
  | LinkField
  | AssetField
  | AssetsField
  | BlocksField
  | PartsField
  | StoryField
  | StoriesField
  | OptionField
  | NumberField
  | BooleanField

export type FieldKind = Field['kind']
export type Fields = Record<string, Field>

/** One line of plain text. */
/* @__NO_SIDE_EFFECTS__ */ export function text<const O extends TextOptions>(
  options: O,
): { kind: 'text' } & O {
  return { kind: 'text', ...options }
}

/** Plain text of several lines; an empty line begins a new paragraph. */
/* @__NO_SIDE_EFFECTS__ */ export function multiline<const O extends MultilineOptions>(
  options: O,
): { kind: 'multiline' } & O {
  return { kind: 'multiline', ...options }
}

/** Formatted text: headings, lists, links, tables. Markdown in content files. */
/* @__NO_SIDE_EFFECTS__ */ export function richText<const O extends Described>(
  options: O,
): { kind: 'rich-text' } & O {
  return { kind: 'rich-text', ...options }
}

/** A link to a page of the site, another site, an e-mail address, a telephone number or a file. */
/* @__NO_SIDE_EFFECTS__ */ export function link<const O extends Described>(options: O): { kind: 'link' } & O {
  return { kind: 'link', ...options }
}

/** One picture with its alternative text and focal point. An empty alternative text marks it as decoration. */
/* @__NO_SIDE_EFFECTS__ */ export function asset<const O extends Described>(
  options: O,
): { kind: 'asset' } & O {
  return { kind: 'asset', ...options }
}

/** Several pictures. */
/* @__NO_SIDE_EFFECTS__ */ export function assets<const O extends AssetsOptions>(
  options: O,
): { kind: 'assets' } & O {
  return { kind: 'assets', ...options }
}

/** Nested blocks: any, or only those named in `allow`. */
/* @__NO_SIDE_EFFECTS__ */ export function blocks<const O extends BlocksOptions>(
  options: O,
): { kind: 'blocks' } & O {
  return { kind: 'blocks', ...options }
}

/** Repeated groups of fields that exist only inside their block, such as the questions of an FAQ. */
/* @__NO_SIDE_EFFECTS__ */ export function parts<const O extends PartsOptions>(
  options: O,
): { kind: 'parts' } & O {
  return { kind: 'parts', ...options }
}

/** A reference to one story, delivered with the story's content where the relation is resolved. */
/* @__NO_SIDE_EFFECTS__ */ export function story<const O extends Described>(
  options: O,
): { kind: 'story' } & O {
  return { kind: 'story', ...options }
}

/** References to several stories. */
/* @__NO_SIDE_EFFECTS__ */ export function stories<const O extends StoriesOptions>(
  options: O,
): { kind: 'stories' } & O {
  return { kind: 'stories', ...options }
}

/** One of a few choices; an empty value means `default`. */
/* @__NO_SIDE_EFFECTS__ */ export function option<const O extends OptionOptions>(
  options: O,
): { kind: 'option' } & O {
  return { kind: 'option', ...options }
}

/* @__NO_SIDE_EFFECTS__ */ export function number<const O extends NumberOptions>(
  options: O,
): { kind: 'number' } & O {
  return { kind: 'number', ...options }
}

/** Yes or no; an empty value means no. */
/* @__NO_SIDE_EFFECTS__ */ export function boolean<const O extends BooleanOptions>(
  options: O,
): { kind: 'boolean' } & O {
  return { kind: 'boolean', ...options }
}

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
