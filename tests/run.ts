import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { describeFault } from '#app/platform/report-fault.ts'
import { buildShop } from '#server/build.ts'
import { ensureBrowser } from './setup/browser.ts'
import { changedTests } from './setup/changed-tests.ts'

/**
 * `npm test`: does its own set-up, runs every check and ends with `N passed, N failed`.
 * `npm run check` leaves out the journeys, and the unit tests that no change reaches; `npm test -- types unit` runs only
 * what is named.
 */
type Outcome = { passed: number; failed: number; names?: string[] }
/** `quick`: runs beside others, and hands what it has to say to `print`. */
type Check = { name: string; title: string; quick?: true; run: (print: Print) => Promise<Outcome> }
type Print = (text: string) => void

const results = 'test-results'
const checks: Check[] = [
  {
    name: 'types',
    title: 'Types',
    quick: true,
    run: async (print) =>
      both(await command(print, 'react-router', ['typegen']), await command(print, 'tsc', ['-p', '.'])),
  },
  {
    name: 'lint',
    title: 'Lint and format',
    quick: true,
    run: (print) => command(print, 'biome', ['check', '--error-on-warnings', '.']),
  },
  {
    name: 'dead-code',
    title: 'Dead code',
    quick: true,
    // Once more without the tests: what only they use is dead, too, unless it says `@public` and for whom.
    run: async (print) =>
      both(
        await command(print, 'knip', ['--no-config-hints']),
        await command(print, 'knip', ['--no-config-hints', '--production', '--include', 'exports']),
      ),
  },
  { name: 'unit', title: 'Rules, import walls and routes', run: unitTests },
  { name: 'journeys', title: 'Journeys in the browser', run: journeys },
]

const words = process.argv.slice(2)
const unknown = words.filter((word) => word !== '--check' && !checks.some((check) => check.name === word))
if (unknown.length > 0) {
  process.stderr.write(
    `✗ There is no check "${unknown.join('", "')}"; there are: ${checks.map((check) => check.name).join(', ')}.\n`,
  )
  process.exit(1)
}
const named = checks.filter((check) => words.includes(check.name))
const chosen =
  named.length > 0 ? named : checks.filter((check) => !words.includes('--check') || check.name !== 'journeys')

// Settings of a shop on this machine must not reach the tests.
for (const name of Object.keys(process.env)) {
  if (
    /^(DATABASE_URL|DATABASE_DIRECT_URL|DATA_DIR|DEMO|PORT|HOST|SITE_URL|API_URL|NODE_ENV|SHOP_URL|SHOP_DATA_DIR|SESSION_SECRET.*|DATABASE_POOL|WORKERS|STORYBLOK_.*|CONTENT_.*|STRIPE_.*|SMTP_URL|MAIL_FROM|METAL_FEED_URL|VIES_URL|ANALYTICS_.*|PURGE_.*|S3_.*|FILES_IN|PAGE_CACHE|DEFAULT_LOCALE|LOG_LEVEL|TRUST_PROXY|BLOCK_EXAMPLES)$/.test(
      name,
    )
  ) {
    delete process.env[name]
  }
}
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const total: Outcome = { passed: 0, failed: 0 }
const summary: string[] = []
const failures: string[] = []
// The unit tests wait now and then: beside them the quick checks cost little time, and say what they have to afterwards.
const unit = chosen.find(({ name }) => name === 'unit')
const shown = unit && perform(unit)
await Promise.all([shown, ...chosen.filter(({ quick }) => quick).map(perform)])
for (const check of chosen) if (!check.quick && check !== unit) await perform(check)
// Whoever is shown the end alone is to know what failed.
if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join('\n')}\n`)
process.stdout.write(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

async function perform(check: Check): Promise<void> {
  const title = `\n── ${check.title} ──\n`
  let said = ''
  if (!check.quick) process.stdout.write(title)
  const since = performance.now()
  const outcome = await check.run((text) => {
    said += text
  })
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  if (check.quick) {
    await shown
    process.stdout.write(title + said)
  }
  total.passed += outcome.passed
  total.failed += outcome.failed
  failures.push(...(outcome.names ?? []))
  const mark = outcome.failed === 0 ? '✓' : '✗'
  summary.push(`${mark} ${check.title}: ${outcome.passed} passed, ${outcome.failed} failed (${seconds} s)`)
}

/** One check that passes when the command does. */
async function command(print: Print, file: string, args: string[]): Promise<Outcome> {
  return (await run(file, args, {}, print)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function unitTests(): Promise<Outcome> {
  const report = `${results}/unit.json`
  const reached = words.includes('--check') ? await changedTests() : null
  if (reached) {
    const { since, files } = reached
    process.stdout.write(
      `${files.length} files of tests: what changes since ${since.slice(0, 12)} reach; \`npm test -- unit\` runs all.\n`,
    )
  }
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const succeeded = await run('vitest', [...args, ...(reached?.files ?? [])])
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    testResults = [],
  } = readReport(report) as Partial<JsonTestResults>
  const names = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const ofFile = status === 'failed' && failed.length === 0 ? [failure([name], message)] : []
    return [
      ...failed.map((test) => failure([name, test.fullName], test.failureMessages?.join('\n'))),
      ...ofFile,
    ]
  })
  return { ...counted(succeeded, numPassedTests, numFailedTests), names }
}

