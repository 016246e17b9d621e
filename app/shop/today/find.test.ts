import { beforeAll, expect, test } from 'vitest'
import type { Secret } from '#app/platform/secrets.ts'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import { loadSettings } from '#db/load-settings.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { addRings, orderRequest, placed } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { findForStaff } from './find.ts'

const database = testDatabase()
const secret = 'a secret of at least thirty-two characters' as Secret

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
  await loadCast(database.db)
})

const found = async (words: string, role: StaffRole = 'owner') =>
  (await findForStaff(database.db, { words, role, secret })).map(({ kind, id }) => `${kind} ${id}`)

test('pieces by stock number and by name, and signs of patterns as what they are', async () => {
  expect(await found(cast.availableSubmariner)).toEqual([`piece ${cast.availableSubmariner}`])
  expect(await found('submariner')).toContain(`piece ${cast.availableSubmariner}`)
  expect(await found('%%')).toEqual([])
  expect(await found('1')).toEqual([])
})

test('orders by number and buyer, for those who may see them', async () => {
  await addRings(database.db, ['40020'])
  const { number } = await placed(database.db, orderRequest(['40020'], 120_000))
  expect(await found(number.toLowerCase())).toEqual([`order ${number}`])
  expect(await found(number.replaceAll('-', ' '))).toEqual([`order ${number}`])
  expect(await found('clara beispiel', 'sales')).toEqual([
    `order ${number}`,
    expect.stringMatching(/^person order\.\d+$/),
  ])
  expect(await found('clara beispiel', 'buyer')).toEqual([])
})
