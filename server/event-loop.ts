import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Log } from '#app/platform/log.ts'

/** How long others waited for their turn in the last minute, in ms; `max` is the longest pause. */
export type EventLoopDelay = { p50: number; p99: number; max: number }

/** What is read of the runtime's histogram; its figures are nanoseconds. */
type Delays = { count: number; max: number; percentile(share: number): number; reset(): void }

/** The histogram looks so often, ms; each of its figures holds this time besides the delay. */
const looksEvery = 5
/** A slice of the window, ms. */
const sliceLength = 5_000
const slicesKept = 12
/** Nobody should wait longer for their turn, ms. */
const longestPause = 50
/** Between two lines of the log, ms; no warnings, for a busy machine pauses whatever it runs. */
const toldEvery = 60_000

/** One slice: how many looks each of its hundredths stands for, and where those lie. */
type Slice = { max: number; weight: number; hundredths: number[] }

/** Delays of the event loop over a window that moves on slice by slice. */
export class EventLoopWindow {
  private readonly delays: Delays
  private readonly slices: Slice[] = []
  /** The longest pause that was not told yet. */
  private untold = 0
  private toldAt = Number.NEGATIVE_INFINITY

  constructor(delays: Delays) {
    this.delays = delays
  }

  /** Of the last minute, the slice that is not over yet among it. */
  delay(): EventLoopDelay {
    const slices = [...this.slices, this.slice()]
    const points = slices
      .flatMap(({ hundredths, weight }) => hundredths.map((value) => ({ value, weight })))
      .sort((a, b) => a.value - b.value)
    const all = points.reduce((sum, { weight }) => sum + weight, 0)
    const at = (share: number) => {
      let passed = 0
      for (const { value, weight } of points) {
        passed += weight
        if (passed >= all * share) return tenths(value)
      }
      return 0
    }
    return { p50: at(0.5), p99: at(0.99), max: tenths(Math.max(...slices.map(({ max }) => max))) }
  }

  /** Ends a slice. The length of a pause that is to be told; `null` where there is none, or one was told just now. */
  turn(now: number): number | null {
    const slice = this.slice()
    this.delays.reset()
    this.slices.push(slice)
    if (this.slices.length > slicesKept) this.slices.shift()
    this.untold = Math.max(this.untold, slice.max)
    if (this.untold <= longestPause || now - this.toldAt < toldEvery) return null
    const pause = tenths(this.untold)
    this.toldAt = now
    this.untold = 0
    return pause
  }

  private slice(): Slice {
    const { delays } = this
    if (delays.count === 0) return { max: 0, weight: 0, hundredths: [] }
    const inMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - looksEvery)
    return {
      max: inMs(delays.max),
      weight: delays.count / 100,
      hundredths: Array.from({ length: 100 }, (_, at) => inMs(delays.percentile(at + 1))),
    }
  }
}

/** There is one event loop in a process. */
let watched: EventLoopWindow | null = null

function windowOfProcess(): EventLoopWindow {
  if (watched) return watched
  const histogram = monitorEventLoopDelay({ resolution: looksEvery })
  histogram.enable()
  watched = new EventLoopWindow(histogram)
  return watched
}

/** How long others wait for their turn in this process. */
export function eventLoopDelay(): EventLoopDelay {
  return windowOfProcess().delay()
}

/** Watches the event loop of this process, and tells the log of a long pause, once a minute at most. */
export function watchEventLoop(log: Log): { stop(): void } {
  const window = windowOfProcess()
  const turning = setInterval(() => {
    const pause = window.turn(performance.now())
    if (pause !== null) log.info({ pause }, 'nobody was answered for so many ms: something takes too long')
  }, sliceLength).unref()
  return { stop: () => clearInterval(turning) }
}

const tenths = (ms: number) => Math.round(ms * 10) / 10
