import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { languageTags, locales } from '#app/language/locales.ts'
import sellLetters from '#app/language/messages/de/sell-letters.json' with { type: 'json' }
import { declareWithdrawal } from '#app/shop/checkout/withdrawal.ts'
import { receiveMessage } from '#app/shop/enquiries/contact-message.ts'
import { enqueueMails, type MailKind, mailKinds, type OutgoingMail } from '#app/shop/mail-kinds.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { claraBeispiel } from '#tests/checkout.ts'
import { agreedRequest } from '#tests/selling.ts'
import { ordered } from './ordered.ts'
import { expect, expectAccessible, expectNoOverflow, test } from './shop.ts'
import { newPiece, shopDatabase, shopDirectory } from './shop-database.ts'

/** The HTML of a mail as it lies in the outbox. */
function htmlOf(mail: string): string {
  const [head = '', ...body] = mail.slice(mail.search(/^Content-Type: text\/html/m)).split(/\r?\n\r?\n/)
  // Parts end where Nodemailer begins the next one.
  const text = body.join('\n\n').split(/^--(?=--_NmP)/m)[0] ?? ''
  if (/base64/.test(head)) return Buffer.from(text, 'base64').toString('utf8')
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

// Duty: accessible-site
test('a mail of every kind, in both languages, opened by somebody who listens', async ({ page }) => {
  const { db, close } = await shopDatabase()
  const settings = await readSettings(db)
  const mailbox = `alle-${Date.now()}@beispiel.example`
  const sell = await agreedRequest(db, settings)
  // No mail about a label goes out without one.
  const label = JSON.stringify({ carrier: 'Wertkurier Nord', code: 'WK-1', url: null, declaredCents: 73_465 })
  await sql`update sell_request set label = ${label}::jsonb where id = ${sell}`.execute(db)
  let expected = 0
  for (const locale of locales) {
    const courier = { kind: 'courier', address: claraBeispiel } as const
    const piece = newPiece()
    const order = await ordered(db, locale, [piece], courier, 'anna@beispiel.example')
    const sent = { order_id: order.id, kind: 'return-label', detail: label, actor: 'staff' as const }
    await db
      .insertInto('order_entry')
      .values({ ...sent, actor_name: 'Berta Kasse' })
      .execute()
    const { number: withdrawal } = await declareWithdrawal(
      db,
      {
        name: 'Clara Beispiel',
        contract: order.number,
        email: 'clara@beispiel.example',
        comment: 'Zu groß.',
        submission: crypto.randomUUID(),
        pieces: [],
        order: null,
      },
      locale,
      settings,
    )
    const message = await receiveMessage(
      db,
      { name: 'Clara', email: mailbox, phone: null, subject: 'question', message: 'Guten Tag!', piece: null },
      { locale, client: null, settings },
    )
    if (!message.ok) throw new Error(message.reason)
    const { id: staff } = await db
      .insertInto('staff_member')
      .values({ name: 'Berta Kasse', email: `${locale}-${mailbox}`, role: 'sales', locale })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: reservation } = await db
      .insertInto('reservation')
      .values({
        product_id: piece,
        branch_id: 'koeln',
        name: 'Clara Beispiel',
        email: mailbox,
        locale,
        until: new Date(),
        made_by: 'Berta Kasse',
        ended_at: new Date(),
        outcome: 'lapsed',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const startsAt = new Date(Date.now() + 300 * 86_400_000 + expected * 3_600_000)
    const { id: appointment } = await db
      .insertInto('appointment')
      .values({
        ...{ kind: 'viewing', branch_id: 'koeln', seat: 20, locale, name: 'Clara', email: mailbox },
        ...{ starts_at: startsAt, ends_at: new Date(startsAt.getTime() + 60_000), piece_id: '10482' },
        token: crypto.randomUUID().replaceAll('-', ''),
        // One of each kind: in a branch, and by video.
        ...{ by_video: locale === 'en', video_link: 'https://meet.example/clara' },
        more_pieces: ['10473'],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: entry } = await db
      .insertInto('enquiry_entry')
      .values({
        ...{ message_id: message.id, kind: 'answer', staff_id: staff, locale },
        ...{ subject: 'Re: Guten Tag!', text: 'Guten Tag! Gern.' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const payload = {
      entry,
      order: order.id,
      amountCents: 123_450,
      arrivedCents: 100_000,
      openCents: 144_900,
      withdrawal,
      message: message.id,
      reservation,
      sell,
      here: false,
      offer: 0,
      token: 'a-token',
      path: '/en/jewelry/rings',
      pieces: ['10482'],
      ...{ piece: '10482', free: true, cents: 985_000, beforeCents: 1_040_000 },
      total: 1,
      carrier: 'Wertkurier Nord',
      address: 'Domstraße 77, 50668 Köln',
      code: 'WK-78',
      url: 'https://track.example/WK-78',
      ...{ appointment, sequence: 1, branch: 'koeln', by: 'staff', from: '2026-11-27T10:00:00.000Z' },
      ...{ deed: 'assigned', at: '2026-11-26T09:00:00.000Z' },
      ...{ startsAt: '2026-11-27T11:00:00.000Z', endsAt: '2026-11-27T11:30:00.000Z' },
      what: 'booked',
      reason: 'Auf ein falsches Konto gebucht.',
      outcome: 'open',
      staff,
    }
    // Letters about what somebody sells are German.
    const kinds = Object.keys(mailKinds).filter((kind) => locale === 'de' || !(kind in sellLetters.mails))
    const mails = kinds.map((kind) => ({
      reason: `${mailbox}:${kind}:${locale}`,
      kind,
      locale,
      recipient: `to-${mailbox}`,
      payload: mailKinds[kind as MailKind].parse(payload),
    }))
    await enqueueMails(db, mails as OutgoingMail[])
    expected += mails.length
  }
  await close()

  const folder = join(shopDirectory(), 'outbox')
  const seen = new Map<string, string>()
  const arrived = () => {
    // The first mail makes the folder.
    if (!existsSync(folder)) return []
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.eml') && !seen.has(each)))
      seen.set(name, readFileSync(join(folder, name), 'utf8'))
    return [...seen.values()].filter((mail) => mail.includes(`\nTo: to-${mailbox}`))
  }
  await expect.poll(() => arrived().length, { timeout: 60_000 }).toBe(expected)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const mail of arrived()) {
    await page.setContent(htmlOf(mail))
    const subject = await page.title()
    const language = /^Content-Language: (de|en)/m.exec(mail)?.[1] as 'de' | 'en'
    await test.step(`${language} ${subject}`, async () => {
      expect(subject).not.toBe('')
      expect(await page.locator('html').getAttribute('lang')).toMatch(
        new RegExp(`^(${language}|${languageTags[language]})$`),
      )
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      // Tables that only set things side by side are no tables to who listens.
      await expect(page.getByRole('table')).toHaveCount(0)
      await expectAccessible(page, undefined, { mail: true })
      await expectNoOverflow(page)
    })
  }
})
