import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { contentLocale, type Locale } from '#app/language/locales.ts'
import { titleFromPath } from '#app/language/title-from-path.ts'
import { answerPart } from '#app/platform/answer-record.ts'
import type { Changes } from '#app/platform/database/changes.ts'
import { publicationChannel } from '#app/platform/database/channels.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { Env } from '#app/platform/env.ts'
import type { Log } from '#app/platform/log.ts'
import { createPreviews, type Previews } from './preview/previews.ts'
import { shareRate } from './shared-rate.ts'
import { createSpaceVersion } from './space-version.ts'
import {
  ContentUnavailable,
  createStoryCache,
  type Loaded,
  type StoryTimes,
  usualTimes,
} from './story-cache.ts'
import { createStoryClient, type StoriesQuery, type StorySpace } from './story-client.ts'
import { createStoryCopies } from './story-copies.ts'
import { existsIn, hasPath, isAskable, publicPaths, slugOf } from './story-path.ts'
import type { Story } from './story-shape.ts'
import { keyOf, warmUp } from './story-warm-up.ts'
import { unlessUnavailable } from './unless-unavailable.ts'

export { ContentUnavailable } from './story-cache.ts'
export type { Story } from './story-shape.ts'

/** A story in one language, shared between readers and therefore frozen. */
export type FoundStory = {
  /** As delivered: content flattened to the language, relations and links resolved in place. */
  story: Story
  /** Its address in the content service, the same in every language. */
  slug: string
  /** Its public path in the language it was found in; null for shared content. */
  path: string | null
  /** Its public path in every language, null where it does not exist. */
  paths: Record<Locale, string | null>
}

export type StoriesOptions = Omit<StoriesQuery, 'relations'> & {
  /** 25 unless set */
  perPage?: number
  /** from 1 */
  page?: number
}

export type StoryFinder = {
  /**
   * The story with this slug in the content service (`about-us`, `knowledge/punzen-lesen`, `global/three-steps`).
   * Null when there is none in this language. Drafts are read anew each time, everything else through the cache.
   * @throws {ContentUnavailable} when the service does not answer and no copy was ever kept
   */
  findStory(
    locale: Locale,
    slug: string,
    options?: { version?: 'published' | 'draft' },
  ): Promise<FoundStory | null>
  /**
   * The story whose public address below the language prefix ends in this path, translated or not:
   * `knowledge/reading-hallmarks` for an English article, `zertifikate` for a page of its own. Compare `path` with the
   * visited address and redirect where they differ.
   */
  findStoryByPublicSlug(
    locale: Locale,
    path: string,
    options?: { version?: 'published' | 'draft' },
  ): Promise<FoundStory | null>
  /** A page of the stories of a language, and how many there are in all. */
  findStories(locale: Locale, options?: StoriesOptions): Promise<{ stories: FoundStory[]; total: number }>
  /** Every published story that has a page in the language, without its `body`: for the sitemap and for links. */
  allLinks(locale: Locale): Promise<FoundStory[]>
  /** Tells that something was published; without uuids everything is read anew. */
  invalidate(publication?: { cv?: number; uuids?: readonly string[] }): void
  /**
   * Tells every process that something was published elsewhere, as the service's webhook says; the story by its
   * number in the space, if it is known.
   */
  announce(storyId: number | null): Promise<void>
  /** Drafts shown to editors, as they write. */
  previews: Previews
  /** Ends polling and listening, and waits until copies are written. */
  close(): Promise<void>
}

const defaultEndpoint = 'https://api.storyblok.com/v2'
const storyblokEditor = 'https://app.storyblok.com'
/** The embedded service is called in this process; the name stands for it in messages only. */
const embeddedEndpoint = 'http://content.internal/content/v2'
/** Between two looks at the cache version, ms: a space of Storyblok's, and our own service. */
const pollEvery = { space: 30_000, embedded: 5000, embeddedListening: 60_000 }
/** Look-ups of slugs that no story is known under, at a time: they must not crowd out the pages that exist. */
const maxUnknown = 2

/**
 * Finds stories through the content service's client, with a cache in front that survives the service and us.
 * The space is Storyblok's when `STORYBLOK_TOKEN` is set, else the embedded service. By `changes` the cache hears at once
 * what any process publishes; without it the version is polled.
 */
