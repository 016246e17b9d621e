import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { createLog } from '#app/platform/log.ts'
import type { Letter } from '#app/platform/mail.ts'
import { freeSlots } from '#app/shop/appointments/free-times.ts'
import { bookAppointment } from '#app/shop/buying/appointments.ts'
import { cancelPurchase } from '#app/shop/buying/cancel-purchase.ts'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { enterMetalPrice } from '#app/shop/buying/metal-price.ts'
import { findPurchase } from '#app/shop/buying/purchase.ts'
import { writeAsSeller, writeAsStaff } from '#app/shop/buying/sell-messages.ts'
import { sendLabel } from '#app/shop/buying/sell-parcels.ts'
import { addSellPhoto, newUploadToken } from '#app/shop/buying/sell-request-photos.ts'
import { endBySeller, inspectGoods } from '#app/shop/buying/staff-steps.ts'
import { buyingShop, byTransfer } from '#tests/buying-shop.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { pieces, sellingSecret as secret, sellForm } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { receiptPdf } from './documents/write-receipt.tsx'
import { sellLetterWords } from './letter-words.ts'
import { writeLetter } from './write-letter.ts'

const shop = buyingShop()
const root = temporaryFolder()
const files = openLocalFiles(root)
const sources = {
  files,
  stories: { findStory: async () => null },
  siteUrl: 'https://rheingold.example',
  secret,
  log: createLog('silent'),
}
const by = 'Berta Einkauf'
/** A folder to look at what is written here: `LETTERS=letters vitest run app/letters`. */
const gallery = process.env.LETTERS

/** Every mail that waits for a request, written and taken out of the box. */
async function written(id: number): Promise<Map<string, Letter>> {
  const { db } = shop
  const rows = await db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('reason', 'like', `sell:${id}:%`)
    .orderBy('id')
    .execute()
  const letters = new Map<string, Letter>()
  for (const row of rows) {
    const payload = row.payload as Record<string, unknown>
    const mail = { ...row, payload, createdAt: row.created_at }
    const letter = await writeLetter({ ...sources, db }, mail)
    letters.set([row.kind, payload.what].filter(Boolean).join(' '), letter)
    if (!gallery) continue
    mkdirSync(gallery, { recursive: true })
    writeFileSync(`${gallery}/${row.kind}-${payload.what ?? ''}.html`, letter.html)
    for (const { filename, content } of letter.attachments) writeFileSync(`${gallery}/${filename}`, content)
  }
  await db.deleteFrom('mail_outbox').execute()
  return letters
}

const offered = async (token: string, kind: 'estimate' | 'final', lines = [pieces.chain], note = '') => {
  const made = await shop.offer({ token }, kind, { lines, note })
  if (!made.ok) throw new Error(made.reason)
  return made.offer
}

test('staff read of an appointment where and when, though it was moved or given up before the mail was written', async () => {
  const { db } = shop
  const { token, id } = await shop.submitted({
    contact: {
      ...sellForm().contact,
      phone: '0221 123456',
      email: `${crypto.randomUUID()}@beispiel.example`,
    },
  })
  await shop.answer({ id }, await offered(token, 'estimate'), 'accepted')
  const [branch] = shop.settings.branches
  const slots = branch ? await freeSlots(db, branch, shop.settings.buying, new Date()) : []
  const [first, second] = [slots.at(-1)?.startsAt, slots.at(-2)?.startsAt] as [Date, Date]
  for (const startsAt of [first, second])
    await bookAppointment(db, { id }, { branchId: 'koeln', startsAt, settings: shop.settings })
  await endBySeller(db, token, { settings: shop.settings })
  const mails = await db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('reason', 'like', `sell:${id}:staff:%`)
    .orderBy('id')
    .execute()
  const letters = await Promise.all(
    mails
      .filter(({ reason }) => /booked|cancelled/.test(reason))
      .map((row) =>
        writeLetter(
          { ...sources, db },
          { ...row, payload: row.payload as object, createdAt: row.created_at },
        ),
      ),
  )
  const at = (date: Date) =>
    `${date.toLocaleDateString('de-DE', { weekday: 'long', timeZone: 'Europe/Berlin' })}, ${date.toLocaleDateString('de-DE', { dateStyle: 'long', timeZone: 'Europe/Berlin' })}, ${date.toLocaleTimeString('de-DE', { timeStyle: 'short', timeZone: 'Europe/Berlin' })} Uhr`
  const [booked, moved, gone] = letters
  expect(booked?.subject).toContain(`: Termin ${at(first)}, Rheingold Köln`)
  expect(booked?.plain).toMatch(/Erna Muster[\s\S]*0221 123456/)
  expect(moved?.subject).toContain(`: Termin ${at(second)}, Rheingold Köln`)
  expect(moved?.plain).toMatch(new RegExp(`Bisheriger Termin[\\s\\S]*${at(first)}[\\s\\S]*Rheingold Köln`))
  expect(gone?.plain).toMatch(new RegExp(`Termin entfällt[\\s\\S]*${at(second)}[\\s\\S]*Rheingold Köln`))
  await db.deleteFrom('mail_outbox').execute()
})

