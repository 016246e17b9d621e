import { expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { readSettings, saveBranch, saveSetting, sellCondition } from './settings.ts'

const database = testDatabase()

const branch = {
  id: 'koeln',
  name: 'Rheingold Köln',
  street: 'Goldschmiedgasse 7',
  postalCode: '50667',
  city: 'Köln',
  latitude: 50.9389,
  longitude: 6.9549,
  phone: '0221 555 01 10',
  email: 'koeln@rheingold.example',
  hours: [{ days: ['mo' as const], opens: '10:00', closes: '18:30' }],
}

test('an empty database has usable settings', async () => {
  const settings = await readSettings(database.db)
  expect(settings.vacation.active).toBe(false)
  expect(settings.branches).toEqual([])
  expect(sellCondition(settings, 'de')).toBe(true)
})

test('what is saved is read again, and nonsense is refused', async () => {
  await saveSetting(database.db, 'vacation', { active: true, message: { de: 'Ferien', en: 'Holidays' } })
  await saveSetting(database.db, 'sell', { active: false })
  await saveBranch(database.db, 1, branch)
  await saveBranch(database.db, 0, { ...branch, id: 'duesseldorf', city: 'Düsseldorf' })
  const settings = await readSettings(database.db)
  expect(settings.vacation).toEqual({
    active: true,
    from: null,
    to: null,
    closed: false,
    message: { de: 'Ferien', en: 'Holidays' },
  })
  expect(settings.branches.map(({ id }) => id)).toEqual(['duesseldorf', 'koeln'])
  expect(settings.branches[1]).toMatchObject({ ...branch, country: 'DE', holidays: [] })
  expect(sellCondition(settings, 'de')).toBe(false)
  await expect(
    saveBranch(database.db, 0, { ...branch, hours: [{ days: ['mo'], opens: '25:00', closes: '18:30' }] }),
  ).rejects.toThrow()
  expect((await readSettings(database.db)).branches).toHaveLength(2)
})

test('the sell pages exist in German only', () => {
  expect(sellCondition({ sell: { active: true } }, 'en')).toBe(false)
  expect(sellCondition({ sell: { active: true } }, 'de')).toBe(true)
})
