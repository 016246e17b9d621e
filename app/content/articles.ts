import type { Link } from './links.ts'
import type { Picture } from './media/picture.ts'
import { type ParseContext, parseRoot, type RootContent } from './parse-blocks.ts'
import { isRecord } from './raw.ts'
import type { Topic } from './roots.ts'
import type { FoundStory, StoryFinder } from './story.ts'

/** An article as lists show it. */
export type ArticleSummary = {
  uuid: string
  title: string
  teaser: string
  topic: Topic
  /** YYYY-MM-DD */
  date: string
  link: Link
  image?: Picture
  /** Minutes. */
  readingTime: number
}

/** The newest articles of a language, of one topic if wanted. */
export async function findArticles(
  stories: Pick<StoryFinder, 'findStories'>,
  { topic, count }: { topic: Topic | 'all'; count: number },
  context: ParseContext,
): Promise<ArticleSummary[]> {
  const found = await stories.findStories(context.locale, {
    startsWith: 'knowledge/',
    sortBy: 'content.date:desc',
    filter: { component: { in: 'article' }, ...(topic !== 'all' && { topic: { in: topic } }) },
    perPage: count,
  })
  return found.stories
    .map((story) => articleSummary(story, context))
    .filter((article): article is ArticleSummary => article !== null)
}

/** A found article as lists show it; `null` for any other story, and for an article that cannot be parsed. */
export function articleSummary({ story, path }: FoundStory, context: ParseContext): ArticleSummary | null {
  const parsed = parseRoot('article', story.content, context)
  if (!parsed.ok || path === null) return null
  const { title, teaser, topic, date, image } = parsed.content
  return {
    uuid: story.uuid,
    title,
    teaser,
    topic,
    date,
    link: { href: path },
    ...(image && { image }),
    readingTime: readingTime(parsed.content),
  }
}

const wordsPerMinute = 220

/** How long an article takes to read, in whole minutes, at least one. */
export function readingTime(article: RootContent<'article'>): number {
  return Math.max(1, Math.round((wordsIn(article.teaser) + wordsIn(article.body)) / wordsPerMinute))
}

/** Names of fields that hold no words to read. */
const unread = new Set([
  'key',
  'uid',
  'component',
  'type',
  'href',
  'src',
  'name',
  'anchor',
  'id',
  'apiUrl',
  'from',
])

function wordsIn(value: unknown): number {
  if (typeof value === 'string') return value.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + wordsIn(item), 0)
  if (!isRecord(value)) return 0
  return Object.entries(value).reduce(
    (sum, [name, inner]) => sum + (unread.has(name) ? 0 : wordsIn(inner)),
    0,
  )
}
