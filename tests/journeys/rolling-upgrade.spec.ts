import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { letVisitorsAsk } from '../faults/machines/visitors.ts'
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
  const visitors = letVisitorsAsk({ port: Number(new URL(site.url).port) }, { count: 3, pause: 100 })
  undo.push(() => visitors.stop())

  await site.replace(0, site.next)
  await site.replace(1, site.next)
  const after = await assetsOfHome(site.url)
  expect(after.filter((name) => before.includes(name))).toEqual([])
  // Whoever has a page of before goes on with its scripts.
  for (const name of before) expect([name, (await fetch(site.url + name)).status]).toEqual([name, 200])
  await site.replace(0, thisRelease)

  const { answered, failed, acknowledged } = await visitors.stop()
  expect(failed.map(({ path, status, fault, text }) => [path, status, fault, text.slice(0, 200)])).toEqual([])
  expect(answered.length).toBeGreaterThan(100)
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

async function assetsOfHome(url: string): Promise<string[]> {
  const html = await (await fetch(`${url}/de`)).text()
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [])]
}
