import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import { markFailed } from './mark-failed.ts'

type Fetched = { request: { origin?: unknown; method?: string } }
type Asked = { request: ClientRequest }

/**
 * A span of each call to another server until its answer begins, as Node's own channels tell them: `fetch`, and the
 * client of the file store. Of the address it says the host alone: paths name orders and photos. Nobody outside is told
 * of the trace. @returns what ends it
 */
export function followOutgoingCalls(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>()

  function begin(request: object, method: string, origin: string): void {
    // What is thrown here would end the process.
    if (!URL.canParse(origin)) return
    const { hostname: host, port } = new URL(origin)
    const attributes = {
      'http.request.method': method,
      'server.address': host,
      ...(port !== '' && { 'server.port': Number(port) }),
    }
    spans.set(request, tracer.startSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes }))
  }

  function end(request: object, outcome: { status?: number | undefined; error?: unknown }): void {
    const span = spans.get(request)
    if (!span) return
    spans.delete(request)
    const { status, error } = outcome
    if (status !== undefined) span.setAttribute('http.response.status_code', status)
    if (error !== undefined) markFailed(span, error)
    else if ((status ?? 0) >= 400) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }

  const heard: Record<string, (message: unknown) => void> = {
    'undici:request:create': (message) => {
      const { origin, method = 'GET' } = (message as Fetched).request
      begin((message as Fetched).request, method, String(origin))
    },
    'undici:request:headers': (message) => {
      const { request, response } = message as Fetched & { response: { statusCode: number } }
      end(request, { status: response.statusCode })
    },
    'undici:request:error': (message) => {
      const { request, error } = message as Fetched & { error: unknown }
      end(request, { error })
    },
    'http.client.request.created': (message) => {
      const { request } = message as Asked
      begin(request, request.method, `http://${String(request.getHeader('host') ?? request.host)}`)
    },
    'http.client.response.finish': (message) => {
      const { request, response } = message as Asked & { response: IncomingMessage }
      end(request, { status: response.statusCode })
    },
    'http.client.request.error': (message) => {
      const { request, error } = message as Asked & { error: unknown }
      end(request, { error })
    },
  }
  for (const [name, hear] of Object.entries(heard)) subscribe(name, hear)
  return () => {
    for (const [name, hear] of Object.entries(heard)) unsubscribe(name, hear)
  }
}
