import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { startFakeS3 } from '../fakes/s3.ts'
import { freePort } from '../setup/running-shop.ts'
import { endMachine, type Machine, makeNextRelease, startMachine, thisRelease } from './machines/machine.ts'
import { makeCertificate, missingPrograms, type ProxyName, proxies, startProxy } from './machines/proxy.ts'
import { measureSpread } from './machines/spread.ts'
import { letVisitorsAsk, told, visitors } from './machines/visitors.ts'

type Outcome = { summary: string; wrong: string[] }
type Heard = (what: string, outcome: Outcome) => void

/** Two machines and what stands around them. */
type Site = {
  machines: Machine[]
  start(index: number, release: string): Promise<void>
  port: number
  ca: string
  db: Database
  next: string
}

/** Milliseconds between an answer that failed and the blow for it to have been under way. */
const underWay = 100

/**
 * Two machines of one shop, each with a disk of its own, behind each proxy: restarted, upgraded, killed, hung. `only`:
 * what is tried, as `spread|haproxy, one killed`.
 */
export async function tryMachines(only: string | undefined, heard: Heard): Promise<void> {
  if (!existsSync('build/server')) throw new Error('There is no built shop: "npm run build" makes it.')
  const missing = missingPrograms()
  if (missing.length > 0) throw new Error(missing.join('; '))
  const home = mkdtempSync(join(tmpdir(), 'shop-machines-'))
  const undo: (() => Promise<unknown>)[] = [async () => rmSync(home, { recursive: true, force: true })]
  try {
    const postgres = await startEmbeddedPostgres(join(home, 'database'), { durable: false })
    undo.push(() => postgres.stop())
    const store = await startFakeS3()
    undo.push(() => store.stop())
    const db = openDatabase(postgres.connectionString, { maxConnections: 2 })
    undo.push(() => db.destroy())
    const [port, ...ports] = [await freePort(), await freePort(), await freePort()] as [
      number,
      number,
      number,
    ]
    const ca = makeCertificate(home)
    const settings = {
      ...store.settings,
      DATABASE_URL: postgres.connectionString,
      SITE_URL: `https://127.0.0.1:${port}`,
      SESSION_SECRET: 'a-secret-that-both-machines-of-a-shop-share',
      TRUST_PROXY: 'true',
      DRAIN_SECONDS: '5',
    }
    await loadDemo(settings, home)
    const machines: Machine[] = []
    undo.push(() => Promise.all(machines.map((machine) => endMachine(machine))))
    const start = async (index: number, release: string) => {
      const env = { ...settings, DATA_DIR: join(home, `machine-${index + 1}`) }
      machines[index] = await startMachine(release, ports[index] as number, env)
    }
    await start(0, thisRelease)
    await start(1, thisRelease)
    const site: Site = { machines, start, port, ca, db, next: makeNextRelease(join(home, 'next')) }
    const chosen = (what: string) => only === undefined || new RegExp(only).test(what)
    if (chosen('spread of changes'))
      for (const { kind, ...outcome } of await measureSpread(db, ports[1]))
        heard(`spread of a ${kind}`, outcome)
    for (const name of proxies) {
      const wanted = Object.entries(blows).filter(([what]) => chosen(`${name}, ${what}`))
      if (wanted.length === 0) continue
      const { stop } = await startProxy(name, { folder: home, port, machines: ports, ca })
      try {
        for (const [what, blow] of wanted) {
          const outcome = await strike(site, blow, name)
          if (outcome !== null) heard(`${name}, ${what}`, outcome)
        }
      } finally {
        await stop()
      }
    }
    // Visitors, whose forms send mails, came with the blows.
    if (proxies.some((name) => Object.keys(blows).some((what) => chosen(`${name}, ${what}`))))
      heard(
        'mails',
        await mailsSentOnce(
          db,
          ['machine-1', 'machine-2'].map((machine) => join(home, machine, 'outbox')),
        ),
      )
  } finally {
    for (const end of undo.toReversed()) await end()
  }
}

/** What befalls the machines while visitors ask; returns what is wrong with it, and which requests may fail. */
type Blow = (
  site: Site,
  proxy: ProxyName,
) => Promise<{ wrong: string[]; told?: string; mayFail?: { at: number; until: number } } | null>

