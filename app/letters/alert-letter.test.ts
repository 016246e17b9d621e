import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { openMailTransport } from '#app/platform/mail.ts'
import { sendDueMails, type WaitingMail } from '#app/platform/mail-outbox.ts'
import { normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { subscribeAlert } from '#app/shop/enquiries/alerts.ts'
import { addRings } from '#tests/checkout.ts'
import { demoContent } from '#tests/demo-content.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { writeLetter } from './write-letter.ts'

const demo = demoContent()
const directory = temporaryFolder()

const now = new Date('2026-11-20T12:00:00Z')
const write = (mail: WaitingMail) => writeLetter({ ...demo.app, siteUrl: 'https://shop.example' }, mail)

const waiting = { id: 1, recipient: 'clara@beispiel.example', createdAt: now }

test('a wish is confirmed by a mail that leads to its listing', async () => {
  const filters = normaliseFilters({ department: 'watches', facets: { case: ['steel'] } })
  const asked = await subscribeAlert(demo.app.db, {
    email: 'clara@beispiel.example',
    locale: 'de',
    filters,
    now,
  })
  expect(asked).toEqual({ ok: true })
  const transport = await openMailTransport({ smtpUrl: undefined, directory, host: 'shop.example' })
  const send = () =>
    sendDueMails(demo.app.db, {
      transport,
      log: createLog('silent'),
      from: async () => 'Rheingold <hallo@rheingold.example>',
      write,
    })
  expect(await send()).toBe(1)
  expect(await send()).toBe(0)
  const [file = ''] = readdirSync(directory)
  // Lines are folded and signs of equality written out on the way.
  const mail = readFileSync(join(directory, file), 'utf8')
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
  expect(mail).toContain('To: clara@beispiel.example')
  expect(mail).toContain('https://shop.example/de/uhren/gehaeuse-stahl?alert=')
})

test('the mail of arrivals tells how many and offers a way out, in both languages', async () => {
  for (const [locale, subject, leave] of [
    ['de', '2 neue Stücke: ', 'Keine Nachrichten mehr'],
    ['en', '2 new pieces: ', 'Stop messages'],
  ] as const) {
    const payload = { token: 'a<b', path: '/en/watches/case-steel', pieces: [], total: 2 }
    const letter = await write({ ...waiting, kind: 'alert-arrivals', locale, payload })
    expect(letter.subject).toContain(subject)
    expect(letter.plain).toContain(leave)
    expect(letter.plain).toContain('?alert=a%3Cb')
    expect(letter.html).not.toContain('a<b')
    // What a mail program's own button asks, the listing answers.
    expect(letter.unsubscribe).toMatch(/^https:\/\/shop\.example\/.*\?alert=a%3Cb$/)
    expect(letter.html).toContain(`lang="${locale === 'de' ? 'de-DE' : 'en-GB'}"`)
  }
})

test('pieces that arrived are named with their links, as text and drawn like every mail', async () => {
  await addRings(demo.app.db, ['61001'])
  const payload = { token: 'key', path: '/en/jewelry/rings', pieces: ['61001'], total: 1 }
  const letter = await write({ ...waiting, kind: 'alert-arrivals', locale: 'de', payload })
  const link = 'https://shop.example/de/schmuck/ringe?alert=key'
  const [greeting, text, piece, action, leave, closing, company, ...more] = letter.plain.split('\n\n')
  expect([greeting, text]).toEqual(['Guten Tag,', 'zu Ihrer Suche ist ein Stück eingetroffen: Ringe.'])
  expect(piece).toMatch(/^.+, 1\.200\s€\nhttps:\/\/shop\.example\/de\/\S+61001$/)
  expect(action).toBe(`Alle passenden Stücke ansehen:\n${link}`)
  expect(leave).toBe(`Keine Nachrichten mehr zu dieser Suche:\n${link}`)
  expect(closing).toBe('Ihr Team von Rheingold')
  // Who writes, as the law wants it of every business letter (§ 35a GmbHG), in the plain text too.
  expect(company).toMatch(/GmbH, .*Sitz der Gesellschaft: .*Geschäftsführung: .*HRB .*DE000000000/)
  expect(more).toEqual([])
  const shown = letter.html.replaceAll('&amp;', '&')
  for (const said of letter.plain.split(/:?\n+/)) expect(shown).toContain(said)
  expect(shown).toContain('<meta name="color-scheme" content="light only"')
  // Who writes, as the law wants it of every business letter (§ 35a GmbHG); the end of other letters is not this one's.
  expect(shown).toContain('DE000000000')
  expect(shown).not.toContain('Freundliche Grüße')
})

test('a wish that is no longer understood leads to its department', async () => {
  const payload = { token: 'key', path: '/en/jewelry/gone-forever' }
  const { plain } = await write({ ...waiting, kind: 'alert-confirm', locale: 'en', payload })
  expect(plain).toContain('https://shop.example/en/jewelry?alert=key')
})

test('the mails of one piece say what has become of it, and lead to it and to the end of the alert', async () => {
  await addRings(demo.app.db, ['61002'])
  const payload = { token: 'key', piece: '61002' }
  const confirm = await write({ ...waiting, kind: 'alert-piece-confirm', locale: 'de', payload })
  expect(confirm.plain).toContain('https://shop.example/de/nachricht/61002?alert=key')
  expect(confirm.unsubscribe).toBeUndefined()
  const news = { ...payload, free: true, cents: 110_000, beforeCents: 120_000 }
  for (const [locale, said, value] of [
    ['de', 'Wieder frei und günstiger: ', news],
    ['de', 'Wieder frei: ', { ...news, beforeCents: null }],
    ['en', 'Now at a lower price: ', { ...news, free: false }],
  ] as const) {
    const letter = await write({ ...waiting, kind: 'alert-piece', locale, payload: value })
    expect(letter.subject).toContain(said)
    expect(letter.plain).toMatch(/1[.,]100/)
    expect(letter.plain).toMatch(/https:\/\/shop\.example\/\S+\/61002\n/)
    expect(letter.unsubscribe).toMatch(/\/61002\?alert=key$/)
    expect(letter.html).not.toContain('{')
  }
})
