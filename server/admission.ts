/**
 * Who comes first when more is asked than can be answered: `first` buyers and staff, then visitors, then robots.
 * Within a class it is the order of arrival, and in overload the reverse.
 */
export const ranks = ['first', 'visitor', 'robot'] as const
export type Rank = (typeof ranks)[number]

export type AdmissionOptions = {
  /** Pages in the making at once, and as many more for buyers and staff. */
  places: number
  reserved: number
  /** Pages in the making at once while the processor has no time left: those begun are ready the sooner. */
  few?: number
  isBusy?: () => boolean
  /** Who waits at most, each class by itself. */
  longest: number
  /** Milliseconds: a queue that was never empty for so long stands, and is no burst. */
  interval: number
  /** How long somebody waits at most, ms: in a burst, and in a queue that stands. */
  longestWait: Record<Rank, { burst: number; standing: number }>
  /** Resolves when all who have arrived stand in the queue; waited for before one of several is chosen. */
  arrived?: () => Promise<void>
  now: () => number
}

/** Under 100 ms nobody notices; a buyer would rather wait than begin again. */
const usual: AdmissionOptions = {
  places: 10,
  reserved: 10,
  longest: 200,
  interval: 500,
  longestWait: {
    first: { burst: 5_000, standing: 5_000 },
    visitor: { burst: 1_000, standing: 150 },
    robot: { burst: 1_000, standing: 50 },
  },
  now: () => performance.now(),
}

/** Milliseconds between two looks whether the processor has time for more. */
const looksEvery = 20

type Waiting = { since: number; admit: (leave: () => void) => void; refuse: () => void }

export type Admission = {
  /**
   * Resolves with what is called when the page is made, or with null: there is no place in time, or `gone` says that
   * nobody waits any more.
   */
  enter(rank: Rank, gone?: AbortSignal): Promise<(() => void) | null>
}

/**
 * Bounds the pages that are made at once, and how long others wait for that: by the time that they have waited, not by
 * their number, so that it fits fast and slow machines. Controlled delay with adaptive last-in-first-out (B. Maurer,
 * "Fail at Scale", ACM Queue 13/8, 2015, after K. Nichols and V. Jacobson, "Controlling Queue Delay", ACM Queue 10/5,
 * 2012): while the queue empties now and then, everybody waits in turn; a queue that stands holds people who have gone
 * away by the time it is their turn, so that the newest come first and the others hear at once that they have no place.
 */
export function createAdmission(options: Partial<AdmissionOptions> = {}): Admission {
  const { places, reserved, longest, interval, longestWait, arrived, now } = { ...usual, ...options }
  const { few = places, isBusy = () => false } = options
  const queues: Record<Rank, Waiting[]> = { first: [], visitor: [], robot: [] }
  let inside = 0
  /** Those who have just arrived are being let into the queue. */
  let choosing = false
  /** Since when somebody waits without a break. */
  let standingSince: number | null = null
  let timer: NodeJS.Timeout | undefined

  const isStanding = () => standingSince !== null && now() - standingSince > interval
  const longestWaitOf = (rank: Rank) => longestWait[rank][isStanding() ? 'standing' : 'burst']
  const isEmpty = () => ranks.every((rank) => queues[rank].length === 0)

  /** Refuses who has waited for too long. The oldest stand in front. */
  function refuseLate(): void {
    for (const rank of ranks) {
      const queue = queues[rank]
      const most = longestWaitOf(rank)
      while (queue[0] && now() - queue[0].since >= most) queue.shift()?.refuse()
    }
    noteEmpty()
  }

  function noteEmpty(): void {
    if (!isEmpty()) return
    // Where all were refused, the next who come would wait as long.
    if (hasPlace('visitor')) standingSince = null
    clearTimeout(timer)
    timer = undefined
  }

  /** When the next one will have waited for too long, or the queue begins to stand. */
  function lookAgain(): void {
    if (timer !== undefined || isEmpty()) return
    const waits = ranks.flatMap((rank) => {
      const oldest = queues[rank][0]
      return oldest ? [oldest.since + longestWaitOf(rank) - now()] : []
    })
    if (inside < places) waits.push(looksEvery)
    if (standingSince !== null && !isStanding()) waits.push(standingSince + interval - now() + 1)
    timer = setTimeout(
      () => {
        timer = undefined
        refuseLate()
        if (inside < places && !choosing) admitNext()
        lookAgain()
      },
      Math.max(1, Math.min(...waits)),
    )
    timer.unref()
  }

  async function chooseNext(): Promise<void> {
    if (choosing || isEmpty()) return noteEmpty()
    choosing = true
    await arrived?.()
    choosing = false
    admitNext()
  }

  function admitNext(): void {
    refuseLate()
    for (const rank of ranks) {
      const queue = queues[rank]
      while (queue.length > 0 && hasPlace(rank)) {
        const next = isStanding() && rank !== 'first' ? queue.pop() : queue.shift()
        if (next) next.admit(takePlace())
      }
    }
    noteEmpty()
  }

  const hasPlace = (rank: Rank) => inside < (isBusy() ? few : places) + (rank === 'first' ? reserved : 0)

  function takePlace(): () => void {
    inside += 1
    let left = false
    return () => {
      if (left) return
      left = true
      inside -= 1
      if (arrived) void chooseNext()
      else admitNext()
    }
  }

  function leaveQueue(queue: Waiting[], waiting: Waiting): void {
    const at = queue.indexOf(waiting)
    if (at < 0) return
    queue.splice(at, 1)
    waiting.refuse()
    noteEmpty()
  }

  return {
    enter(rank, gone) {
      if (gone?.aborted) return Promise.resolve(null)
      if (hasPlace(rank) && queues[rank].length === 0 && !choosing) return Promise.resolve(takePlace())
      return new Promise((resolve) => {
        const queue = queues[rank]
        // Of too many the one that has waited longest is the likeliest to have gone.
        if (queue.length >= longest) queue.shift()?.refuse()
        const waiting = { since: now(), admit: resolve, refuse: () => resolve(null) }
        queue.push(waiting)
        gone?.addEventListener('abort', () => leaveQueue(queue, waiting), { once: true })
        standingSince ??= now()
        lookAgain()
      })
    },
  }
}
