import type { Database } from '#app/platform/database/database.ts'
import type { Files } from '#app/platform/files.ts'
import type { Purchase, ReceiptPaper } from '#app/shop/buying/purchase.ts'
import { findSellPhoto } from '#app/shop/buying/sell-request-photos.ts'
import type { SellRequestView } from '#app/shop/buying/types.ts'
import { photoVariant } from '#app/shop/catalogue/photos.ts'
import { ReceiptDocument } from './ReceiptDocument.tsx'
import { renderPaper } from './render-paper.ts'

/** A purchase receipt as PDF, with the seller's own photos as far as they are kept. */
export async function receiptPdf(
  { db, files }: { db: Database; files: Files },
  {
    purchase,
    request,
    shopName,
  }: { purchase: Purchase | ReceiptPaper; request: SellRequestView; shopName: string },
): Promise<Buffer> {
  const photos: Buffer[] = []
  for (const { id } of request.photos) {
    const store = await findSellPhoto(db, files, { request: request.token }, id)
    const variant = store && (await photoVariant(store, id, 320, 'jpg'))
    if (variant) photos.push(Buffer.from(await new Response(variant.stream()).arrayBuffer()))
  }
  return renderPaper(<ReceiptDocument purchase={purchase} shopName={shopName} photos={photos} />)
}

/** The document that takes a purchase back, as PDF. */
export function cancellationPdf(purchase: Purchase | ReceiptPaper, shopName: string): Promise<Buffer> {
  return renderPaper(<ReceiptDocument purchase={purchase} shopName={shopName} photos={[]} takesBack />)
}
