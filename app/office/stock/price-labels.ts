import type { Bilingual, Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { Label } from '#app/letters/documents/write-labels.tsx'
import type { PieceRow } from '#app/shop/stock-files/import-columns.ts'
import { pieceRows } from '#app/shop/stock-files/piece-rows.ts'
import { shopFields } from '#app/shop/stock-files/stock-import.ts'
import type { OfficeRequest } from '../answer.ts'
import { officeFormats } from '../frame/formats.ts'
import { stockWords } from './stock-words.ts'

const taxNotes: Record<string, Bilingual> = {
  margin_25a: { de: 'differenzbesteuert, § 25a UStG', en: 'margin scheme, § 25a UStG' },
  standard_19: { de: 'inkl. 19 % MwSt.', en: 'incl. 19 % VAT' },
  investment_gold_25c: { de: 'steuerfrei, § 25c UStG', en: 'VAT exempt, § 25c UStG' },
}

/** What stands on the price labels of pieces; how it is laid out: `LabelSheet.tsx`. */
export async function labelsOf(
  { app }: OfficeRequest,
  numbers: readonly string[],
  locale: Locale,
): Promise<Label[]> {
  const t = stockWords(locale)
  const fields = await shopFields(app.db)
  const written = (row: PieceRow, id: string) =>
    fields
      .find((each) => each.id === id)
      ?.show?.(row, { locale, decimals: locale === 'de' ? 'comma' : 'point' }) ?? ''
  const rows = new Map((await pieceRows(app.db, { ids: numbers })).map((row) => [String(row.id), row]))
  return numbers.flatMap((number): Label[] => {
    const row = rows.get(number)
    if (!row) return []
    const name = (row.name as Bilingual)[locale]
    const brand = written(row, 'brand')
    const ring = written(row, 'ring_size_mm')
    const metal = [written(row, 'metal'), written(row, 'fineness')].filter(Boolean).join(' ')
    const detail = row.reference ? `Ref. ${row.reference}` : [ring, metal].filter(Boolean).join(' · ')
    return [
      {
        number,
        code: new URL(pathTo(locale, 'product', { name: '-', id: number }), app.env.SITE_URL).href,
        name: name.startsWith(brand) ? name : `${brand} ${name}`.trim(),
        detail,
        price:
          row.price_cents === null
            ? t('labels.noPrice')
            : officeFormats(locale).price(Number(row.price_cents)),
        tax: row.price_cents === null ? '' : (taxNotes[String(row.tax_mode)]?.[locale] ?? ''),
      },
    ]
  })
}
