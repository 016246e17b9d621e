import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const program = join(import.meta.dirname, '../tests/faults/small-cluster.ts')

let primary: ChildProcess
let lines: AsyncIterator<string>
let port = 0

beforeEach(async () => {
  primary = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  lines = createInterface({ input: primary.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  port = (await said()).port as number
})

afterEach(async () => {
  if (primary.exitCode !== null || primary.signalCode !== null) return
  primary.kill('SIGKILL')
  await once(primary, 'exit')
})

async function said(): Promise<Record<string, unknown>> {
  return JSON.parse(String((await lines.next()).value))
}

function ask(path: string, agent: Agent | false = false): Promise<{ pid: number }> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, async (response) => {
      try {
        resolve(JSON.parse(await text(response)))
      } catch (error) {
        reject(error)
      }
    }).on('error', reject)
  })
}

async function workers(): Promise<number[]> {
  return [...new Set([(await ask('/pid')).pid, (await ask('/pid')).pid])]
}

describe('workers that stop together', () => {
  test('answer all who were connected, and those who wait for one that is busy', async () => {
    const pids = await workers()
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    const sockets = Array.from({ length: 10 }, () => connect(port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const heard = sockets.map((socket) => text(socket).catch((error: Error) => error.message))
    for (const socket of sockets) socket.write('GET /slow HTTP/1.1\r\nHost: shop.test\r\n\r\n')
    primary.kill('SIGTERM')
    expect(await said()).toEqual({ stopping: true })
    for (const pid of pids) process.kill(pid, 'SIGCONT')
    for (const answer of await Promise.all(heard))
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\{"pid":\d+,.*\}/s)
  })

  test.each(['by the primary', 'all of them at once, as supervisors do it'])(
    'lose no request, over kept connections as well: told %s',
    async (how) => {
      const pids = await workers()
      const agent = new Agent({ keepAlive: true })
      const faults: unknown[] = []
      let answers = 0
      const crowd = Array.from({ length: 8 }, async (_, index) => {
        for (let refused = false; !refused; )
          await ask('/slow', index % 2 === 0 ? agent : false).then(
            () => {
              answers += 1
            },
            (error: NodeJS.ErrnoException) => {
              refused = true
              // Refused, or reset while it was being made, in the very moment of closing: nothing was asked over it.
              if (error.syscall !== 'connect') faults.push(error)
            },
          )
      })
      await expect.poll(() => answers).toBeGreaterThan(20)
      const ended = once(primary, 'exit')
      primary.kill('SIGTERM')
      if (how !== 'by the primary') for (const pid of pids) process.kill(pid, 'SIGTERM')
      await Promise.all([...crowd, ended])
      agent.destroy()
      expect(faults).toEqual([])
    },
  )
})
