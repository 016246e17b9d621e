/** The faults that `npm run faults` brings about, by the name of their suite; docs/faults.md has a row for each. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#app/platform/database/database.ts'
import { doBusiness } from '../business/days.ts'
import { addRings } from '../checkout.ts'
import { brokenRules } from '../checkout-invariants.ts'
import { randomOf } from '../checkout-play.ts'
import { attackShop } from './attacks.ts'
import { missingForClocks, moveClock, shifts } from './clock.ts'
import { cutThePower } from './cut-power.ts'
import { loseDatabase } from './database-away.ts'
import { missingForDisks } from './disk/small-disk.ts'
import { spoilDisk, ways } from './disk.ts'
import { devEnds, endDev } from './end-dev.ts'
import { fuzzShop } from './fuzz.ts'
import { type Blow, openKillingField } from './kill.ts'
import { tryMachines } from './machines.ts'
import { rushOnPages } from './pages.ts'
import { missingForPatroni, tryPatroni } from './patroni.ts'
import { missingPooler, tryPooler } from './pooler.ts'
import { missingProxies, tryProxies } from './proxies.ts'
import { restoreDrill } from './restore.ts'
import { rush, wrongWith } from './rush.ts'
import { missingBrowser, tryScripts } from './scripts.ts'
import { failServices } from './services-away.ts'
import { soak } from './soak.ts'
import { switchToStandby } from './standby/switch.ts'
import { openStage, tellStory } from './stories.ts'
import { strikeWorkers } from './workers.ts'

/** What a suite is run with. */
export type Running = {
  runs: number
  seed: number
  /** `--steps` and `--only`, of those suites that know them. */
  steps: number | undefined
  only: string | undefined
  /** Whether `fuzz` writes what it finds to the corpus. */
  keep: boolean
  /** How long `soak` goes on, and how many requests it begins in a second. */
  minutes: number | undefined
  rate: number
  /** A PostgreSQL of the runner's, for suites that need databases and no shop of their own. */
  server: { fresh(): Promise<{ db: Database; connectionString: string; close(): Promise<void> }> }
  /** Counts a run: `what` brings it about again, `wrong` is empty where it has passed. */
  count(what: string, wrong: readonly string[], of: { done: number; of: number }): void
  print(line: string): void
}

export type Suite = {
  title: string
  /** How often without `--runs`: all suites together take less than an hour on two cores. */
  runs: number
  /** How often with `--full`. */
  full: number
  /** What it needs that this machine lacks, by name: then it is left out, and a fault for whoever names it. */
  missing?(): string[]
  run(running: Running): Promise<void>
}

