import type { Log } from '#app/platform/log.ts'
import type { StoryCache } from './story-cache.ts'

/** Right after the start a request waits so long for the version, ms; without one it is redirected to it. */
const firstLookTimeout = 2000

export type SpaceVersion = {
  /** Asks the service which version is current. */
  look(): Promise<void>
  /** Something was published, and nobody said which version it made: the known one is not asked with any more. */
  doubt(): void
  /** Takes note of the version that the service redirected a request without one to. */
  learn(version: number): void
  /** The version to ask with for what is published; undefined where it is not known. */
  current(): Promise<number | undefined>
  close(): void
}

/**
 * Knows the cache version of the content space: from the service itself, asked every `pause` ms (± 20 %, so that many
 * processes do not ask in step), and from the answers that the cache sees. What is asked for with an old version may
 * come from a copy of that time, so that none is asked with while it is in doubt.
 */
export function createSpaceVersion(options: {
  ask: () => Promise<number>
  cache: StoryCache
  log: Log
  pause: number
  /** The service told a newer version than was known. */
  onNewer: () => void
}): SpaceVersion {
  const { cache, log } = options
  let closed = false
  let trusted = false
  let doubts = 0
  const firstLook = Promise.withResolvers<void>()
  let timer = schedule()

  function schedule() {
    return setTimeout(
      async () => {
        await look()
        if (!closed) timer = schedule()
      },
      options.pause * (0.8 + Math.random() * 0.4),
    ).unref()
  }

  async function look(): Promise<void> {
    const [before, doubtsBefore] = [cache.currentVersion(), doubts]
    try {
      const version = await options.ask()
      cache.learnVersion(version)
      // One that was asked for before the doubt arose does not end it.
      if (doubts === doubtsBefore) trusted = true
      if (before !== null && version > before) options.onNewer()
    } catch (error) {
      if (!closed) log.debug({ err: error }, 'the content service does not tell its version')
    } finally {
      firstLook.resolve()
    }
  }

  return {
    look,
    doubt() {
      trusted = false
      doubts += 1
    },
    learn(version) {
      cache.learnVersion(version)
      trusted = true
    },
    async current() {
      if (!trusted) await Promise.race([firstLook.promise, later(firstLookTimeout)])
      return trusted ? (cache.currentVersion() ?? undefined) : undefined
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** Does not keep a process alive that has nothing else to do. */
function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })
}
