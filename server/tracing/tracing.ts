import type { IncomingMessage, ServerResponse } from 'node:http'
import { hostname } from 'node:os'
import {
  type Attributes,
  context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { LogEvent } from 'kysely'
import type { ServerBuild, ServerInstrumentation } from 'react-router'
import type { Env } from '#app/platform/env.ts'
import type { Job } from '#app/platform/jobs.ts'
import type { Log } from '#app/platform/log.ts'
import type { MailTransport } from '#app/platform/mail.ts'
import { pageKind } from '../page-kind.ts'
import { collectorOf } from './collector.ts'
import { IdleRunsDropped, runAttributes } from './idle-runs.ts'
import { markFailed } from './mark-failed.ts'
import { followOutgoingCalls } from './outgoing-calls.ts'

/**
 * Traces of what this process does, for OpenTelemetry: a span of each request, of the loaders and actions of its page,
 * of each statement, run of a job, mail and outgoing call. No address, no value and nobody's name is in one.
 */
export type Tracing = {
  /** Begins the span of a request, which ends with its answer; what is returned does work within it. */
  request(asked: IncomingMessage, answer: ServerResponse, id: string): (work: () => void) => void
  query(event: LogEvent): void
  jobs(jobs: readonly Job[]): Job[]
  mails(transport: MailTransport): MailTransport
  pages(build: ServerBuild): ServerBuild
  /** Sends what is left, for at most two seconds. */
  stop(): Promise<void>
}

const propagator = new W3CTraceContextPropagator()
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Characters of a statement: the rest of a long one says no more. */
const longestStatement = 2_000
/** Ms that a stop waits for the collector. */
const stopsWithin = 2_000

type Settings = Pick<
  Env,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER_ARG'
  | 'TRUST_PROXY'
>

/** One at a time in a process. `exporter`: instead of the collector that the settings name. */
export function openTracing(
  env: Settings,
  log: Log,
  { worker, exporter }: { worker?: number; exporter?: SpanExporter } = {},
): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': env.OTEL_SERVICE_NAME,
      'service.instance.id': `${hostname()}-${process.pid}`,
      'host.name': hostname(),
      'process.pid': process.pid,
      ...(worker !== undefined && { 'shop.worker': worker }),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [
      new IdleRunsDropped(new BatchSpanProcessor({ exporter: exporter ?? collectorOf(env, log) })),
    ],
  })
  const contexts = new AsyncLocalStorageContextManager().enable()
  if (!context.setGlobalContextManager(contexts)) throw new Error('this process is traced already')
  const tracer = provider.getTracer('shop')
  const forgetCalls = followOutgoingCalls(tracer)

  async function within<T>(name: string, attributes: Attributes, kind: SpanKind, work: () => Promise<T>) {
    const span = tracer.startSpan(name, { kind, attributes })
    try {
      return await context.with(trace.setSpan(context.active(), span), work)
    } catch (error) {
      markFailed(span, error)
      throw error
    } finally {
      span.end()
    }
  }

  return {
    request(asked, answer, id) {
      // What strangers say of a trace is not believed: they would join theirs to it, and have all of it sampled.
      const parent = env.TRUST_PROXY
        ? propagator.extract(ROOT_CONTEXT, asked.headers, defaultTextMapGetter)
        : ROOT_CONTEXT
      const { method = '', url = '' } = asked
      const known = methods.has(method) ? method : '_OTHER'
      const page = pageKind(url)
      const span = tracer.startSpan(
        `${known === '_OTHER' ? 'HTTP' : known} ${page}`,
        {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': known, 'shop.page': page, 'shop.request_id': id },
        },
        parent,
      )
      answer.once('close', () => {
        span.setAttribute('http.response.status_code', answer.statusCode)
        if (!answer.writableFinished) span.setAttribute('shop.broken_off', true)
        if (answer.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      })
      const inside = trace.setSpan(parent, span)
      return (work) => context.with(inside, work)
    },

    query(event) {
      // The shop's own watching of its database belongs to nobody.
      if (!trace.getSpan(context.active())?.isRecording()) return
      const { sql } = event.query
      const end = Date.now()
      const span = tracer.startSpan(summaryOf(sql), {
        kind: SpanKind.CLIENT,
        startTime: end - event.queryDurationMillis,
        // With `$1` for whatever somebody typed.
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, longestStatement) },
      })
      if (event.level === 'error') markFailed(span, event.error)
      span.end(end)
    },

    jobs: (jobs) =>
      jobs.map((job) => ({
        ...job,
        run: () =>
          within(`job ${job.name}`, { [runAttributes.job]: job.name }, SpanKind.INTERNAL, async () => {
            const done = await job.run()
            trace.getActiveSpan()?.setAttribute(runAttributes.done, done)
            return done
          }),
      })),

    mails: (transport) => ({
      send: (envelope, letter) =>
        within('send mail', {}, SpanKind.CLIENT, () => transport.send(envelope, letter)),
      close: () => transport.close(),
    }),

    pages: (build) => ({
      ...build,
      entry: {
        ...build.entry,
        module: {
          ...build.entry.module,
          instrumentations: [...(build.entry.module.instrumentations ?? []), pageSpans(within)],
        },
      },
    }),

    async stop() {
      forgetCalls()
      context.disable()
      const sent = provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'traces were lost'))
      await Promise.race([
        sent,
        new Promise((late) => {
          setTimeout(late, stopsWithin).unref()
        }),
      ])
    },
  }
}

type Within = <T>(name: string, attributes: Attributes, kind: SpanKind, work: () => Promise<T>) => Promise<T>

/** Spans of the loaders and actions of a page, and of a page that is made though nobody waits for it. */
function pageSpans(within: Within): ServerInstrumentation {
  const telling = (what: string, id: string) => async (work: () => Promise<{ error: unknown }>) => {
    await within(`${what} ${id}`, { 'shop.route': id }, SpanKind.INTERNAL, async () => {
      const { error } = await work()
      const span = trace.getActiveSpan()
      if (error !== undefined && span) markFailed(span, error)
    })
  }
  return {
    handler: (handler) =>
      handler.instrument({
        async request(work, { request }) {
          if (trace.getActiveSpan()) return void (await work())
          const { pathname, search } = new URL(request.url)
          const page = pageKind(pathname + search)
          await within(`make ${page}`, { 'shop.page': page }, SpanKind.INTERNAL, work)
        },
      }),
    route: ({ id, instrument }) =>
      instrument({ loader: telling('loader', id), action: telling('action', id) }),
  }
}

/** Few words for all statements of a kind: `select product`, `with mail_outbox`. */
export function summaryOf(sql: string): string {
  const verb = /[a-z]+/i.exec(sql)?.[0].toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/i.exec(sql)?.[1]
  return table === undefined ? verb : `${verb} ${table}`
}
