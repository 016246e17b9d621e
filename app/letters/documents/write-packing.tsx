import type { Invoice } from '#app/shop/checkout/invoice.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { DeliveryNotePages } from './DeliveryNote.tsx'
import { InvoicePages } from './InvoiceDocument.tsx'
import { renderPaper } from './render-paper.ts'
import { SheetFile } from './Sheet.tsx'
import { type PrintedSheet, TestSheetPages } from './TestSheetDocument.tsx'

/** The papers of a parcel: what lies in it, its invoice unless there is none or it is a gift, the test sheets. */
export type PackedPapers = { order: OrderView; invoice: Invoice | null; sheets: readonly PrintedSheet[] }

/** The papers of several parcels in one file, each order's together, to be printed in one go. */
export function packingPdf(
  parcels: readonly PackedPapers[],
  { settings, now }: { settings: Pick<Settings, 'site' | 'company' | 'contact'>; now: Date },
): Promise<Buffer> {
  const { site, company, contact } = settings
  const of = { shopName: site.name, company }
  const first = parcels[0]?.order
  return renderPaper(
    <SheetFile
      {...of}
      title={parcels.map(({ order }) => order.number).join(', ')}
      locale={first?.locale ?? 'de'}
    >
      {parcels.flatMap(({ order, invoice, sheets }) => [
        <DeliveryNotePages key={order.number} {...of} order={order} email={contact.email} now={now} />,
        ...(invoice ? [<InvoicePages key={invoice.number} {...of} invoice={invoice} transfer={null} />] : []),
        ...sheets.map((sheet) => <TestSheetPages key={sheet.view.number} {...of} sheet={sheet} />),
      ])}
    </SheetFile>,
  )
}