test('the time of prices in a mail is that of the prices it was reckoned with', async () => {
  const { db } = shop
  const at = new Date(Date.now() - 5 * 60 * 60_000)
  await db.updateTable('metal_price').set({ at }).execute()
  const other = { metal: 'silver', centsPerOunce: 3_820, source: 'Anderswo', enteredBy: by } as const
  await enterMetalPrice(db, { ...other, at: new Date() })
  const time = `${at.toLocaleTimeString('de-DE', { timeStyle: 'short', timeZone: 'Europe/Berlin' })} Uhr (Test)`
  const { token, id } = await shop.submitted()
  await offered(token, 'estimate')
  const mails = await written(id)
  expect(mails.get('sell-acknowledgement')?.plain).toContain(time)
  expect(mails.get('sell-acknowledgement')?.plain).not.toContain('Anderswo')
  expect(mails.get('sell-estimate')?.plain).toMatch(/Preise vom/i)
  expect(mails.get('sell-estimate')?.plain).toContain(time)
  // By hand, or not for its metal at all: nothing follows a price.
  const watch = pieces.watch as unknown as typeof pieces.chain
  await offered(token, 'estimate', [
    { ...pieces.chain, cents: { low: 45_000, high: 45_000 } } as never,
    watch,
  ])
  const byHand = (await written(id)).get('sell-estimate')?.plain ?? ''
  expect(byHand).toContain('12,40')
  expect(byHand).not.toMatch(/Preise vom|Feinunze|ausgezahlt zu/i)
  await db.deleteFrom('metal_price').where('metal', '=', 'silver').execute()
})

test('whoever had called off reads that they may have it back unexamined', async () => {
  const { id, token } = await shop.submitted({ contact: sellForm().contact })
  await endBySeller(shop.db, token, { settings: shop.settings })
  await shop.step({ id }, { event: 'receive', branchId: 'koeln' })
  const { plain = '' } = (await written(id)).get('sell-received') ?? {}
  expect(plain).toMatch(/abgesagt[\s\S]*zurück[\s\S]*kostenlos[\s\S]*verbindlichen Angebot/)
})

