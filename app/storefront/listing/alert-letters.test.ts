import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { openMailTransport } from '#app/platform/mail.ts'
import { sendDueMails } from '#app/platform/mail-outbox.ts'
import { normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { subscribeAlert } from '#app/shop/enquiries/alerts.ts'
import { testDatabase } from '#tests/database.ts'
import { writeAlertLetter } from './alert-letters.ts'

const database = testDatabase()
const directory = mkdtempSync(join(tmpdir(), 'shop-letters-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const now = new Date('2026-11-20T12:00:00Z')
const about = { siteUrl: 'https://shop.example', shop: 'Rheingold', now }

test('a wish is confirmed by a mail that leads to its listing', async () => {
  const filters = normaliseFilters({ department: 'watches', facets: { case: ['steel'] } })
  const asked = await subscribeAlert(database.db, {
    email: 'clara@beispiel.example',
    locale: 'de',
    filters,
    now,
  })
  expect(asked).toEqual({ ok: true })
  const transport = await openMailTransport({ smtpUrl: undefined, directory, host: 'shop.example' })
  const send = () =>
    sendDueMails(database.db, {
      transport,
      log: createLog('silent'),
      from: async () => 'Rheingold <hallo@rheingold.example>',
      write: (mail) => writeAlertLetter(database.db, mail, about),
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
    ['en', '2 new pieces: ', 'No more messages'],
  ] as const) {
    const payload = { token: 'a<b', path: '/en/watches/case-steel', pieces: [], total: 2 }
    const letter = await writeAlertLetter(database.db, { kind: 'alert-arrivals', locale, payload }, about)
    expect(letter.subject).toContain(subject)
    expect(letter.plain).toContain(leave)
    expect(letter.plain).toContain('?alert=a%3Cb')
    expect(letter.html).not.toContain('a<b')
    // What a mail program's own button asks, the listing answers.
    expect(letter.unsubscribe).toMatch(/^https:\/\/shop\.example\/.*\?alert=a%3Cb$/)
    expect(letter.html).toContain(`<html lang="${locale}">`)
  }
})
