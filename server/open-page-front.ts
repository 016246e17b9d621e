import { setTimeout as wait } from 'node:timers/promises'
import type { Hono } from 'hono'
import type { App } from '#app/app-context.ts'
import type { Changes } from '#app/platform/database/changes.ts'
import { catalogueChannel, pricesChannel, settingsChannel } from '#app/platform/database/channels.ts'
import { type Database, isDatabaseAway } from '#app/platform/database/database.ts'
import { changedSources } from '#app/shop/catalogue/catalogue-sources.ts'
import type { Change } from './kept-entry.ts'
import { PageCache } from './page-cache.ts'
import { type Front, pageFront } from './page-front.ts'
import { openPurge, surrogateKeys } from './purge.ts'
import { confirmAtSiblings, onConfirm } from './siblings.ts'

/**
 * Keeps whole pages in this process, and drops those that something changes: here what the triggers of the database tell
 * (a new price, say: `catalogue-sources.ts`) comes to the cache, `page-front.ts` gives what is kept; `http` makes the
 * pages. `confirmWrite` is waited for before a write is acknowledged.
 */
export function openPageFront({
  app,
  http,
  changes,
  onStoryChange,
}: {
  app: App
  http: Pick<Hono, 'fetch'>
  changes: Changes
  onStoryChange: (tell: (source: string) => void) => void
}): { cache: PageCache; front: Front; confirmWrite: () => Promise<void>; stop: () => Promise<void> } {
  const { origin } = new URL(app.env.SITE_URL)
  // As a visitor of whom nothing is known: no cookies, no language, no address.
  const environment = {
    incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 0, remoteFamily: 'IPv4' } },
  }
  const asRobot = { 'user-agent': 'bot' }
  const { PURGE_URL: url, PURGE_TOKEN: token } = app.env
  const purge = url === undefined ? undefined : openPurge({ url, token, log: app.log })
  const cache = new PageCache({
    // What has begun is made to its end: else one that takes long would never be kept where visitors do not wait.
    make: async ({ key }, by, gone) =>
      http.fetch(new Request(origin + key, by === 'robot' ? { headers: asRobot } : {}), {
        ...environment,
        gone,
      }),
    now: () => app.now().getTime(),
    log: app.log,
    headsOf: purge && ((uses) => ['surrogate-key', surrogateKeys(uses).join(' ')]),
  })
  function tell(change: Change) {
    cache.changed(change)
    if (typeof change === 'string') purge?.dropAll()
    else purge?.drop(change)
  }
  onConfirm(confirm)
  onStoryChange((source) => tell([source]))
  changes.follow(
    catalogueChannel,
    (text) => {
      const sources = changedSources(text)
      tell(sources === 'everything' ? 'catalogue' : sources)
    },
    // What was said while nobody listened is lost.
    () => tell('everything'),
  )
  changes.follow(settingsChannel, (key) =>
    tell(key === '' ? 'everything' : [key === 'branches' ? key : `setting:${key}`]),
  )
  changes.follow(pricesChannel, () => tell(['prices']))
  /** Nothing is given from now on that is not true after all that has been committed. */
  async function confirm() {
    if (isDatabaseAway(app.db) || !(await changes.confirm())) tell('everything')
  }
  const answers = probeOf(app.db)
  /** Whether what is kept may be given: where nothing can be heard and yet others can write, nothing may. */
  async function isCertain() {
    // Nobody waits for what is known.
    if (isDatabaseAway(app.db)) return false
    const confirmed = changes.confirm()
    const soon = await Promise.race([confirmed, wait(probedAfter, null, { ref: false })])
    if (soon === true) return true
    const [hears, isThere] = await Promise.all([confirmed, answers()])
    if (hears) return true
    if (!isThere) return false
    cache.changed('everything')
    return true
  }
  return {
    cache,
    front: pageFront({
      cache,
      env: app.env,
      changes: {
        get isCurrent() {
          return changes.isCurrent
        },
        get heardUntil() {
          return changes.heardUntil
        },
        confirm: isCertain,
      },
    }),
    stop: async () => purge?.stop(),
    confirmWrite: async () => void (await Promise.all([confirm(), confirmAtSiblings()])),
  }
}

/** So long somebody waits for what was to be heard before he asks whether the database answers at all, and for that, ms. */
const probedAfter = 500
const probedFor = 1_000

/** Whether the database answers the pages' own connections; while one question is overdue nobody waits for another. */
function probeOf(db: Database): () => Promise<boolean> {
  let probe: { answered: Promise<boolean>; overdue: boolean } | null = null
  async function ask(): Promise<boolean> {
    try {
      await db.selectNoFrom((select) => select.val(1).as('one')).execute()
      return true
    } catch {
      // Why not is told by whoever needed it for an answer.
      return false
    } finally {
      probe = null
    }
  }
  return async () => {
    const asked = probe ?? { answered: ask(), overdue: false }
    probe = asked
    if (asked.overdue) return false
    const over = new AbortController()
    const late = wait(probedFor, false, { signal: over.signal, ref: false }).catch(() => false)
    const answered = await Promise.race([asked.answered, late]).finally(() => over.abort())
    asked.overdue = !answered
    return answered
  }
}
