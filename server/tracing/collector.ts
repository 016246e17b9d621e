import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Env } from '#app/platform/env.ts'
import type { Log } from '#app/platform/log.ts'

/** Ms for one batch, tries included. */
const timeoutMillis = 5_000

/**
 * Sends spans to a collector by OTLP over HTTP. One that does not take them costs spans and a line of the log with the
 * first and each tenth failure, and nothing else.
 */
export function collectorOf(
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '',
    OTEL_EXPORTER_OTLP_HEADERS: headers,
  }: Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS'>,
  log: Log,
): SpanExporter {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis })
  let failures = 0
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code === 0) {
          if (failures > 0) log.info('traces reach the collector again')
          failures = 0
        } else {
          failures += 1
          if (failures === 1 || failures % 10 === 0)
            log.warn({ err: result.error, failures }, 'traces do not reach the collector')
        }
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}
