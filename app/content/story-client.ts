import StoryblokClient from 'storyblok-js-client'
import type { z } from 'zod'
import { contentLocale, type Locale } from '#app/language/locales.ts'
import type { Log } from '#app/platform/log.ts'
import { createRequestRate, type RequestRate } from './request-rate.ts'
import { readStory, relations, type Story, spaceAnswer, storiesAnswer, storyAnswer } from './story-shape.ts'

/** Where stories come from: a Storyblok space, or the embedded service that speaks the same protocol. */
export type StorySpace = {
  /** Base address with its version, `https://api.storyblok.com/v2`. */
  endpoint: string
  token: string
  /** Reads drafts; absent: `token` is tried. */
  previewToken?: string | undefined
  oauthToken?: string | undefined
  /** What it takes: 5, and 3 with an OAuth token, unless set. */
  requestsPerSecond?: number | undefined
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
  /**
   * `null`: there is none, or none that a page can be made of; `certain` where the content service said so by its own
   * kind of 404.
   */
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

/** What a client needs of the world around it. */
type Wire = {
  /** One attempt, from its sending to the end of its answer, ms. */
  timeoutMs: number
  /** Sends one request and follows no redirects by itself. */
  fetch: (request: Request) => Promise<Response>
  /** The cache version to ask with, undefined while it is not known. */
  version: () => Promise<number | undefined>
  /** The service named the current cache version by redirecting to it. */
  redirected: (version: number) => void
  /** Counts with the other processes that ask the same service; absent: there are none. */
  shareRate?: ((alone: RequestRate, perSecond: number) => RequestRate) | undefined
  log: Log
}

/**
 * The only way to the content service: storyblok-js-client with the limits of docs/protocols.md 1.3 (5 requests a
 * second, 3 with an OAuth token; 429 is answered by up to 10 further tries, 300 ms apart). It keeps no cache of its own.
 */
export function createStoryClient(access: StorySpace, wire: Wire): StoryClient {
  const perSecond = access.requestsPerSecond ?? (access.oauthToken === undefined ? 5 : 3)
  // The client counts its calls, each instance its own. What the service counts are requests: redirects among them.
  const alone = createRequestRate(perSecond)
  const rate = wire.shareRate ? wire.shareRate(alone, perSecond) : alone
  const client = (accessToken: string) =>
    new StoryblokClient({
      endpoint: access.endpoint,
      accessToken,
      ...(access.oauthToken !== undefined && { oauthToken: access.oauthToken }),
      rateLimit: perSecond,
      maxRetries: 10,
      retriesDelay: 300,
      cache: { type: 'none', cv: 'manual' },
      fetch: async (input, init) => {
        const address = await withVersion(new URL(String(input)), wire.version)
        return wholeAnswer(new Request(address, { ...init, redirect: 'manual' }), wire, rate)
      },
    })
  const published = client(access.token)
  // A relation batch forgets the token of its request, so drafts need a client of their own.
  const draft = access.previewToken === undefined ? published : client(access.previewToken)

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
      if (!answer.found) return { story: null, certain: answer.certain }
      const [story] = readable([answer.data.story])
      return story ? { story, cv: answer.data.cv ?? null } : { story: null, certain: false }
    },

    async stories(query, locale) {
      const found: Story[] = []
      let delivered = 0
      let cv: number | null = null
      for (let page = 1; page <= maxPages; page++) {
        const answer = await ask(
          () => published.getStories({ ...parametersOf(query, locale), page }),
          storiesAnswer,
        )
        if (!answer.found) throw new ContentServiceFault('a list of stories was not found', 404)
        const { stories } = answer.data
        found.push(...readable(stories))
        delivered += stories.length
        const own = answer.data.cv ?? null
        // Published meanwhile: the pages before it know nothing of that.
        cv = cv === null || own === null ? (cv ?? own) : Math.min(cv, own)
        // What was delivered counts, not what of it can be read.
        if (stories.length < perPage || delivered >= (answer.total ?? Number.POSITIVE_INFINITY)) break
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
      return readable(answer.data.stories)
    },

    cacheVersion: async () => (await space()).version,
    spaceId: async () => String((await space()).id),
  }

  /** The stories that pages can be made of; each of the others costs itself only. */
  function readable(delivered: readonly unknown[]): Story[] {
    return delivered.flatMap((raw) => {
      const read = readStory(raw)
      if (read.ok) return [read.story]
      wire.log.warn({ slug: read.slug, reason: read.reason }, 'a story cannot be read')
      return []
    })
  }

  async function space() {
    const answer = await ask(() => published.get('cdn/spaces/me', {}), spaceAnswer)
    if (!answer.found) throw new ContentServiceFault('the space was not found', 404)
    return answer.data.space
  }
}

/** German is the language content is written in. */
const languageOf = (locale: Locale) => (locale === contentLocale ? 'default' : locale)

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

/**
 * The address with the cache version, without which what is published is answered by a redirect: a second request. It is
 * put in here because the client forgets it in its batches of relations.
 */
async function withVersion(address: URL, version: Wire['version']): Promise<URL> {
  const { pathname, searchParams } = address
  if (pathname.endsWith('/cdn/spaces/me') || searchParams.get('version') === 'draft') return address
  const current = searchParams.has('cv') ? undefined : await version()
  if (current !== undefined) searchParams.set('cv', String(current))
  return address
}

/**
 * Reads an answer to its end before the client sees it, for a body that trickles would hold the client for ever.
 * Redirects to the current cache version are followed, each a request of its own.
 */
async function wholeAnswer(first: Request, wire: Wire, rate: RequestRate): Promise<Response> {
  let request = first
  for (let hops = 0; ; hops++) {
    const response = await attempt(request, wire, rate)
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null || hops === 3) return response
    const next = new URL(location, request.url)
    const version = next.searchParams.get('cv')
    if (version !== null && /^\d{1,15}$/.test(version)) wire.redirected(Number(version))
    // Another host is not told the OAuth token.
    const headers = next.origin === new URL(request.url).origin ? request.headers : {}
    request = new Request(next, { headers, redirect: 'manual' })
  }
}

/** One request in its turn. The wait for the turn is no part of its time. */
async function attempt(request: Request, wire: Wire, rate: RequestRate): Promise<Response> {
  const answered = await rate.turn()
  const signal = AbortSignal.timeout(wire.timeoutMs)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const whole = (async () => {
    const response = await wire.fetch(new Request(request, { signal })).finally(answered)
    const body = await boundedText(response)
    const { status, statusText, headers } = response
    return new Response(status === 204 || status === 304 ? null : body, { status, statusText, headers })
  })()
  whole.catch(() => undefined)
  return Promise.race([whole, late])
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
