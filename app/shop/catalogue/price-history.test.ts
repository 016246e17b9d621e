import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recorded } from '#app/platform/answer-record.ts'
import { reductionOf } from './price-history.ts'

const day = 86_400_000
const start = Date.parse('2026-08-01T10:00:00Z')

test('an answer is told until when what it says of a reduction holds', async () => {
  const point = fc.record({
    since: fc.integer({ min: 0, max: 90 * day }).map((at) => new Date(start + at)),
    priceCents: fc.integer({ min: 1, max: 5 }).map((euros) => euros * 100),
  })
  const property = fc.asyncProperty(
    fc.array(point, { maxLength: 5 }),
    fc.integer({ min: 0, max: 130 * day }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    async (history, at, share) => {
      const said = (now: number) =>
        recorded(async () => reductionOf(history, { listedAt: new Date(start), now: new Date(now) }))
      const now = start + at
      const { answer, record } = await said(now)
      expect(record.until).toBeGreaterThan(now)
      const last = Math.min(record.until, now + 200 * day) - 1
      for (const later of [last, Math.round(now + (last - now) * share)])
        expect((await said(later)).answer).toEqual(answer)
      if (answer) expect(record.until).toBeLessThanOrEqual(answer.since.getTime() + 30 * day + 1)
    },
  )
  await fc.assert(property, { numRuns: 300 })
})
