import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { oneAtATime, step, withProgress } from '#app/platform/progress.mjs'
import { reportingFaults } from '#app/platform/report-fault.ts'
import { StartFault } from '#app/platform/start-fault.ts'

/** Everything a build depends on; what the shop reads while it runs (migrations, demo) is not among it. */
const sources = [
  'app',
  'server',
  'public',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
  'office.config.ts',
]
const stampFile = 'build/sources.sha256'

/** Whether `build/` does not stem from the sources as they are. */
export function buildIsDue(): boolean {
  return (
    !existsSync('build/server/index.js') ||
    !existsSync('build/office/manifest.json') ||
    readIfThere(stampFile) !== hashSources()
  )
}

/** Builds the shop into `build/`, unless it is up to date. @throws {StartFault} with the compiler's output */
export async function buildShop(): Promise<void> {
  await oneAtATime('build', async () => {
    if (!buildIsDue()) return
    const hash = hashSources()
    rmSync(stampFile, { force: true })
    await withProgress('Building the shop', 'Shop built', runBuild)
    mkdirSync('build', { recursive: true })
    writeFileSync(stampFile, hash)
  })
}

/** The pages with the server, and the office's part of the browser: one after the other, for each fills a processor. */
async function runBuild(): Promise<void> {
  await runTool('react-router', ['build'])
  await runTool('vite', ['build', '--config', 'office.config.ts'])
}

async function runTool(name: string, given: string[]): Promise<void> {
  const child = spawn(process.execPath, [resolve('node_modules/.bin', name), ...given], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise((done) => child.on('close', done))
  if (code === 0) return
  // The compiler's own call stack says nothing about the sources.
  const said = output.split('\n').filter((line) => !/^\s+at /.test(line))
  throw new StartFault(`The shop could not be built:\n${said.join('\n').trim()}`)
}

function hashSources(): string {
  const hash = createHash('sha256').update(process.version)
  for (const source of sources) {
    if (!existsSync(source)) continue
    const files = statSync(source).isDirectory()
      ? readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => join(source, name))
      : [source]
    for (const file of files.sort()) {
      if (/\.test\.tsx?$/.test(file) || !statSync(file).isFile()) continue
      hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

// The script that npm runs reads this file into its own process where Node is new enough, and says so here.
if (process.argv[1] === import.meta.filename) {
  await reportingFaults(async () => {
    if (buildIsDue()) await buildShop()
    else step('The build is up to date')
  })
}
