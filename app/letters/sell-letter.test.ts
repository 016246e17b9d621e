import { mkdirSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { createLog } from '#app/platform/log.ts'
import type { Letter } from '#app/platform/mail.ts'
import { bookAppointment, freeSlots } from '#app/shop/buying/appointments.ts'
import { cancelPurchase } from '#app/shop/buying/cancel-purchase.ts'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { identifySeller } from '#app/shop/buying/identification.ts'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { answerOffer, makeOffer } from '#app/shop/buying/offer.ts'
import { findPurchase, paySeller } from '#app/shop/buying/purchase.ts'
import { writeAsSeller, writeAsStaff } from '#app/shop/buying/sell-messages.ts'
import { sendLabel } from '#app/shop/buying/sell-parcels.ts'
import { submitSellRequest } from '#app/shop/buying/sell-request.ts'
import type { SellRequestForm } from '#app/shop/buying/sell-request-form.ts'
import { addSellPhoto, newUploadToken } from '#app/shop/buying/sell-request-photos.ts'
import { inspectGoods, takeStaffStep } from '#app/shop/buying/staff-steps.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { testDatabase } from '#tests/database.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { ernaMuster, openBuyingShop, pieces, sellingSecret as secret, sellForm } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { receiptPdf } from './documents/write-receipt.tsx'
import { writeLetter } from './write-letter.ts'

const database = testDatabase()
const root = temporaryFolder()
const files = openLocalFiles(root)
const sources = {
  files,
  stories: { findStory: async () => null },
  siteUrl: 'https://rheingold.example',
  secret,
  log: createLog('silent'),
}
let settings: Settings
const by = 'Berta Einkauf'
/** A folder to look at what is written here: `LETTERS=letters vitest run app/letters`. */
const gallery = process.env.LETTERS

beforeAll(async () => {
  await openBuyingShop(database.db, new Date())
  settings = await readSettings(database.db)
})

/** Every mail that waits for a request, written and taken out of the box. */
async function written(id: number): Promise<Map<string, Letter>> {
  const { db } = database
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

async function submitted(changes: Partial<SellRequestForm> = {}) {
  const sent = await submitSellRequest(database.db, sellForm(changes), {
    client: null,
    settings,
    now: new Date(),
  })
  if (!sent.ok) throw new Error(sent.reason)
  const view = await readSellRequest(database.db, { token: sent.token })
  if (!view) throw new Error('not found')
  return { token: sent.token, id: view.id }
}

const offer = async (token: string, kind: 'estimate' | 'final', lines = [pieces.chain], note = '') => {
  const current = await currentPrices(database.db, new Date())
  const made = await makeOffer(database.db, { token }, { kind, lines, note, by, settings, current })
  if (!made.ok) throw new Error(made.reason)
  return made.offer
}

describe('letters to sellers', () => {
  // Duty: seller-receipt
  test('follow a request from its acknowledgement to the receipt', async () => {
    const { db } = database
    const upload = newUploadToken()
    for (const seed of [1, 2]) {
      const bytes = (await honestJpeg({ seed })) as Buffer<ArrayBuffer>
      await addSellPhoto(db, files, { upload }, { stream: new Blob([bytes]).stream(), client: null })
    }
    const { token, id } = await submitted({ upload })
    await writeAsStaff(db, { id }, { text: 'Ist ein Stempel zu sehen?\nInnen am Verschluss?', by, settings })
    await writeAsSeller(db, token, { text: 'Ja, 585.', submission: crypto.randomUUID(), settings })
    const estimate = await offer(token, 'estimate', [pieces.chain], 'Ohne Stein gerechnet.')
    await answerOffer(db, { id }, { offer: estimate, answer: 'accepted', settings })
    const [branch] = settings.branches
    const [slot] = branch ? await freeSlots(db, branch, settings.buying, new Date()) : []
    if (!slot) throw new Error('no slot')
    await bookAppointment(db, { id }, { branchId: 'koeln', startsAt: slot.startsAt, settings })
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

    await takeStaffStep(db, { id }, { event: 'receive', branchId: 'koeln' }, { by, settings })
    const found = [
      { title: 'Kette' },
      { title: 'Uhr', serial: '2491234', register: { name: 'Register', result: 'clear' as const } },
    ]
    await inspectGoods(db, { id }, { lines: found }, { by, secret })
    const final = await offer(token, 'final', [pieces.chain, pieces.watch as unknown as typeof pieces.chain])
    await answerOffer(db, { id }, { offer: final, answer: 'accepted', settings })
    await identifySeller(db, { id }, ernaMuster(), { by, secret })
    const payout = {
      means: 'transfer',
      reference: 'K-17',
      iban: 'DE89370400440532013000',
      holder: 'Erna Müster-Weiß',
      declared: true,
    } as const
    await paySeller(db, { id }, payout, { by, secret, settings })
    const second = await written(id)
    expect([...second.keys()]).toEqual(['sell-received', 'sell-offer', 'staff-sell accepted', 'sell-paid'])
    expect(second.get('sell-offer')?.subject).toMatch(/3\.834,65\s€$/)
    const [receipt] = second.get('sell-paid')?.attachments ?? []
    expect(receipt?.filename).toMatch(/^Ankaufbeleg-AB-\d{4}-00001\.pdf$/)
    expect(receipt?.content.subarray(0, 5).toString()).toBe('%PDF-')
    await cancelPurchase(db, { id }, { reason: 'Falsches Konto', by, settings })
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
      expect(replyTo).toBe(kind.startsWith('staff') ? 'erna@beispiel.example' : settings.contact.email)
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

  // Duty: seller-receipt
  test('say what happens to the goods when nothing comes of it', async () => {
    const { db } = database
    const address = { street: 'Ring 1', postalCode: '50667', city: 'Köln', country: 'DE' }
    const { token, id } = await submitted({
      way: 'shipment',
      branchId: null,
      contact: { ...sellForm().contact, address },
    })
    await answerOffer(db, { id }, { offer: await offer(token, 'estimate'), answer: 'accepted', settings })
    const label = {
      carrier: 'Wertkurier Nord',
      code: 'WK-77',
      url: 'https://track.example/WK-77',
      declaredCents: 73_465,
    }
    await sendLabel(db, { id }, { label, by, settings })
    await takeStaffStep(db, { id }, { event: 'receive', branchId: 'koeln' }, { by, settings })
    await takeStaffStep(db, { id }, { event: 'turn-down', reason: 'vergoldet' }, { by, settings })
    const parcel = { carrier: 'Wertkurier Nord', code: 'WK-78' }
    await takeStaffStep(db, { id }, { event: 'return', parcel }, { by, settings })
    const letters = await written(id)
    expect(letters.get('sell-label')?.html).toContain('https://track.example/WK-77')
    expect(letters.get('sell-label')?.plain).toMatch(/734,65\s€ versichert/)
    // Written after the return, yet about the moment before: nothing of it is untrue.
    expect(letters.get('sell-turned-down')?.plain).not.toContain('vergoldet')
    expect(letters.get('sell-returned')?.plain).toMatch(/Wertkurier Nord[\s\S]*WK-78/)
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
