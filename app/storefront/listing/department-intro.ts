import type { App } from '#app/app-context.ts'
import { parseRoot } from '#app/content/parse-blocks.ts'
import type { InlineNode, RichTextDocument } from '#app/content/rich-text/document.ts'
import type { Locale } from '#app/language/locales.ts'
import type { Department } from '#app/shop/catalogue/types.ts'
import type { Intro } from './listing-view.ts'

/**
 * A department's own words, where an editor wrote some: the paragraphs of its story's rich texts, with their links. A
 * listing does without them when there are none or the content service has nothing to give.
 */
export async function departmentIntro(
  app: App,
  locale: Locale,
  department: Department,
): Promise<{ text: Intro; description?: string }> {
  try {
    const found = await app.stories.findStory(locale, department)
    const parsed = found && parseRoot('page', found.story.content, { locale, apiUrl: app.env.API_URL })
    if (!parsed?.ok) return { text: [] }
    const { body, description } = parsed.content
    return {
      text: body.flatMap((block) =>
        block.component === 'rich-text' && block.text ? paragraphs(block.text) : [],
      ),
      ...(description && { description }),
    }
  } catch (error) {
    app.log.warn({ err: error, department }, 'a listing goes without its introduction')
    return { text: [] }
  }
}

function paragraphs(document: RichTextDocument): Intro {
  return document.content.flatMap((node) => (node.type === 'paragraph' ? [node.content.flatMap(inline)] : []))
}

function inline(node: InlineNode): Intro[number] {
  if (node.type !== 'text') return [' ']
  const mark = node.marks?.find((each) => each.type === 'link')
  return [mark ? { text: node.text, href: mark.link.href } : node.text]
}
