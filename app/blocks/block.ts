import type { Link } from '#app/content/links.ts'
import type { BlockName, BlockSchemas } from './declaration.ts'
import type { Field, Fields } from './fields.ts'
import type { Picture } from './media/picture.ts'
import type { RichTextDocument } from './text/document.ts'

/** What a field holds after parsing; components trust it. Empty optional fields are `undefined`. */
export type FieldValue<F extends Field> = F['kind'] extends 'text' | 'multiline'
  ? Wanted<F, string>
  : F['kind'] extends 'rich-text'
    ? Wanted<F, RichTextDocument>
    : F['kind'] extends 'link'
      ? Wanted<F, Link>
      : F['kind'] extends 'asset'
        ? Wanted<F, Picture>
        : F['kind'] extends 'assets'
          ? Picture[]
          : F['kind'] extends 'blocks'
            ? AnyBlock[]
            : F extends { kind: 'parts'; part: { fields: infer P extends Fields } }
              ? PartValue<P>[]
              : F['kind'] extends 'story'
                ? Wanted<F, StoryReference>
                : F['kind'] extends 'stories'
                  ? StoryReference[]
                  : F extends { kind: 'option'; options: infer O }
                    ? keyof O & string
                    : F['kind'] extends 'number'
                      ? F extends { required: true } | { default: number }
                        ? number
                        : number | undefined
                      : boolean

type Wanted<F, T> = F extends { required: true } ? T : T | undefined

export type FieldValues<F extends Fields> = { [Name in keyof F]: FieldValue<F[Name]> }

/** One of the repeated groups inside a block. */
export type PartValue<F extends Fields> = FieldValues<F> & { key: string }

/** A story that content refers to. `blocks` are there when it is shared content and was delivered with the page. */
export type StoryReference = {
  uuid: string
  name?: string
  link?: Link
  blocks?: AnyBlock[]
}

type BlockFrame = {
  /** Unique in the parsed story, also where shared content appears twice. */
  key: string
  /** The content service's `_uid`. */
  uid: string
  /** Attributes by which the visual editor finds the block; in preview only. */
  edit?: { c: string; uid: string }
}

/** A parsed block of one kind. */
export type BlockOf<Name extends BlockName> = BlockFrame & { component: Name } & FieldValues<
    BlockSchemas[Name]['fields']
  >

/** A parsed block of any kind. */
export type Block = { [Name in BlockName]: BlockOf<Name> }[BlockName]

/** In preview, in the place of a block that could not be used: what is wrong with it. */
export type BrokenBlock = BlockFrame & {
  component: 'broken-block'
  name: string
  /** No block is missing: the page, or the block before this, has what could not be used. */
  ofPage?: boolean
  reason: string
}

export type AnyBlock = Block | BrokenBlock

type OutlineOf<Name extends BlockName, Kept extends keyof BlockOf<Name> = never> = Pick<
  BlockOf<Name>,
  'component' | 'key' | Kept
> & { outlined: true }

/** What the layout around a static block asks of it; its words are in the page's HTML alone (`outline`). */
export type OutlinedBlock =
  | OutlineOf<'button', 'variant' | 'align'>
  | OutlineOf<'section-indent', 'rule'>
  | (OutlineOf<'global-reference'> & { reference: { blocks: OutlinedBlock[] | undefined } })
  | OutlineOf<Exclude<BlockName, 'button' | 'section-indent' | 'global-reference'>>

/** A block as a page shows it: the server and whoever navigates have it whole. */
export type ShownBlock = AnyBlock | OutlinedBlock
