// The first step of every npm script. Runs with Node and npm alone, so: plain JavaScript for Node 20,
// no packages. Installs what is missing, then goes on under the Node the shop is made for.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { oneAtATime, withProgress } from '#app/platform/progress.mjs'
import { commandEntry, commandNames, entries, leanCommands } from './entries.mjs'
import { shopAllocator, shopMemory } from './heap.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command = 'start', ...words] = process.argv.slice(2)
process.chdir(root)
await main()

async function main() {
  const entry = commandNames.includes(command) ? commandEntry : entries[command]
  if (!entry) {
    const known = [...Object.keys(entries), ...commandNames].join(', ')
    return refuse(`There is no command "${command}"; there are: ${known}.`)
  }
  if (!isAtLeast(process.versions.node, [20, 0])) {
    return refuse(
      `Node ${process.versions.node} is too old: install Node 20 or newer (https://nodejs.org), then try again.`,
    )
  }
  if (!['linux', 'darwin'].includes(process.platform) || !['x64', 'arm64'].includes(process.arch)) {
    return refuse(
      `${process.platform}-${process.arch} is not supported: use Linux or macOS on x64 or arm64 (on Windows: the Windows Subsystem for Linux).`,
    )
  }
  const lean = leanCommands.includes(command)
  if (!isInstalled(lean)) {
    const failure = await oneAtATime('install', () =>
      isInstalled(lean) ? Promise.resolve(null) : install(lean),
    )
    if (failure) return refuse(failure)
  }
  const node = findNode()
  if (!node) {
    return refuse(
      `The shop needs Node 22.22 or newer, and this is ${process.versions.node}: install Node 24 (https://nodejs.org), then try again.`,
    )
  }
  process.env.PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  if (command === 'start')
    for (const [name, value] of Object.entries(shopAllocator)) process.env[name] ??= value
  const flags = command === 'start' && !/--max[-_]old/.test(process.env.NODE_OPTIONS ?? '') ? shopMemory : []
  // A server under development is a process of its own, so that this one can tidy up when it is killed.
  if (node === process.execPath && flags.length === 0 && command !== 'dev') {
    process.argv = [node, join(root, entry), ...argumentsOf()]
    await import(pathToFileURL(join(root, entry)).href)
    return
  }
  // The channel tells the other side when this process is killed.
  const child = spawn(node, [...flags, entry, ...argumentsOf()], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'])
    process.on(signal, () => child.kill(signal))
  if (command === 'dev') endWithNpm(child)
  child.on('error', (error) =>
    refuse(`${node} cannot be run (${error.message}). Install Node 24, then try again.`),
  )
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === 'SIGINT' ? 2 : signal === 'SIGKILL' ? 9 : 15)
    if (command === 'dev' && code !== 0) spawn(node, ['server/end-database.ts'], { stdio: 'inherit' })
  })
}

/** npm passes SIGINT and SIGTERM on; what else ends it is seen by its having gone. */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 250).unref()
}

function argumentsOf() {
  if (commandNames.includes(command)) return [command, ...words]
  return command === 'check' ? ['--check', ...words] : words
}

/** Whether node_modules holds what package-lock.json names, whoever installed it. */
function isInstalled(lean) {
  const lock = readText('package-lock.json')
  if (readText(stampFile()) === stampOf(lock, lean)) return true
  const installed = readText('node_modules/.package-lock.json')
  if (!lock || !installed) return false
  const there = JSON.parse(installed).packages
  const packages = JSON.parse(lock).packages
  const direct = packages[''].optionalDependencies ?? {}
  return Object.entries(packages).every(([path, wanted]) => {
    const found = there[path]
    if (found) return found.version === wanted.version
    if (path === '' || wanted.link || wanted.peer || !fitsHere(wanted)) return true
    if (wanted.optional) return !(path.replace('node_modules/', '') in direct)
    return lean && wanted.dev === true
  })
}

function fitsHere({ os, cpu, libc }) {
  return fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, isMusl() ? 'musl' : 'glibc')
}

/** A package names what it is for, or with "!" what it is not for. */
function fits(names, value) {
  const list = [names ?? []].flat()
  const barred = list.filter((name) => name.startsWith('!'))
  return !barred.includes(`!${value}`) && (list.length === barred.length || list.includes(value))
}

function isMusl() {
  return process.platform === 'linux' && !process.report?.getReport().header.glibcVersionRuntime
}

/** Runs `npm ci`; its output is shown only when it fails. Resolves with the fault, or null. */
async function install(lean) {
  const npm = process.env.npm_execpath
  const [file, ...before] = npm && basename(npm) === 'npm-cli.js' ? [process.execPath, npm] : ['npm']
  const args = [...before, 'ci', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  if (!lean) args.push('--include=dev')
  const expected = new Set(
    Object.entries(JSON.parse(readText('package-lock.json')).packages)
      .filter(([path, wanted]) => path.startsWith('node_modules/') && fitsHere(wanted))
      .map(([path]) => path.split('/')[1]),
  ).size
  try {
    await withProgress(
      'Installing packages (once, about a minute)',
      'Packages installed',
      () => runQuietly(file, args),
      () =>
        existsSync('node_modules')
          ? `: ${Math.min(readdirSync('node_modules').length, expected)} of ${expected}`
          : '',
    )
  } catch (error) {
    return `The packages could not be installed. Check the connection to the npm registry and the free space on the disk, then try again; "npm ci" by hand shows more.\n${error.message}`
  }
  writeFileSync(stampFile(), stampOf(readText('package-lock.json'), lean))
  return null
}

function runQuietly(file, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk) => {
      output = (output + chunk).slice(-20_000)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(null) : reject(new Error(output.trim()))))
  })
}

/** The pinned Node of node_modules, else this one when it is new enough. */
function findNode() {
  if (process.versions.node.startsWith('24.')) return process.execPath
  const pinned = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned
  return isAtLeast(process.versions.node, [22, 22]) ? process.execPath : null
}

function isAtLeast(version, [major, minor]) {
  const [foundMajor, foundMinor] = version.split('.').map(Number)
  return foundMajor > major || (foundMajor === major && foundMinor >= minor)
}

function stampFile() {
  return join('node_modules', '.installed')
}

function stampOf(lock, lean) {
  return createHash('sha256').update(`${process.platform} ${process.arch} ${lean} ${lock}`).digest('hex')
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function refuse(message) {
  process.stderr.write(`✗ ${message}\n`)
  process.exitCode = 1
}
