import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'

/** Takes spans as a collector would; they are complete once whoever sends them has stopped. */
export function keptSpans(): { spans: ReadableSpan[]; exporter: SpanExporter } {
  const spans: ReadableSpan[] = []
  const exporter: SpanExporter = {
    export(more, done) {
      spans.push(...more)
      done({ code: 0 })
    },
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  }
  return { spans, exporter }
}
