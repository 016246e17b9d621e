import StoryblokClient from 'storyblok-js-client'
import type { z } from 'zod'
import type { Locale } from '#app/language/locales.ts'
import { relations, type Story, spaceAnswer, storiesAnswer, storyAnswer } from './story-shape.ts'

/** Where stories come from: a Storyblok space, or the embedded service that speaks the same protocol. */
export type StorySpace = {
  /** Base address with its version, `https://api.storyblok.com/v2`. */
  endpoint: string
  token: string
  /** Reads drafts; absent: `token` is tried. */
  previewToken?: string | undefined
  oauthToken?: string | undefined
}

/** The content service failed: no answer, an error, or nonsense. */
export class ContentServiceFault extends Error {
  readonly status: number | undefined
  constructor(message: string, status?: number) {
    super(message)
    this.name = 'ContentServiceFault'
    this.status = status
  }
}

export type StoriesQuery = {
  startsWith?: string | undefined
  sortBy?: string | undefined
  /** `{ topic: { in: 'gold' } }` */
  filter?: { [field: string]: { [operation: string]: string } } | undefined
  excludingFields?: readonly string[] | undefined
  relations?: boolean | undefined
}

export type StoryClient = {
  /** `null`: there is none; `certain` unless the refusal was not the content service's own kind of 404. */
  story(
    slug: string,
    options: { locale: Locale; version: 'published' | 'draft' },
  ): Promise<{ story: Story; cv: number | null } | { story: null; certain: boolean }>
  /** All pages of a list, 25 stories each. */
  stories(query: StoriesQuery, locale: Locale): Promise<{ stories: Story[]; cv: number | null }>
  /** Drafts by uuid, at most 100, with what they refer to in place; without their bodies if only addresses matter. */
  drafts(uuids: readonly string[], options: { locale: Locale; bodies: boolean }): Promise<Story[]>
  /** The current cache version. */
  cacheVersion(): Promise<number>
  /** The number of the space, as text. */
  spaceId(): Promise<string>
}

const perPage = 25
/** Longer lists are cut: nothing on the site shows a thousand stories. */
const maxPages = 40
const maxBytes = 8_000_000

/**
 * The only way to the content service: storyblok-js-client with the limits of docs/protocols.md 1.3 (5 requests a
 * second, 3 with an OAuth token; 429 is answered by up to 10 further tries, 300 ms apart). It keeps no cache of its own.
 */
export function createStoryClient(
  access: StorySpace,
  options: { timeoutMs: number; fetch: (request: Request) => Promise<Response> },
): StoryClient {
  const published = client(access, access.token, options)
  // A relation batch forgets the token of its request, so drafts need a client of their own.
  const draft = access.previewToken === undefined ? published : client(access, access.previewToken, options)

  return {
    async story(slug, { locale, version }) {
      // The client writes into the parameters it is given: they are made anew for every call.
      const parameters = {
        version,
        language: languageOf(locale),
        resolve_relations: relations,
        resolve_links: 'url' as const,
      }
      const address = slug.split('/').map(encodeURIComponent).join('/')
      const answer = await ask(
        () => (version === 'draft' ? draft : published).getStory(address, parameters),
        storyAnswer,
      )
      return answer.found
        ? { story: answer.data.story, cv: answer.data.cv ?? null }
        : { story: null, certain: answer.certain }
    },

    async stories(query, locale) {
      const found: Story[] = []
      let cv: number | null = null
      for (let page = 1; page <= maxPages; page++) {
        const answer = await ask(
          () => published.getStories({ ...parametersOf(query, locale), page }),
          storiesAnswer,
        )
        if (!answer.found) throw new ContentServiceFault('a list of stories was not found', 404)
        const { stories } = answer.data
        found.push(...stories)
        cv = answer.data.cv ?? cv
        if (stories.length < perPage || found.length >= (answer.total ?? Number.POSITIVE_INFINITY)) break
      }
      return { stories: found, cv }
    },

    async drafts(uuids, { locale, bodies }) {
      const answer = await ask(
        () =>
          draft.getStories({
            version: 'draft',
            language: languageOf(locale),
            by_uuids: uuids.join(','),
            per_page: 100,
            ...(bodies
              ? { resolve_relations: relations, resolve_links: 'url' as const }
              : { excluding_fields: 'body' }),
          }),
        storiesAnswer,
      )
      if (!answer.found) throw new ContentServiceFault('drafts were not found', 404)
      return answer.data.stories
    },

    cacheVersion: async () => (await space()).version,
    spaceId: async () => String((await space()).id),
  }

  async function space() {
    const answer = await ask(() => published.get('cdn/spaces/me', {}), spaceAnswer)
    if (!answer.found) throw new ContentServiceFault('the space was not found', 404)
    return answer.data.space
  }
}

