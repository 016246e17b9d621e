import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { loadDemoInto } from '../faults/built-shop.ts'
import {
  endMachine,
  type Machine,
  makeNextRelease,
  startMachine,
  thisRelease,
} from '../faults/machines/machine.ts'
import { startReadyProxy } from '../ready-proxy.ts'
import { freePort } from '../setup/running-shop.ts'

/**
 * Two machines are upgraded one after the other under visitors, and one is taken back to the former release on the database
 * that the next one has migrated. `npm run faults -- machines` does the same behind HAProxy and nginx, with more visitors.
 */
test.setTimeout(600_000)

const undo: (() => Promise<unknown>)[] = []
test.afterAll(async () => {
  for (const end of undo.toReversed()) await end()
})

test('no visitor is failed while two machines are upgraded and one is taken back', async () => {
  const site = await startSite()
  const before = await assetsOfHome(site.url)
  expect(before).not.toEqual([])
  const visitors = letVisitorsAsk(site.url)
  undo.push(() => visitors.stop())

  await site.replace(0, site.next)
  await site.replace(1, site.next)
  const after = await assetsOfHome(site.url)
  expect(after.filter((name) => before.includes(name))).toEqual([])
  // Whoever has a page of before goes on with its scripts.
  for (const name of before) expect([name, (await fetch(site.url + name)).status]).toEqual([name, 200])
  await site.replace(0, thisRelease)

  const { answers, failed, acknowledged } = await visitors.stop()
  expect(failed).toEqual([])
  expect(answers).toBeGreaterThan(100)
  const stored = await site.db.selectFrom('contact_message').select('message').execute()
  expect(stored.map(({ message }) => message).toSorted()).toEqual(acknowledged.toSorted())
  expect(acknowledged.length).toBeGreaterThan(5)
})

async function startSite() {
  const home = mkdtempSync(join(tmpdir(), 'shop-upgrade-'))
  undo.push(async () => rmSync(home, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres(join(home, 'database'), { durable: false })
  undo.push(() => postgres.stop())
  const db: Database = openDatabase(postgres.connectionString, { maxConnections: 1 })
  undo.push(() => db.destroy())
  const ports = [await freePort(), await freePort()] as const
  const proxy = await startReadyProxy(ports)
  undo.push(() => proxy.stop())
  const settings = {
    DATABASE_URL: postgres.connectionString,
    DATA_DIR: join(home, 'data'),
    SITE_URL: proxy.url,
    SESSION_SECRET: 'a-secret-that-both-machines-of-a-shop-share',
    TRUST_PROXY: 'true',
    DRAIN_SECONDS: '3',
  }
  await loadDemoInto(settings)
  const machines: Machine[] = []
  undo.push(() => Promise.all(machines.map((machine) => endMachine(machine))))
  for (const port of ports) machines.push(await startMachine(thisRelease, port, settings))
  await proxy.ready(2)
  const replace = async (index: 0 | 1, release: string) => {
    expect(await endMachine(machines[index] as Machine)).toBe(0)
    machines[index] = await startMachine(release, ports[index], settings)
    await proxy.ready(2)
  }
  return { url: proxy.url, db, replace, next: makeNextRelease(join(home, 'next')) }
}

const assetsIn = (html: string) => [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [])]
const assetsOfHome = async (url: string) => assetsIn(await (await fetch(`${url}/de`)).text())

const pages = ['/de', '/en/watches', '/de/kontakt', '/de/checkout', '/de/suche?query=rolex']

/** Visitors who open pages with what those name, and write messages, without a pause worth the name until `stop`. */
function letVisitorsAsk(url: string) {
  const heard = { answers: 0, failed: [] as string[], acknowledged: [] as string[] }
  let hasEnded = false
  const ask = async (path: string, due: number, init: RequestInit = {}) => {
    const answer = await fetch(url + path, { redirect: 'manual', ...init })
      .then(async (given) => ({ status: given.status as number | string, text: await given.text() }))
      .catch((error: Error) => ({ status: `${error.message}, ${String(error.cause)}`, text: '' }))
    heard.answers += 1
    if (answer.status !== due) heard.failed.push(`${path}: ${answer.status} ${answer.text.slice(0, 100)}`)
    return answer
  }
  const write = async (number: string) => {
    const fields = {
      name: 'Anna Beispiel',
      email: `anna-${number}@beispiel.example`,
      message: `Guten Tag ${number}`,
    }
    const { status } = await ask('/en/contact', 303, {
      method: 'POST',
      headers: { origin: url, 'x-forwarded-for': `203.0.113.${Number(number.replace('-', '')) % 250}` },
      body: new URLSearchParams(fields),
    })
    if (status === 303) heard.acknowledged.push(fields.message)
  }
  const crowd = [0, 1, 2].map(async (visitor) => {
    for (let time = 0; !hasEnded; time += 1) {
      const { text } = await ask(pages[(time + visitor) % pages.length] as string, 200)
      const named = assetsIn(text)
      if (named.length > 0) await ask(named[time % named.length] as string, 200)
      if (time % 10 === 0) await write(`${visitor}-${time}`)
      await wait(100)
    }
  })
  return {
    async stop() {
      hasEnded = true
      await Promise.all(crowd)
      return heard
    },
  }
}
