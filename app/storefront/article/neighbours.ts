import type { ArticleSummary } from '#app/blocks/articles.ts'
import type { Topic } from '#app/blocks/roots.ts'

/** Of the same topic, where the editor names no related articles. */
const fromTopic = 3

/** An article among all of them, newest first: the newer and the older one, and those to read next. */
export function aroundArticle<Article extends Pick<ArticleSummary, 'uuid' | 'topic'>>(
  all: readonly Article[],
  { uuid, topic, related }: { uuid: string; topic: Topic; related: readonly string[] },
): { previous: Article | undefined; next: Article | undefined; related: Article[] } {
  const at = all.findIndex((article) => article.uuid === uuid)
  const others = all.filter((article) => article.uuid !== uuid)
  const chosen = [...new Set(related)].flatMap(
    (wanted) => others.find((other) => other.uuid === wanted) ?? [],
  )
  return {
    previous: at > 0 ? all[at - 1] : undefined,
    next: at >= 0 ? all[at + 1] : undefined,
    related: chosen.length > 0 ? chosen : others.filter((other) => other.topic === topic).slice(0, fromTopic),
  }
}
