import type { App } from '#app/app-context.ts'
import { logFailure } from '#app/platform/log-unavailable.ts'
import { catalogueIsLoaded, loadCatalogue } from '#app/shop/catalogue/catalogue-in-memory.ts'
import { type EventLoopDelay, eventLoopDelay } from './event-loop.ts'

type Health = {
  /** `ok` once pages can be had without a long wait. */
  status: 'ok' | 'loading' | 'database unavailable'
  eventLoop: EventLoopDelay
}

/** What `GET /health` says, for whoever shares requests out. */
export async function healthOf(app: Pick<App, 'db' | 'log'>): Promise<Health> {
  return { status: await statusOf(app), eventLoop: eventLoopDelay() }
}

async function statusOf({ db, log }: Pick<App, 'db' | 'log'>): Promise<Health['status']> {
  try {
    await db.selectNoFrom((database) => database.val(1).as('one')).execute()
  } catch (error) {
    logFailure(log, { err: error }, 'health: the database does not answer')
    return 'database unavailable'
  }
  if (catalogueIsLoaded(db)) return 'ok'
  void beginLoading({ db, log })
  return 'loading'
}

/** Reads the catalogue so that no visitor waits for it. Where that fails, the next who asks tries again. */
export async function beginLoading({ db, log }: Pick<App, 'db' | 'log'>): Promise<void> {
  try {
    await loadCatalogue(db, log)
  } catch (error) {
    log.warn({ err: error }, 'the catalogue could not be read beforehand')
  }
}

const draining = new WeakSet<App['db']>()

/** From now on nothing new is to be sent to this process, which goes on answering. */
export function beginDraining({ db }: Pick<App, 'db'>): void {
  draining.add(db)
}

/**
 * What `GET /ready` says, for a proxy that asks whether requests may be sent here. While the database is away they may:
 * what is kept is given on.
 */
export function readinessOf({ db, log }: Pick<App, 'db' | 'log'>): 'ready' | 'starting' | 'draining' {
  if (draining.has(db)) return 'draining'
  if (catalogueIsLoaded(db)) return 'ready'
  void beginLoading({ db, log })
  return 'starting'
}
