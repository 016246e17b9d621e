/** One process of the shop as it was seen; bytes in MB. `heap`: after everything unreachable was collected. */
export type SeenProcess = { name: string; pid: number; resident: number; heap: number; files: number }

/** What was seen at the end of a stretch of load. `minute`: since the load began. Bytes in MB, times in ms. */
export type Sample = {
  minute: number
  requests: number
  p50: number
  p99: number
  processes: readonly SeenProcess[]
  connections: number
  /** Private memory of each process of PostgreSQL; its shared buffers are filled once and then stay. */
  postgres: number
  disk: number
  cached: number
}

/** Minutes that count for nothing: caches fill, code is compiled. Shorter runs than `judgedFrom` tell nothing of growth. */
export const warmUp = 10
const judgedFrom = 20

/** Growth of memory that is borne, as a share; connections and files that may be more for no reason but the moment. */
const most = { growth: 0.05, connections: 3, files: 12 }

/**
 * By which share something has grown: the median of the last fifth of the samples after the warm-up against the median of
 * their first fifth. A single peak moves neither. NaN with fewer than five samples.
 */
export function growthOf(samples: Series): number {
  const { first, last } = ends(samples)
  return last / first - 1
}

/**
 * How far such a growth may be off, as a share, where the samples scatter without growing: two standard errors of the
 * difference of the medians (that of a median is 1.2533 that of a mean, where the scatter is normal).
 */
export function scatterOf(samples: Series): number {
  const { first, last } = fifths(samples)
  const both = Math.hypot(...[first, last].map((values) => deviation(values) / Math.sqrt(values.length)))
  return (2 * 1.2533 * both) / median(first)
}

type Series = readonly { minute: number; value: number }[]

function ends(samples: Series): { first: number; last: number } {
  const { first, last } = fifths(samples)
  return { first: median(first), last: median(last) }
}

function fifths(samples: Series): { first: number[]; last: number[] } {
  const warm = samples.filter(({ minute }) => minute > warmUp).map(({ value }) => value)
  const fifth = Math.floor(warm.length / 5)
  return { first: warm.slice(0, fifth), last: warm.slice(warm.length - fifth) }
}

/** Standard deviation of what the values are a sample of. */
function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/** What of a run's samples must not be, in words; `told` says how much everything has grown, whether that may be or not. */
export function judge(samples: readonly Sample[]): { wrong: string[]; told: string[] } {
  const wrong: string[] = []
  const told: string[] = []
  const names = samples[0]?.processes.map(({ name }) => name) ?? []
  for (const name of names) {
    const pids = new Set(samples.map(({ processes }) => processOf(processes, name)?.pid))
    if (pids.size > 1) wrong.push(`${name} did not live through: ${[...pids].join(', ')}`)
  }
  if ((samples.at(-1)?.minute ?? 0) < judgedFrom)
    return { wrong, told: [`growth is judged in runs of ${judgedFrom} minutes or more`] }
  const series = (value: (sample: Sample) => number | undefined) =>
    samples.map((sample) => ({ minute: sample.minute, value: value(sample) ?? Number.NaN }))
  const memory: { what: string; of: Series; scatters?: boolean }[] = [
    ...names.flatMap((name) => [
      { what: `${name}, heap`, of: series((sample) => processOf(sample.processes, name)?.heap) },
      { what: `${name}, resident`, of: series((sample) => processOf(sample.processes, name)?.resident) },
    ]),
    // Which of its processes are young and what they are asked differs from minute to minute by a tenth and more.
    { what: 'each process of PostgreSQL', of: series(({ postgres }) => postgres), scatters: true },
  ]
  for (const { what, of, scatters = false } of memory) {
    const { first, last } = ends(of)
    const share = growthOf(of)
    const off = scatters ? scatterOf(of) : 0
    const percent = `${share >= 0 ? '+' : ''}${(share * 100).toFixed(1)}${scatters ? ` ± ${(off * 100).toFixed(1)}` : ''} %`
    const said = `${what} ${round(first)} → ${round(last)} MB (${percent})`
    told.push(said)
    // Also what is not known is wrong.
    if (!(share - off <= most.growth)) wrong.push(`more than ${most.growth * 100} %: ${said}`)
  }
  const counts = [
    ...names.map((name) => ({
      what: `files of ${name}`,
      of: series((sample) => processOf(sample.processes, name)?.files),
      slack: most.files,
    })),
    { what: 'connections', of: series(({ connections }) => connections), slack: most.connections },
  ]
  for (const { what, of, slack } of counts) {
    const { first, last } = ends(of)
    const said = `${what} ${first} → ${last}`
    told.push(said)
    if (!(last <= first + slack)) wrong.push(`not steady: ${said}`)
  }
  return { wrong, told }
}

const processOf = (processes: readonly SeenProcess[], name: string) =>
  processes.find((each) => each.name === name)

const round = (value: number) => Math.round(value * 10) / 10

/** The middle one, or the mean of both. */
export function median(list: readonly number[]): number {
  const sorted = list.toSorted((one, other) => one - other)
  const half = (sorted.length - 1) / 2
  const [low, high] = [sorted[Math.floor(half)], sorted[Math.ceil(half)]]
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2
}
