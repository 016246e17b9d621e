import { type Span, SpanStatusCode } from '@opentelemetry/api'

/** What failed, by its kind: its words may repeat what somebody typed. */
export function markFailed(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  span.setAttribute(
    'error.type',
    typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown',
  )
  span.setStatus({ code: SpanStatusCode.ERROR })
}
