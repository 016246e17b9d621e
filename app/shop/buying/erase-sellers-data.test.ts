import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { eraseNotedFiles } from '#app/shop/erased-files.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { pieces, sellingSecret as secret, sellForm } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { eraseSellersData } from './erase-sellers-data.ts'
import { findSellRequest } from './find-sell-request.ts'
import { findPurchase, findReceiptPaper } from './purchase.ts'
import { writeAsSeller } from './sell-messages.ts'
import { submitSellRequest } from './sell-request.ts'
import { addSellPhoto, newUploadToken } from './sell-request-photos.ts'
import { endBySeller } from './staff-steps.ts'
import { stockPieces } from './stocking.ts'

const shop = buyingShop()
const root = temporaryFolder()
const files = openLocalFiles(root)
const by = 'Berta Einkauf'
const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day)
const erase = (now: Date, rules = shop.settings) => eraseSellersData(shop.db, { settings: rules, now })

describe('what names people', () => {
  test('is forgotten with a request that led to nothing, after the days of the rule', async () => {
    const { db } = shop
    const upload = newUploadToken()
    const bytes = (await honestJpeg({ seed: 9 })) as Buffer<ArrayBuffer>
    await addSellPhoto(db, files, { upload }, { stream: new Blob([bytes]).stream(), client: null })
    const sent = await submitSellRequest(db, sellForm({ upload }), {
      client: 'pseudonym',
      settings: shop.settings,
      now: new Date(),
    })
    if (!sent.ok) throw new Error(sent.reason)
    const message = {
      text: 'Ich heiße Erna Muster',
      submission: crypto.randomUUID(),
      settings: shop.settings,
    }
    await writeAsSeller(db, sent.token, message)
    expect(await erase(inDays(400))).toBe(0)
    await endBySeller(db, sent.token, { settings: shop.settings })
    // A rule that begins later says nothing about what ended today; late in the evening, UTC's tomorrow is Berlin's today.
    const [rule] = shop.settings.buying.retention
    if (!rule) throw new Error('no rule')
    const later = { ...rule, from: inDays(2).toISOString().slice(0, 10), contactDays: 5 }
    const rules = { ...shop.settings, buying: { ...shop.settings.buying, retention: [rule, later] } }
    expect(await erase(inDays(89), rules)).toBe(0)
    expect(await erase(inDays(91), rules)).toBe(1)
    expect(await findSellRequest(db, sent.token)).toMatchObject({
      status: 'cancelled',
      contact: null,
      photos: [],
      messages: [{ text: '' }],
      details: { description: '', lines: [{ item: 'gold-585' }] },
    })
    await eraseNotedFiles(db, files)
    const left: string[] = []
    for await (const key of files.keys('sell')) left.push(key)
    expect(left).toEqual([])
    expect(await erase(inDays(400))).toBe(0)
  })

  // Duty: data-erasure
  test('is kept while the goods of a request that came to nothing are still here', async () => {
    const { db } = shop
    const { token } = await shop.submitted()
    await shop.step({ token }, { event: 'receive', branchId: 'koeln' })
    expect(await endBySeller(db, token, { settings: shop.settings })).toEqual({
      ok: true,
      status: 'declined',
    })
    expect(await erase(inDays(400))).toBe(0)
    expect((await findSellRequest(db, token))?.contact).toMatchObject({ name: 'Erna Muster' })
    await shop.step({ token }, { event: 'return', parcel: null })
    expect(await erase(inDays(400))).toBe(1)
    expect((await findSellRequest(db, token))?.contact).toBeNull()
  })

  // Duty: data-erasure
  test('is erased of a purchase when the years of the law are over, and the records stay', async () => {
    const { db } = shop
    const id = await shop.bought([pieces.watch])
    const stocked = await stockPieces(db, { id }, { by })
    const product = (stocked.ok && stocked.pieces[0]?.product) || ''
    const year = new Date().getFullYear()
    const at = (years: number) => new Date(`${year + years}-01-02T00:00:00Z`)
    expect(await erase(at(5))).toBe(0)
    expect(await erase(at(6))).toBe(1)
    const { sealed, person_hash, erased_at } = await db
      .selectFrom('identification')
      .selectAll()
      .where('request_id', '=', id)
      .executeTakeFirstOrThrow()
    expect([sealed, person_hash, erased_at instanceof Date]).toEqual([null, null, true])
    expect((await findPurchase(db, id, secret))?.seller).toMatchObject({ surname: 'Müster-Weiß' })
    expect(await erase(at(8))).toBe(0)
    const serial = () =>
      db
        .selectFrom('product_staff')
        .select('serial_encrypted')
        .where('product_id', '=', product)
        .executeTakeFirstOrThrow()
    // Receipt, contact, and the serial at the counter; the piece itself is still here and keeps its own.
    expect(await erase(at(9))).toBe(3)
    expect((await serial()).serial_encrypted).not.toBe(null)
    expect(await findPurchase(db, id, secret)).toMatchObject({
      seller: null,
      content: { totalCents: 310_000 },
    })
    await sql`update product set status = 'withdrawn' where id = ${product}`.execute(db)
    expect(await erase(at(9))).toBe(1)
    expect((await serial()).serial_encrypted).toBe(null)
  })
  // Duty: data-erasure
  test('is erased of a receipt that was never paid, too, and its papers stay', async () => {
    const { db } = shop
    const id = await shop.agreed()
    await shop.identify(id)
    const made = await shop.receipt(id)
    await shop.step({ id }, { event: 'turn-down', reason: 'Doch nicht' })
    const number = made.ok ? made.number : ''
    const paper = async () => (await findReceiptPaper(db, id, number, secret))?.paper
    const at = (years: number) => new Date(`${new Date().getFullYear() + years}-01-02T00:00:00Z`)
    await erase(at(8))
    expect((await paper())?.seller).toMatchObject({ surname: 'Müster-Weiß' })
    await erase(at(9))
    expect(await paper()).toMatchObject({ number, seller: null, content: { totalCents: 73_465 } })
  })
})
