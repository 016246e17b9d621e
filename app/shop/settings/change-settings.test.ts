import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { type StaffActor, versionOf } from '../staff/change-record.ts'
import {
  addBranch,
  changeBranch,
  changeOpening,
  changeSetting,
  orderBranches,
  removeBranch,
} from './change-settings.ts'
import { settingHistory } from './setting-history.ts'
import { readSettings, saveBranch, saveSetting } from './settings.ts'

const database = testDatabase()
let ada: StaffActor
let ben: StaffActor

beforeEach(async () => {
  const { db } = database
  const member = async (name: string) =>
    db
      .insertInto('staff_member')
      .values({ name, email: `${name}-${Math.random()}@shop.example`, role: 'owner' })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
  ada = await member('Ada')
  ben = await member('Ben')
})

const branch = {
  id: 'koeln',
  name: 'Rheingold Köln',
  street: 'Goldschmiedgasse 7',
  postalCode: '50667',
  city: 'Köln',
  phone: '0221 555 01 10',
  email: 'koeln@rheingold.example',
  hours: [{ days: ['mo' as const], opens: '10:00', closes: '18:30' }],
  holidays: [{ date: '2026-12-24', closed: true, label: { de: 'Heiligabend', en: 'Christmas Eve' } }],
}

describe('a setting', () => {
  const subject = { subject: 'setting', id: 'sell' } as const

  test('is stored in somebody’s name and recorded; who began before that is told, and nothing is overwritten', async () => {
    const { db } = database
    await saveSetting(db, 'sell', { active: true })
    const version = await versionOf(db, subject)
    const saved = await changeSetting(db, ada, 'sell', { value: { active: false }, version })
    expect(saved).toMatchObject({ ok: true, value: { active: false } })
    const late = await changeSetting(db, ben, 'sell', { value: { active: true }, version })
    expect(late).toMatchObject({
      ok: false,
      reason: 'changed-meanwhile',
      by: 'Ada',
      theirs: { active: false },
    })
    expect((await readSettings(db)).sell.active).toBe(false)
    const [last] = await settingHistory(db, [subject], { limit: 5 })
    expect(last).toMatchObject({ by: 'Ada', changes: [{ path: 'active', before: true, after: false }] })
    const next = (late as { version: number }).version
    expect(await changeSetting(db, ben, 'sell', { value: { active: true }, version: next })).toMatchObject({
      ok: true,
    })
  })

  test('two who save at once: one is stored, the other is told', async () => {
    const { db } = database
    const version = await versionOf(db, { subject: 'setting', id: 'bank' })
    const save = (member: StaffActor, holder: string) =>
      changeSetting(db, member, 'bank', {
        value: { holder, iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX', bank: 'Bank' },
        version,
      })
    const answers = await Promise.all([save(ada, 'Ada GmbH'), save(ben, 'Ben GmbH')])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  test('that does not fit is refused by field', async () => {
    const value = { holder: '', iban: 'DE88370400440532013000', bic: 'x', bank: 'Bank' }
    expect(await changeSetting(database.db, ada, 'bank', { value, version: 0 })).toEqual({
      ok: false,
      reason: 'invalid',
      faults: { holder: 'missing', iban: 'not-an-iban', bic: 'wrong-form' },
    })
  })
})

describe('branches', () => {
  test('are added, ordered, and taken away only while nothing names them', async () => {
    const { db } = database
    expect(await addBranch(db, ada, branch)).toEqual({ ok: true, id: 'koeln' })
    expect(await addBranch(db, ada, branch)).toMatchObject({ faults: { id: 'id-taken' } })
    expect(await addBranch(db, ada, { ...branch, id: 'bonn', city: 'Bonn' })).toMatchObject({ ok: true })
    expect(await orderBranches(db, ada, { ids: ['bonn'], from: ['koeln', 'bonn'] })).toEqual({
      ok: false,
      reason: 'others-there',
    })
    const turned = { ids: ['bonn', 'koeln'], from: ['koeln', 'bonn'] }
    expect(await orderBranches(db, ada, turned)).toEqual({ ok: true })
    // Somebody else who still sees the former order.
    expect(await orderBranches(db, ben, turned)).toEqual({ ok: false, reason: 'changed-meanwhile' })
    expect((await readSettings(db)).branches.map(({ id }) => id)).toEqual(['bonn', 'koeln'])
    const version = (id: string) => versionOf(db, { subject: 'branch', id })
    await db
      .insertInto('product')
      .values({
        id: '99001',
        kind: 'jewellery',
        name: '{"de":"Ring","en":"Ring"}',
        slug_de: 'ring',
        slug_en: 'ring',
        tax_mode: 'margin_25a',
        branch_id: 'bonn',
      })
      .execute()
    expect(await removeBranch(db, ada, { id: 'bonn', version: await version('bonn') })).toMatchObject({
      reason: 'in-use',
      use: { pieces: 1 },
    })
    expect(await removeBranch(db, ada, { id: 'koeln', version: 0 })).toMatchObject({
      reason: 'changed-meanwhile',
    })
    expect(await removeBranch(db, ada, { id: 'koeln', version: await version('koeln') })).toEqual({
      ok: true,
    })
    expect((await readSettings(db)).branches.map(({ id }) => id)).toEqual(['bonn'])
  })

  test('hours are changed by themselves, and say which line is wrong', async () => {
    const { db } = database
    await saveBranch(db, 0, { ...branch, id: 'aachen' })
    const version = await versionOf(db, { subject: 'branch', id: 'aachen' })
    const hours = [{ days: ['mo'], opens: '18:00', closes: '10:00' }]
    const holidays = [
      { date: '2026-12-24', closed: false, opens: '9', label: { de: 'Heiligabend', en: '' } },
      { date: '2026-12-24', closed: true, label: { de: 'Heiligabend', en: 'Christmas Eve' } },
    ]
    expect(await changeOpening(db, ada, { id: 'aachen', hours, holidays: [], version })).toMatchObject({
      faults: { 'hours.0.closes': 'ends-before-begin' },
    })
    expect(await changeOpening(db, ada, { id: 'aachen', hours: [], holidays, version })).toEqual({
      ok: false,
      reason: 'invalid',
      faults: {
        'holidays.0.opens': 'not-a-time',
        'holidays.0.closes': 'missing',
        'holidays.0.label.en': 'missing',
        'holidays.1.date': 'day-twice',
      },
    })
    const own = [{ days: ['mo'], opens: '09:00', closes: '10:00' }]
    expect(await changeOpening(db, ada, { id: 'aachen', hours: own, holidays: [], version })).toMatchObject({
      ok: true,
    })
    const late = await changeBranch(db, ben, { value: { ...branch, id: 'aachen', name: 'Aachen' }, version })
    expect(late).toMatchObject({ reason: 'changed-meanwhile', theirs: { hours: own, name: branch.name } })
    const [last] = await settingHistory(db, [{ subject: 'branch', id: 'aachen' }], { limit: 1 })
    expect(last?.changes.map(({ path }) => path)).toEqual([
      'hours.1.opens',
      'hours.1.closes',
      'holidays.2026-12-24.date',
      'holidays.2026-12-24.label.de',
      'holidays.2026-12-24.label.en',
      'holidays.2026-12-24.closed',
    ])
  })
})

test('a German postal code has five digits, but one stored before keeps nobody from changing hours', async () => {
  const { db } = database
  await saveBranch(db, 0, { ...branch, postalCode: '5066' })
  const version = await versionOf(db, { subject: 'branch', id: branch.id })
  const short = { ...branch, postalCode: '5066' }
  const faults = { postalCode: 'not-five-digits' }
  expect(await changeBranch(db, ada, { value: short, version })).toMatchObject({ reason: 'invalid', faults })
  expect(await addBranch(db, ada, { ...short, id: 'bonn' })).toMatchObject({ reason: 'invalid', faults })
  const austrian = { ...short, id: 'wien', country: 'AT', postalCode: '1010' }
  expect(await addBranch(db, ada, austrian)).toMatchObject({ ok: true })
  const opening = { id: branch.id, hours: branch.hours, holidays: [], version }
  expect(await changeOpening(db, ada, opening)).toMatchObject({ ok: true })

  const company = { ...(await readSettings(db)).company, postalCode: '5066' }
  const change = { value: company, version: 0 }
  expect(await changeSetting(db, ada, 'company', change)).toMatchObject({ reason: 'invalid', faults })
  expect(
    await changeSetting(db, ada, 'company', { ...change, value: { ...company, postalCode: '[PLZ]' } }),
  ).toMatchObject({ ok: true })
})