export function createStoryFinder(options: {
  db: Database
  log: Log
  env: Pick<
    Env,
    | 'STORYBLOK_TOKEN'
    | 'STORYBLOK_PREVIEW_TOKEN'
    | 'STORYBLOK_OAUTH_TOKEN'
    | 'STORYBLOK_SPACE_ID'
    | 'STORYBLOK_ENDPOINT'
    | 'CONTENT_PUBLIC_TOKEN'
    | 'CONTENT_EDITOR_ORIGIN'
  >
  /** The embedded service: answers as a server does, without a network. */
  contentService: { fetch(request: Request): Promise<Response> }
  /** Of the embedded service. */
  previewToken: string
  changes?: Changes | undefined
  /** What answers note as used is another body now: `story:` and the key it is kept under. */
  onChange?: ((source: string) => void) | undefined
  now?: () => Date
  times?: Partial<StoryTimes>
  /** Whether to read all stories before they are asked for; true unless set. */
  warm?: boolean
  /** For tests that are not about the limit, and would mostly wait for it. */
  requestsPerSecond?: number
}): StoryFinder {
  const { db, log, env } = options
  const now = options.now ?? (() => new Date())
  const embedded = env.STORYBLOK_TOKEN === undefined
  const { requestsPerSecond } = options
  const space: StorySpace = embedded
    ? {
        endpoint: embeddedEndpoint,
        token: env.CONTENT_PUBLIC_TOKEN,
        previewToken: options.previewToken,
        requestsPerSecond,
      }
    : {
        endpoint: (env.STORYBLOK_ENDPOINT ?? defaultEndpoint).replace(/\/+$/, ''),
        token: env.STORYBLOK_TOKEN as string,
        previewToken: env.STORYBLOK_PREVIEW_TOKEN,
        oauthToken: env.STORYBLOK_OAUTH_TOKEN,
        requestsPerSecond,
      }
  const times = { ...usualTimes, ...options.times }
  const client = createStoryClient(space, {
    timeoutMs: times.attempt,
    fetch: embedded ? (request) => options.contentService.fetch(request) : (request) => fetch(request),
    version: () => spaceVersion.current(),
    redirected: (version) => spaceVersion.learn(version),
    ...(!embedded && {
      shareRate: (alone, perSecond) => shareRate(alone, { db, log, source: sourceOf(space), perSecond }),
    }),
    log,
  })
  const copies = createStoryCopies(db, sourceOf(space), log, now)
  const firstLook = Promise.withResolvers<void>()
  const cache = createStoryCache({
    copies,
    log,
    now,
    times,
    versionKnown: firstLook.promise,
    onChange: (key) => options.onChange?.(`story:${key}`),
  })
  let closed = false
  let unknownInFlight = 0
  const turns = new Map<string, Promise<unknown>>()

  const listening = options.changes !== undefined
  const spaceVersion = createSpaceVersion({
    ask: () => client.cacheVersion(),
    cache,
    log,
    pause: embedded ? (listening ? pollEvery.embeddedListening : pollEvery.embedded) : pollEvery.space,
    onNewer: warmSoon,
  })
  options.changes?.follow(
    publicationChannel,
    (text) => {
      if (closed) return
      const publication = publicationOf(text)
      hear(publication)
      if (publication.cv === undefined) void spaceVersion.look()
    },
    // Something may have been published while nobody listened.
    () => (closed ? undefined : spaceVersion.look()),
  )

  void spaceVersion.look().then(firstLook.resolve)
  const previews = createPreviews({
    client,
    token: space.previewToken,
    spaceId: env.STORYBLOK_SPACE_ID,
    editors: [env.CONTENT_EDITOR_ORIGIN, embedded ? undefined : storyblokEditor].filter(
      (origin): origin is string => origin !== undefined,
    ),
    found,
  })

  function hear(publication?: { cv?: number; uuids?: readonly string[] }): void {
    // Storyblok's webhook does not say which version it made.
    if (publication?.cv === undefined) spaceVersion.doubt()
    cache.invalidate(publication)
    warmSoon()
  }

  /** After the last of several publications. */
  let warmTimer: NodeJS.Timeout | undefined
  let warming: Promise<void> = Promise.resolve()
  function warmSoon(): void {
    clearTimeout(warmTimer)
    if (closed || options.warm === false) return
    const goOn = () => !closed
    const storyCount = async () => (await index()).length
    warmTimer = setTimeout(() => {
      warming = warmUp({ client, cache, copies, log, storyCount, goOn })
    }, 1000).unref()
  }
  void firstLook.promise.then(warmSoon)

  async function findStory(
    locale: Locale,
    slug: string,
    { version = 'published' }: { version?: 'published' | 'draft' } = {},
  ): Promise<FoundStory | null> {
    if (!isAskable(slug)) return null
    if (version === 'draft') {
      const answer = await unlessUnavailable(`${slug} (draft)`, client.story(slug, { locale, version }))
      return answer.story && found(answer.story, locale, slug)
    }
    const body = await cache.read(keyOf(locale, slug), async (): Promise<Loaded> => {
      const answer = await inTurn(slug, () => client.story(slug, { locale, version }))
      return answer.story
        ? { body: { story: answer.story }, cv: answer.cv }
        : { body: null, certain: answer.certain }
    })
    return body && found((body as { story: Story }).story, locale, slug)
  }

  /** One request for a story at a time, its languages one after the other. */
  function inTurn<T>(slug: string, ask: () => Promise<T>): Promise<T> {
    const before = turns.get(slug) ?? Promise.resolve()
    const turn = before.then(ask, ask)
    turns.set(slug, turn)
    const leave = () => {
      if (turns.get(slug) === turn) turns.delete(slug)
    }
    turn.then(leave, leave)
    return turn
  }

  /** The index of all stories, read in the default language; null when it cannot be had. */
  async function index(): Promise<readonly Story[]> {
    const body = await cache.read('index', () => loadStories({ excludingFields: ['body'] }, contentLocale))
    return (body as { stories: Story[] }).stories
  }

  /** Which story a path means: every publication may change the index, and few change this. */
  function slugBehind(locale: Locale, path: string): Promise<{ wanted: string | null; indexKnown: boolean }> {
    return answerPart(async () => {
      const known = await index().catch((error) => {
        if (error instanceof ContentUnavailable) return null
        throw error
      })
      // Another story's path in another language gives way to a story's own.
      const wanted =
        known?.find((story) => hasPath(story, path, locale)) ?? known?.find((story) => hasPath(story, path))
      return { wanted: wanted ? slugOf(wanted) : null, indexKnown: known !== null }
    })
  }

  async function loadStories(query: StoriesQuery, locale: Locale): Promise<Loaded> {
    const { stories, cv } = await client.stories(query, locale)
    return { body: { stories }, cv }
  }

  return {
    findStory,

    async findStoryByPublicSlug(locale, path, settings = {}) {
      if (!isAskable(path)) return null
      const { wanted, indexKnown } = await slugBehind(locale, path)
      const story =
        wanted === null
          ? await findUnknown(locale, path, settings, indexKnown)
          : await findStory(locale, wanted, settings)
      return story?.path == null ? null : story
    },

    async findStories(locale, { perPage = 25, page = 1, ...query } = {}) {
      const key = `${locale}:list:${JSON.stringify(query)}`
      // Whatever is published may belong into a list.
      return answerPart(async () => {
        const body = await cache.read(key, () => loadStories(query, locale))
        const all = (body as { stories: Story[] }).stories.flatMap((story) => found(story, locale) ?? [])
        return { stories: all.slice((page - 1) * perPage, page * perPage), total: all.length }
      })
    },

    async allLinks(locale) {
      return (await index())
        .flatMap((story) => found(story, locale) ?? [])
        .filter((story) => story.path !== null)
    },

    invalidate: hear,

    async announce(storyId) {
      const stories = storyId === null ? [] : await index().catch(() => [])
      const uuids = stories.flatMap(({ id, uuid }) => (id === storyId ? [uuid] : []))
      await sql`select pg_notify(${publicationChannel}, ${JSON.stringify({ uuids })})`.execute(db)
      // Nobody else tells this process when it does not listen.
      if (listening) return
      hear({ uuids })
      await spaceVersion.look()
    },

    previews,

    async close() {
      closed = true
      spaceVersion.close()
      clearTimeout(warmTimer)
      await warming
      await copies.settled()
    },
  }

  /** A slug that no story is known under: perhaps a new story, more often nothing. */
  async function findUnknown(
    locale: Locale,
    path: string,
    settings: { version?: 'published' | 'draft' },
    indexKnown: boolean,
  ): Promise<FoundStory | null> {
    if (indexKnown && unknownInFlight >= maxUnknown) return null
    unknownInFlight += 1
    try {
      const story = await findStory(locale, path, settings)
      return story && hasPath(story.story, path) ? story : null
    } finally {
      unknownInFlight -= 1
    }
  }
}

