import { findProducts } from '#app/shop/catalogue/product.ts'
import { proofFile } from '#app/shop/checkout/export-proof.ts'
import { findInvoices } from '#app/shop/checkout/invoice.ts'
import { transferInstructions } from '#app/shop/checkout/transfer.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import type { OfficeRequest } from '../answer.ts'

const none = () => new Response(null, { status: 404 })

/** A PDF that opens in the browser, where it is printed. */
export function pdfAnswer(fileName: string, content: Buffer): Response {
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
    },
  })
}

type Db = OfficeRequest['app']['db']

/** The pieces of an order that go into its parcel, as far as they have a page. */
async function packedPieces(db: Db, { lines }: OrderView) {
  const ids = lines.filter(({ releasedAt }) => releasedAt === null).map(({ piece }) => piece)
  return ids.length === 0 ? [] : findProducts(db, ids, null)
}

export async function haveTestSheets(db: Db, order: OrderView): Promise<boolean> {
  return (await packedPieces(db, order)).some(({ testSheet }) => testSheet !== null)
}

/** The test sheets of an order's pieces, in its language. */
export async function sheetsOfOrder(db: Db, order: OrderView) {
  const { printedSheet } = await import('#app/letters/documents/write-test-sheet.tsx')
  const pieces = await packedPieces(db, order)
  return pieces.map((piece) => printedSheet(piece, order.locale)).filter((sheet) => sheet !== null)
}

/** A document of an order as a file, by what the address names; null where it names none. */
export async function documentOf(
  { app, now }: OfficeRequest,
  order: OrderView,
  query: URLSearchParams,
): Promise<Response | null> {
  const [number, paper, proof] = ['document', 'paper', 'proof'].map((name) => query.get(name))
  if (number) {
    const invoice = (await findInvoices(app.db, order.id)).find((each) => each.number === number)
    if (!invoice) return none()
    const { invoicePdf } = await import('#app/letters/documents/write-documents.tsx')
    const { site, bank } = await readSettings(app.db)
    const body = await invoicePdf(invoice, {
      shopName: site.name,
      transfer: transferInstructions(order, bank),
    })
    return pdfAnswer(`${number}.pdf`, body)
  }
  if (paper === 'delivery-note') {
    const { packingPdf } = await import('#app/letters/documents/write-packing.tsx')
    const settings = await readSettings(app.db)
    return pdfAnswer(
      `${order.number}.pdf`,
      await packingPdf([{ order, invoice: null, sheets: [] }], { settings, now }),
    )
  }
  if (paper === 'test-sheets') {
    const sheets = await sheetsOfOrder(app.db, order)
    if (sheets.length === 0) return none()
    const { testSheetsPdf } = await import('#app/letters/documents/write-test-sheet.tsx')
    return pdfAnswer(`${order.number}.pdf`, await testSheetsPdf(sheets, await readSettings(app.db)))
  }
  if (paper === 'withdrawal') {
    const { storyPdf } = await import('#app/letters/documents/write-documents.tsx')
    const settings = await readSettings(app.db)
    const { locale } = order
    const of = { locale, settings, siteUrl: app.env.SITE_URL }
    const body = await storyPdf(app.stories, 'cancellation', of)
    return body ? pdfAnswer('widerruf.pdf', body) : none()
  }
  if (proof) {
    const file = /^\d{1,12}$/.test(proof) ? await proofOf(app.db, order.id, Number(proof)) : null
    if (!file) return none()
    // Whatever it is, it is kept and not opened here: it came from outside.
    return new Response(new Uint8Array(file.content), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.file_name)}`,
        'x-content-type-options': 'nosniff',
      },
    })
  }
  return null
}

async function proofOf(db: OfficeRequest['app']['db'], orderId: number, id: number) {
  const own = await db
    .selectFrom('export_proof')
    .select('id')
    .where('id', '=', id)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return own ? proofFile(db, id) : null
}
