/**
 * `npm run faults [-- stories days kills rush pages database away dev attacks workers proxies restore] [--seed 1] [--runs 200]
 * [--steps 10000] [--only uploads]`: what the unit tests do in small, for as long as it takes. Every fault is printed with
 * what brings it about again. `--steps`: `days` goes on in one shop until so many things have happened in it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { doBusiness } from '../business/days.ts'
import { addRings } from '../checkout.ts'
import { brokenRules } from '../checkout-invariants.ts'
import { randomOf } from '../checkout-play.ts'
import { attackShop } from './attacks.ts'
import { cutThePower } from './cut-power.ts'
import { loseDatabase } from './database-away.ts'
import { devEnds, endDev } from './end-dev.ts'
import { type Blow, openKillingField } from './kill.ts'
import { rushOnPages } from './pages.ts'
import { missingProxies, tryProxies } from './proxies.ts'
import { restoreDrill } from './restore.ts'
import { rush, wrongWith } from './rush.ts'
import { openStage, tellStory } from './stories.ts'
import { strikeWorkers } from './workers.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string' },
    steps: { type: 'string' },
    only: { type: 'string' },
  },
})
const seed = Number(values.seed)
const print = (line: string) => process.stdout.write(`${line}\n`)
let passed = 0
let failed = 0

/** Counts a run; says how far it is every now and then, and every fault at once. */
function count(what: string, wrong: readonly string[], { done, of }: { done: number; of: number }): void {
  if (wrong.length === 0) passed += 1
  else failed += 1
  if (wrong.length > 0) print(`✗ ${what}\n  ${wrong.join('\n  ')}`)
  if (done % Math.max(1, Math.ceil(of / 20)) === 0 || done === of) print(`  ${what} (${done} of ${of})`)
}

type Suite = (runs: number, server: Server) => Promise<void>
type Server = { fresh(): Promise<{ db: Database; connectionString: string; close(): Promise<void> }> }

