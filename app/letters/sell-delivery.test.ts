import { expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { openMailTransport } from '#app/platform/mail.ts'
import { sendDueMails } from '#app/platform/mail-outbox.ts'
import { parseContact, receiveMessage } from '#app/shop/enquiries/contact-message.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { demoContent } from '#tests/demo-content.ts'
import { startFakeSmtp } from '#tests/fakes/smtp.ts'
import { formOf } from '#tests/requests.ts'
import { sellingSecret as secret } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { writeLetter } from './write-letter.ts'

const demo = demoContent()
const shop = buyingShop({
  get db() {
    return demo.app.db
  },
})
const root = temporaryFolder()

test('a seller’s and a writer’s mails arrive once each, the last one with the receipt', async () => {
  const { db, stories, log } = demo.app
  const files = openLocalFiles(root)
  const siteUrl = 'https://shop.test'
  await shop.bought()
  const form = formOf({
    name: 'Clara Beispiel',
    email: 'clara@beispiel.example',
    subject: 'other',
    message: 'Haben Sie am Samstag offen?',
  })
  const parsed = parseContact(form)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed))
  await receiveMessage(db, parsed.message, { locale: 'de', client: null, settings: shop.settings })

  const smtp = await startFakeSmtp()
  const transport = await openMailTransport({ smtpUrl: smtp.url, directory: root, host: 'shop.test' })
  const send = () =>
    sendDueMails(db, {
      transport,
      log,
      from: async () => 'Rheingold <hallo@rheingold.example>',
      write: (mail) => writeLetter({ db, stories, files, siteUrl, secret, log }, mail),
    })
  try {
    while ((await send()) > 0);
    await send()
  } finally {
    transport.close()
    await smtp.stop()
  }
  expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(smtp.mails.length)
  for (const { raw } of smtp.mails) {
    expect(raw).toMatch(/^Content-Language: de/m)
    expect(raw).toContain('Content-Type: text/plain; charset=utf-8')
    expect(raw).toContain('Content-Type: text/html; charset=utf-8')
  }
  const to = (recipient: RegExp) => smtp.mails.filter((mail) => mail.to.some((each) => recipient.test(each)))
  // Acknowledged, received, offered, paid.
  const seller = to(/^[0-9a-f-]{36}@beispiel\.example$/)
  expect(seller).toHaveLength(4)
  const receipts = seller.filter(({ raw }) => raw.includes('application/pdf'))
  expect(receipts).toHaveLength(1)
  // JVBERi is %PDF- in Base64.
  expect(receipts[0]?.raw).toMatch(/^JVBERi/m)
  expect(to(/^clara@beispiel\.example$/)).toHaveLength(1)
})
