import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { shopMemory } from '#server/heap.mjs'

const project = resolve(import.meta.dirname, '../../..')

export type Machine = {
  port: number
  /** Folder of the release that it runs. */
  release: string
  process: ChildProcess
}

/** Starts a built shop as a machine of its own has it, and waits until it is ready. */
export async function startMachine(
  release: string,
  port: number,
  env: Record<string, string>,
): Promise<Machine> {
  const started = spawn(process.execPath, [...shopMemory, 'server/start.ts'], {
    cwd: release,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const end = performance.now() + 180_000; performance.now() < end; await wait(50)) {
    if (started.exitCode !== null) throw new Error(`the shop on port ${port} ended with ${started.exitCode}`)
    if ((await ready(port)) === 200) return { port, release, process: started }
  }
  throw new Error(`the shop on port ${port} is not ready after three minutes`)
}

/** Ends it in order, or with SIGKILL; its exit code, null where it was killed. */
export async function endMachine(
  machine: Machine,
  signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
): Promise<number | null> {
  const { process: running } = machine
  if (running.exitCode !== null || running.signalCode !== null) return running.exitCode
  const ended = once(running, 'exit')
  running.kill(signal)
  const [code] = await ended
  return code
}

function ready(port: number): Promise<number | undefined> {
  return new Promise((done) => {
    const asked = get({ host: '127.0.0.1', port, path: '/ready', agent: false, timeout: 5_000 }, (answer) => {
      answer.resume().on('close', () => done(answer.statusCode))
    })
    asked.on('timeout', () => asked.destroy()).on('error', () => done(undefined))
  })
}

export const thisRelease = project

/**
 * What a next release has that this one does not: a migration more, and files for browsers under names that hold other
 * hashes. All else is the same code.
 */
export function makeNextRelease(folder: string): string {
  mkdirSync(folder)
  for (const name of readdirSync(project, { withFileTypes: true }).map((entry) => entry.name))
    if (!['build', 'db', 'data', '.git', 'test-results'].includes(name))
      symlinkSync(join(project, name), join(folder, name))
  cpSync(join(project, 'db'), join(folder, 'db'), { recursive: true })
  writeFileSync(
    join(folder, 'db/migrations/9990_of_the_next_release.sql'),
    'alter table contact_message add column note text;\ncreate table of_the_next_release (id int primary key);\n',
  )
  cpSync(join(project, 'build'), join(folder, 'build'), { recursive: true })
  renameAssets(join(folder, 'build'))
  return folder
}

function renameAssets(build: string): void {
  const isText = (name: string) => /\.(js|css|json)$/.test(name)
  const folders = ['client/assets', 'office/assets'].map((name) => join(build, name))
  for (const name of folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file))))
    if (/\.(br|gz)$/.test(name)) rmSync(name)
  const hashes = folders.flatMap((folder) =>
    readdirSync(folder).flatMap((name) => /-([\w-]{8})\.[a-z0-9]+$/.exec(name)?.[1] ?? []),
  )
  const pattern = new RegExp(
    `(?<=-)(?:${hashes.map((hash) => hash.replaceAll('-', '\\-')).join('|')})(?=\\.[a-z])`,
    'g',
  )
  const renamed = (text: string) => text.replaceAll(pattern, (hash) => [...hash].toReversed().join(''))
  for (const name of readdirSync(build, { recursive: true, encoding: 'utf8' })) {
    const file = join(build, name)
    if (isText(name)) writeFileSync(file, renamed(readFileSync(file, 'utf8')))
    if (renamed(name) !== name) {
      cpSync(file, join(build, renamed(name)))
      rmSync(file)
    }
  }
}
