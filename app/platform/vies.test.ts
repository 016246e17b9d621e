import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkVatId } from '#app/shop/checkout/check-vat-id.ts'
import { type FakeVies, startFakeVies, type ViesBehaviour } from '#tests/fakes/vies.ts'
import { createLog } from './log.ts'
import { openVies } from './vies.ts'

let fake: FakeVies
let time = 0
beforeAll(async () => {
  fake = await startFakeVies()
})
afterAll(() => fake.stop())
beforeEach(() => {
  time = Date.parse('2026-11-20T10:00:00Z')
  fake.behave('answers')
  fake.questions.length = 0
  fake.unknown.clear()
})

const open = (timeout = 3_000) =>
  openVies({ url: fake.url, log: createLog('silent'), timeout, now: () => time })

describe('VIES', () => {
  test('is asked in the shop’s name, and its consultation number kept', async () => {
    const vies = open()
    expect(await vies.check('ATU13585627', 'DE136695976')).toEqual({
      outcome: 'valid',
      checkedAt: new Date(time),
      consultation: 'WAPIAAAA1',
    })
    expect(fake.questions).toEqual([
      {
        countryCode: 'AT',
        vatNumber: 'U13585627',
        requesterMemberStateCode: 'DE',
        requesterNumber: '136695976',
      },
    ])
    expect(await vies.check('EL094259216', null)).toMatchObject({ outcome: 'valid', consultation: null })
    fake.unknown.add('FR40303265045')
    expect(await vies.check('FR40303265045', null)).toMatchObject({ outcome: 'invalid' })
  })

  test('is believed for ten minutes', async () => {
    const vies = open()
    await vies.check('ATU13585627', null)
    time += 9 * 60_000
    await vies.check('ATU13585627', null)
    expect(fake.questions).toHaveLength(1)
    time += 2 * 60_000
    await vies.check('ATU13585627', null)
    expect(fake.questions).toHaveLength(2)
  })

  test.each<ViesBehaviour>(['member-state-away', 'user-error', 'silent', 'broken', 'not-json', 'endless'])(
    'that is %s is no answer, and asked again half a minute later',
    async (behaviour) => {
      const vies = open(behaviour === 'silent' ? 50 : 3_000)
      fake.behave(behaviour)
      expect(await vies.check('ATU13585627', null)).toMatchObject({
        outcome: 'unreachable',
        consultation: null,
      })
      fake.behave('answers')
      expect(await vies.check('ATU13585627', null)).toMatchObject({ outcome: 'unreachable' })
      time += 31_000
      expect(await open().check('ATU13585627', null)).toMatchObject({ outcome: 'valid' })
      expect(await vies.check('ATU13585627', null)).toMatchObject({ outcome: 'valid' })
    },
  )

  test('that does not take the shop’s own id is asked without it', async () => {
    fake.behave('no-requester')
    expect(await open().check('ATU13585627', 'DE136695976')).toMatchObject({
      outcome: 'valid',
      consultation: null,
    })
  })

  test('is asked a few questions at a time', async () => {
    const vies = open(200)
    fake.behave('silent')
    const ids = ['ATU13585627', 'BE0428759497', 'DE136695976', 'DK13585628', 'EL094259216']
    const answers = await Promise.all(ids.map((id) => vies.check(id, null)))
    expect(answers.every(({ outcome }) => outcome === 'unreachable')).toBe(true)
    expect(fake.questions.length).toBeLessThanOrEqual(4)
  })
})

// Duty: intra-community
test('an id that VIES denies is refused; while VIES is away form and check digits do', async () => {
  const asked = { ownId: 'DE 136695976', now: new Date(time) }
  const austrian = { id: 'ATU13585627', country: 'AT' }
  expect(await checkVatId(open(), austrian, asked)).toEqual({
    ok: true,
    checked: {
      ...austrian,
      outcome: 'valid',
      checkedAt: '2026-11-20T10:00:00.000Z',
      consultation: 'WAPIAAAA1',
    },
  })
  fake.unknown.add('ATU13585627')
  expect(await checkVatId(open(), austrian, asked)).toEqual({ ok: false, reason: 'vat-id-unknown' })
  fake.behave('member-state-away')
  const unchecked = {
    ok: true,
    checked: { ...austrian, outcome: 'unchecked', checkedAt: '2026-11-20T10:00:00.000Z', consultation: null },
  }
  expect(await checkVatId(open(), austrian, asked)).toEqual(unchecked)
  expect(await checkVatId(undefined, austrian, asked)).toEqual(unchecked)
  // A placeholder is no id to ask in the name of.
  fake.questions.length = 0
  fake.behave('answers')
  await checkVatId(open(), austrian, { ...asked, ownId: 'DE000000000 (Muster)' })
  expect(fake.questions).toEqual([{ countryCode: 'AT', vatNumber: 'U13585627' }])
})