const blows: Record<string, Blow> = {
  'restarted one after the other': (site) => replaceBoth(site, site.machines[0]?.release as string),
  'upgraded one after the other': (site) => replaceBoth(site, site.next),
  // On the database that the next release has migrated.
  'taken back one after the other': (site) => replaceBoth(site, thisRelease),
  async 'one killed'(site) {
    await wait(1_000)
    const at = performance.now()
    await endMachine(site.machines[0] as Machine, 'SIGKILL')
    await wait(4_000)
    await site.start(0, thisRelease)
    await wait(2_000)
    return { wrong: [], mayFail: { at, until: at + underWay } }
  },
  async 'one hung for 25 seconds'(site, proxy) {
    // Without checks of its own nginx waits for the hung one (docs/operations.md).
    if (proxy === 'nginx') return null
    const { process: hung } = site.machines[1] as Machine
    await wait(1_000)
    const at = performance.now()
    hung.kill('SIGSTOP')
    await wait(25_000)
    hung.kill('SIGCONT')
    await wait(3_000)
    return { wrong: [], mayFail: { at, until: at + takenOutWithin } }
  },
}

/** Milliseconds until a machine that hangs is sent nothing any more: three checks that are not answered, 4 s each. */
const takenOutWithin = 17_000

async function replaceBoth({ machines, start }: Site, release: string) {
  const wrong: string[] = []
  const took: number[] = []
  await wait(1_000)
  for (const index of [0, 1]) {
    const since = performance.now()
    const code = await endMachine(machines[index] as Machine)
    if (code !== 0) wrong.push(`machine ${index + 1} ended with ${code}`)
    await start(index, release)
    took.push(performance.now() - since)
    // For the proxy to see that it is there again, before the other one goes.
    await wait(5_000)
  }
  return { wrong, told: `each away for ${took.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(' and ')}` }
}

async function strike(site: Site, blow: Blow, name: ProxyName): Promise<Outcome | null> {
  const asking = letVisitorsAsk(site)
  const since = performance.now()
  const done = await blow(site, name).finally(() => asking.stop())
  if (done === null) return null
  const { answered, failed, acknowledged } = asking.heard
  const { wrong, mayFail } = done
  const lost = failed.filter(
    ({ since: asked, until }) => mayFail && asked <= mayFail.until && until >= mayFail.at,
  )
  const others = failed.filter((each) => !lost.includes(each))
  wrong.push(...told(others, mayFail?.at ?? since))
  if (lost.length > visitors)
    wrong.push(`${lost.length} requests were lost with their machine`, ...told(lost, mayFail?.at ?? 0))
  const stored = await site.db.selectFrom('contact_message').select('message').execute()
  const known = new Set(stored.map(({ message }) => message))
  const missing = acknowledged.filter((message) => !known.has(message))
  if (known.size !== stored.length) wrong.push(`${stored.length - known.size} messages are stored twice`)
  if (missing.length > 0)
    wrong.push(`of ${acknowledged.length} acknowledged messages ${missing.length} are not stored`)
  const longest = Math.max(...answered.map(({ since: asked, until }) => until - asked))
  const parts = [
    `${answered.length} answers in ${Math.round((performance.now() - since) / 1000)} s, the slowest after ${Math.round(longest)} ms`,
    `${acknowledged.length} forms`,
    ...(mayFail ? [`${lost.length} requests lost that were under way`] : []),
    ...(done.told ? [done.told] : []),
  ]
  return { summary: parts.join('; '), wrong }
}

/** Both machines send mails; without a mail server each into files of its own, named after what they are about. */
async function mailsSentOnce(db: Database, outboxes: readonly string[]): Promise<Outcome> {
  const waiting = () =>
    db
      .selectFrom('mail_outbox')
      .select('id')
      .where('sent_at', 'is', null)
      // What strangers cause is let through by and by (`mail-budget.ts`); what was let through must go.
      .where('admitted_at', 'is not', null)
      .where('kind', 'not like', 'staff-%')
      .execute()
  for (const end = performance.now() + 60_000; performance.now() < end && (await waiting()).length > 0; )
    await wait(500)
  const files = outboxes.map((folder) =>
    (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.eml')),
  )
  const [first, second] = files.map((names) => new Set(names)) as [Set<string>, Set<string>]
  const twice = [...first].filter((name) => second.has(name))
  const wrong: string[] = []
  const left = (await waiting()).length
  if (left > 0) wrong.push(`${left} mails were not sent within a minute`)
  // One whose machine is killed between sending and noting it is sent again (docs/decisions/outbox.md).
  if (twice.length > proxies.length)
    wrong.push(`${twice.length} mails were sent by both: ${twice.slice(0, 3).join(', ')}`)
  return {
    summary: `${first.size} sent by one machine, ${second.size} by the other, ${twice.length} by both`,
    wrong,
  }
}

async function loadDemo(settings: Record<string, string>, home: string): Promise<void> {
  const demo = spawn(process.execPath, ['commands/run.ts', 'demo'], {
    env: { ...process.env, NODE_ENV: 'production', ...settings, DATA_DIR: join(home, 'machine-1') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(demo, 'exit')
  if (code !== 0) throw new Error(`the demo was not loaded (${code})`)
}
