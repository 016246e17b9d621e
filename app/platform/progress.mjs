// Plain JavaScript: it also runs under the Node that installs the packages.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const live = process.stdout.isTTY === true

/** @param {number} since a time of `performance.now()` */
function elapsed(since) {
  const seconds = (performance.now() - since) / 1000
  return seconds < 0.95 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`
}

/**
 * Prints one finished step with the time it took.
 * @param {string} text
 * @param {number} [since] a time of `performance.now()`
 */
export function step(text, since) {
  process.stdout.write(`✓ ${text}${since === undefined ? '' : ` (${elapsed(since)})`}\n`)
}

/**
 * Shows that something long goes on: a line that counts in a terminal, one line every ten seconds elsewhere.
 * @template T
 * @param {string} doing what goes on, e.g. "Installing packages"
 * @param {string} done the line that stays
 * @param {() => Promise<T>} work
 * @param {() => string} [detail] how far it is
 * @returns {Promise<T>}
 */
export async function withProgress(doing, done, work, detail = () => '') {
  const since = performance.now()
  const line = () => `… ${doing}${detail()} (${Math.round((performance.now() - since) / 1000)} s)`
  process.stdout.write(live ? line() : `… ${doing}\n`)
  const timer = setInterval(
    () => process.stdout.write(live ? `\r\u001b[K${line()}` : `${line()}\n`),
    live ? 200 : 10_000,
  )
  try {
    const result = await work()
    clear()
    step(done, since)
    return result
  } catch (error) {
    clear()
    throw error
  }

  function clear() {
    clearInterval(timer)
    if (live) process.stdout.write('\r\u001b[K')
  }
}

/**
 * Lets one process of this folder at a time do some work (installing, building); others wait for it.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(name, work) {
  const place = createHash('sha256').update(resolve('.')).digest('hex').slice(0, 12)
  const lock = join(tmpdir(), `shop-${place}-${process.getuid?.() ?? 0}-${name}`)
  for (let told = false; ; ) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (!holderLives(lock)) {
        rmSync(lock, { force: true })
      } else {
        if (!told) process.stdout.write(`… Another process is busy with the same (${name}); waiting for it\n`)
        told = true
        await wait(250)
      }
    }
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** @param {string} lock */
function holderLives(lock) {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
