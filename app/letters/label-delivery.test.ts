import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { int4, query } from '#app/platform/database/statement.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { createLog } from '#app/platform/log.ts'
import { openMailTransport } from '#app/platform/mail.ts'
import { sendDueMails } from '#app/platform/mail-outbox.ts'
import { eraseSellersData } from '#app/shop/buying/erase-sellers-data.ts'
import { reportParcel } from '#app/shop/buying/sell-parcels.ts'
import { endBySeller } from '#app/shop/buying/staff-steps.ts'
import { eraseLabelFiles, largestLabelFile } from '#app/shop/label-file.ts'
import { purchase as purchaseCommand } from '#commands/purchase.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { testDatabase } from '#tests/database.ts'
import { byCourier, orderShop } from '#tests/order-shop.ts'
import { typed } from '#tests/run-typed-command.ts'
import { sellForm, sellingSecret } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { writeLetter } from './write-letter.ts'

const database = testDatabase()
const shop = buyingShop(database)
const { order, ordered, sendMails } = orderShop(database, 66_001)
const folder = temporaryFolder()

const pdf = Buffer.from(`%PDF-1.7\n${'Versandschein '.repeat(20)}\n%%EOF\n`)
const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.alloc(200, 7),
])

function file(name: string, content: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function purchase(...words: string[]): Promise<string> {
  const env = {
    DATABASE_URL: database.connectionString,
    DATA_DIR: folder,
    SESSION_SECRET: sellingSecret,
    SITE_URL: 'https://shop.test',
  }
  const { code, out, err } = await typed(purchaseCommand, [...words, '--by', 'Berta Einkauf'], env)
  return code === 0 ? out : (err.split('\n')[0] ?? '')
}

let outbox = ''
let round = 0
beforeEach(async () => {
  outbox = join(folder, `outbox-${round++}`)
  mkdirSync(outbox)
  await sendMails()
})

/** Sends what is due; the mails as they lie there, decoded. */
async function sent(): Promise<string[]> {
  const transport = await openMailTransport({ smtpUrl: undefined, directory: outbox, host: 'shop.test' })
  await sendDueMails(database.db, {
    transport,
    log: createLog('silent'),
    from: async () => 'Rheingold <hallo@rheingold.example>',
    write: (mail) =>
      writeLetter(
        {
          db: database.db,
          stories: { findStory: async () => null },
          files: openLocalFiles(folder),
          siteUrl: 'https://shop.test',
          secret: { current: sellingSecret, former: [] } as never,
          log: createLog('silent'),
        },
        mail,
      ),
  })
  transport.close()
  return readdirSync(outbox).map((name) => {
    expect(statSync(join(outbox, name)).mode & 0o777).toBe(0o600)
    return readFileSync(join(outbox, name), 'utf8')
  })
}

const filesKept = async () =>
  (await query(database.db, { count: int4 })`select count(*)::int as count from label_file`)[0]?.count

const inBase64 = (content: Buffer) => content.toString('base64').slice(0, 60)

/** A parcel that a seller may send, and that may be worth what staff say. */
async function accepted() {
  const address = { street: 'Ring 1', postalCode: '50667', city: 'Köln', country: 'DE' }
  const contact = { ...sellForm().contact, email: `${crypto.randomUUID()}@beispiel.example`, address }
  const { token, number, id } = await shop.submitted({ way: 'shipment', branchId: null, contact })
  await shop.offer({ token }, 'estimate')
  const { offer } = await shop.see({ token })
  await shop.answer({ token }, offer?.id ?? 0, 'accepted')
  await sendMails()
  return { token, number, id }
}
const label = (number: string, ...more: string[]) =>
  purchase('label', number, '--carrier', 'Wertkurier Nord', '--value', '734,65', ...more)

/** What a buyer sends back. */
async function withdrawn(locale: 'de' | 'en' = 'de') {
  const { id, number, pieces, token } = await ordered({ ...byCourier, locale })
  await order('money', number, '1.249', '--reference', `Auszug ${number}`)
  await order('prepare', number)
  await order('ship', number, '--courier', 'Wertkurier Nord', '--code', 'WK-1')
  await sql`update order_line set withdrawn_at = now() where order_id = ${id}`.execute(database.db)
  await sql`update shop_order set status = 'withdrawal_requested' where id = ${id}`.execute(database.db)
  await sendMails()
  await sql`update mail_outbox set sent_at = now() where sent_at is null`.execute(database.db)
  return { id, number, pieces, token }
}
const returnLabel = (number: string, ...more: string[]) =>
  order('label', number, '--courier', 'Wertkurier Nord', ...more)

describe('a label that is a file', () => {
  test.each([
    ['label.pdf', pdf, 'application/pdf', 'pdf'],
    ['bild.bin', png, 'image/png', 'png'],
  ])('%s goes with the mail to a seller', async (name, content, type, ending) => {
    const { number, token } = await accepted()
    expect(await label(number, '--label-file', file(name, content))).toMatch(/^✓/)
    const [mail = '', ...others] = await sent()
    expect(others).toEqual([])
    expect(mail).toContain(`Content-Type: ${type}; name=Versandschein-${number}.${ending}`)
    expect(mail).toContain(inBase64(content))
    expect(mail.replace(/=\n/g, '')).toContain('liegt dieser E-Mail bei')
    expect((await shop.see({ token })).label).toMatchObject({ file: ending, code: null, url: null })
  })

  test.each([
    ['de' as const, 'Versandschein', 'liegt dieser E-Mail bei', 'Legen Sie Schachtel'],
    ['en' as const, 'return-label', 'is attached to this email', 'Enclose box'],
  ])('goes with the mail to a buyer who sends back, in %s', async (locale, name, isAttached, how) => {
    const { id, number } = await withdrawn(locale)
    const said = await returnLabel(number, '--label-file', file('r.pdf', pdf), '--code', 'R-9')
    expect(said).toMatch(/^The buyer gets the label by mail\.\n/)
    const [mail = '', ...others] = await sent()
    expect(others).toEqual([])
    const plain = mail.replace(/=\n/g, '')
    const worth = locale === 'de' ? '1.200' : '1,200'
    for (const part of [`${name}-${number}.pdf`, inBase64(pdf), isAttached, how, 'R-9', worth]) {
      expect(plain).toContain(part)
    }
    expect(await order('show', number)).toContain(
      'label for the return sent: Wertkurier Nord R-9 file (pdf) by Berta Kasse',
    )
    expect(await returnLabel(number, '--code', 'R-10')).toContain('It replaces the former.')
    const [again = ''] = (await sent()).filter((each) => each.includes('R-10'))
    expect(again).not.toContain(inBase64(pdf))
    const kept = await database.db.selectFrom('label_file').where('order_id', '=', id).select('id').execute()
    expect(kept).toEqual([])
  })

  test('tells a buyer abroad to which country the parcel goes', async () => {
    for (const country of ['DE', 'AT']) {
      const { id, number } = await withdrawn()
      const delivery = sql`jsonb_set(delivery, '{address,country}', ${JSON.stringify(country)}::jsonb)`
      await sql`update shop_order set delivery = ${delivery} where id = ${id}`.execute(database.db)
      await returnLabel(number, '--code', `R-${country}`)
      const mail = (await sent()).find((each) => each.includes(`R-${country}`)) ?? ''
      const plain = mail.replace(/=\n/g, '').replace(/\s+/g, ' ')
      expect(plain.includes(', Deutschland'), country).toBe(country === 'AT')
    }
  })

  test('is a PDF or a PNG by its first bytes, of at most 5 MB', async () => {
    const { number } = await accepted()
    const back = await withdrawn()
    const wrong: [string, RegExp][] = [
      [file('leer.pdf', new Uint8Array()), /is empty/],
      [file('text.pdf', Buffer.from('<html>%PDF-</html>')), /is neither a PDF nor a PNG/],
      [file('jpeg.png', Buffer.from([0xff, 0xd8, 0xff, 0xe0])), /is neither a PDF nor a PNG/],
      [file('gross.pdf', Buffer.concat([pdf, Buffer.alloc(largestLabelFile)])), /is larger than 5 MB/],
      [join(folder, 'fehlt.pdf'), /cannot be read \(ENOENT\)/],
      [folder, /is no file/],
    ]
    for (const [path, why] of wrong) {
      expect(await label(number, '--label-file', path)).toMatch(why)
      expect(await returnLabel(back.number, '--label-file', path)).toMatch(why)
    }
    expect(await sent()).toEqual([])
  })

  test('is erased once the parcel is here or the request is forgotten, and not before its mail went out', async () => {
    const { db } = database
    await sql`delete from label_file`.execute(db)
    const back = await withdrawn()
    const sold = await accepted()
    await label(sold.number, '--label-file', file('a.pdf', pdf))
    await returnLabel(back.number, '--label-file', file('b.pdf', pdf))
    expect([await filesKept(), await eraseLabelFiles(db)]).toEqual([2, 0])
    await reportParcel(db, sold.token, { carrier: 'Wertkurier Nord', code: 'WK-77' })
    await shop.step({ token: sold.token }, { event: 'receive', branchId: 'koeln' })
    await order('returned', back.number)
    expect(await eraseLabelFiles(db)).toBe(0)
    await sent()
    expect([await eraseLabelFiles(db), await filesKept()]).toEqual([2, 0])

    const forgotten = await accepted()
    await label(forgotten.number, '--label-file', file('c.pdf', pdf))
    expect(await endBySeller(db, forgotten.token, { settings: shop.settings })).toMatchObject({ ok: true })
    const now = new Date(Date.now() + 5 * 365 * 86_400_000)
    await eraseSellersData(db, { settings: shop.settings, now })
    expect(await filesKept()).toBe(0)
  })
})

describe('no mail about a label goes out', () => {
  test.each([[['--code', ' \u200b ']], [['--code', '–']], [[]]])('without one: %j', async (words) => {
    const { number } = await accepted()
    expect(await label(number, ...words)).toMatch(/^✗ .*(label-missing|A label needs --label-file)/)
    const back = await withdrawn()
    expect(await returnLabel(back.number, ...words)).toMatch(
      /^✗ (There is no label|A label needs --label-file)/,
    )
    expect(await sent()).toEqual([])
  })

  test('for more than such a parcel is insured for, or where no return is awaited', async () => {
    const back = await withdrawn()
    const pdfPath = file('r.pdf', pdf)
    expect(await returnLabel(back.number, '--label-file', pdfPath, '--method', 'insured-parcel')).toMatch(
      /^✗ What comes back of RG-\S+ cost €1,200, and such a parcel is insured for at most €500/,
    )
    const other = await ordered(byCourier)
    expect(await returnLabel(other.number, '--label-file', pdfPath)).toMatch(/no return of it is awaited/)
    await sendMails()
    expect(await sent()).toEqual([])
  })
})
