import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { startWorkers, usualTimes } from './cluster.ts'
import { beatEvery, type ToWorker, type WorkerTask } from './worker-messages.ts'

/** A worker that does what the test says. */
class FakeWorker extends EventEmitter {
  readonly told: string[] = []
  readonly task: WorkerTask
  readonly process: { pid: number; kill: (signal: string) => boolean }
  private alive = true
  constructor(pid: number, environment: Record<string, string>) {
    super()
    this.task = JSON.parse(Object.values(environment)[0] ?? '')
    this.process = {
      pid,
      kill: (signal) => {
        this.told.push(signal)
        this.end(null, signal)
        return true
      },
    }
  }
  isConnected() {
    return this.alive
  }
  send(message: ToWorker) {
    this.told.push(message.shop)
    return true
  }
  listen() {
    this.emit('listening', { port: 3000 })
  }
  beat() {
    this.emit('message', { shop: 'beat' })
  }
  end(code: number | null, signal: string | null = null) {
    if (!this.alive) return
    this.alive = false
    this.emit('exit', code, signal)
  }
}

function stage(count: number, handOver?: (within: number) => Promise<void>) {
  const forked: FakeWorker[] = []
  const living = () => forked.filter((worker) => worker.isConnected())
  const started = startWorkers({
    count,
    connectionString: 'postgres://here',
    log: createLog('silent'),
    ...(handOver && { handOver }),
    fork: (environment) => {
      const worker = new FakeWorker(100 + forked.length, environment)
      forked.push(worker)
      return worker as never
    },
  })
  return { forked, living, started }
}

async function running(count: number, handOver?: (within: number) => Promise<void>) {
  const staged = stage(count, handOver)
  for (const worker of staged.forked) worker.listen()
  return { ...staged, workers: await staged.started }
}

