import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LogEvent } from 'kysely'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isAway } from '#app/platform/database/database-unavailable.ts'
import type { JobRun } from '#app/platform/jobs.ts'
import type { WaitingWork } from '#app/shop/waiting-work.ts'
import type { Rank } from './admission.ts'
import type { BackupState } from './backup-jobs.ts'
import type { EventLoopDelay } from './event-loop.ts'
import { pageKind } from './page-kind.ts'

/** Seconds: kept pages take less than the first, whoever buys waits no longer than the last. */
const requestBuckets = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const queryBuckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2, 5, 30]

/** What is read when somebody asks for figures. */
export type Sources = {
  pool?: () => { connections: number; idle: number; waiting: number }
  cache?: () => { given: number; made: number; answers: number; bytes: number }
  eventLoop?: () => EventLoopDelay
  /** Of the process that does the jobs; undefined where backups have no place. */
  backup?: () => BackupState | undefined
  /** Null: the database does not answer in time. Of one process alone. */
  work?: () => Promise<readonly WaitingWork[] | null>
}

/** Figures of this process; `sources` are read when somebody asks. */
export type Metrics = {
  sources: Sources
  /** Counts a request, and how long it took until its answer was sent. */
  request(asked: IncomingMessage, answer: ServerResponse): void
  query(event: LogEvent): void
  refused(rank: Rank): void
  job(run: JobRun): void
  /** As `prom-client` hands them from one process to another. */
  figures(): Promise<readonly object[]>
}

/** Measures this process. No address, no id and nobody's name is ever a label, and each label has few values. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const sources: Sources = {}
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'shop_request_duration_seconds',
    help: 'Requests by kind of page, method and class of status, until the answer was sent',
    labelNames: ['page', 'method', 'status'],
    buckets: requestBuckets,
    registers,
  })
  const refused = new Counter({
    name: 'shop_pages_refused_total',
    help: 'Pages answered with 503 because there was no place to make them in time',
    labelNames: ['rank'],
    registers,
  })
  const queries = new Histogram({
    name: 'shop_database_query_duration_seconds',
    help: 'SQL statements by how long they took',
    buckets: queryBuckets,
    registers,
  })
  const failures = new Counter({
    name: 'shop_database_failures_total',
    help: 'SQL statements that failed: the database is away, took too long, or refused',
    labelNames: ['kind'],
    registers,
  })
  const jobRuns = new Counter({
    name: 'shop_job_runs_total',
    help: 'Runs of jobs, and whether they failed',
    labelNames: ['job', 'result'],
    registers,
  })
  const jobSeconds = new Counter({
    name: 'shop_job_duration_seconds_total',
    help: 'How long the runs of a job took together',
    labelNames: ['job'],
    registers,
  })
  const jobSuccess = new Gauge({
    name: 'shop_job_last_success_timestamp_seconds',
    help: 'When a job last ended well',
    labelNames: ['job'],
    aggregator: 'max',
    registers,
  })
  addCacheFigures(registers, sources)
  addProcessFigures(registers, sources)
  addWorkFigures(registers, sources)
  addBackupFigures(registers, sources)

  /** One closure for each series: labels are put together once, not with every request. */
  const series = new Map<string, (seconds: number) => void>()
  function seriesOf(page: string, method: string, status: string) {
    const key = `${page} ${method} ${status}`
    const known = series.get(key)
    if (known) return known
    const { observe } = requests.labels({ page, method, status })
    series.set(key, observe)
    return observe
  }

  return {
    sources,
    request(asked, answer) {
      const since = performance.now()
      answer.once('close', () => {
        const status = answer.writableFinished ? `${Math.floor(answer.statusCode / 100)}xx` : 'broken off'
        const { method = '', url = '' } = asked
        seriesOf(
          pageKind(url),
          methods.has(method) ? method : 'other',
          status,
        )((performance.now() - since) / 1000)
      })
    },
    query(event) {
      queries.observe(event.queryDurationMillis / 1000)
      if (event.level === 'error') failures.inc({ kind: kindOfFailure(event.error) })
    },
    refused: (rank) => refused.inc({ rank }),
    job({ name, took, failed }) {
      jobRuns.inc({ job: name, result: failed ? 'failed' : 'done' })
      jobSeconds.inc({ job: name }, took / 1000)
      if (!failed) jobSuccess.set({ job: name }, Date.now() / 1000)
    },
    figures: () => registry.getMetricsAsJSON(),
  }
}

