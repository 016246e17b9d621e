import type { Story, StoryFinder } from '#app/content/story.ts'
import { fold } from '#app/shop/catalogue/search-words.ts'
import { type ArticleSummary, articleSummary, findArticleStories } from './articles.ts'
import { type ParseContext, parseRoot } from './parse-blocks.ts'
import { readableText } from './readable-text.ts'
import { type Topic, topics } from './roots.ts'

/** Of a query; what comes after them is left out. */
const maxWords = 20

export type FoundArticles = {
  articles: ArticleSummary[]
  /** How many articles match the query, in all and by topic; only topics that the knowledge base has. */
  total: number
  counts: { topic: Topic; count: number }[]
}

/**
 * The articles of a language in which every word of the query occurs: in the title, the teaser or the text, upper
 * case and accents aside. Best first, then newest; without a query all of them, newest first.
 */
export async function searchArticles(
  stories: Pick<StoryFinder, 'findStories'>,
  { query, topic }: { query: string; topic: Topic | null },
  context: ParseContext,
): Promise<FoundArticles> {
  const words = wordsOfQuery(query)
  const all = (await findArticleStories(stories, context.locale)).flatMap((found) => {
    const summary = articleSummary(found, context)
    return summary ? [{ summary, story: found.story }] : []
  })
  // A query of nothing but punctuation asks for something that no article has.
  const impossible = words.length === 0 && query.trim() !== ''
  const matching = impossible
    ? []
    : all
        .map(({ summary, story }) => ({ summary, rank: rankOf(textOf(story, context), words) }))
        .filter((found): found is { summary: ArticleSummary; rank: number } => found.rank !== null)
        .sort((one, other) => other.rank - one.rank)
        .map(({ summary }) => summary)
  return {
    articles: topic === null ? matching : matching.filter((article) => article.topic === topic),
    total: matching.length,
    counts: (Object.keys(topics) as Topic[])
      .filter((name) => all.some(({ summary }) => summary.topic === name))
      .map((name) => ({
        topic: name,
        count: matching.filter((article) => article.topic === name).length,
      })),
  }
}

/** Folded words between spaces, by where they stand. */
type SearchText = { title: string; teaser: string; body: string }

/** Stories are shared between readers until something is published, and so is what was made of them. */
const texts = new WeakMap<Story, SearchText>()

function textOf(story: Story, context: ParseContext): SearchText {
  const known = texts.get(story)
  if (known) return known
  const parsed = parseRoot('article', story.content, context)
  const { title, teaser, body } = parsed.ok ? parsed.content : { title: '', teaser: '', body: [] }
  const text = { title: searchable(title), teaser: searchable(teaser), body: searchable(readableText(body)) }
  texts.set(story, text)
  return text
}

const searchable = (text: string) => ` ${foldedWords(text).join(' ')} `

const foldedWords = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

const wordsOfQuery = (query: string) => [...new Set(foldedWords(query).slice(0, maxWords).map(stem))]

/** Plurals and cases find one another, in both languages: Punzen and Punze, watches and watch. */
const stem = (word: string) => word.replace(/(?<=^\p{L}{4,})(?:e[nrsm]|[ens])$/u, '')

const worth = { title: 9, teaser: 3, body: 1 } as const

/** How well a text answers: the sum over the words, each counted where it stands best; `null` if one is missing. */
function rankOf(text: SearchText, words: readonly string[]): number | null {
  let rank = 0
  for (const word of words) {
    const place = (['title', 'teaser', 'body'] as const).find((name) => contains(text[name], word))
    if (place === undefined) return null
    rank += worth[place]
  }
  return rank
}

/** Within a word, too, for German joins them: „gold“ is in „Weißgold“. Two letters alone would be everywhere. */
const contains = (text: string, word: string) => text.includes(word.length < 3 ? ` ${word}` : word)
