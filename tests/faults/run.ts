/**
 * `npm run faults [-- <suite> …] [--seed 1] [--runs 200] [--full] [--steps 10000] [--only uploads]
 * [--minutes 60 | --hours 24] [--rate 15]`: what the unit tests do in small, and what needs a built shop, for as long as it takes; every suite of tests/faults/suites.ts without a name.
 * Every fault is printed with what brings it about again. `--full`: the whole size of each suite. `--steps`: `days` goes
 * on in one shop until so many things have happened in it. `--only`: one part of a suite that has several. `--keep`: what
 * `fuzz` finds is written to the corpus that is replayed with the unit tests.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '#app/platform/database/database.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { endDescendants } from './descendants.ts'
import { type Running, type Suite, suites } from './suites.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string' },
    full: { type: 'boolean', default: false },
    steps: { type: 'string' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    hours: { type: 'string' },
    rate: { type: 'string', default: '15' },
  },
})
const seed = Number(values.seed)
const print = (line: string) => process.stdout.write(`${line}\n`)

/** What came of a suite; `seconds` it took, or why it was left out. */
type Outcome = {
  name: string
  runs: number
  passed: number
  failed: number
  seconds: number
  leftOut: string
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
const server: Running['server'] = {
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
/** npm hands on a signal that the terminal has sent as well: the second of both must not cut the tidying short. */
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isEnding) return
    isEnding = true
    void Promise.all([endDescendants(), tidy()]).then(() => process.exit(130))
  })

/** Runs one suite; says how far it is every now and then, and every fault at once. */
async function runSuite(name: string, { title, runs: usual, full, missing, run }: Suite): Promise<Outcome> {
  const runs = values.runs === undefined ? (values.full ? full : usual) : Number(values.runs)
  const outcome: Outcome = { name, runs, passed: 0, failed: 0, seconds: 0, leftOut: '' }
  print(`\n── ${title} (${name}, seed ${seed}) ──`)
  const lacking = missing?.() ?? []
  // Whoever names it is told what is missing as a fault.
  if (lacking.length > 0 && positionals.length > 0) {
    print(`✗ ${lacking.join('; ')}`)
    return { ...outcome, failed: 1 }
  }
  if (lacking.length > 0) {
    print(`  left out: ${lacking.join('; ')}`)
    return { ...outcome, leftOut: lacking.join('; ') }
  }
  const count: Running['count'] = (what, wrong, { done, of }) => {
    if (wrong.length === 0) outcome.passed += 1
    else outcome.failed += 1
    if (wrong.length > 0) print(`✗ ${what}\n  ${wrong.join('\n  ')}`)
    if (of <= 60 || done % Math.ceil(of / 20) === 0 || done === of) print(`  ${what} (${done} of ${of})`)
  }
  const since = performance.now()
  try {
    const steps = values.steps === undefined ? undefined : Number(values.steps)
    const minutes = values.hours === undefined ? values.minutes : Number(values.hours) * 60
    const time = { minutes: minutes === undefined ? undefined : Number(minutes), rate: Number(values.rate) }
    await run({ runs, seed, steps, ...time, only: values.only, keep: values.keep, server, count, print })
    if (outcome.passed + outcome.failed === 0) throw new Error('nothing was tried')
  } catch (error) {
    outcome.failed += 1
    print(`✗ ${(error as Error).stack}`)
  }
  outcome.seconds = Math.round((performance.now() - since) / 1000)
  return outcome
}

const outcomes: Outcome[] = []
try {
  for (const [name, suite] of Object.entries(suites))
    if (positionals.length === 0 || positionals.includes(name)) outcomes.push(await runSuite(name, suite))
} finally {
  await tidy()
}

const sum = (figure: 'passed' | 'failed' | 'seconds') =>
  outcomes.reduce((all, outcome) => all + outcome[figure], 0)
const row = (cells: readonly unknown[]) =>
  cells.map((cell, index) => (index === 0 ? String(cell).padEnd(12) : String(cell).padStart(8))).join('')
print(`\n${row(['suite', 'runs', 'passed', 'failed', 'seconds'])}`)
for (const { name, runs, passed, failed, seconds, leftOut } of outcomes)
  print(leftOut ? `${name.padEnd(12)}    left out: ${leftOut}` : row([name, runs, passed, failed, seconds]))
print(row(['all', '', sum('passed'), sum('failed'), sum('seconds')]))
process.exit(sum('failed') === 0 && sum('passed') > 0 ? 0 : 1)