/** The figures of several processes as one text for Prometheus. */
export function metricsText(ofProcesses: readonly (readonly object[])[]): Promise<string> {
  return AggregatorRegistry.aggregate([...ofProcesses]).metrics()
}

/** Of figures those that only ever grow: they count on when their process is gone. */
export function countsOf(figures: readonly object[]): readonly object[] {
  return figures.filter((figure) => 'type' in figure && /^(?:counter|histogram)$/.test(String(figure.type)))
}

/** Figures of several processes as those of one. */
export function sumOf(ofProcesses: readonly (readonly object[])[]): Promise<readonly object[]> {
  return AggregatorRegistry.aggregate([...ofProcesses]).getMetricsAsJSON()
}

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** By PostgreSQL's codes: 57014 is a statement, 55P03 a lock that was waited for too long. */
function kindOfFailure(error: unknown): 'away' | 'timeout' | 'refused' {
  if (isAway(error) || (error as Error | null)?.name === 'DatabaseUnavailable') return 'away'
  const { code } = (error ?? {}) as { code?: unknown }
  return code === '57014' || code === '55P03' ? 'timeout' : 'refused'
}

type Registers = Registry[]

function addCacheFigures(registers: Registers, sources: Sources): void {
  const counted = (name: string, help: string, field: 'given' | 'made') =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(sources.cache?.()[field] ?? 0)
      },
    })
  const held = (name: string, help: string, field: 'answers' | 'bytes') =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(sources.cache?.()[field] ?? 0)
      },
    })
  counted('shop_page_cache_given_total', 'Answers given from those that are kept', 'given')
  counted('shop_page_cache_made_total', 'Answers made because none was kept', 'made')
  held('shop_page_cache_answers', 'Answers that are kept', 'answers')
  held('shop_page_cache_bytes', 'Bytes of the answers that are kept', 'bytes')
}

function addProcessFigures(registers: Registers, sources: Sources): void {
  new Gauge({
    name: 'shop_database_pool_connections',
    help: 'Connections of the pool by what they do',
    labelNames: ['state'],
    registers,
    collect() {
      const { connections, idle } = sources.pool?.() ?? { connections: 0, idle: 0 }
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'busy' }, connections - idle)
    },
  })
  new Gauge({
    name: 'shop_database_pool_waiting',
    help: 'Statements that wait for a connection of the pool',
    registers,
    collect() {
      this.set(sources.pool?.().waiting ?? 0)
    },
  })
  new Gauge({
    name: 'shop_event_loop_delay_seconds',
    help: 'How long others waited for their turn in the last minute; of several processes the slowest',
    labelNames: ['share'],
    aggregator: 'max',
    registers,
    collect() {
      const delay = sources.eventLoop?.()
      if (!delay) return
      for (const share of ['p50', 'p99', 'max'] as const) this.set({ share }, delay[share] / 1000)
    },
  })
}

function addBackupFigures(registers: Registers, sources: Sources): void {
  const told = (name: string, help: string, of: (state: BackupState) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['place'],
      aggregator: 'max',
      registers,
      collect() {
        const state = sources.backup?.()
        this.reset()
        if (state) this.set({ place: state.place }, of(state))
      },
    })
  told(
    'shop_backup_newest_timestamp_seconds',
    'When the newest whole backup began; 0 while there is none',
    ({ newest }) => (newest?.getTime() ?? 0) / 1000,
  )
  told('shop_backup_wal_waiting_bytes', 'Archived WAL that was not sent yet', ({ walBytes }) => walBytes)
}

/** Read by the one process that knows; the others say nothing of it. */
function addWorkFigures(registers: Registers, sources: Sources): void {
  new Gauge({
    name: 'shop_database_up',
    help: '1 when the database answered within a second, else 0',
    aggregator: 'max',
    registers,
    async collect() {
      if (sources.work) this.set((await sources.work()) === null ? 0 : 1)
    },
  })
  new Gauge({
    name: 'shop_waiting',
    help: 'What waits, by queue and state',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      const work = await sources.work?.()
      this.reset()
      for (const { queue, state, count } of work ?? []) this.set({ queue, state }, count)
    },
  })
  new Gauge({
    name: 'shop_waiting_age_seconds',
    help: 'How long the oldest one of a queue and state has been due',
    labelNames: ['queue', 'state'],
    aggregator: 'max',
    registers,
    async collect() {
      const work = await sources.work?.()
      this.reset()
      for (const { queue, state, age } of work ?? []) this.set({ queue, state }, age)
    },
  })
}
