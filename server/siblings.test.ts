import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmAtSiblings } from './siblings.ts'

const program = join(import.meta.dirname, '../tests/faults/small-cluster.ts')

let primary: ChildProcess
let lines: AsyncIterator<string>
let port = 0

beforeAll(async () => {
  primary = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  lines = createInterface({ input: primary.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  port = (await said()).port as number
})

afterAll(async () => {
  if (primary.exitCode !== null || primary.signalCode !== null) return
  // Not at once: a worker that hangs is its to end.
  primary.kill('SIGTERM')
  await once(primary, 'exit')
})

async function said(): Promise<Record<string, unknown>> {
  return JSON.parse(String((await lines.next()).value))
}

type Answer = { pid: number; asked: number; took: number }

function ask(path: string, agent: Agent | false = false): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, async (response) => {
      let text = ''
      for await (const part of response.setEncoding('utf8')) text += part
      resolve(JSON.parse(text))
    }).on('error', reject)
  })
}

/** The workers that answer; each new connection goes to the next one. */
async function answering(): Promise<Map<number, Answer>> {
  const found = new Map<number, Answer>()
  for (let index = 0; index < 6; index++) {
    const answer = await ask('/pid')
    found.set(answer.pid, answer)
  }
  return found
}

describe('two workers on one port', () => {
  test('share out connections one after the other', async () => {
    const { pid } = await ask('/pid')
    const pids = [pid, (await ask('/pid')).pid, (await ask('/pid')).pid]
    expect(new Set(pids).size).toBe(2)
    expect(pids[2]).toBe(pid)
    expect(pids).not.toContain(primary.pid)
  })

  test('confirm to each other, not to themselves', async () => {
    const before = await answering()
    const { pid } = await ask('/confirm')
    const after = await answering()
    for (const [each, { asked }] of after)
      expect(asked - (before.get(each)?.asked ?? 0)).toBe(each === pid ? 0 : 1)
  })

  test('wait for one whose database answers late', async () => {
    for (let index = 0; index < 2; index++) await ask('/late')
    const before = await answering()
    const { pid, took } = await ask('/confirm')
    expect(took).toBeGreaterThanOrEqual(295)
    for (const [each, { asked }] of await answering())
      expect(asked - (before.get(each)?.asked ?? 0)).toBe(each === pid ? 0 : 1)
  })

  test('are restarted without a lost request, over kept connections as well', async () => {
    const before = [...(await answering()).keys()]
    const agent = new Agent({ keepAlive: true, maxSockets: 4 })
    let over = false
    const pids = new Set<number>()
    let failed: unknown = null
    const load = Array.from({ length: 8 }, async (_, index) => {
      while (!over)
        await ask('/slow', index % 2 === 0 ? agent : false).then(
          ({ pid }) => pids.add(pid),
          (error) => {
            failed = error
          },
        )
    })
    primary.kill('SIGUSR2')
    expect(await said()).toEqual({ restarted: true })
    const after = [...(await answering()).keys()]
    over = true
    await Promise.all(load)
    agent.destroy()
    expect(failed).toBeNull()
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
    expect([...pids].length).toBeGreaterThan(2)
  })

  test('go on when one is killed, which is replaced; whoever it had not answered yet is answered by the other', async () => {
    const [victim = 0, other] = [...(await answering()).keys()]
    process.kill(victim, 'SIGKILL')
    // Asked before the primary can know of it.
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('/pid')))
    expect(new Set(answers.map(({ pid }) => pid)).has(victim)).toBe(false)
    const others = async () => [...(await answering()).keys()].filter((pid) => pid !== victim)
    await expect.poll(async () => (await others()).length).toBe(2)
    expect(await others()).toContain(other)
  })

  test('wait no longer than a second for a sibling that hangs, and end it when they stop', async () => {
    const [hung] = await once(get({ host: '127.0.0.1', port, path: '/hang', agent: new Agent() }), 'response')
    const ended = once(hung, 'error')
    // It hangs; whatever is asked next goes to the other.
    const { took } = await ask('/confirm')
    expect(took).toBeGreaterThanOrEqual(995)
    primary.kill('SIGTERM')
    await Promise.all([once(primary, 'exit'), ended])
  })
})

test('one process alone has nobody to ask', async () => {
  await expect(confirmAtSiblings()).resolves.toBeUndefined()
})
