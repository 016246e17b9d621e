import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openMailTransport } from '#app/platform/mail.ts'
import { sendDueMails } from '#app/platform/mail-outbox.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { addRings, orderRequest } from '#tests/checkout.ts'
import { demoContent } from '#tests/demo-content.ts'
import { startFakeSmtp } from '#tests/fakes/smtp.ts'
import { writeLetter } from './write-letter.tsx'

const demo = demoContent()

test('an order’s mails arrive once each, with text, HTML and papers, though the server refuses at first', async () => {
  const { db, stories, log } = demo.app
  const smtp = await startFakeSmtp()
  const settings = await readSettings(db)
  for (const [piece, locale] of [
    ['51001', 'de'],
    ['51002', 'en'],
  ] as const) {
    await addRings(db, [piece])
    const contact = { email: `clara-${locale}@beispiel.example`, phone: null }
    const request = orderRequest([piece], 120_000, { locale, contact })
    const by = { holder: `holder-${piece}`, client: null, settings, online: false }
    expect(await placeOrder(db, request, by)).toMatchObject({ ok: true })
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
          write: (mail) => writeLetter({ db, stories, siteUrl: 'https://shop.test', log }, mail),
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
    ['en', ['Invoice-RE-', 'Terms.pdf', 'Withdrawal-instruction.pdf']],
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
}, 60_000)
