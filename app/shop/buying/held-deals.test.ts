import { describe, expect, test } from 'vitest'
import { chain, counterPurchases } from '#tests/counter-purchases.ts'
import { sellingSecret as secret } from '#tests/selling.ts'
import { noteCompliance, readCompliance } from './compliance.ts'
import { readSellRequest, sellHistory } from './find-sell-request.ts'
import { revealNewestIdentity } from './reveal-sealed.ts'
import { takeStaffStep } from './staff-steps.ts'

const { shop, counter, entered } = counterPurchases()

describe('a deal that is held', () => {
  const dates = {
    suspectedOn: '2026-11-20',
    reportedOn: null,
    reportReference: null,
    heldUntil: '2026-12-01',
  }

  test('says why in the restricted record alone, where every look is written down', async () => {
    const which = await entered({ lines: [chain] })
    const { id = 0 } = (await readSellRequest(shop.db, which)) ?? {}
    const settings = shop.settings
    const step = { event: 'hold', reason: 'Herkunft unglaubwürdig', dates } as const
    expect(await takeStaffStep(shop.db, which, step, { by: counter.by, settings })).toMatchObject({
      ok: true,
    })
    expect(JSON.stringify(await sellHistory(shop.db, id))).not.toContain('unglaubwürdig')
    expect(JSON.stringify(await readSellRequest(shop.db, which))).not.toContain('unglaubwürdig')
    const first = await readCompliance(shop.db, id, { who: 'Ina Inhaberin', why: 'Meldung prüfen' })
    expect(first).toMatchObject({
      ok: true,
      value: {
        entries: [{ event: 'hold', text: 'Herkunft unglaubwürdig', by: counter.by }],
        dates,
        looks: [],
      },
    })
    const seen = first.ok ? (first.value.entries.at(-1)?.id ?? 0) : 0
    const reported = { ...dates, reportedOn: '2026-11-21', reportReference: 'GA-4711' }
    const note = { text: 'Gemeldet.', dates: reported, seen, by: 'Ina Inhaberin' }
    expect(await noteCompliance(shop.db, which, note)).toEqual({ ok: true })
    expect(await noteCompliance(shop.db, which, note)).toEqual({ ok: true })
    expect(await noteCompliance(shop.db, which, { ...note, text: 'Anders.' })).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
    })
    await takeStaffStep(
      shop.db,
      which,
      { event: 'resume', reason: 'Beleg gesehen' },
      { by: 'Ina Inhaberin', settings },
    )
    expect(await readCompliance(shop.db, id, { who: 'Ina Inhaberin', why: 'Abschluss' })).toMatchObject({
      ok: true,
      value: {
        entries: [{ event: 'hold' }, { event: 'note' }, { event: 'resume', text: 'Beleg gesehen' }],
        dates: reported,
        looks: [{ who: 'Ina Inhaberin', why: 'Meldung prüfen' }],
      },
    })
    expect(await readCompliance(shop.db, id, { who: 'Ina Inhaberin', why: ' ' })).toMatchObject({ ok: false })
  })

  test('of which nothing is recorded has no record to be read, and none to be added to', async () => {
    const which = await entered({ lines: [chain] })
    const { id = 0 } = (await readSellRequest(shop.db, which)) ?? {}
    expect(await readCompliance(shop.db, id, { who: 'Ina', why: 'sehen' })).toMatchObject({
      reason: 'not-found',
    })
    const note = { text: 'Nichts', dates, seen: 0, by: 'Ina' }
    expect(await noteCompliance(shop.db, which, note)).toMatchObject({ reason: 'not-possible' })
    expect(await revealNewestIdentity(shop.db, id, { who: 'Ina', why: 'sehen', secret })).toMatchObject({
      reason: 'not-found',
    })
  })
})