async function journeys(): Promise<Outcome> {
  const browser = await ensureBrowser(run)
  if (browser === null) {
    process.stderr.write(
      '✗ No browser: install Chromium or Chrome, or run "npx playwright install chromium".\n',
    )
    return { passed: 0, failed: 1 }
  }
  process.stdout.write(`✓ Browser: ${browser}\n`)
  try {
    await buildShop()
  } catch (error) {
    process.stderr.write(`✗ ${describeFault(error)}\n`)
    return { passed: 0, failed: 1 }
  }
  const report = `${results}/journeys.json`
  const succeeded = await run('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  const { stats, suites = [] } = readReport(report) as Partial<JSONReport>
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
  return { ...counted(succeeded, stats?.expected ?? 0, failed), names: suites.flatMap(failedJourneys) }
}

function failedJourneys({ specs, suites = [] }: JSONReportSuite): string[] {
  const failed = specs.filter((spec) => !spec.ok)
  return [
    ...failed.map(({ file, title, tests }) =>
      failure([file, title], tests.flatMap(({ results }) => results.map((one) => one.error?.message)).join()),
    ),
    ...suites.flatMap(failedJourneys),
  ]
}

/** Where it failed, and the first lines of why. */
function failure(where: string[], message = ''): string {
  const lines = stripVTControlCharacters(message).trim().split('\n')
  const why = lines.filter((line) => !/^\s+at .*node_modules/.test(line)).slice(0, 12)
  return [`✗ ${where.join(' › ').replace(`${process.cwd()}/`, '')}`, ...why].join('\n    ')
}

/** A run that failed outside its tests (a file that does not load, a set-up) counts as one failed check. */
function counted(succeeded: boolean, passed: number, failed: number): Outcome {
  return { passed, failed: succeeded ? failed : Math.max(failed, 1) }
}

function both(one: Outcome, other: Outcome): Outcome {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed }
}

function readReport(path: string): Record<string, unknown> {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** Runs a tool of node_modules with its output shown, or handed to `print`. */
function run(
  file: string,
  args: string[],
  env: Record<string, string> = {},
  print?: Print,
): Promise<boolean> {
  return new Promise((done) => {
    const output = print ? 'pipe' : 'inherit'
    const child = spawn(file, args, { stdio: ['ignore', output, output], env: { ...process.env, ...env } })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => print?.(text))
    child.on('error', (error) => {
      process.stderr.write(`✗ ${file}: ${error.message}\n`)
      done(false)
    })
    child.on('close', (code) => done(code === 0))
  })
}
