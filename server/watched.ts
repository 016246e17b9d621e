import type { Env } from '#app/platform/env.ts'
import type { Log } from '#app/platform/log.ts'
import type { Metrics } from './metrics.ts'
import type { Tracing } from './tracing/tracing.ts'
import type { WorkerTask } from './worker-messages.ts'

/** What this process is watched by: null where nobody asks for it. */
export type Watched = { metrics: Metrics | null; tracing: Tracing | null }

/** Where nobody asks for figures or traces, nothing is measured, nor loaded for it. */
export async function openWatched(
  env: Env,
  log: Log,
  { number: worker }: Partial<WorkerTask>,
  undo: (() => Promise<void>)[],
): Promise<Watched> {
  const metrics = env.METRICS_PORT === undefined ? null : (await import('./metrics.ts')).openMetrics()
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return { metrics, tracing: null }
  const { openTracing } = await import('./tracing/tracing.ts')
  const tracing = openTracing(env, log, { ...(worker !== undefined && { worker }) })
  undo.push(() => tracing.stop())
  return { metrics, tracing }
}

/** One listener for those there are; undefined where there is none, for each statement would be timed. */
export function bothOf<T>(one: ((told: T) => void) | undefined, two: ((told: T) => void) | undefined) {
  if (!one || !two) return one ?? two
  return (told: T) => {
    one(told)
    two(told)
  }
}
