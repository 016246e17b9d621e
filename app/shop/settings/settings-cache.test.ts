import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recorded } from '#app/platform/answer-record.ts'
import { followChanges } from '#app/platform/database/changes.ts'
import { createLog } from '#app/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { until } from '#tests/within.ts'
import { saveBranch, saveSetting } from './settings.ts'
import { currentSettings, followSettings } from './settings-cache.ts'

const database = testDatabase()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A database whose n-th answer comes when its gate opens. */
function gated(gates: Promise<unknown>[]) {
  const reads = { answers: 0 }
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await gates[reads.answers++]
      return result
    },
  })
  return { db, reads }
}

const message = { de: 'Ferien', en: 'Holidays' }
const vacation = (active: boolean) => saveSetting(database.db, 'vacation', { active, message })

test('settings that were read before a change are replaced two seconds after the reading began', async () => {
  await vacation(false)
  const gate = Promise.withResolvers<void>()
  const { db } = gated([gate.promise, gate.promise])
  const early = currentSettings(db)
  await vacation(true)
  vi.advanceTimersByTime(2_000)
  const late = currentSettings(db)
  gate.resolve()
  await early
  expect((await late).vacation.active).toBe(true)
  vi.advanceTimersByTime(500)
  expect((await currentSettings(db)).vacation.active).toBe(true)
})

test('a first reading that fails late does not take away what was read since', async () => {
  const gate = Promise.withResolvers<void>()
  const { db, reads } = gated([gate.promise])
  const failing = currentSettings(db)
  await expect.poll(() => reads.answers).toBeGreaterThan(0)
  const before = reads.answers
  vi.advanceTimersByTime(3_000)
  const good = await currentSettings(db)
  const readTwice = reads.answers
  expect(readTwice).toBeGreaterThan(before)
  gate.reject(new Error('the connection broke off'))
  await expect(failing).rejects.toThrow('broke off')
  vi.advanceTimersByTime(500)
  expect(await currentSettings(db)).toEqual(good)
  expect(reads.answers).toBe(readTwice)
})

test('what is stored counts after two seconds, and at once where somebody listens', async () => {
  const { db, connectionString } = database
  const isOffered = async () => (await currentSettings(db)).sell.active
  expect(await isOffered()).toBe(true)
  await saveSetting(db, 'sell', { active: false })
  vi.advanceTimersByTime(1_999)
  expect(await isOffered()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(await isOffered()).toBe(false)

  const changes = followChanges({ connectionString, log: createLog('silent') })
  followSettings(db, changes)
  try {
    // That it listens shows in what it does; the clock stands.
    await until(async () => {
      await saveSetting(db, 'sell', { active: true })
      return isOffered()
    })
    await db.transaction().execute((trx) => saveSetting(trx, 'vacation', { active: true, message }))
    await until(async () => (await currentSettings(db)).vacation.active)
    await saveBranch(db, 1, {
      id: 'koeln',
      name: 'Rheingold Köln',
      street: 'Goldschmiedgasse 7',
      postalCode: '50667',
      city: 'Köln',
      phone: '0221 555 01 10',
      email: 'koeln@rheingold.example',
      hours: [],
    })
    await until(async () => (await currentSettings(db)).branches.length === 1)
  } finally {
    await changes.stop()
  }
})

test('an answer notes the settings that it looks at, and nobody keeps one that was made of former settings', async () => {
  const { db } = database
  await currentSettings(db)
  const whole = await recorded(async () => (await currentSettings(db)).site.name)
  expect(whole.record).toMatchObject({ uses: new Set(['setting:site']), refusal: null })
  const branches = await recorded(async () => ({ ...(await currentSettings(db)) }).branches.length)
  expect(branches.record.uses).toContain('branches')
  expect(branches.record.uses).toContain('setting:tax')

  vi.advanceTimersByTime(2_000)
  const gate = Promise.withResolvers<void>()
  const { db: broken, reads } = gated([Promise.resolve(), gate.promise])
  const before = await currentSettings(broken)
  vi.advanceTimersByTime(2_000)
  const asked = recorded(() => currentSettings(broken))
  await expect.poll(() => reads.answers).toBe(2)
  gate.reject(new Error('away'))
  const former = await asked
  expect(former.answer).toEqual(before)
  expect(former.record.refusal).toBe('the settings could not be read')
})
