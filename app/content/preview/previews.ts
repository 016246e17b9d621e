import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Locale } from '#app/language/locales.ts'
import type { FoundStory } from '../story.ts'
import type { StoryClient } from '../story-client.ts'
import type { Story } from '../story-shape.ts'
import { unlessUnavailable } from '../unless-unavailable.ts'
import { completeContent } from './complete-story.ts'
import {
  asksForPreview,
  type PreviewKey,
  type PreviewRequest,
  readPreviewQuery,
  writePreviewQuery,
} from './preview-query.ts'

/** A verified preview: the request for it, and where its editor may be. */
export type Preview = PreviewRequest & {
  /** Origins, beside our own, that may embed the page and speak to it. */
  editors: readonly string[]
}

export type Previews = {
  /** The preview that an address asks for; null unless its signature is right. */
  read(query: URLSearchParams, now: Date): Promise<Preview | null>
  /** The query that makes an address the preview of a story; null when no preview token is set. */
  write(story: { storyId: number; language: Locale }, now: Date): Promise<URLSearchParams | null>
  /** A story's draft by its number; null when there is none in the language. */
  draft(locale: Locale, id: number): Promise<FoundStory | null>
  /**
   * A story as its editor sends it, made into what the content service would deliver. Facts the editor does not send
   * are those of the saved draft. Null for what is no story, or not the story of this number.
   */
  edited(locale: Locale, id: number, sent: unknown): Promise<FoundStory | null>
}

/** What an editor sends: the story itself, not who wrote it. */
const sentStory = z.looseObject({
  id: z.number(),
  content: z.looseObject({ component: z.string().min(1) }),
})

/** Other stories are asked for again after so many ms while somebody types. */
const rememberFor = 10_000

/** The preview side of a content space. `token` absent: there is no preview. */
export function createPreviews(space: {
  client: StoryClient
  token: string | undefined
  /** Absent: the content service is asked. */
  spaceId: string | undefined
  editors: readonly string[]
  found: (story: Story, locale: Locale) => FoundStory | null
}): Previews {
  const { client, token } = space
  const known = new LRUCache<string, Promise<Story[]>>({ max: 200, ttl: rememberFor })
  let spaceId: Promise<string> | undefined

  async function key(): Promise<PreviewKey | null> {
    if (token === undefined) return null
    spaceId ??= space.spaceId === undefined ? client.spaceId() : Promise.resolve(space.spaceId)
    try {
      return { spaceId: await spaceId, token }
    } catch {
      // The content service is away: nothing can be previewed now, and it is asked again with the next request.
      spaceId = undefined
      return null
    }
  }

  /** Remembered for a moment; a failure is not. */
  function remembered(name: string, ask: () => Promise<Story[]>): Promise<Story[]> {
    const before = known.get(name)
    if (before) return before
    const asked = ask()
    known.set(name, asked)
    asked.catch(() => {
      // Asked again meanwhile, and that may have gone well.
      if (known.peek(name) === asked) known.delete(name)
    })
    return asked
  }

  async function draftOf(locale: Locale, id: number): Promise<Story | null> {
    const asked = client.story(String(id), { locale, version: 'draft' })
    const answer = await unlessUnavailable(`draft ${id}`, asked)
    return answer.story
  }

  return {
    async read(query, now) {
      if (!asksForPreview(query)) return null
      const known = await key()
      const request = known && readPreviewQuery(query, known, now)
      return request && { ...request, editors: space.editors }
    },

    async write(story, now) {
      const known = await key()
      return known && writePreviewQuery(story, known, now)
    },

    async draft(locale, id) {
      const story = await draftOf(locale, id)
      return story && space.found(story, locale)
    },

    async edited(locale, id, sent) {
      const parsed = sentStory.safeParse(sent)
      if (!parsed.success || parsed.data.id !== id) return null
      const [saved] = await remembered(`${locale}:${id}`, async () => {
        const story = await draftOf(locale, id)
        return story ? [story] : []
      })
      if (!saved) return null
      const content = await completeContent(
        parsed.data.content,
        { storyId: id, spaceId: (await key())?.spaceId ?? '' },
        {
          whole: (uuids) => each(uuids, 'whole'),
          addresses: (uuids) => each(uuids, 'addresses'),
        },
      )
      return space.found({ ...saved, content }, locale)

      function each(uuids: string[], part: 'whole' | 'addresses'): Promise<Story[]> {
        return remembered(`${locale}:${part}:${[...uuids].sort().join(',')}`, () =>
          unlessUnavailable('drafts', client.drafts(uuids, { locale, bodies: part === 'whole' })),
        )
      }
    },
  }
}
