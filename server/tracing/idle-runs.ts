import type { Context } from '@opentelemetry/api'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace'

/** Of the span of a job's run: which job it is, and how much it has done. */
export const runAttributes = { job: 'shop.job', done: 'shop.job.done' } as const

/** Seconds from which a run is told though it has done nothing, and spans of one that are kept until its end is known. */
const longRun = 1
const mostKept = 1_000

/**
 * Hands spans on to `next`, but for runs of jobs that found nothing to do: some forty jobs look every few seconds, and
 * their runs would drown whatever happens. One that failed, took long or called somebody outside is told.
 */
export class IdleRunsDropped implements SpanProcessor {
  private readonly next: SpanProcessor
  /** By trace: spans of runs whose end is not known. */
  private readonly runs = new Map<string, ReadableSpan[]>()

  constructor(next: SpanProcessor) {
    this.next = next
  }

  onStart(span: Span, parent: Context): void {
    if (isRun(span)) this.runs.set(span.spanContext().traceId, [])
    this.next.onStart(span, parent)
  }

  onEnd(span: ReadableSpan): void {
    const { traceId } = span.spanContext()
    const kept = this.runs.get(traceId)
    if (kept === undefined) {
      this.next.onEnd(span)
      return
    }
    kept.push(span)
    if (isRun(span)) this.runs.delete(traceId)
    if (isRun(span) ? isIdle(span, kept) : kept.length < mostKept) return
    for (const each of kept.splice(0)) this.next.onEnd(each)
    // What a long run does from here on is handed on at once.
    this.runs.delete(traceId)
  }

  forceFlush(): Promise<void> {
    return this.next.forceFlush()
  }

  shutdown(): Promise<void> {
    return this.next.shutdown()
  }
}

const isRun = (span: ReadableSpan) => runAttributes.job in span.attributes

function isIdle(run: ReadableSpan, spans: readonly ReadableSpan[]): boolean {
  if (run.attributes[runAttributes.done] !== 0 || run.duration[0] >= longRun) return false
  return spans.every(
    ({ status, kind, attributes }) =>
      status.code !== SpanStatusCode.ERROR && !(kind === SpanKind.CLIENT && 'server.address' in attributes),
  )
}
