import cluster, { type Address, type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '#app/platform/log.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { noteListening, returnUntaken } from './handed-over.ts'
import { taskVariable } from './worker.ts'
import {
  beatEvery,
  type FromWorker,
  isShopMessage,
  type ToWorker,
  type WorkerTask,
} from './worker-messages.ts'

/** What of node:cluster's worker is used. */
type Process = Pick<Worker, 'on' | 'process' | 'isConnected'> & {
  send(message: ToWorker, done: (error: Error | null) => void): boolean
}

export type Workers = {
  /** Where they listen. */
  port: number
  /** Replaces one worker after the other; each successor serves before its predecessor stops. False where that failed. */
  restart(): Promise<boolean>
  /** Lets all finish what they answer, and end. */
  stop(): Promise<void>
}

/** In milliseconds, but for `misses`. */
export type WorkerTimes = {
  /** Signs of life that may fail to come, one after the other, before a worker counts as hanging. */
  misses: number
  /** A worker that lived so long is replaced at once, another one after a pause that doubles each time. */
  steady: number
  pause: { first: number; longest: number }
  /** For a successor to listen. */
  start: number
  /** How long a predecessor keeps idle connections, whose clients do not know yet that they end; and at the very end. */
  idle: number
  lastIdle: number
  /** For the workers to take the connections that have been made when all stop. */
  handOver: number
  /** For a worker to end in order. */
  stop: number
  /** How long all serve on after they have said that nothing new is to be sent to them. */
  drain: number
}

/** A worker may be busy for a while with a catalogue of a million pieces; the shop's own end is given 20 s. */
export const usualTimes: WorkerTimes = {
  misses: 15,
  steady: 10_000,
  pause: { first: 500, longest: 30_000 },
  start: 120_000,
  idle: 5_000,
  lastIdle: 1_000,
  handOver: 2_000,
  stop: 13_000,
  drain: 0,
}

type Member = {
  /** Of its place. */
  number: number
  worker: Process
  pid: number | undefined
  since: number
  missed: number
  listens: boolean
  /** Told to stop, or given up: nobody wonders at its end. */
  dismissed: boolean
  listening: Promise<Address>
  gone: Promise<void>
}

type Place = {
  number: number
  member: Member | null
  failures: number
  timer: NodeJS.Timeout | undefined
  restarting: boolean
}

/**
 * Keeps a number of workers that serve on one port, by node:cluster: each connection goes to the next worker. One that
 * ends without being told to, or that hangs, is replaced.
 * @throws {StartFault} what keeps the first ones from starting
 */
export async function startWorkers(options: {
  count: number
  connectionString: string
  log: Log
  fork: (environment: Record<string, string>) => Process
  /** Takes no connection any more, and gives the workers those that wait for one. */
  handOver?: (within: number) => Promise<void>
  times?: Partial<WorkerTimes>
}): Promise<Workers> {
  const { count, connectionString, log, fork } = options
  const times = { ...usualTimes, ...options.times }
  let stopping = false
  let draining = false
  let restarting: Promise<boolean> | null = null
  const members = new Set<Member>()
  const places = Array.from(
    { length: count },
    (_, index): Place => ({
      number: index + 1,
      member: null,
      failures: 0,
      timer: undefined,
      restarting: false,
    }),
  )

  /** Starts a worker for a place; its predecessor, if there is one, stays until somebody dismisses it. */
  function hire(place: Place, { loadFirst }: { loadFirst: boolean }): Member {
    const task: WorkerTask = { number: place.number, connectionString, loadFirst }
    const worker = fork({ [taskVariable]: JSON.stringify(task) })
    const listening = Promise.withResolvers<Address>()
    const gone = Promise.withResolvers<void>()
    // Whoever does not wait for it hears of its end.
    listening.promise.catch(() => undefined)
    let fault = 'A worker ended before it listened.'
    const member: Member = {
      number: place.number,
      worker,
      pid: worker.process.pid,
      since: performance.now(),
      missed: 0,
      listens: false,
      dismissed: false,
      listening: listening.promise,
      gone: gone.promise,
    }
    members.add(member)
    worker.on('listening', (address: Address) => {
      log.info({ worker: place.number, pid: member.pid }, 'a worker listens')
      member.listens = true
      member.missed = 0
      listening.resolve(address)
    })
    worker.on('message', (message: FromWorker) => {
      if (!isShopMessage(message)) return
      if (message.shop === 'beat') member.missed = 0
      if (message.shop === 'fault') fault = message.text
      if (message.shop === 'leaving') tell(member, { shop: 'leave' })
      // While all stop, each is told when it is its turn.
      if (message.shop === 'asked' && !stopping && !draining) tell(member, { shop: 'stop', idle: times.idle })
    })
    // Killing or telling one that has just ended fails: its end says so.
    worker.on('error', (error: Error) =>
      log.warn({ err: error, worker: place.number }, 'a worker cannot be told'),
    )
    worker.on('exit', (code: number | null, signal: string | null) => {
      members.delete(member)
      listening.reject(new StartFault(fault))
      gone.resolve()
      if (member.dismissed || stopping) return
      log.error(
        { worker: place.number, pid: member.pid, code, signal, fault },
        'a worker has ended and is replaced',
      )
      if (place.member === member) place.member = null
      // A restart under way fills the place itself.
      if (!place.restarting) replace(place, performance.now() - member.since)
    })
    return member
  }

  function replace(place: Place, lived: number): void {
    place.failures = lived >= times.steady ? 0 : place.failures + 1
    const { first, longest } = times.pause
    const pause = place.failures === 0 ? 0 : Math.min(longest, first * 2 ** (place.failures - 1))
    place.timer = setTimeout(() => {
      place.member = hire(place, { loadFirst: places.some(({ member }) => member !== null) })
    }, pause)
  }

  function tell(member: Member, message: ToWorker): void {
    if (!member.worker.isConnected()) return
    member.worker.send(message, (error) => {
      if (error) log.debug({ err: error, worker: member.number, pid: member.pid }, 'a worker cannot be told')
    })
  }

  /** Lets a worker finish; one that takes too long is ended. */
  async function dismiss(member: Member, { idle }: { idle: number }): Promise<void> {
    member.dismissed = true
    tell(member, { shop: 'stop', idle })
    const late = setTimeout(() => {
      log.error({ worker: member.number, pid: member.pid }, 'a worker does not stop in time and is ended')
      member.worker.process.kill('SIGKILL')
    }, times.stop + idle)
    await member.gone
    clearTimeout(late)
  }

  async function restartAll(): Promise<boolean> {
    for (const place of places) {
      if (stopping) return false
      clearTimeout(place.timer)
      place.restarting = true
      const before = place.member
      const successor = hire(place, { loadFirst: true })
      const late = setTimeout(() => successor.worker.process.kill('SIGKILL'), times.start)
      try {
        await successor.listening
      } catch (error) {
        place.restarting = false
        if (stopping) return false
        log.error(
          { err: error, worker: place.number },
          'the workers are not restarted: a new one does not start',
        )
        // It may have ended meanwhile.
        if (place.member === null) replace(place, 0)
        return false
      } finally {
        clearTimeout(late)
      }
      place.restarting = false
      place.failures = 0
      place.member = successor
      if (stopping) return false
      if (before) await dismiss(before, { idle: times.idle })
      log.info({ worker: place.number, pid: successor.pid }, 'a worker has been restarted')
    }
    return true
  }

  // Counted by looks, not by the clock: a machine that slept, or this process when it was busy, has missed looks itself.
  const looking = setInterval(() => {
    for (const member of members) {
      member.missed += 1
      // One that starts reads the whole program at once, which takes long where others have the processor.
      const most = member.listens ? times.misses : Math.ceil(times.start / beatEvery)
      if (member.missed !== most + 1) continue
      log.error({ worker: member.number, pid: member.pid }, 'a worker hangs and is ended')
      member.worker.process.kill('SIGKILL')
    }
  }, beatEvery)

  async function stop(): Promise<void> {
    if (times.drain > 0) {
      draining = true
      for (const member of members) tell(member, { shop: 'drain' })
      await wait(times.drain)
    }
    stopping = true
    for (const { timer } of places) clearTimeout(timer)
    if (options.handOver) await options.handOver(times.handOver)
    await Promise.all([...members].map((member) => dismiss(member, { idle: times.lastIdle })))
    clearInterval(looking)
  }

  for (const place of places) place.member = hire(place, { loadFirst: false })
  try {
    const [first] = await Promise.all(places.map(({ member }) => member?.listening))
    return {
      port: first?.port ?? 0,
      stop,
      restart() {
        restarting ??= restartAll().finally(() => {
          restarting = null
        })
        return restarting
      },
    }
  } catch (error) {
    stopping = true
    for (const member of members) member.worker.process.kill('SIGKILL')
    await stop()
    throw error
  }
}

/** Forks the program that runs now, with its flags; connections go to one worker after the other. */
export function forkItself(file: string): (environment: Record<string, string>) => Process {
  cluster.schedulingPolicy = cluster.SCHED_RR
  noteListening()
  cluster.setupPrimary({ exec: file })
  return (environment) => {
    const worker = cluster.fork(environment)
    returnUntaken(worker)
    return worker
  }
}
