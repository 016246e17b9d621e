import { type Topic, topics } from '#app/blocks/roots.ts'
import { cleanText } from '#app/language/clean-text.ts'

/** Longer queries are cut here, in characters. */
export const longestQuery = 200

/** What of the knowledge base somebody wants to see. */
export type KnowledgeQuery = { topic: Topic | null; query: string }

/** `?topic=gold&query=…`; a topic that does not exist is none, a query that is too long is cut. */
export function readKnowledgeQuery(search: URLSearchParams): KnowledgeQuery {
  const topic = search.get('topic') ?? ''
  const query = cleanText(search.get('query') ?? '').replace(/\s+/g, ' ')
  return {
    topic: Object.hasOwn(topics, topic) ? (topic as Topic) : null,
    query: [...query.trim()].slice(0, longestQuery).join('').trim(),
  }
}

/** The inverse, with the path before it. */
export function knowledgeAddress(path: string, { topic, query }: KnowledgeQuery): string {
  const search = new URLSearchParams()
  if (topic) search.set('topic', topic)
  if (query) search.set('query', query)
  return search.size > 0 ? `${path}?${search}` : path
}
