import { type Expression, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { int8, json, nullable, query, text } from '#app/platform/database/statement.ts'
import { flattenContent } from './deliver-story.ts'
import { contentOf, type Version, visible } from './story-row.ts'
import { textOfContent } from './text-of-content.ts'

export type StorySearch = {
  /** The stories, by number, that hold every word of the term among those that meet the conditions; the best first. */
  find(
    db: Database,
    asked: {
      version: Version
      where: readonly Expression<SqlBool>[]
      /** As for delivery: translations are read in the first of these that has them. */
      languages: readonly string[]
      term: string
    },
  ): Promise<number[]>
}

/** What of a story is searched, folded. */
type Words = { name: string; title: string; text: string }

/** So many stories are read at a time when they were not searched before. */
const atOnce = 100
const maxWords = 10

/**
 * Searches the texts of stories. JSON is no text: what can be read of a story is taken out of its content once, and kept
 * for as long as its row in the database is the same.
 */
export function createStorySearch(): StorySearch {
  const known = new LRUCache<string, Words>({
    max: 5000,
    maxSize: 20_000_000,
    sizeCalculation: ({ name, title, text }) => name.length + title.length + text.length + 100,
  })

  return {
    async find(db, { version, where, languages, term }) {
      const words = fold(term)
        .split(/\s+/)
        .filter((word) => word !== '')
        .slice(0, maxWords)
      if (words.length === 0) return []
      // `xmin` changes whenever the row does.
      const rows = await query(db, { id: int8, row_version: text })`
        select story.id, story.xmin::text as row_version from story
        where ${sql.join([visible(version), ...where], sql` and `)} order by story.position, story.id`
      const keyOf = (row: { id: number; row_version: string }) =>
        `${row.id} ${row.row_version} ${version} ${languages.join(',')}`
      const found = new Map<number, Words>()
      const unread: typeof rows = []
      for (const row of rows) {
        const words = known.get(keyOf(row))
        if (words) found.set(row.id, words)
        else unread.push(row)
      }
      for (let from = 0; from < unread.length; from += atOnce) {
        const part = unread.slice(from, from + atOnce)
        const read = await readWords(
          db,
          part.map(({ id }) => id),
          version,
          languages,
        )
        for (const row of part) {
          const words = read.get(row.id)
          if (!words) continue
          known.set(keyOf(row), words)
          found.set(row.id, words)
        }
      }
      return rows
        .map(({ id }) => ({ id, score: relevance(found.get(id), words) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .map(({ id }) => id)
    },
  }
}

async function readWords(
  db: Database,
  ids: readonly number[],
  version: Version,
  languages: readonly string[],
): Promise<Map<number, Words>> {
  const rows = await query(db, {
    id: int8,
    name: text,
    translated: nullable(text),
    content: json(z.record(z.string(), z.unknown())),
  })`
    select story.id, story.name, ${contentOf(version)} as content,
      (select story_slug.name from story_slug where story_slug.story_id = story.id
        and lang = any(${[...languages]}::text[]) and story_slug.name is not null
        order by array_position(${[...languages]}::text[], lang) limit 1) as translated
    from story where story.id = any(${ids}::bigint[])`
  return new Map(
    rows.map((row) => {
      const content = flattenContent(row.content, languages) as Record<string, unknown>
      const title = typeof content.title === 'string' ? content.title : ''
      const words = { name: row.translated ?? row.name, title, text: textOfContent(content) }
      return [row.id, { name: fold(words.name), title: fold(words.title), text: fold(words.text) }]
    }),
  )
}

/** Nothing unless every word is there. Names and titles outweigh any text, the whole term its single words. */
function relevance(story: Words | undefined, words: readonly string[]): number {
  if (!story) return 0
  const heading = `${story.name}\n${story.title}`
  const all = `${heading}\n${story.text}`
  if (!words.every((word) => all.includes(word))) return 0
  const term = words.join(' ')
  const inHeading = words.filter((word) => heading.includes(word)).length / words.length
  const occurrences = words.reduce((sum, word) => sum + Math.min(story.text.split(word).length - 1, 50), 0)
  return (
    (story.name === term || story.title === term ? 4000 : 0) +
    (heading.includes(term) ? 2000 : 0) +
    inHeading * 1000 +
    (story.text.includes(term) ? 500 : 0) +
    // Whole words before parts of others.
    words.filter((word) => startsWord(all, word)).length * 20 +
    occurrences / 50 +
    1
  )
}

function startsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] as string)) return true
  return false
}

/** Without case and accents: what is typed finds what is written. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\S\n]+/g, ' ')
