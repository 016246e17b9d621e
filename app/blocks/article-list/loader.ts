import { type ArticleSummary, findArticles } from '../articles.ts'
import type { BlockOf } from '../block.ts'
import type { LoadContext } from '../load-blocks.ts'

export function loadArticleList(
  { topic, count }: BlockOf<'article-list'>,
  { stories, locale, apiUrl }: LoadContext,
): Promise<ArticleSummary[]> {
  return findArticles(stories, { topic, count }, { locale, apiUrl })
}
