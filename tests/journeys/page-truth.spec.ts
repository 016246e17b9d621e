import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { shopMemory } from '#server/heap.mjs'
import type { Comparison } from '#tests/page-truth/compare-pages.ts'

/**
 * No kept page is ever another one than a shop that has just started would make: after each of many random changes, each
 * of some forty pages that was kept through it is compared byte for byte, at the same time by the same clock.
 * `PAGE_TRUTH=seed:changes npm test -- journeys` tries others, and more.
 */
const [one, most = 200] = (process.env.PAGE_TRUTH ?? '').split(':').filter(Boolean).map(Number)
/** Two that run beside each other, each half as long, unless one is named. */
const runs =
  one === undefined ? [1, 2].map((seed) => ({ seed, count: most / 2 })) : [{ seed: one, count: most }]

for (const { seed, count } of runs)
  test(`no kept page differs from a fresh one after ${count} random changes (seed ${seed})`, async () => {
    // It only bounds what hangs.
    test.setTimeout(3_600_000)
    const { addresses, compared, html, unkept, difference } = await comparison(seed, count)
    expect(difference).toBeNull()
    // It is about pages that were kept, and hardly any is not.
    expect(compared).toBeGreaterThan((count * addresses) / 3)
    expect(html).toBeGreaterThan(compared / 2)
    expect(unkept).toBeLessThan((count * addresses) / 20)
  })

async function comparison(seed: number, count: number): Promise<Comparison> {
  const program = 'tests/page-truth/compare-pages.ts'
  const child = spawn(process.execPath, [...shopMemory, program, String(seed), String(count)], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const said = await text(child.stdout)
  const [code] = await ended
  if (code !== 0) throw new Error(`the comparison ended with ${code}`)
  return JSON.parse(said) as Comparison
}
