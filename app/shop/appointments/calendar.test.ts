import { expect, test } from 'vitest'
import { buyingShop } from '#tests/buying-shop.ts'
import { blockTime } from './absences.ts'
import { daysOf, readCalendar } from './calendar.ts'
import { momentOf } from './free-times.ts'

const shop = buyingShop()

test('a view shows whole weeks', () => {
  expect(daysOf('day', '2026-11-26')).toEqual(['2026-11-26'])
  const week = daysOf('week', '2026-11-29')
  expect([week[0], week.at(-1), week.length]).toEqual(['2026-11-23', '2026-11-29', 7])
  const november = daysOf('month', '2026-11-26')
  expect([november[0], november.at(-1), november.length]).toEqual(['2026-10-26', '2026-12-06', 42])
  expect(daysOf('month', '2027-02-10')).toHaveLength(28)
  expect(daysOf('month', '2026-12-10')).toHaveLength(35)
})

test('days on which clocks change begin and end at midnight, and closed days say why', async () => {
  const { db, settings } = shop
  const label = { de: 'Inventur', en: 'Stocktaking' }
  const branches = settings.branches.map((branch) => ({
    ...branch,
    holidays: [{ date: '2027-03-29', closed: true, label }],
  }))
  const block = { of: { branchId: 'koeln' }, reason: 'Umbau' }
  await blockTime(db, {
    ...block,
    startsAt: momentOf('2027-03-27', '16:00'),
    endsAt: momentOf('2027-03-29', '09:30'),
  })
  const days = await readCalendar(
    db,
    { ...settings, branches },
    {
      ...{ days: ['2027-03-27', '2027-03-28', '2027-03-29', '2027-03-30'], branchId: 'koeln' },
      ...{ staffId: null, now: new Date('2027-03-26T12:00:00Z') },
    },
  )
  expect(days.map(({ absences }) => absences.map(({ from, until }) => [from, until]))).toEqual([
    [['16:00', '24:00']],
    [['00:00', '24:00']],
    [['00:00', '09:30']],
    [],
  ])
  expect(days[0]?.branches).toEqual([{ branchId: 'koeln', periods: [['10:00', '18:00']], label: null }])
  expect(days[2]?.branches).toEqual([{ branchId: 'koeln', periods: [], label }])
})