export const suites: Record<string, Suite> = {
  stories: {
    title: 'Stories of buyers, clocks, provider and staff whose statements meet',
    runs: 500,
    full: 3_000,
    async run({ runs, seed, server, count }) {
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
    runs: 5,
    full: 100,
    async run({ runs, seed, steps, server, count, print }) {
      const length = steps ? { steps, pace: { least: 180, more: 120, pieces: 400 } } : { days: 30 }
      for (let index = 0; index < runs; index++) {
        const { db, close } = await server.fresh()
        const { wrong, told, acts } = await doBusiness(db, { seed: seed + index, ...length })
        if (wrong.length > 0) wrong.push('', ...told)
        const again = `days --seed ${seed + index} --runs 1${steps ? ` --steps ${steps}` : ''}`
        count(again, wrong, { done: index + 1, of: runs })
        if (steps) print(`  ${JSON.stringify(acts)}`)
        await close()
      }
    },
  },
  kills: {
    title: 'Processes killed at a statement',
    runs: 100,
    full: 200,
    async run({ runs, seed, server, count, print }) {
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
    runs: 12,
    full: 50,
    async run({ runs, server, count }) {
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
    runs: 1,
    full: 50,
    async run({ runs, server, count }) {
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
    full: 50,
    async run({ runs, seed, count }) {
      await cutThePower(runs, randomOf(seed), (run, { summary, wrong }) =>
        count(`database --seed ${seed}, ${summary}`, wrong, { done: run, of: runs }),
      )
    },
  },
  away: {
    title: 'The database silent, refused or stopped for a minute, under a built shop',
    runs: 1,
    full: 3,
    async run({ runs, count }) {
      let done = 0
      await loseDatabase({ rounds: runs }, (way, { summary, wrong }) => {
        done += 1
        count(`away, ${way}: ${summary}`, wrong, { done, of: runs * 3 })
      })
    },
  },
  standby: {
    title: 'The primary killed under checkout load, its synchronous standby promoted',
    runs: 2,
    full: 10,
    async run({ runs, count }) {
      await switchToStandby({ rounds: runs }, (round, { summary, wrong }) =>
        count(`standby, ${summary}`, wrong, { done: round, of: runs }),
      )
    },
  },
  patroni: {
    title: 'A cluster of Patroni, etcd and HAProxy that loses its primary under checkout load',
    runs: 1,
    full: 1,
    missing: missingForPatroni,
    run: ({ count }) => tryPatroni(count),
  },
  pooler: {
    title: 'PgBouncer between a built shop and its database',
    runs: 1,
    full: 1,
    missing() {
      const missing = missingPooler()
      return missing === null ? [] : [missing]
    },
    run: ({ count }) => tryPooler(count),
  },
  services: {
    title: 'Outside services refused, silent, slow or wrong, under a built shop',
    runs: 1,
    full: 1,
    async run({ only, count }) {
      let done = 0
      await failServices(only, (what, { summary, wrong }, of) => {
        done += 1
        count(`services, ${what}: ${summary}`, wrong, { done, of })
      })
    },
  },
  disk: {
    title: 'The disk full, read-only or slow, under a built shop',
    runs: 1,
    full: 5,
    missing: missingForDisks,
    async run({ runs, only, count }) {
      const of = runs * (only ? 1 : Object.keys(ways).length)
      let done = 0
      await spoilDisk({ rounds: runs, only }, (way, { summary, wrong }) => {
        done += 1
        count(`disk --only ${way}: ${summary}`, wrong, { done, of })
      })
    },
  },
  clock: {
    title: "The shop's clock an hour or a day wrong, its database's right",
    runs: 1,
    full: 5,
    missing: missingForClocks,
    async run({ runs, only, count }) {
      const of = runs * (only ? 1 : shifts.length)
      let done = 0
      await moveClock({ rounds: runs, only }, (shift, { summary, wrong }) => {
        done += 1
        count(`clock --only=${shift}: ${summary}`, wrong, { done, of })
      })
    },
  },
  restore: {
    title: 'A demo shop that loses its machine under orders, and is restored',
    runs: 1,
    full: 1,
    async run({ count }) {
      let done = 0
      await restoreDrill((what, { summary, wrong }) => {
        done += 1
        count(`restore, ${what}: ${summary}`, wrong, { done, of: 3 })
      })
    },
  },
  attacks: {
    title: 'Attacks on a built shop',
    runs: 1,
    full: 1,
    async run({ only, count }) {
      await attackShop(only, ({ name, title }, wrong, { done, all }) =>
        count(`attacks --only ${name}: ${title}`, wrong, { done, of: all }),
      )
    },
  },
  fuzz: {
    title: 'Requests that nobody would send, made by a grammar, to a built shop',
    runs: 20_000,
    full: 1_000_000,
    async run({ runs, seed, only, keep, count }) {
      const one = only === undefined ? undefined : Number(only)
      const { summary, wrong } = await fuzzShop({ runs, seed, only: one, keep }, (fault) =>
        count(fault.again, fault.wrong, { done: 1, of: runs }),
      )
      count(`fuzz --seed ${seed} --runs ${runs}: ${summary}`, wrong, { done: runs, of: runs })
    },
  },
  scripts: {
    title: 'Texts that would run in a page, in every field, opened in Chromium',
    runs: 150,
    full: 500,
    missing: missingBrowser,
    async run({ runs, count }) {
      await tryScripts(runs, (what, { summary, wrong }, of) =>
        count(`scripts --runs ${runs}, ${what}: ${summary}`, wrong, of),
      )
    },
  },
  workers: {
    title: 'Workers of a built shop killed, hung, restarted and stopped under load',
    runs: 3,
    full: 10,
    async run({ runs, only, count }) {
      let done = 0
      await strikeWorkers({ rounds: runs, only: only }, (blow, { summary, wrong }) => {
        done += 1
        count(`workers ${blow}: ${summary}`, wrong, { done, of: runs * (only ? 1 : 3) + 1 })
      })
    },
  },
  machines: {
    title: 'Two machines behind HAProxy and nginx: restarted, upgraded, taken back, killed, hung',
    runs: 1,
    full: 1,
    async run({ only, count }) {
      let done = 0
      await tryMachines(only, (what, { summary, wrong }) => {
        done += 1
        count(`machines --only ${what}: ${summary}`, wrong, { done, of: 14 })
      })
    },
  },
  soak: {
    title: 'Everything that a day brings, for minutes or hours, under a built shop of two workers',
    runs: 1,
    full: 60,
    async run({ runs, minutes = runs, rate, seed, count, print }) {
      const { summary, wrong } = await soak({ minutes, rate, roll: randomOf(seed), print })
      count(`soak --minutes ${minutes}: ${summary}`, wrong, { done: 1, of: 1 })
    },
  },
  proxies: {
    title: 'Shared caches in front of a built shop: nginx and Varnish',
    runs: 1,
    full: 1,
    missing: missingProxies,
    run: ({ only, count }) => tryProxies(only, count),
  },
  dev: {
    title: '`npm run dev` ended in every way',
    runs: 1,
    full: 1,
    async run({ runs, count }) {
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