/** A delivered story as found in a language; null where it does not exist there. */
function found(story: Story, locale: Locale, asked?: string): FoundStory | null {
  if (!existsIn(locale, story)) return null
  // The content service also finds stories by their number; an address of ours is never one.
  if (asked !== undefined && /^\d+$/.test(asked) && !hasPath(story, asked)) return null
  const paths = publicPaths(story)
  return { story: titled(story, paths[locale]), slug: slugOf(story), path: paths[locale], paths }
}

/** A page that was given no title has the last segment of its path for one; the home page has none. */
function titled(story: Story, path: string | null): Story {
  const { title } = story.content
  if (
    path === null ||
    (title !== undefined && title !== null && !(typeof title === 'string' && /^\s*$/.test(title)))
  )
    return story
  const made = titleFromPath(path)
  return made === '' ? story : { ...story, content: { ...story.content, title: made } }
}

/** Names the service a copy came from without naming its token. */
function sourceOf(space: StorySpace): string {
  return createHash('sha256').update(`1:${space.endpoint}:${space.token}`).digest('base64url').slice(0, 22)
}

function publicationOf(text: string): { cv?: number; uuids?: string[] } {
  try {
    const { cv, uuids } = JSON.parse(text) as { cv?: unknown; uuids?: unknown }
    return {
      ...(typeof cv === 'number' && { cv }),
      ...(Array.isArray(uuids) && { uuids: uuids.filter((uuid) => typeof uuid === 'string') }),
    }
  } catch {
    // Whatever it said, something was published.
    return {}
  }
}