/** Lets time pass in which everybody but `hanging` shows signs of life. */
async function pass(milliseconds: number, living: () => FakeWorker[], hanging?: FakeWorker) {
  for (let passed = 0; passed < milliseconds; passed += beatEvery) {
    for (const worker of living()) if (worker !== hanging) worker.beat()
    await vi.advanceTimersByTimeAsync(Math.min(beatEvery, milliseconds - passed))
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('workers', () => {
  test('start all at once, with numbers and the database, and tell where they listen', async () => {
    const { forked, workers } = await running(3)
    expect(forked.map(({ task }) => task)).toEqual(
      [1, 2, 3].map((number) => ({ number, connectionString: 'postgres://here', loadFirst: false })),
    )
    expect(workers.port).toBe(3000)
  })

  test('that cannot start say why, once, and none is left', async () => {
    const { forked, living, started } = stage(2)
    const failed = expect(started).rejects.toThrow(/^Port 3000 is in use$/)
    forked[0]?.listen()
    forked[1]?.emit('message', { shop: 'fault', text: 'Port 3000 is in use' })
    forked[1]?.end(1)
    await failed
    await pass(60_000, living)
    expect(living()).toEqual([])
    expect(forked).toHaveLength(2)
  })

  test('that die are replaced: at once after a long life, else after a pause that grows and shrinks again', async () => {
    const { forked, living } = await running(2)
    await pass(usualTimes.steady, living)
    forked[0]?.end(null, 'SIGKILL')
    await pass(1, living)
    expect(forked[2]?.task).toEqual({ number: 1, connectionString: 'postgres://here', loadFirst: true })
    const pauses: number[] = []
    for (let death = 0; death < 9; death++) {
      const before = forked.length
      forked.at(-1)?.end(1)
      for (let waited = 0; forked.length === before; waited += 500) {
        for (const worker of living()) worker.beat()
        await vi.advanceTimersByTimeAsync(500)
        pauses[death] = waited + 500
      }
    }
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
    forked.at(-1)?.listen()
    await pass(usualTimes.steady, living)
    const before = forked.length
    forked.at(-1)?.end(1)
    await pass(1, living)
    expect(forked).toHaveLength(before + 1)
    expect(living()).toHaveLength(2)
  })

  test('whose event loop hangs are killed and replaced; the others stay', async () => {
    const { forked, living } = await running(2)
    await pass(usualTimes.misses * beatEvery, living, forked[1])
    expect(forked[1]?.told).toEqual([])
    await pass(beatEvery, living, forked[1])
    expect(forked[1]?.told).toEqual(['SIGKILL'])
    await pass(beatEvery, living)
    expect(living().map(({ task }) => task.number)).toEqual([1, 2])
    expect(forked[0]?.told).toEqual([])
  })

  test('that start slowly give no sign of life for as long as they may take to start, and not for ever', async () => {
    const { forked, living, started } = stage(1)
    await pass(usualTimes.start, living, forked[0])
    expect(forked[0]?.told).toEqual([])
    forked[0]?.listen()
    await started
    await pass(5_000, living)
    forked[0]?.end(1)
    await pass(5_000, living)
    expect(forked).toHaveLength(2)
    await pass(usualTimes.start + 2 * beatEvery, living, forked[1])
    expect(forked[1]?.told).toEqual(['SIGKILL'])
  })

  test('are restarted one after the other, each predecessor when its successor listens', async () => {
    const { forked, living, workers } = await running(2)
    const restarted = workers.restart()
    expect(forked.map(({ task }) => task.number)).toEqual([1, 2, 1])
    expect(forked[2]?.task.loadFirst).toBe(true)
    await pass(5_000, living)
    expect(forked[0]?.told).toEqual([])
    forked[2]?.listen()
    await pass(1_000, living)
    expect(forked[0]?.told).toEqual(['stop'])
    expect(forked).toHaveLength(3)
    forked[0]?.end(0)
    await pass(1_000, living)
    expect(forked.map(({ task }) => task.number)).toEqual([1, 2, 1, 2])
    expect(forked[1]?.told).toEqual([])
    forked[3]?.listen()
    await pass(1_000, living)
    forked[1]?.end(0)
    expect(await restarted).toBe(true)
    await pass(60_000, living)
    expect(forked).toHaveLength(4)
  })

  test('asked to restart twice, restart once', async () => {
    const { forked, living, workers } = await running(1)
    const both = [workers.restart(), workers.restart()]
    forked[1]?.listen()
    await pass(1_000, living)
    forked[0]?.end(0)
    expect(await Promise.all(both)).toEqual([true, true])
    expect(forked).toHaveLength(2)
  })

  test.each(['dies', 'never listens'])('stay as they are when a successor %s', async (what) => {
    const { forked, living, workers } = await running(2)
    const restarted = workers.restart()
    if (what === 'dies') forked[2]?.end(1)
    await pass(usualTimes.start, living)
    expect(await restarted).toBe(false)
    await pass(60_000, living)
    expect(living()).toEqual(forked.slice(0, 2))
    expect(forked).toHaveLength(3)
    expect(forked[0]?.told).toEqual([])
  })

  test('that die while they are being restarted are replaced once, whatever becomes of the successor', async () => {
    for (const successor of ['listens', 'dies']) {
      const { forked, living, workers } = await running(1)
      const restarted = workers.restart()
      forked[0]?.end(null, 'SIGKILL')
      await pass(5_000, living)
      expect(forked).toHaveLength(2)
      if (successor === 'listens') forked[1]?.listen()
      else forked[1]?.end(1)
      await restarted
      await pass(5_000, living)
      expect(living()).toHaveLength(1)
    }
  })

  test('stop together, are not replaced any more, and are ended when they do not', async () => {
    const { forked, living, workers } = await running(2)
    const stopped = workers.stop()
    expect(forked.map(({ told }) => told)).toEqual([['stop'], ['stop']])
    forked[0]?.end(0)
    await pass(usualTimes.stop + usualTimes.lastIdle, living)
    await stopped
    expect(forked.map(({ told }) => told)).toEqual([['stop'], ['stop', 'SIGKILL']])
    await pass(60_000, living)
    expect(forked).toHaveLength(2)
  })

  test('take what waits for them before they are told to stop, also those that others have told', async () => {
    const handed = Promise.withResolvers<void>()
    const { forked, living, workers } = await running(2, () => handed.promise)
    forked[0]?.emit('message', { shop: 'asked' })
    expect(forked.map(({ told }) => told)).toEqual([['stop'], []])
    const stopped = workers.stop()
    forked[1]?.emit('message', { shop: 'asked' })
    await pass(1_000, living)
    expect(forked[1]?.told).toEqual([])
    handed.resolve()
    await pass(1, living)
    expect(forked[1]?.told).toEqual(['stop'])
    for (const worker of forked) worker.end(0)
    await stopped
  })

  test('stop in the midst of a restart, the successor as well', async () => {
    const { forked, living, workers } = await running(1)
    const restarted = workers.restart()
    const stopped = workers.stop()
    for (const worker of forked) worker.end(0)
    await stopped
    expect(await restarted).toBe(false)
    await pass(60_000, living)
    expect(forked).toHaveLength(2)
  })

  test('stop between two steps of a restart, and no further one is started', async () => {
    const { forked, living, workers } = await running(2)
    const restarted = workers.restart()
    forked[2]?.listen()
    await pass(1_000, living)
    expect(forked[0]?.told).toEqual(['stop'])
    const stopped = workers.stop()
    for (const worker of forked) worker.end(0)
    await stopped
    expect(await restarted).toBe(false)
    expect(forked).toHaveLength(3)
  })

  test('are let go when they have stopped taking connections, also those that nobody told to stop', async () => {
    const { forked } = await running(1)
    forked[0]?.emit('message', { shop: 'leaving' })
    expect(forked[0]?.told).toEqual(['leave'])
  })
})
