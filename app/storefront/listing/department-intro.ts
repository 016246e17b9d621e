import type { App } from '#app/app-context.ts'
import type { AnyBlock } from '#app/blocks/block.ts'
import { parseRoot } from '#app/blocks/parse-blocks.ts'
import type { InlineNode, RichTextDocument } from '#app/blocks/text/document.ts'
import type { FoundStory } from '#app/content/story.ts'
import type { Locale } from '#app/language/locales.ts'
import { keepNoAnswer } from '#app/platform/answer-record.ts'
import type { Department } from '#app/shop/catalogue/types.ts'
import type { Unshowable } from '../preview-view.ts'
import type { Intro } from './listing-view.ts'

type DepartmentIntro = {
  text: Intro
  description?: string
  /** In preview, the block that a click on the words leads to. */
  edit?: NonNullable<AnyBlock['edit']>
}

/**
 * A department's own words, where an editor wrote some: the paragraphs of its story's rich texts, with their links. A
 * listing does without them when there are none or the content service has nothing to give.
 */
export async function departmentIntro(
  app: App,
  locale: Locale,
  department: Department,
): Promise<DepartmentIntro> {
  try {
    const read = readIntro(app, locale, await app.stories.findStory(locale, department))
    return 'unshowable' in read ? { text: [] } : read
  } catch (error) {
    app.log.warn({ err: error, department }, 'a listing goes without its introduction')
    keepNoAnswer('its introduction could not be had')
    return { text: [] }
  }
}

/** The same words of a story at hand; `preview`: as its editor sees them. */
export function readIntro(
  app: App,
  locale: Locale,
  found: FoundStory | null,
  { preview = false } = {},
): DepartmentIntro | Unshowable {
  if (found === null) return { text: [] }
  const parsed = parseRoot('page', found.story.content, { locale, apiUrl: app.env.API_URL, preview })
  if (!parsed.ok) return { unshowable: parsed.reason }
  const { body, description } = parsed.content
  const edit = body.find((block) => block.component === 'rich-text')?.edit
  return {
    text: paragraphsOf(body),
    ...(description && { description }),
    ...(edit && { edit }),
  }
}

/** The paragraphs of the rich texts among some blocks. */
export function paragraphsOf(body: readonly AnyBlock[]): Intro {
  return body.flatMap((block) =>
    block.component === 'rich-text' && block.text ? paragraphs(block.text) : [],
  )
}

function paragraphs(document: RichTextDocument): Intro {
  return document.content.flatMap((node) => (node.type === 'paragraph' ? [node.content.flatMap(inline)] : []))
}

function inline(node: InlineNode): Intro[number] {
  if (node.type !== 'text') return [' ']
  const mark = node.marks?.find((each) => each.type === 'link')
  return [mark ? { text: node.text, href: mark.link.href } : node.text]
}
