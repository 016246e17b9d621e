import { describe, expect, test } from 'vitest'
import { buyingShop } from '#tests/buying-shop.ts'
import { sellHistory } from './find-sell-request.ts'
import { readHistoryNote } from './history-note.ts'
import { changeReturnParcel } from './staff-steps.ts'

const shop = buyingShop()

describe('a note of a step', () => {
  test('says which parcel was replaced by which', async () => {
    const { id } = await shop.submitted()
    await shop.step({ id }, { event: 'receive', branchId: 'koeln' })
    await shop.step({ id }, { event: 'turn-down', reason: 'Zu beschädigt' })
    const parcel = { carrier: 'A → B', code: 'R-1' }
    await shop.step({ id }, { event: 'return', parcel })
    await changeReturnParcel(shop.db, { id }, { carrier: 'DHL', code: 'R-2' }, 'Berta')
    const notes = (await sellHistory(shop.db, id)).map(({ noted }) => noted)
    expect(notes).toContainEqual({ kind: 'words', text: 'Zu beschädigt' })
    expect(notes.at(-1)).toEqual({
      kind: 'parcel',
      before: parcel,
      after: { carrier: 'DHL', code: 'R-2' },
    })
  })

  test('says who wrote down an answer, and what came before an appointment or a label', () => {
    expect(readHistoryNote({ event: 'accept', note: 'recorded by Berta' })).toEqual({
      kind: 'recorded',
      by: 'Berta',
    })
    const [before, after] = ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z']
    expect(readHistoryNote({ event: 'move-appointment', note: `"${before}" → "${after}"` })).toEqual({
      kind: 'appointment',
      before,
      after,
    })
    const label = { carrier: 'DHL', code: 'X', url: null, declaredCents: 90_000 }
    expect(readHistoryNote({ event: 'change-label', note: `null → ${JSON.stringify(label)}` })).toMatchObject(
      { kind: 'label', before: null, after: label },
    )
  })

  test('stays as it is where it cannot be read, and nothing where there is none', () => {
    expect(readHistoryNote({ event: 'change-parcel', note: 'A → B' })).toEqual({
      kind: 'words',
      text: 'A → B',
    })
    expect(readHistoryNote({ event: 'ask', note: null })).toBeNull()
  })
})
