import type { Bilingual, Locale } from '#app/language/locales.ts'
import type { RouteName } from '#app/language/route-table.ts'
import type { BlockName } from './declaration.ts'
import { longText } from './example-long-text.ts'

/** A block as the content service delivers it. */
export type DeliveredBlock = { component: string; _uid: string; [field: string]: unknown }

/** One way in which an editor may fill a block. */
export type BlockExample = { name: Bilingual; block: DeliveredBlock }

export type BlockExamples = (locale: Locale) => BlockExample[]

type Fields = { [field: string]: unknown }

/** Words for writing examples in both languages at once, in the form in which stories are delivered. */
export type ExampleWriter = {
  locale: Locale
  /** The text of the language. */
  say: (de: string, en: string) => string
  /** 400 words of running text. */
  long: string
  p: (de: string, en: string) => RichNode
  h: (level: number, de: string, en: string) => RichNode
  ul: (...items: [de: string, en: string][]) => RichNode
  doc: (...nodes: RichNode[]) => RichNode
  /** Another block inside this one. */
  block: (component: BlockName, fields: Fields) => DeliveredBlock
  part: (component: string, fields: Fields) => DeliveredBlock
}

export type RichNode = { type: string; [field: string]: unknown }

/** Writes the examples of a block; every block and part gets a `_uid` of its own. */
/* @__NO_SIDE_EFFECTS__ */ export function writeExamples(
  component: BlockName,
  write: (writer: ExampleWriter) => { name: Bilingual; fields: Fields }[],
): BlockExamples {
  return (locale) => {
    let count = 0
    const made = (name: string, fields: Fields): DeliveredBlock => {
      count += 1
      return { component: name, _uid: `${component}-${count}`, ...fields }
    }
    const say = (de: string, en: string) => (locale === 'de' ? de : en)
    const paragraph = (words: string): RichNode => ({
      type: 'paragraph',
      content: [{ type: 'text', text: words }],
    })
    const writer: ExampleWriter = {
      locale,
      say,
      long: longText[locale],
      p: (de, en) => paragraph(say(de, en)),
      h: (level, de, en) => ({
        type: 'heading',
        attrs: { level },
        content: [{ type: 'text', text: say(de, en) }],
      }),
      ul: (...items) => ({
        type: 'bullet_list',
        content: items.map(([de, en]) => ({ type: 'list_item', content: [paragraph(say(de, en))] })),
      }),
      doc: (...content) => ({ type: 'doc', content }),
      block: made,
      part: made,
    }
    return write(writer).map(({ name, fields }) => ({ name, block: made(component, fields) }))
  }
}

/** A link to a page of the route table, as the content service delivers it. */
export function toPage(route: RouteName) {
  return {
    fieldtype: 'multilink',
    linktype: 'story',
    id: '7f1f4c6e-55a1-4d0b-9a53-6d7c1d0e2a10',
    url: '',
    cached_url: route,
    story: { uuid: '7f1f4c6e-55a1-4d0b-9a53-6d7c1d0e2a10', full_slug: route, url: route },
  }
}

export function toSite(url: string) {
  return { fieldtype: 'multilink', linktype: 'url', id: '', url, cached_url: url, target: '_blank' }
}

/** One of the shop's own pictures with its alternative text. */
export function picture(name: string, alt: string, focus?: string) {
  return {
    fieldtype: 'asset',
    id: 1,
    filename: `/api/assets/editorial/${name}`,
    alt,
    width: 1600,
    height: 1000,
    ...(focus && { focus }),
  }
}

/** A word that no narrow column can hold. */
export const longWord = 'Edelmetallhandelsgesetzdurchführungsverordnungsentwurf'

/** A field that nobody has filled, as the content service delivers it. */
export const emptyAsset = {
  fieldtype: 'asset',
  id: null,
  filename: '',
  alt: '',
  name: '',
  focus: '',
  title: '',
}
