import type { Link } from '#app/content/links.ts'
import type { FoundStory, StoryFinder } from '#app/content/story.ts'
import type { Locale } from '#app/language/locales.ts'
import type { Picture } from './media/picture.ts'
import { type ParseContext, parseRoot, type RootContent } from './parse-blocks.ts'
import { readableText } from './readable-text.ts'
import type { Topic } from './roots.ts'

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

/** More than any knowledge base has: all of them. */
const all = 10_000

/** The stories of the newest articles of a language, of one topic if wanted; all of them unless `count` says how many. */
export async function findArticleStories(
  stories: Pick<StoryFinder, 'findStories'>,
  locale: Locale,
  { topic = 'all', count = all }: { topic?: Topic | 'all'; count?: number } = {},
): Promise<FoundStory[]> {
  const found = await stories.findStories(locale, {
    startsWith: 'knowledge/',
    sortBy: 'content.date:desc',
    filter: { component: { in: 'article' }, ...(topic !== 'all' && { topic: { in: topic } }) },
    perPage: count,
  })
  return found.stories
}

/** The newest articles of a language as lists show them. */
export async function findArticles(
  stories: Pick<StoryFinder, 'findStories'>,
  wanted: { topic: Topic | 'all'; count?: number },
  context: ParseContext,
): Promise<ArticleSummary[]> {
  return (await findArticleStories(stories, context.locale, wanted))
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

/** Lists show it of every article; an article that was parsed stays as it is. */
const readingTimes = new WeakMap<RootContent<'article'>, number>()

/** How long an article takes to read, in whole minutes, at least one. */
export function readingTime(article: RootContent<'article'>): number {
  const known = readingTimes.get(article)
  if (known !== undefined) return known
  const words = wordsIn(article.teaser) + wordsIn(readableText(article.body))
  const minutes = Math.max(1, Math.round(words / wordsPerMinute))
  readingTimes.set(article, minutes)
  return minutes
}

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length
