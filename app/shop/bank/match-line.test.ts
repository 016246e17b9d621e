import { describe, expect, test } from 'vitest'
import {
  isSameName,
  matchLine,
  numberIn,
  outcomeOf,
  type PossibleOrder,
  type SaidLine,
} from './match-line.ts'

describe('an order number in what somebody typed', () => {
  test.each([
    ['RG-2026-00042', 'number'],
    ['rg 2026 00042', 'number'],
    ['Rechnung:RG202600042/Clara', 'number'],
    ['RG-2O26-OOO42', 'number'],
    ['RG-2026-00042 26.11.2026', 'number'],
    ['R G - 2026 - 000 42', 'number'],
    ['RG-2026-42', 'number-mistyped'],
    ['RG-2026-00024', 'number-mistyped'],
    ['RG-2026-0042', 'number-mistyped'],
    ['Bestellung 2026-00042', 'number-without-prefix'],
    ['RG-2026-00043', null],
    ['RG-2025-00042', null],
    ['RG-2026-000421', 'number-mistyped'],
    ['Danke', null],
  ])('%s', (text, found) => {
    expect(numberIn(text, 'RG-2026-00042')).toBe(found)
  })
})

test('names are compared by their words', () => {
  expect(isSameName('BEISPIEL, CLARA', 'Dr. Clara Beispiel')).toBe(true)
  expect(isSameName('Juergen Mueller', 'Jürgen Müller')).toBe(true)
  expect(isSameName('Clara Muster', 'Clara Beispiel')).toBe(false)
  expect(isSameName('', '')).toBe(false)
})

const order = (given: Partial<PossibleOrder> = {}): PossibleOrder => ({
  ...{ number: 'RG-2026-00042', buyer: 'Clara Beispiel', status: 'awaiting_payment', isAccepted: true },
  ...{ placedOn: '2026-11-20', totalCents: 100_000, openCents: 100_000, piecesFree: false, isOnline: false },
  ...given,
})

test.each([
  [order(), 100_000, 'pays', 0],
  [order({ isAccepted: false }), 100_000, 'accepts-and-pays', 0],
  [order(), 40_000, 'part', 60_000],
  [order(), 110_000, 'surplus', 10_000],
  [order({ status: 'expired', piecesFree: true }), 100_000, 'revives', 0],
  [order({ status: 'expired', piecesFree: false }), 100_000, 'goes-back', 100_000],
  [order({ status: 'expired', piecesFree: true }), 99_999, 'goes-back', 99_999],
  [order({ status: 'cancelled' }), 100_000, 'goes-back', 100_000],
  [order({ status: 'delivered', openCents: 0 }), 5000, 'surplus', 5000],
  [order({ status: 'shipped', openCents: 5000 }), 5000, 'makes-good', 0],
] as const)('what follows is said before: case %#', (given, cents, outcome, restCents) => {
  expect(outcomeOf(given, cents)).toEqual({ outcome, restCents })
})

const line = (given: Partial<SaidLine> = {}): SaidLine => ({
  ...{ bookedOn: '2026-11-25', amountCents: 100_000, name: 'Clara Beispiel', iban: null, purpose: '' },
  ...{ endToEnd: null, reversal: false, ...given },
})
const none = { orders: [], entered: [], refunds: [], payouts: [] }
const said = (given: Partial<SaidLine>, orders: PossibleOrder[]) =>
  matchLine(line(given), { ...none, orders }).map(({ confidence, reasons }) =>
    [confidence, ...reasons].join(' '),
  )

test('how sure a suggestion is', () => {
  const other = order({ number: 'RG-2026-00077', buyer: 'Otto Muster' })
  expect(said({ purpose: 'RG-2026-00042' }, [order(), other])).toEqual([
    'sure number amount name',
    'possible amount',
  ])
  expect(said({ purpose: 'Danke' }, [order()])).toEqual(['likely amount name only-one'])
  expect(said({ purpose: 'x', name: 'Xaver' }, [other])).toEqual(['possible amount only-one'])
  expect(said({ purpose: 'RG-2026-00042', amountCents: 5 }, [order()])).toEqual([
    'likely number amount-differs name',
  ])
  expect(
    said({ purpose: 'RG-2026-00042 und RG-2026-00077' }, [order(), other]).every((each) =>
      each.startsWith('likely'),
    ),
  ).toBe(true)
  expect(said({ purpose: 'RG-2026-00042' }, [order({ status: 'expired' })])).toEqual([
    'likely number amount name',
  ])
})

test('payouts to sellers by their receipt', () => {
  const payout = {
    purchase: 1,
    number: 'AN-2026-00003',
    request: 'AK-2026-00009',
    reference: 'x',
    amountCents: 100_000,
    on: '2026-11-24',
  }
  const found = (purpose: string) =>
    matchLine(line({ amountCents: -100_000, purpose }), { ...none, payouts: [payout] })
  expect(found('Ankauf AN 2026 00003')).toMatchObject([{ kind: 'payout', confidence: 'sure' }])
  expect(found('Ankauf')).toMatchObject([{ kind: 'payout', confidence: 'likely' }])
})

describe('several transfers of one amount to one buyer', () => {
  const entered = ['2026-11-19', '2026-11-24', '2026-11-20', '2026-11-18', '2026-11-21'].map((on, id) => ({
    ...{
      id,
      order: 'RG-2026-00042',
      buyer: 'Clara Beispiel',
      amountCents: 5000,
      direction: 'out' as const,
      on,
    },
  }))
  const due = { refund: 9, order: 'RG-2026-00042', buyer: 'Clara Beispiel', amountCents: 5000 }
  const other = { ...due, refund: 10, order: 'RG-2026-00077' }
  const found = (name: string, purpose: string) =>
    matchLine(line({ amountCents: -5000, purpose, name }), {
      ...none,
      entered,
      refunds: [
        { ...other, dueOn: '2026-11-26' },
        { ...due, dueOn: '2026-11-28' },
        { ...due, refund: 11, dueOn: '2026-11-29' },
      ],
    })

  test('what is still due is not hidden behind those that were entered', () => {
    expect(found('Clara Beispiel', 'RG-2026-00042')).toMatchObject([
      { kind: 'counted', money: { on: '2026-11-24' } },
      { kind: 'refund', refund: { refund: 9 } },
      { kind: 'counted', money: { on: '2026-11-21' } },
      { kind: 'refund', refund: { refund: 11 } },
    ])
  })

  test('nor are those of another order, where only a name is known', () => {
    expect(found('Clara Beispiel', '')).toMatchObject([
      { kind: 'counted', money: { on: '2026-11-24' } },
      { kind: 'refund', refund: { refund: 10 } },
      { kind: 'refund', refund: { refund: 9 } },
      { kind: 'counted', money: { on: '2026-11-21' } },
    ])
  })
})
