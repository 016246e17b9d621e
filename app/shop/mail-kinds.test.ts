import { describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { writeToSeller } from './buying/sell-request-steps.ts'
import { mailToBuyer, mailToStaff } from './checkout/order-mails.ts'
import { enqueueMails, type MailKind, mailKinds, type OutgoingMail } from './mail-kinds.ts'

const database = testDatabase()
const to = { reason: 'order:1:test', locale: 'de', recipient: 'clara@beispiel.example' } as const
const order = { id: 1, locale: 'de', contact: { email: to.recipient, phone: null } } as const
const request = { id: 1, locale: 'de', email: to.recipient, here: true } as const

/** Whether a waiting mail like this would be written. */
const isKnown = ({ kind, payload }: OutgoingMail) =>
  Object.hasOwn(mailKinds, kind) && mailKinds[kind].safeParse(payload).success

// Each expected error is one of the type check: without it `tsc` fails on the line that expects it.
describe('what does not compile', () => {
  test('a kind of mail that nobody declared', () => {
    // @ts-expect-error nobody declared it
    const mail: OutgoingMail = { ...to, kind: 'order-vanished', payload: { order: 1 } }
    expect(isKnown(mail)).toBe(false)
    // @ts-expect-error a known kind, yet none that goes to a buyer
    expect(mailToBuyer(order, 'staff-order').kind).toBe('staff-order')
    // @ts-expect-error and none that goes to the shop
    expect(mailToStaff(order, 'confirmation', to.recipient).kind).toBe('confirmation')
  })

  test('a mail without what it needs, or with something else', () => {
    // @ts-expect-error the amount is missing
    const missing: OutgoingMail = { ...to, kind: 'refund-sent', payload: { order: 1 } }
    // @ts-expect-error needs a withdrawal's number
    const other: OutgoingMail = { ...to, kind: 'withdrawal-answer', payload: { order: 1 } }
    // @ts-expect-error a number is no text
    const wrong: OutgoingMail = { ...to, kind: 'confirmation', payload: { order: '1' } }
    // @ts-expect-error not among the acts of sellers
    const act: OutgoingMail = { ...to, kind: 'staff-sell', payload: { sell: 1, what: 'stolen' } }
    // @ts-expect-error the amount is missing
    const buyer = mailToBuyer(order, 'order-cancelled', {})
    // @ts-expect-error the amount is missing, and what else was needed
    const bare = mailToBuyer(order, 'payment-part')
    // @ts-expect-error the amount is missing
    const staff = mailToStaff(order, 'staff-conflict', to.recipient, { about: 1 })
    expect([missing, other, wrong, act, buyer, bare, staff].map(isKnown)).not.toContain(true)
    // @ts-expect-error a confirmation needs no amount
    expect(mailToBuyer(order, 'confirmation', { amountCents: 1 }).payload).toEqual({
      order: 1,
      amountCents: 1,
    })
  })

  test('a mail to a seller without what it needs', async () => {
    const { db } = database
    // @ts-expect-error the message is missing
    await writeToSeller(db, request, 'sell-question', 1)
    // @ts-expect-error needs an offer
    await writeToSeller(db, request, 'sell-offer', 1, { message: 1 })
    const rows = await db.selectFrom('mail_outbox').select(['kind', 'payload']).execute()
    expect(rows).toHaveLength(2)
    for (const { kind, payload } of rows)
      expect(mailKinds[kind as MailKind].safeParse(payload).success, kind).toBe(false)
  })
})

test('what compiles is parsed as it was put into the outbox', async () => {
  const { db } = database
  await db.deleteFrom('mail_outbox').execute()
  const mails = [
    mailToBuyer(order, 'payment-part', { about: 7, arrivedCents: 100, openCents: 50 }),
    mailToStaff(order, 'staff-order', to.recipient),
    { ...to, kind: 'staff-sell', payload: { sell: 3 } },
  ] satisfies OutgoingMail[]
  await enqueueMails(db, mails)
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['reason', 'kind', 'payload'])
    .orderBy('id')
    .execute()
  expect(rows.map(({ reason }) => reason)).toEqual([
    'order:1:payment-part:7',
    'order:1:staff-order',
    to.reason,
  ])
  expect(rows.map(({ kind, payload }) => mailKinds[kind as MailKind].parse(payload))).toEqual([
    { order: 1, arrivedCents: 100, openCents: 50 },
    { order: 1 },
    { sell: 3 },
  ])
})

test('a mail of a release that did not know a field is still understood', () => {
  expect(mailKinds['sell-paid'].parse({ sell: 1 })).toEqual({ sell: 1, here: false, purchase: null })
})
