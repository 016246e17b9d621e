import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Log } from '#app/platform/log.ts'
import { openMailTransport } from '#app/platform/mail.ts'
import { sendDueMails, unsentMails } from '#app/platform/mail-outbox.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { addRings, orderRequest, placed } from '#tests/checkout.ts'
import { demoContent } from '#tests/demo-content.ts'
import { startFakeSmtp } from '#tests/fakes/smtp.ts'
import { writeLetter } from './write-letter.ts'

const demo = demoContent()

test('an order’s mails arrive once each, with text, HTML and papers, though the server refuses at first', async () => {
  const { db, log } = demo.app
  const smtp = await startFakeSmtp()
  for (const [piece, locale] of [
    ['51001', 'de'],
    ['51002', 'en'],
  ] as const) {
    await addRings(db, [piece])
    const contact = { email: `clara-${locale}@beispiel.example`, phone: null }
    const request = orderRequest([piece], 120_000, { locale, contact })
    await placed(db, request)
  }
  smtp.refusals = 3
  const processes = await Promise.all(
    ['one', 'other'].map(() =>
      openMailTransport({ smtpUrl: smtp.url, directory: 'unused', host: 'shop.test' }),
    ),
  )
  const sendAll = () =>
    Promise.all(
      processes.map((transport) =>
        sendDueMails(db, {
          transport,
          log,
          from: async () => 'Rheingold <hallo@rheingold.example>',
          write: (mail) => writeLetter({ ...demo.app, siteUrl: 'https://shop.test' }, mail),
        }),
      ),
    )
  try {
    await sendAll()
    expect(smtp.mails).toHaveLength(3)
    // Soon afterwards the server takes them.
    await sql`update mail_outbox set next_try_at = now() where sent_at is null`.execute(db)
    await sendAll()
    await sendAll()
  } finally {
    for (const transport of processes) transport.close()
    await smtp.stop()
  }
  expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(6)
  expect(smtp.mails).toHaveLength(6)
  for (const [locale, papers] of [
    ['de', ['Rechnung-RE-', 'AGB.pdf', 'Widerrufsbelehrung.pdf']],
    ['en', ['Invoice-RE-', 'Terms.pdf', 'Cancellation-policy.pdf']],
  ] as const) {
    const mine = smtp.mails.filter(({ to }) => to.includes(`clara-${locale}@beispiel.example`))
    expect(mine).toHaveLength(2)
    for (const { raw } of mine) {
      expect(raw).toMatch(new RegExp(`^Content-Language: ${locale}`, 'm'))
      expect(raw).toContain('Content-Type: text/plain; charset=utf-8')
      expect(raw).toContain('Content-Type: text/html; charset=utf-8')
    }
    const confirmation = mine.find(({ raw }) => raw.includes('application/pdf'))?.raw ?? ''
    for (const paper of papers) expect(confirmation).toContain(paper)
    // JVBERi is %PDF- in Base64.
    expect(confirmation.match(/^JVBERi/gm)).toHaveLength(3)
  }
})

test('a mail of an unknown kind, or without what its kind needs, fails at once in the log and holds up no other', async () => {
  const { db } = demo.app
  await sql`delete from mail_outbox`.execute(db)
  const mail = { locale: 'de', recipient: 'dora@beispiel.example' } as const
  // As another release wrote them.
  for (const [kind, payload] of [
    ['order-vanished', { order: 1 }],
    ['constructor', { order: 1 }],
    ['refund-sent', { order: 1 }],
    ['confirmation', { order: 'first' }],
    ['staff-sell', { sell: 1, what: 'stolen' }],
  ] as const)
    await db
      .insertInto('mail_outbox')
      .values({ ...mail, reason: kind, kind, payload: JSON.stringify(payload) })
      .execute()
  const wish = { token: 'key', path: '/en/watches/case-steel' }
  await enqueueMails(db, [{ ...mail, reason: 'wish', kind: 'alert-confirm', payload: wish }])
  const smtp = await startFakeSmtp()
  const transport = await openMailTransport({ smtpUrl: smtp.url, directory: 'unused', host: 'shop.test' })
  const log = { warn: vi.fn(), error: vi.fn() }
  try {
    const sent = await sendDueMails(db, {
      transport,
      log: log as unknown as Log,
      from: async () => 'Rheingold <hallo@rheingold.example>',
      write: (waiting) => writeLetter({ ...demo.app, siteUrl: 'https://shop.test' }, waiting),
    })
    expect(sent).toBe(1)
  } finally {
    transport.close()
    await smtp.stop()
  }
  expect(smtp.mails).toHaveLength(1)
  const told = log.error.mock.calls.map(([{ kind, err }]) => [kind, err.message])
  expect(told).toEqual([
    ['order-vanished', 'there is no letter of the kind "order-vanished"'],
    ['constructor', 'there is no letter of the kind "constructor"'],
    ['refund-sent', expect.stringMatching(/"refund-sent" lacks what it needs: .*→ at amountCents/s)],
    ['confirmation', expect.stringMatching(/"confirmation" lacks what it needs: .*→ at order/s)],
    ['staff-sell', expect.stringMatching(/"staff-sell" lacks what it needs: .*→ at what/s)],
  ])
  // They wait: a newer process may know them.
  expect((await unsentMails(db)).map(({ last_error, given_up_at }) => [last_error, given_up_at])).toEqual(
    told.toReversed().map(([, message]) => [message, null]),
  )
})
