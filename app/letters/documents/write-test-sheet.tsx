import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Locale } from '#app/language/locales.ts'
import { productTitle } from '#app/shop/catalogue/piece-title.ts'
import { testSheetView } from '#app/shop/catalogue/test-sheet-view.ts'
import type { ProductDetail } from '#app/shop/catalogue/types.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { renderPaper } from './render-paper.ts'
import { SheetFile } from './Sheet.tsx'
import { type PrintedSheet, TestSheetPages } from './TestSheetDocument.tsx'

/** A piece's sheet as it is printed; null: it has none. */
export function printedSheet(piece: ProductDetail, locale: Locale): PrintedSheet | null {
  if (piece.testSheet === null) return null
  return {
    view: testSheetView(piece, piece.testSheet, locale),
    piece: productTitle(piece, locale),
    id: piece.id,
    locale,
  }
}

/** Written sheets by what they say, also those that are being written: whoever asks can ask again and again. */
const written = new LRUCache<string, Promise<Buffer>>({ max: 200 })

/** Several sheets in one file, to be printed. */
export function testSheetsPdf(
  sheets: readonly PrintedSheet[],
  { site, company }: Pick<Settings, 'site' | 'company'>,
): Promise<Buffer> {
  const of = { shopName: site.name, company }
  return renderPaper(
    <SheetFile
      {...of}
      title={sheets.map(({ view }) => view.title).join(', ')}
      locale={sheets[0]?.locale ?? 'de'}
    >
      {sheets.map((sheet) => (
        <TestSheetPages key={sheet.view.number} {...of} sheet={sheet} />
      ))}
    </SheetFile>,
  )
}

/** A test sheet as PDF, kept: whoever looks at a piece may ask for it. */
export function testSheetPdf(
  sheet: PrintedSheet,
  settings: Pick<Settings, 'site' | 'company'>,
): Promise<Buffer> {
  const { site, company } = settings
  const key = createHash('sha256')
    .update(JSON.stringify([sheet, site.name, company]))
    .digest('hex')
  const known = written.get(key)
  if (known) return known
  const made = testSheetsPdf([sheet], settings)
  written.set(key, made)
  made.catch(() => written.delete(key))
  return made
}
