import { appContext } from '#app/app-context.ts'
import { isLocale } from '#app/language/locales.ts'
import { findProduct } from '#app/shop/catalogue/product.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { noSuchDocument } from './pdf-answer.ts'
import type { ResourceArgs } from './resource.ts'

/** `GET {apiUrl}/pieces/{stock number}/test-sheet.{locale}.pdf`: the newest test sheet of a piece that is shown. */
export async function loader({ params, context }: ResourceArgs<'id' | 'file'>): Promise<Response> {
  const { db } = context.get(appContext)
  const locale = /^test-sheet\.(\w{2})\.pdf$/.exec(params.file)?.[1]
  if (locale === undefined || !isLocale(locale)) return noSuchDocument()
  const piece = await findProduct(db, params.id, null)
  if (piece === null) return noSuchDocument()
  const { printedSheet, testSheetPdf } = await import('#app/letters/documents/write-test-sheet.tsx')
  const sheet = printedSheet(piece, locale)
  if (sheet === null) return noSuchDocument()
  const body = await testSheetPdf(sheet, await currentSettings(db))
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${sheet.view.number}.pdf"`,
      // A new sheet may be signed at any time.
      'cache-control': 'no-cache',
      'x-robots-tag': 'noindex',
    },
  })
}