/** German is the language content is written in. */
const languageOf = (locale: Locale) => (locale === 'de' ? 'default' : locale)

function parametersOf(query: StoriesQuery, locale: Locale) {
  return {
    version: 'published' as const,
    language: languageOf(locale),
    per_page: perPage,
    ...(query.startsWith !== undefined && { starts_with: query.startsWith }),
    ...(query.sortBy !== undefined && { sort_by: query.sortBy }),
    ...(query.filter && { filter_query: structuredClone(query.filter) }),
    ...(query.excludingFields && { excluding_fields: query.excludingFields.join(',') }),
    // Batches of relations repeat `starts_with` and would find nothing elsewhere: the two never go together.
    ...(query.relations &&
      query.startsWith === undefined && { resolve_relations: relations, resolve_links: 'url' as const }),
  }
}

function client(
  space: StorySpace,
  accessToken: string,
  options: { timeoutMs: number; fetch: (request: Request) => Promise<Response> },
): StoryblokClient {
  return new StoryblokClient({
    endpoint: space.endpoint,
    accessToken,
    ...(space.oauthToken !== undefined && { oauthToken: space.oauthToken }),
    rateLimit: space.oauthToken === undefined ? 5 : 3,
    maxRetries: 10,
    retriesDelay: 300,
    timeout: options.timeoutMs / 1000,
    cache: { type: 'none', cv: 'manual' },
    fetch: (input, init) => wholeAnswer(options.fetch, new Request(input, init)),
  })
}

/**
 * Reads an answer to its end before the client sees it: the client's time-out ends with the headers, and a body that
 * trickles would hold it for ever. Redirects to the current cache version are followed.
 */
async function wholeAnswer(
  send: (request: Request) => Promise<Response>,
  request: Request,
): Promise<Response> {
  const aborted = new Promise<never>((_, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true })
  })
  aborted.catch(() => undefined)
  const answered = (async () => {
    let response = await send(request)
    for (let hops = 0; response.status >= 300 && response.status < 400 && hops < 3; hops++) {
      const location = response.headers.get('location')
      if (location === null) break
      await response.body?.cancel()
      const { headers, signal } = request
      response = await send(new Request(new URL(location, request.url), { headers, signal }))
    }
    const body = await boundedText(response)
    const { status, statusText, headers } = response
    return new Response(status === 204 || status === 304 ? null : body, { status, statusText, headers })
  })()
  answered.catch(() => undefined)
  return Promise.race([answered, aborted])
}

async function boundedText(response: Response): Promise<string> {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Error(`The answer is longer than ${maxBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

type Answer<T> = { found: true; data: T; total: number | undefined } | { found: false; certain: boolean }

/** The client throws plain objects, without a status where there was no JSON. */
async function ask<T>(
  send: () => Promise<{ data: unknown; total?: number }>,
  shape: z.ZodType<T>,
): Promise<Answer<T>> {
  let answer: { data: unknown; total?: number }
  try {
    answer = await send()
  } catch (error) {
    const { status, message, response } = (error ?? {}) as ClientFailure
    // The service's own 404 is a list of texts; a proxy or a wrong endpoint answers something else.
    if (status === 404) return { found: false, certain: Array.isArray(response?.data) }
    throw new ContentServiceFault(typeof message === 'string' ? message : String(error), status)
  }
  const parsed = shape.safeParse(answer.data)
  if (parsed.success) return { found: true, data: parsed.data, total: answer.total }
  const issue = parsed.error.issues[0]
  throw new ContentServiceFault(`The answer has another shape: ${issue?.path.join('.')}: ${issue?.message}`)
}

type ClientFailure = { status?: number; message?: unknown; response?: { data?: unknown } }
