import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { type Database, openDatabase, poolOf } from '#app/platform/database/database.ts'
import { startJobs } from '#app/platform/jobs.ts'
import { createLog } from '#app/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { eventLoopDelay } from './event-loop.ts'
import { createListener } from './listener.ts'
import { openMetrics } from './metrics.ts'
import { serveMetrics } from './metrics-endpoint.ts'
import { pageKind } from './page-kind.ts'

const database = testDatabase()
const log = createLog('silent')

/** Measures a process whose database is at `connectionString`; `scrape` reads the figures as Prometheus does. */
async function measured(connectionString: string, times: Parameters<typeof serveMetrics>[2] = {}) {
  const metrics = openMetrics()
  const db = openDatabase(connectionString, { maxConnections: 2, onQuery: metrics.query })
  onTestFinished(() => db.destroy())
  Object.assign(metrics.sources, { pool: () => poolOf(db), eventLoop: eventLoopDelay })
  const served = await serveMetrics(
    { metrics, db, log },
    { METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' },
    { database: 20_000, ...times },
  )
  onTestFinished(() => served.stop())
  const scrape = async () => (await fetch(`http://127.0.0.1:${served.port}/metrics`)).text()
  return { metrics, db, scrape }
}

const figure = (figures: string, series: string) => {
  const line = figures.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? null : Number(line.slice(series.length))
}

test('requests are counted by kind of page, and nothing of an address is told', async () => {
  const { metrics, scrape } = await measured(database.connectionString)
  const answer = async () => new Response('seen', { status: 404 })
  const server = createListener(answer, undefined, {}, { onRequest: metrics.request }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const path of ['/de/kontakt?name=Erika', '/de/kontakt', '/en/order/secrettoken', '/wp-login.php'])
    await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  const figures = await scrape()
  const count = (page: string) =>
    figure(figures, `shop_request_duration_seconds_count{page="${page}",method="GET",status="4xx"}`)
  expect([count('contact'), count('order'), count('other')]).toEqual([2, 1, 1])
  expect(figures).not.toMatch(/Erika|secrettoken|wp-login/)
})

test('each address has one of few kinds', () => {
  const kinds = [
    '/',
    '/office/orders/5',
    '/api/search?query=x',
    '/de/uhren/rolex.data',
    '/de/%',
    '/x',
    '/health',
  ]
  expect(kinds.map(pageKind)).toEqual(['root', 'office', 'api', 'watches', 'unknown-page', 'other', 'health'])
})

async function addMail(db: Database, { reason, minutes }: { reason: string; minutes: number }) {
  await sql`insert into mail_outbox (reason, kind, locale, recipient, created_at)
    values (${reason}, 'contact-received', 'de', 'somebody@example.test', now() - make_interval(mins => ${minutes}))`.execute(
    db,
  )
}

test('what waits is told with the age of the oldest, and statements and jobs are counted', async () => {
  const { metrics, db, scrape } = await measured(database.connectionString, { fresh: 0 })
  await addMail(database.db, { reason: 'a', minutes: 90 })
  await addMail(database.db, { reason: 'b', minutes: 1 })
  await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow()
  const twice = Promise.withResolvers<void>()
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs === 3) twice.resolve()
    if (runs === 1) throw new Error('not yet')
    return 0
  }
  const jobs = startJobs([{ name: 'a job', every: 1, run }], { log, onRun: metrics.job })
  await twice.promise
  await jobs.stop()
  const figures = await scrape()
  expect(figure(figures, 'shop_database_up')).toBe(1)
  expect(figure(figures, 'shop_waiting{queue="mails",state="waiting"}')).toBe(2)
  const age = figure(figures, 'shop_waiting_age_seconds{queue="mails",state="waiting"}')
  expect(age).toBeGreaterThanOrEqual(5_400)
  expect(age).toBeLessThan(6_000)
  expect(figure(figures, 'shop_database_failures_total{kind="refused"}')).toBe(1)
  expect(figure(figures, 'shop_job_runs_total{job="a job",result="failed"}')).toBe(1)
  expect(figure(figures, 'shop_job_runs_total{job="a job",result="done"}')).toBeGreaterThanOrEqual(1)
  expect(figure(figures, 'shop_job_last_success_timestamp_seconds{job="a job"}')).toBeGreaterThan(1.7e9)
})

test('a database that is away, or hangs, is told as such, and the scrape goes on', async () => {
  const away = await measured('postgres://nobody@127.0.0.1:1/nothing')
  expect(figure(await away.scrape(), 'shop_database_up')).toBe(0)
  const hanging = await measured(database.connectionString, { database: 50 })
  // Nobody gets a connection any more.
  const free = Promise.withResolvers<void>()
  const holders = [1, 2].map(() => hanging.db.connection().execute(() => free.promise))
  const figures = await hanging.scrape()
  free.resolve()
  await Promise.all(holders)
  expect(figure(figures, 'shop_database_up')).toBe(0)
  expect(figures).not.toContain('shop_waiting{')
  expect(figures).toContain('process_resident_memory_bytes')
})

test('figures are at their address alone', async () => {
  const metrics = openMetrics()
  const { port, stop } = await serveMetrics(
    { metrics, db: database.db, log },
    { METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' },
  )
  onTestFinished(stop)
  const statuses = ['/', '/metrics'].map(
    async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status,
  )
  expect(await Promise.all(statuses)).toEqual([404, 200])
})

test('the dashboard, the alerts and the page about them name figures that there are, and each alert says what to do', async () => {
  const { scrape } = await measured(database.connectionString)
  const told = new Set([...(await scrape()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
  const files = ['docs/monitoring/alerts.yaml', 'docs/monitoring/dashboard.json', 'docs/monitoring.md']
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  const named = texts.map((text) =>
    [...text.matchAll(/\b(?:shop|process|nodejs)_[a-z_]*[a-z]\b/g)].map(([name]) =>
      name.replace(/(?<=_seconds)_(?:bucket|count|sum)$/, ''),
    ),
  )
  for (const names of named) {
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !told.has(name))).toEqual([])
  }
  const own = [...told].filter((name) => name.startsWith('shop_'))
  expect(own.filter((name) => !named[2]?.includes(name))).toEqual([])
  type Rule = { alert: string; expr: string; annotations: { summary: string } }
  const { groups } = parse(texts[0] as string) as { groups: { rules: Rule[] }[] }
  const rules = groups.flatMap(({ rules }) => rules)
  expect(rules.length).toBeGreaterThan(10)
  for (const { annotations } of rules) expect(annotations.summary.length).toBeGreaterThan(40)
})
