import { expect, test } from 'vitest'
import { openDatabase } from '#app/platform/database/database.ts'
import { createLog } from '#app/platform/log.ts'
import { findListing } from '#app/shop/catalogue/listing.ts'
import { normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { openDatabaseLink } from '#tests/fakes/database-link.ts'
import { beginDraining, healthOf, readinessOf } from './health.ts'

const database = testDatabase()
const log = createLog('silent')

test('a process is ready once its catalogue is read, which being asked begins', async () => {
  const { db } = database
  await loadCast(db)
  expect(await healthOf({ db, log })).toMatchObject({ status: 'loading' })
  await expect.poll(() => healthOf({ db, log })).toMatchObject({ status: 'ok' })
  const { total } = await findListing(db, normaliseFilters({ department: 'watches' }), { now: castNow })
  expect(total).toBe(2)
})

test('without a database it is not', async () => {
  const db = openDatabase('postgresql://nobody@127.0.0.1:9/none')
  expect(await healthOf({ db, log })).toMatchObject({ status: 'database unavailable' })
  await db.destroy()
})

test('tells how long others wait for their turn, and nothing else', async () => {
  const { db } = database
  const { status, eventLoop, ...others } = await healthOf({ db, log })
  expect(status).toBe('ok')
  expect(Object.keys(eventLoop)).toEqual(['p50', 'p99', 'max'])
  for (const figure of Object.values(eventLoop)) expect(figure).toBeGreaterThanOrEqual(0)
  expect(others).toEqual({})
})

test('requests may be sent once the catalogue is read, without a database as well, and not any more when it stops', async () => {
  const link = await openDatabaseLink(database.connectionString)
  const db = openDatabase(link.connectionString)
  expect(readinessOf({ db, log })).toBe('starting')
  await expect.poll(() => readinessOf({ db, log })).toBe('ready')
  await link.set('closed')
  expect(await healthOf({ db, log })).toMatchObject({ status: 'database unavailable' })
  expect(readinessOf({ db, log })).toBe('ready')
  beginDraining({ db })
  expect(readinessOf({ db, log })).toBe('draining')
  await db.destroy()
  await link.stop()
})