const suites: Record<string, { title: string; runs: number; run: Suite }> = {
  stories: {
    title: 'Stories of buyers, clocks, provider and staff whose statements meet',
    runs: 3_000,
    async run(runs, server) {
      for (let first = 0; first < runs; first += 500) {
        const { db, connectionString, close } = await server.fresh()
        const stage = await openStage(db, connectionString)
        for (let index = first; index < Math.min(runs, first + 500); index++) {
          const own = seed + index
          const told = await tellStory(stage, own, { look: true }).catch((error: Error) => ({
            wrong: [error.message],
          }))
          count(`stories --seed ${own} --runs 1`, told.wrong, { done: index + 1, of: runs })
        }
        await stage.close()
        await close()
      }
    },
  },
  days: {
    title: 'Days of business, compared with the books every evening',
    runs: 100,
    async run(runs, server) {
      const length = values.steps
        ? { steps: Number(values.steps), pace: { least: 180, more: 120, pieces: 400 } }
        : { days: 30 }
      for (let index = 0; index < runs; index++) {
        const { db, close } = await server.fresh()
        const { wrong, told, acts } = await doBusiness(db, { seed: seed + index, ...length })
        if (wrong.length > 0) wrong.push('', ...told)
        const again = `days --seed ${seed + index} --runs 1${values.steps ? ` --steps ${values.steps}` : ''}`
        count(again, wrong, { done: index + 1, of: runs })
        if (values.steps) print(`  ${JSON.stringify(acts)}`)
        await close()
      }
    },
  },
  kills: {
    title: 'Processes killed at a statement',
    runs: 200,
    async run(runs, server) {
      const { db, connectionString, close } = await server.fresh()
      const field = await openKillingField(db, connectionString)
      const all = shuffled(await field.blows(), randomOf(seed))
      const windows = { open: 0, twice: 0 }
      for (const [index, blow] of all.slice(0, runs).entries()) {
        const { wrong, died, twice } = await field.strike(blow as Blow)
        if (died.startsWith('update mail_outbox set sent_at')) windows.open += 1
        windows.twice += twice
        count(`kills --seed ${seed}, ${index + 1}`, wrong, { done: index + 1, of: runs })
      }
      print(
        `  killed between the mail server's word and our note of it: ${windows.open}; mails sent twice by that: ${windows.twice}`,
      )
      await field.close()
      await close()
    },
  },
  rush: {
    title: '1,000 buyers of one piece in four processes',
    runs: 50,
    async run(runs, server) {
      const { db, connectionString, close } = await server.fresh()
      for (let index = 0; index < runs; index++) {
        const piece = String(1_000_001 + index)
        await addRings(db, [piece])
        const crowd = { connectionString, piece, totalCents: 120_000, buyers: 1_000 }
        const heard = await rush(crowd, { processes: 4 })
        const wrong = [...wrongWith(heard, 1_000), ...(await brokenRules(db))]
        count(`rush, slowest answer ${Math.round(heard.slowest)} ms`, wrong, { done: index + 1, of: runs })
      }
      await close()
    },
  },
  pages: {
    title: '1,000 browsers that want one piece, at four servers',
    runs: 3,
    async run(runs, server) {
      const { db, connectionString, close } = await server.fresh()
      await rushOnPages(db, connectionString, {
        rounds: runs,
        buyers: 1_000,
        servers: 4,
        heard: (round, { summary, wrong }) => count(`pages, ${summary}`, wrong, { done: round, of: runs }),
      })
      await close()
    },
  },
  database: {
    title: 'The database killed while orders are placed',
    runs: 10,
    async run(runs) {
      await cutThePower(runs, randomOf(seed), (run, { summary, wrong }) =>
        count(`database --seed ${seed}, ${summary}`, wrong, { done: run, of: runs }),
      )
    },
  },
  away: {
    title: 'The database silent, refused or stopped for a minute, under a built shop',
    runs: 1,
    async run(runs) {
      let done = 0
      await loseDatabase({ rounds: runs }, (way, { summary, wrong }) => {
        done += 1
        count(`away, ${way}: ${summary}`, wrong, { done, of: runs * 3 })
      })
    },
  },
  attacks: {
    title: 'Attacks on a built shop',
    runs: 1,
    async run() {
      await attackShop(values.only, ({ name, title }, wrong, { done, all }) =>
        count(`attacks --only ${name}: ${title}`, wrong, { done, of: all }),
      )
    },
  },
  workers: {
    title: 'Workers of a built shop killed, hung, restarted and stopped under load',
    runs: 3,
    async run(runs) {
      let done = 0
      await strikeWorkers({ rounds: runs, only: values.only }, (blow, { summary, wrong }) => {
        done += 1
        count(`workers ${blow}: ${summary}`, wrong, { done, of: runs * (values.only ? 1 : 3) + 1 })
      })
    },
  },
  proxies: {
    title: 'Shared caches in front of a built shop: nginx and Varnish',
    runs: 1,
    async run() {
      // Whoever names it is told what is missing as a fault.
      const missing = missingProxies()
      if (missing.length > 0 && positionals.length === 0) print(`  left out: ${missing.join('; ')}`)
      else await tryProxies(values.only, count)
    },
  },
  restore: {
    title: 'A demo shop that loses its machine under orders, and is restored',
    runs: 1,
    async run() {
      let done = 0
      await restoreDrill((what, { summary, wrong }) => {
        done += 1
        count(`restore, ${what}: ${summary}`, wrong, { done, of: 3 })
      })
    },
  },
  dev: {
    title: '`npm run dev` ended in every way',
    runs: 1,
    async run(runs) {
      const ends = Array.from({ length: runs }, () => devEnds).flat()
      const folder = mkdtempSync(join(tmpdir(), 'shop-dev-'))
      for (const [index, end] of ends.entries())
        count(`dev, ${end}`, await endDev(end, folder), { done: index + 1, of: ends.length })
      rmSync(folder, { recursive: true, force: true })
    },
  },
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

const unknown = positionals.filter((name) => !(name in suites))
if (unknown.length > 0) {
  process.stderr.write(
    `✗ There is no "${unknown.join('", "')}"; there are: ${Object.keys(suites).join(', ')}.\n`,
  )
  process.exit(1)
}

const home = mkdtempSync(join(tmpdir(), 'shop-faults-'))
const postgres = await startEmbeddedPostgres(home, { durable: false })
const named = (name: string) => postgres.connectionString.replace('/shop?', `/${name}?`)
async function make(database: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.connectionString })
  await client.connect()
  await client.query(`create database ${database} template ${template}`)
  await client.end()
}
await make('migrated', 'template1')
await migrate(named('migrated'), { directory: resolve('db/migrations') })
let databases = 0
const server: Server = {
  async fresh() {
    const name = `faults_${++databases}`
    await make(name, 'migrated')
    const db = openDatabase(named(name), { maxConnections: 8 })
    return { db, connectionString: named(name), close: () => db.destroy() }
  },
}
const tidy = async () => {
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => tidy().then(() => process.exit(130)))
const since = performance.now()
try {
  for (const [name, { title, runs, run }] of Object.entries(suites)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    print(`\n── ${title} (${name}, seed ${seed}) ──`)
    await run(values.runs === undefined ? runs : Number(values.runs), server)
  }
} catch (error) {
  failed += 1
  print(`✗ ${(error as Error).stack}`)
} finally {
  await tidy()
}
print(`\n${passed} passed, ${failed} failed (${Math.round((performance.now() - since) / 1000)} s)`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
