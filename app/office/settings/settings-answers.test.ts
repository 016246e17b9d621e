import { beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '#app/platform/env.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { readSettings, saveBranch, saveSetting } from '#app/shop/settings/settings.ts'
import { testDatabase } from '#tests/database.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import type { OfficeRequest } from '../answer.ts'
import { metalPricesActions, metalPricesScreens } from '../metal-prices/metal-prices-answers.ts'
import { keysOfParts } from './parts.ts'
import { settingsActions, settingsScreens } from './settings-answers.ts'

const database = testDatabase()
const folder = temporaryFolder()
const now = new Date('2026-11-23T12:00:00Z')
let request: OfficeRequest

beforeAll(async () => {
  const member = await database.db
    .insertInto('staff_member')
    .values({ name: 'Ada', email: 'ada@shop.example', role: 'owner' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const app = {
    db: database.db,
    env: readEnv({ DATA_DIR: folder, STRIPE_SECRET_KEY: 'sk_test_secret_of_ours' }),
    files: openLocalFiles(folder),
    shippedAssets: folder,
  }
  request = { app, member, now, cookies: [], client: null } as unknown as OfficeRequest
})

const address = (params: Record<string, string> = {}) => ({ params, query: new URLSearchParams() })
const input = <Name extends keyof typeof settingsActions>(name: Name, given: unknown) =>
  settingsActions[name].input.parse(given) as never

describe('settings', () => {
  test('what a form would do is worked out and nothing is stored', async () => {
    const preview = (key: string, value: unknown) =>
      settingsActions['settings.preview'].run(request, input('settings.preview', { key, value }))
    const vacation = {
      active: true,
      from: '2026-12-24',
      to: '2027-01-03',
      closed: false,
      message: { de: 'Ferien', en: 'Holidays' },
    }
    expect(await preview('vacation', vacation)).toMatchObject({ effect: { state: 'coming' }, faults: {} })
    expect(await preview('vacation', { ...vacation, to: '2026-12-01' })).toEqual({
      ok: true,
      faults: { to: 'ends-before-begin' },
      effect: null,
    })
    const { shipping } = await readSettings(database.db)
    expect(await preview('shipping', shipping)).toMatchObject({
      effect: { baskets: [50_000, 500_000, 2_000_000], zones: [{ prices: [900, 4_900, 4_900] }] },
    })
    const bank = { holder: 'Ada', iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX', bank: 'Bank' }
    expect(await preview('bank', bank)).toMatchObject({ effect: { iban: 'DE89 3704 0044 0532 0130 00' } })
    expect((await readSettings(database.db)).bank.bank).toBe('[Bank]')
    const datev = {
      consultant: '1001',
      client: '7',
      chart: 'SKR04',
      yearBegins: 1,
      accounts: { goods: '5220' },
    }
    const lines = [
      { label: 'datevNumbers', text: '1001 / 7' },
      { account: 'goods', text: '5220' },
    ]
    const chart = [
      { account: 'payables', text: '3310' },
      { account: 'gold', text: '–' },
    ]
    expect(await preview('datev', datev)).toMatchObject({
      effect: { lines: expect.arrayContaining([...lines, ...chart]) },
    })
  })

  test('what a payment in cash demands is said of today’s rule and of those that follow', async () => {
    const { buying } = await readSettings(database.db)
    const shown = await settingsActions['settings.preview'].run(
      request,
      input('settings.preview', { key: 'buying', value: { ...buying, estimateDays: 10 } }),
    )
    if (!shown.ok || shown.effect?.kind !== 'buying') throw new Error('no effect')
    expect(shown.effect.offers[0]).toEqual({ what: 'estimate', day: '2026-12-03' })
    expect(
      shown.effect.cash.map(({ from, verdicts }) => [from, ...verdicts.map(({ verdict }) => verdict)]),
    ).toEqual([
      ['2026-11-23', 'complete', 'basic', 'basic', 'complete'],
      ['2027-07-10', 'basic', 'basic', 'complete', 'banned'],
    ])
    const [rule] = buying.prices
    const turned = { ...buying, prices: [{ ...rule, gold: { ...rule?.gold, leastCents: 2_000_000 } }] }
    expect(
      await settingsActions['settings.preview'].run(
        request,
        input('settings.preview', { key: 'buying', value: turned }),
      ),
    ).toMatchObject({ faults: { 'prices.0.gold.leastCents': 'least-above-most' } })
  })

  test('each setting says what it does, those that hold from a later day as well', async () => {
    const settings = await readSettings(database.db)
    const effectOf = async (key: keyof typeof settings, value: unknown) => {
      const shown = await settingsActions['settings.preview'].run(
        request,
        input('settings.preview', { key, value }),
      )
      return shown.ok ? shown.effect : null
    }
    for (const key of Object.values(keysOfParts).flat())
      if (key !== 'notices') expect([key, await effectOf(key, settings[key])]).not.toContain(null)
    const [rule] = settings.mails.retention
    const retention = [rule, { from: '2027-01-01', orderYears: 10 }]
    expect(await effectOf('mails', { ...settings.mails, retention })).toMatchObject({
      rules: [
        { from: '2026-11-23', ends: [{ day: '2035-01-01' }, {}, {}, {}] },
        { from: '2027-01-01', ends: [{ day: '2038-01-01' }, {}, {}, {}] },
      ],
    })
    const orders = { ...settings.orders, transferDue: 2, transferReminder: 1, transferLapse: 5 }
    expect(await effectOf('orders', orders)).toMatchObject({
      lines: expect.arrayContaining([
        { label: 'payBy', text: '2026-11-25', day: true },
        { label: 'lapse', text: '2026-11-30', day: true },
      ]),
    })
    expect(await effectOf('tax', { oneStopSince: '2027-01-01', thresholdPassedOn: null })).toMatchObject({
      lines: [
        { label: 'atHome', text: '2026-11-23' },
        { label: 'atDestination', text: '2027-01-01' },
      ],
    })
  })

  test('a fortnight of a branch shows exceptions and vacation', async () => {
    const { db } = database
    await saveBranch(db, 0, {
      id: 'koeln',
      name: 'Köln',
      street: 'Markt 1',
      postalCode: '50667',
      city: 'Köln',
      phone: '0221',
      email: 'koeln@shop.example',
      hours: [{ days: ['mo', 'tu', 'we'], opens: '10:00', closes: '18:00' }],
      holidays: [{ date: '2026-11-24', closed: true, label: { de: 'Inventur', en: 'Stock-taking' } }],
    })
    await saveSetting(db, 'vacation', {
      active: true,
      from: '2026-11-30',
      to: '2026-11-30',
      closed: true,
      message: { de: 'Ferien', en: 'Holidays' },
    })
    const shown = await settingsScreens['settings-branch'].load(request, address({ branch: 'koeln' }))
    const { effect, value } = shown.form
    if (effect?.kind !== 'branch') throw new Error('no fortnight')
    expect(value.hours).toHaveLength(3)
    expect(effect.days).toHaveLength(14)
    const on = (date: string) => effect.days.find((day) => day.date === date)
    expect(on('2026-11-23')?.times).toEqual([['10:00', '18:00']])
    expect(on('2026-11-24')).toMatchObject({ times: [], label: { en: 'Stock-taking' } })
    expect(on('2026-11-30')).toMatchObject({ times: [], label: { de: 'Betriebsferien' } })
    const begun = {
      ...value,
      postalCode: '5066',
      hours: [
        ...value.hours,
        { days: ['th'], opens: '11:00', closes: '17:00' },
        { days: ['fr'], opens: '11:00', closes: '10:00' },
      ],
      holidays: [...value.holidays, { date: '', closed: true, label: { de: '', en: '' } }],
    }
    const preview = await settingsActions['settings.preview'].run(
      request,
      input('settings.preview', { key: 'branch', value: begun }),
    )
    expect(preview.faults).toMatchObject({ 'holidays.1.date': 'missing' })
    const told = (date: string) =>
      preview.effect?.kind === 'branch' && preview.effect.days.find((day) => day.date === date)
    expect(told('2026-11-26')).toMatchObject({ times: [['11:00', '17:00']] })
    expect(told('2026-11-27')).toMatchObject({ times: [] })
    expect(told('2026-11-24')).toMatchObject({ times: [], label: { en: 'Stock-taking' } })
    const { version } = shown.form
    const given = { id: 'koeln', hours: value.hours, holidays: [], version }
    const saved = await settingsActions['settings.save-opening'].run(
      request,
      input('settings.save-opening', given),
    )
    expect(saved).toMatchObject({ ok: true, value: { hours: value.hours } })
    expect((await readSettings(db)).branches[0]?.hours).toHaveLength(1)
  })

  test('keys are named and never shown', async () => {
    const shown = await settingsScreens['settings-part'].load(request, address({ part: 'keys' }))
    expect(JSON.stringify(shown)).not.toContain('sk_test_secret_of_ours')
    expect(shown.services.find(({ name }) => name === 'payments')).toMatchObject({
      isSet: false,
      variables: [{ name: 'STRIPE_SECRET_KEY', isSet: true }, { isSet: false }],
    })
    await expect(
      settingsScreens['settings-part'].load(request, address({ part: 'none' })),
    ).rejects.toBeInstanceOf(Response)
  })

  test('a vacation cannot be saved by the way of owners alone, and a notice that is no picture is refused', async () => {
    const key = { key: 'vacation', value: {}, version: 0 }
    expect(settingsActions['settings.save'].input.safeParse(key).success).toBe(false)
    const body = new Request('http://shop.test', { method: 'POST', body: '<svg onload="alert(1)"/>' })
    const answer = await settingsActions['settings.put-notice'].run(
      { ...request, request: body },
      { locale: 'de', version: 0 },
    )
    expect(answer).toEqual({ ok: false, reason: 'not-a-photo' })
  })
})

describe('metal prices', () => {
  const enter = (price: string, rest: object = {}) =>
    metalPricesActions['metal-prices.enter'].run(request, {
      metal: 'gold',
      price,
      per: 'ounce',
      source: 'Kurs',
      confirmed: false,
      seen: null,
      ...rest,
    })

  test('are entered per ounce or gram; a doubtful one only with a second word, which is kept', async () => {
    expect(await enter('')).toEqual({ ok: false, reason: 'invalid', faults: { price: 'empty' } })
    expect(await enter('3500', { source: ' ' })).toMatchObject({ faults: { source: 'missing' } })
    expect(await enter('3500')).toEqual({ ok: true })
    expect(await enter('4500', { seen: 350_000 })).toMatchObject({
      ...{ reason: 'doubtful', doubt: { last: { value: 350_000 } } },
    })
    expect(await enter('112,53', { per: 'gram', seen: 350_000 })).toEqual({ ok: true })
    // Begun before that one.
    expect(await enter('3510', { seen: 350_000 })).toEqual({
      ...{ ok: false, reason: 'changed-meanwhile' },
      now: { value: 350_007, at: expect.any(String), by: 'Ada' },
    })
    expect(await enter('4500', { confirmed: true, seen: 350_007 })).toEqual({ ok: true })
    const { entries, metals } = await metalPricesScreens['metal-prices'].load(request, address())
    expect(entries.map(({ centsPerOunce, confirmed }) => [centsPerOunce, confirmed])).toEqual([
      [450_000, true],
      [350_007, false],
      [350_000, false],
    ])
    expect(metals[0]).toMatchObject({ metal: 'gold', price: { age: 'fresh', centsPerOunce: 450_000 } })
  })

  test('rates hold from a day on, at once or later, and are recorded', async () => {
    const set = (perCent: string, from: string, seen: number | null = null) =>
      metalPricesActions['payout-rates.set'].run(request, {
        name: 'gold-scrap',
        perCent,
        from,
        confirmed: false,
        seen,
      })
    expect(await set('120', '2026-11-23')).toMatchObject({ faults: { perCent: 'not-a-rate' } })
    expect(await set('85', '2026-11-22')).toMatchObject({ faults: { from: 'is-over' } })
    expect(await set('85', '2026-11-23')).toEqual({ ok: true })
    expect(await set('86,5', '2026-12-01')).toMatchObject({ now: { value: 850, by: 'Ada' } })
    expect(await set('86,5', '2026-12-01', 850)).toEqual({ ok: true })
    const { rates } = await metalPricesScreens['metal-prices'].load(request, address())
    expect(rates[0]).toEqual({
      name: 'gold-scrap',
      perMille: 850,
      coming: [{ perMille: 865, day: '2026-12-01' }],
    })
    const records = await database.db
      .selectFrom('change_record')
      .select(['actor', 'subject_id'])
      .where('subject', '=', 'payout-rate')
      .execute()
    expect(records).toEqual([
      { actor: 'staff:Ada', subject_id: 'gold-scrap' },
      { actor: 'staff:Ada', subject_id: 'gold-scrap' },
    ])
  })
})
