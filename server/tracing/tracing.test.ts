import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { openDatabase } from '#app/platform/database/database.ts'
import { readEnv } from '#app/platform/env.ts'
import { startJobs } from '#app/platform/jobs.ts'
import { createLog } from '#app/platform/log.ts'
import { requestId } from '#app/platform/request-id.ts'
import { testDatabase } from '#tests/database.ts'
import { demoContent } from '#tests/demo-content.ts'
import { keptSpans } from '#tests/kept-spans.ts'
import { servedShop } from '#tests/served-pages.ts'
import { createListener } from '../listener.ts'
import { openTracing, summaryOf, type Tracing } from './tracing.ts'

const database = testDatabase()
const content = demoContent()

/** A traced process with a database; `seen` stops it and says what it has told. */
function traced(env: Record<string, string> = {}) {
  const kept = keptSpans()
  const tracing = openTracing(readEnv(env), createLog('silent'), { exporter: kept.exporter })
  const db = openDatabase(database.connectionString, { maxConnections: 2, onQuery: tracing.query })
  onTestFinished(async () => {
    await tracing.stop()
    await db.destroy()
  })
  const seen = async () => {
    await tracing.stop()
    return kept.spans
  }
  return { tracing, db, seen }
}

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const serving = (answer: () => Promise<Response>, trace: Tracing['request']) =>
  listening(createListener(answer, undefined, {}, { trace }))

const named = (spans: readonly ReadableSpan[], name: string) => {
  const found = spans.find((span) => span.name === name)
  if (!found) throw new Error(`no span ${name}, but ${spans.map((span) => span.name).join(', ')}`)
  return found
}

test('a request is a trace: the statements and calls of its answer stand below it, with no address and no value', async () => {
  const { tracing, db, seen } = traced()
  const other = await listening(createServer((_asked, answer) => void answer.writeHead(402).end('no')))
  let id: string | undefined
  const url = await serving(async () => {
    id = requestId()
    await sql`select 'quarz' || ${'hagen'}::text as name from shop_order`.execute(db)
    await (await fetch(`${other}/charges/secret-charge`, { method: 'POST', body: 'x' })).text()
    await expect(sql`select ${'friederike'}::int`.execute(db)).rejects.toThrow()
    return new Response('made', { status: 503 })
  }, tracing.request)
  expect(await (await fetch(`${url}/de/kontakt?name=Erika`)).text()).toBe('made')
  const spans = await seen()
  const request = named(spans, 'GET contact')
  expect(request.attributes).toMatchObject({
    'http.response.status_code': 503,
    'shop.page': 'contact',
    'shop.request_id': id,
  })
  expect(request.status.code).toBe(2)
  const { traceId, spanId } = request.spanContext()
  const below = spans.filter((span) => span.parentSpanContext?.spanId === spanId)
  expect(below.map((span) => span.name).sort()).toEqual(['POST 127.0.0.1', 'select', 'select shop_order'])
  expect(new Set(below.map((span) => span.spanContext().traceId))).toEqual(new Set([traceId]))
  expect(named(spans, 'POST 127.0.0.1').attributes).toMatchObject({
    'http.response.status_code': 402,
    'server.address': '127.0.0.1',
  })
  expect(named(spans, 'select').attributes).toMatchObject({ 'error.type': '22P02' })
  const told = JSON.stringify(spans.map(({ name, attributes, events }) => ({ name, attributes, events })))
  expect(told).not.toMatch(/Erika|hagen|friederike|secret-charge/)
})

test('a trace is joined to that of a proxy of ours, and to nobody else’s', async () => {
  const given = { traceparent: '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01' }
  const joined = async (env: Record<string, string>) => {
    const { tracing, seen } = traced(env)
    const url = await serving(async () => new Response('made'), tracing.request)
    await (await fetch(`${url}/de`, { headers: given })).text()
    return named(await seen(), 'GET index').spanContext().traceId
  }
  expect(await joined({ TRUST_PROXY: 'true' })).toBe('0123456789abcdef0123456789abcdef')
  expect(await joined({})).not.toBe('0123456789abcdef0123456789abcdef')
})

