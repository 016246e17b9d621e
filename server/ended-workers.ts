import type { EventEmitter } from 'node:events'
import { countsOf, sumOf } from './metrics.ts'
import { isShopMessage } from './worker-messages.ts'

type Figures = readonly object[]

/**
 * What workers had counted that are no more: else every count would go back when one is replaced. A worker tells its last
 * figures when it stops in order; of one that is killed those count that it told when somebody last asked.
 */
export function keepEnded(workers: Pick<EventEmitter, 'on' | 'off'>): {
  figures(): Promise<Figures>
  stop(): void
} {
  const alive = new Map<number, Figures>()
  const ended = new Map<number, Figures>()
  let before: Promise<Figures> = Promise.resolve([])
  const hear = ({ id }: { id: number }, message: unknown) => {
    if (!isShopMessage(message) || message.shop !== 'measured') return
    // Its last words may come after its end.
    const of = ended.has(id) ? ended : alive
    of.set(id, countsOf(message.figures))
  }
  const end = ({ id }: { id: number }) => {
    // Those that ended earlier have said all: together they take no more room than one.
    const earlier = [...ended.values()]
    ended.clear()
    before = before.then((sum) => sumOf([sum, ...earlier]))
    ended.set(id, alive.get(id) ?? [])
    alive.delete(id)
  }
  workers.on('message', hear)
  workers.on('exit', end)
  return {
    figures: async () => sumOf([await before, ...ended.values()]),
    stop() {
      workers.off('message', hear)
      workers.off('exit', end)
    },
  }
}
