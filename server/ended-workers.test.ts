import { EventEmitter } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { keepEnded } from './ended-workers.ts'
import { metricsText, openMetrics } from './metrics.ts'

/** Workers as `node:cluster` tells of them, and what a scrape says of those that live, with what each has counted. */
function crowd() {
  const workers = new EventEmitter()
  const kept = keepEnded(workers)
  onTestFinished(() => kept.stop())
  const alive = new Map<number, ReturnType<typeof openMetrics>>()
  const hire = (id: number) => {
    const metrics = openMetrics()
    alive.set(id, metrics)
    const tell = async () => {
      // What comes from another process does not change any more.
      const figures: unknown = JSON.parse(JSON.stringify(await metrics.figures()))
      workers.emit('message', { id }, { shop: 'measured', id: 0, figures })
    }
    const end = () => {
      alive.delete(id)
      workers.emit('exit', { id })
    }
    return { refuse: () => metrics.refused('visitor'), tell, end }
  }
  const scrape = async () => {
    const living = await Promise.all([...alive.values()].map((metrics) => metrics.figures()))
    return metricsText([await kept.figures(), ...living])
  }
  return { hire, scrape, kept }
}

const refused = (text: string) =>
  Number(/^shop_pages_refused_total\{rank="visitor"\} (\d+)$/m.exec(text)?.[1])

test('what workers counted goes on counting when they are replaced, again and again', async () => {
  const { hire, scrape } = crowd()
  for (let id = 1; id <= 4; id++) {
    const worker = hire(id)
    worker.refuse()
    worker.refuse()
    expect(refused(await scrape())).toBe(2 * id)
    await worker.tell()
    worker.end()
    expect(refused(await scrape())).toBe(2 * id)
  }
})

test('the last words of a worker count once, also when they come after its end', async () => {
  const { hire, scrape } = crowd()
  const worker = hire(1)
  worker.refuse()
  await worker.tell()
  worker.refuse()
  worker.end()
  expect(refused(await scrape())).toBe(1)
  await worker.tell()
  expect(refused(await scrape())).toBe(2)
})

test('of what a worker held nothing stays: that went with it', async () => {
  const { hire, kept } = crowd()
  const worker = hire(1)
  await worker.tell()
  worker.end()
  const text = await metricsText([await kept.figures()])
  expect(text).toContain('process_cpu_seconds_total')
  expect(text).not.toMatch(/process_resident_memory_bytes|shop_page_cache_answers|shop_database_pool/)
})
