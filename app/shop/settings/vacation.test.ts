import { describe, expect, test } from 'vitest'
import { type Branch, checkSetting } from './settings.ts'
import { branchesAsOpen, vacationAt, vacationOn } from './vacation.ts'

const message = { de: 'Ferien', en: 'Holidays' }
const vacation = { active: true, from: '2026-12-24', to: '2027-01-03', closed: true, message }

describe('a vacation', () => {
  test('lasts from its first day to its last, in Germany', () => {
    expect(vacationOn(vacation, '2026-12-23')).toBe('coming')
    expect(vacationOn(vacation, '2026-12-24')).toBe('now')
    expect(vacationOn(vacation, '2027-01-03')).toBe('now')
    expect(vacationOn(vacation, '2027-01-04')).toBe('over')
    expect(vacationOn({ ...vacation, active: false }, '2026-12-24')).toBe('off')
    expect(vacationOn({ ...vacation, from: null, to: null }, '2030-01-01')).toBe('now')
  })

  test('says when it begins and ends by itself', () => {
    const at = (time: string) => vacationAt(vacation, new Date(time))
    const begins = new Date('2026-12-23T23:00:00Z')
    expect(at('2026-12-23T22:59:59Z')).toEqual({ isOn: false, changesAt: begins })
    expect(at('2026-12-23T23:00:00Z')).toEqual({ isOn: true, changesAt: new Date('2027-01-03T23:00:00Z') })
    expect(at('2027-01-03T23:00:00Z')).toEqual({ isOn: false, changesAt: null })
    const open = vacationAt({ ...vacation, to: null }, new Date('2027-01-03T23:00:00Z'))
    expect(open).toEqual({ isOn: true, changesAt: null })
  })

  test('shuts the branches on its days, and replaces what else was said of these', () => {
    const christmas = { date: '2026-12-24', closed: false, opens: '10:00', closes: '13:00', label: message }
    const holidays = [christmas, { ...christmas, date: '2027-02-04' }]
    const branches = [{ id: 'koeln', holidays } as unknown as Branch]
    const [shut] = branchesAsOpen({ branches, vacation })
    expect(shut?.holidays.map(({ date, closed }) => `${date} ${closed}`)).toEqual([
      ...Array.from({ length: 8 }, (_, day) => `2026-12-${24 + day} true`),
      ...['2027-01-01', '2027-01-02', '2027-01-03'].map((day) => `${day} true`),
      '2027-02-04 false',
    ])
    for (const other of [{ closed: false }, { active: false }])
      expect(branchesAsOpen({ branches, vacation: { ...vacation, ...other } })[0]?.holidays).toBe(holidays)
  })

  test.each([
    [{ from: '2027-01-04' }, { to: 'ends-before-begin' }],
    [{ from: null }, { from: 'closed-needs-days' }],
    [{ to: '2027-04-01' }, { to: 'too-many-days' }],
    [{ message: { de: 'Ferien', en: ' ' } }, { 'message.en': 'missing' }],
    [{ from: '24.12.' }, { from: 'not-a-day' }],
  ])('%j is refused beside its field', (change, faults) => {
    expect(checkSetting('vacation', { ...vacation, ...change })).toEqual({ ok: false, faults })
  })
})