test('runs of jobs that did, failed or asked something are told, those that found nothing are not', async () => {
  const { tracing, db, seen } = traced()
  const ends: Record<string, PromiseWithResolvers<void>> = {}
  const job = (name: string, run: () => Promise<number>) => {
    const end = Promise.withResolvers<void>()
    ends[name] = end
    let runs = 0
    return {
      name,
      every: 1,
      run: async () => {
        runs += 1
        if (runs > 2) end.resolve()
        return runs > 1 ? 0 : run()
      },
    }
  }
  const other = await listening(createServer((_asked, answer) => void answer.end('price')))
  const work = [
    job('idle', async () => Number((await sql`select 1`.execute(db)).rows.length) - 1),
    job('done', async () => (await sql`select 1 from shop_order limit 0`.execute(db)).rows.length + 3),
    job('asked', async () => ((await (await fetch(other)).text()) === 'price' ? 0 : 1)),
    job('broken', async () => {
      throw new TypeError('friederike is no number')
    }),
  ]
  const running = startJobs(tracing.jobs(work), { log: createLog('silent') })
  await Promise.all(Object.values(ends).map(({ promise }) => promise))
  await running.stop()
  const spans = await seen()
  expect(spans.map(({ name }) => name).sort()).toEqual(
    ['GET 127.0.0.1', 'job asked', 'job broken', 'job done', 'select shop_order'].sort(),
  )
  const done = named(spans, 'job done')
  expect(done.attributes).toMatchObject({ 'shop.job': 'done', 'shop.job.done': 3 })
  expect(named(spans, 'select shop_order').parentSpanContext?.spanId).toBe(done.spanContext().spanId)
  expect(named(spans, 'job broken').attributes).toMatchObject({ 'error.type': 'TypeError' })
  expect(JSON.stringify(named(spans, 'job broken').events)).not.toContain('friederike')
})

test('a page tells of its loaders, and one that nobody waits for is a trace of its own', async () => {
  await loadAllMessages()
  const { tracing, seen } = traced()
  const shop = servedShop(content.app, undefined, null, tracing.pages)
  const url = await listening(createListener(shop.fetch, undefined, {}, { trace: tracing.request }))
  expect((await fetch(`${url}/de/kontakt`)).status).toBe(200)
  const nobody = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  expect((await shop.request('/en/contact', {}, nobody)).status).toBe(200)
  const spans = await seen()
  const waited = named(spans, 'GET contact').spanContext().traceId
  const own = named(spans, 'make contact').spanContext().traceId
  const loaders = (trace: string) =>
    spans.filter((span) => span.name.startsWith('loader ') && span.spanContext().traceId === trace).length
  expect(loaders(waited)).toBeGreaterThan(0)
  expect(loaders(own)).toBe(loaders(waited))
  expect(spans.filter((span) => span.name === 'make contact').length).toBe(1)
})

test('the share that is told is set', async () => {
  const { tracing, seen } = traced({ OTEL_TRACES_SAMPLER_ARG: '0' })
  const url = await serving(async () => new Response('made'), tracing.request)
  await (await fetch(`${url}/de`)).text()
  expect(await seen()).toEqual([])
})

test('statements are named by what they do to which table', () => {
  expect(summaryOf('select "a" from "product" where "id" = $1')).toBe('select product')
  expect(summaryOf('update only mail_outbox set x = $1')).toBe('update mail_outbox')
  expect(summaryOf('\n  with due as (select id from sell_request) delete from x')).toBe('with sell_request')
  expect(summaryOf('select now()')).toBe('select')
})

test('a collector is sent spans with what it asks for', async () => {
  type Sent = { path: string | undefined; type: string | undefined; key: unknown; body: string }
  const sent = Promise.withResolvers<Sent>()
  const collector = await listening(
    createServer(async (asked, answer) => {
      const parts: Buffer[] = []
      for await (const part of asked) parts.push(part as Buffer)
      const { 'content-type': type, 'x-api-key': key } = asked.headers
      sent.resolve({ path: asked.url, type, key, body: Buffer.concat(parts).toString('latin1') })
      answer.end()
    }),
  )
  const env = readEnv({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector}/otlp/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20key, other=1',
    OTEL_SERVICE_NAME: 'rheingold-koeln',
  })
  const tracing = openTracing(env, createLog('silent'), { worker: 3 })
  onTestFinished(() => tracing.stop())
  const [job] = tracing.jobs([{ name: 'told', every: 1, run: async () => 1 }])
  await job?.run()
  await tracing.stop()
  const { path, type, key, body } = await sent.promise
  expect({ path, type, key }).toEqual({
    path: '/otlp/v1/traces',
    type: 'application/x-protobuf',
    key: 'a key',
  })
  for (const text of ['job told', 'rheingold-koeln', 'shop.worker']) expect(body).toContain(text)
})

test('a collector that is away costs a line of the log, and no time of whoever works or stops', async () => {
  const lines: string[] = []
  const log = createLog('warn', (line) => void lines.push(line))
  const tracing = openTracing(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }), log)
  const [job] = tracing.jobs([{ name: 'told', every: 1, run: async () => 1 }])
  expect(await job?.run()).toBe(1)
  await tracing.stop()
  await expect.poll(() => lines.join()).toContain('traces do not reach the collector')
})

test('settings that no collector can be reached with are told', () => {
  expect(() => readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(
    /OTEL_EXPORTER_OTLP_ENDPOINT/,
  )
  expect(() => readEnv({ OTEL_EXPORTER_OTLP_HEADERS: 'a key' })).toThrow(/must be name=value/)
  expect(() => readEnv({ OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' })).toThrow(/must be name=value/)
  expect(() => readEnv({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(/OTEL_TRACES_SAMPLER_ARG/)
  expect(readEnv({ OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi==' })).toMatchObject({
    OTEL_EXPORTER_OTLP_HEADERS: { Authorization: 'Basic YTpi==' },
  })
})