describe('letters to sellers', () => {
  // Duty: seller-receipt
  test('follow a request from its acknowledgement to the receipt', async () => {
    const { db } = shop
    const upload = newUploadToken()
    for (const seed of [1, 2]) {
      const bytes = (await honestJpeg({ seed })) as Buffer<ArrayBuffer>
      await addSellPhoto(db, files, { upload }, { stream: new Blob([bytes]).stream(), client: null })
    }
    const { token, id } = await shop.submitted({ upload, contact: sellForm().contact })
    await writeAsStaff(
      db,
      { id },
      { text: 'Ist ein Stempel zu sehen?\nInnen am Verschluss?', by, settings: shop.settings },
    )
    await writeAsSeller(db, token, {
      text: 'Ja, 585.',
      submission: crypto.randomUUID(),
      settings: shop.settings,
    })
    const estimate = await offered(token, 'estimate', [pieces.chain], 'Ohne Stein gerechnet.')
    await shop.answer({ id }, estimate, 'accepted')
    const [branch] = shop.settings.branches
    const [slot] = branch ? await freeSlots(db, branch, shop.settings.buying, new Date()) : []
    if (!slot) throw new Error('no slot')
    await bookAppointment(db, { id }, { branchId: 'koeln', startsAt: slot.startsAt, settings: shop.settings })
    const first = await written(id)
    expect([...first.keys()]).toEqual([
      'sell-acknowledgement',
      'staff-sell',
      'sell-question',
      'staff-sell message',
      'sell-estimate',
      'staff-sell accepted',
      'sell-appointment',
      'staff-sell booked',
    ])
    expect(first.get('sell-acknowledgement')?.plain).toMatch(/734,65\s€[\s\S]*unverbindlich/)
    expect(first.get('sell-acknowledgement')?.plain).toContain('2 Fotos')
    expect(first.get('sell-question')?.plain).toContain('Innen am Verschluss?')
    expect(first.get('sell-estimate')?.plain).toContain('Ohne Stein gerechnet.')
    expect(first.get('sell-appointment')?.plain).toMatch(/Goldschmiedgasse 7[\s\S]*gültigen Ausweis/)
    expect(first.get('staff-sell message')?.plain).toContain('Ja, 585.')

    await shop.step({ id }, { event: 'receive', branchId: 'koeln' })
    const found = [
      { title: 'Kette' },
      { title: 'Uhr', serial: '2491234', register: { name: 'Register', result: 'clear' as const } },
    ]
    await inspectGoods(db, { id }, { lines: found }, { by, secret })
    const final = await offered(token, 'final', [
      pieces.chain,
      pieces.watch as unknown as typeof pieces.chain,
    ])
    await shop.answer({ id }, final, 'accepted')
    await shop.identify(id)
    await shop.pay(id, { ...byTransfer, iban: 'DE89370400440532013000' })
    const second = await written(id)
    expect([...second.keys()]).toEqual(['sell-received', 'sell-offer', 'staff-sell accepted', 'sell-paid'])
    expect(second.get('sell-offer')?.subject).toMatch(/3\.834,65\s€$/)
    const [receipt] = second.get('sell-paid')?.attachments ?? []
    expect(receipt?.filename).toMatch(/^Ankaufsbeleg-AB-\d{4}-00001\.pdf$/)
    expect(receipt?.content.subarray(0, 5).toString()).toBe('%PDF-')
    await cancelPurchase(db, { id }, { reason: 'Falsches Konto', by, settings: shop.settings })
    const third = await written(id)
    const [cancelled] = third.get('sell-cancelled')?.attachments ?? []
    expect(cancelled?.filename).toMatch(/^Stornobeleg-AB-\d{4}-00002\.pdf$/)
    expect(third.get('sell-cancelled')?.plain).toMatch(/AB-\d{4}-00001 über 3\.834,65\s€ .*Falsches Konto/s)
    for (const [kind, { subject, html, plain, replyTo }] of [...first, ...second, ...third]) {
      for (const text of [subject, html, plain]) {
        expect(text, kind).not.toMatch(/undefined|\[object|null|NaN|\{\w+\}|mails\.|document\.\w/)
      }
      expect(html, kind).toContain(`https://rheingold.example/de/ankauf/${token}`)
      expect(html, kind).not.toMatch(/L01X00T22|2491234|DE89370400440532013000/)
      expect(replyTo).toBe(kind.startsWith('staff') ? 'erna@beispiel.example' : shop.settings.contact.email)
    }
    // Without photos and seller, when both are erased, it can still be printed.
    const { id: purchaseId } = await db.selectFrom('purchase').select('id').executeTakeFirstOrThrow()
    const purchase = await findPurchase(db, id, secret, purchaseId)
    const request = await readSellRequest(db, { id })
    if (!purchase || !request) throw new Error('not found')
    const erased = {
      purchase: { ...purchase, seller: null },
      request: { ...request, photos: [] },
      shopName: 'Rheingold',
    }
    expect((await receiptPdf({ db, files }, erased)).length).toBeGreaterThan(8_000)
  })

  test('tell why nothing is bought where staff have said so, as text', async () => {
    const { id } = await shop.submitted()
    const tell = 'Vergoldetes <b>kaufen</b> wir nicht an.'
    await shop.step({ id }, { event: 'turn-down', reason: 'Fälschung?', tell })
    const letter = (await written(id)).get('sell-turned-down')
    expect(letter?.plain).toContain(tell)
    expect(letter?.html).toContain('&lt;b&gt;kaufen&lt;/b&gt;')
    expect(`${letter?.plain}${letter?.html}`).not.toMatch(/Fälschung|am Telefon/)
  })

  test('take back what was said before as such: an estimate, and a label that nobody is to use', async () => {
    const { token, id } = await shop.submitted()
    await offered(token, 'estimate')
    await shop.step({ id }, { event: 'turn-down', reason: 'Verdacht' })
    const letter = (await written(id)).get('sell-turned-down')
    expect(letter?.plain).toMatch(/trotz unserer Schätzung[\s\S]*Es ist nichts weiter zu tun\. Den Grund/)
    const words = (visit: 'yes' | 'no', label: 'yes' | 'no') =>
      sellLetterWords('mails.sell-turned-down.text', { had: 'offer', here: 'no', told: 'no', visit, label })
    expect(words('yes', 'no')).toMatch(/^anders als angeboten .* leid\. Ihr Termin entfällt\. Den Grund/)
    expect(words('no', 'yes')).toMatch(/leid\. Bitte senden .* zu Ihnen zurück\. Den Grund/)
    expect(words('yes', 'yes')).toMatch(/leid\. Ihr Termin entfällt\. Bitte senden .* zurück\. Den Grund/)
  })

  // Duty: seller-receipt
  test('say what happens to the goods when nothing comes of it', async () => {
    const { db } = shop
    const address = { street: 'Ring 1', postalCode: '50667', city: 'Köln', country: 'DE' }
    const { token, id } = await shop.submitted({
      way: 'shipment',
      branchId: null,
      contact: { ...sellForm().contact, address },
    })
    await shop.answer({ id }, await offered(token, 'estimate'), 'accepted')
    const label = {
      carrier: 'Wertkurier Nord',
      code: 'WK-77',
      url: 'https://track.example/WK-77',
      declaredCents: 73_465,
    }
    await sendLabel(db, { id }, { label, by, settings: shop.settings })
    await shop.step({ id }, { event: 'receive', branchId: 'koeln' })
    await shop.step({ id }, { event: 'turn-down', reason: 'vergoldet' })
    const parcel = { carrier: 'Wertkurier Nord', code: 'WK-78' }
    await shop.step({ id }, { event: 'return', parcel })
    const letters = await written(id)
    expect(letters.get('sell-label')?.html).toContain('https://track.example/WK-77')
    expect(letters.get('sell-label')?.plain).toMatch(/734,65\s€ versichert/)
    // Written after the return, yet about the moment before: nothing of it is untrue.
    expect(letters.get('sell-turned-down')?.plain).not.toContain('vergoldet')
    expect(letters.get('sell-returned')?.plain).toMatch(/Wertkurier Nord[\s\S]*WK-78/)
    expect(letters.get('sell-returned')?.subject).toMatch(/^Ihre Stücke sind unterwegs zu Ihnen: Anfrage AN-/)
    const mail = {
      id: 1,
      kind: 'sell-nothing',
      locale: 'de' as const,
      recipient: 'x@y.example',
      payload: {},
      createdAt: new Date(),
    }
    await expect(writeLetter({ ...sources, db }, mail)).rejects.toThrow()
  })
})
