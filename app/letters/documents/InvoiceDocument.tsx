import { Path, Svg, View } from '@react-pdf/renderer'
import { encode } from 'uqr'
import { formatDate } from '#app/language/formats.ts'
import { printedIban } from '#app/language/iban.ts'
import { type Invoice, taxSumsOf } from '#app/shop/checkout/invoice.ts'
import { pieceName } from '#app/shop/checkout/piece-name.ts'
import type { TaxSum } from '#app/shop/checkout/tax-basket.ts'
import type { TransferInstructions } from '#app/shop/checkout/types.ts'
import { countryName } from '../country-name.ts'
import { formatAmount } from '../letter-formats.ts'
import { letterWords } from '../letter-words.ts'
import { palette } from '../palette.ts'
import { rateAndCountry } from '../tax-words.ts'
import { Fact } from './Fact.tsx'
import { PiecesTable } from './PiecesTable.tsx'
import { SheetFile, SheetPages } from './Sheet.tsx'
import { Text } from './Text.tsx'
import { sheet } from './typography.ts'

/**
 * An invoice or the document that cancels one. `transfer` prints where the money goes while it is open. The seller's name,
 * address and VAT number stand in the foot of each page (`company-line.ts`), the note about the tax by `TaxNote`.
 */
export function InvoiceDocument(props: InvoiceProps) {
  const { invoice, shopName } = props
  const { locale, seller } = invoice.content
  return (
    <SheetFile title={titleOf(invoice)} shopName={shopName} company={seller} locale={locale}>
      <InvoicePages {...props} />
    </SheetFile>
  )
}

type InvoiceProps = { invoice: Invoice; shopName: string; transfer: TransferInstructions | null }

const nameOf = ({ kind, content }: Invoice) =>
  letterWords(content.locale)(kind === 'invoice' ? 'invoice.title' : 'invoice.cancellation')
const titleOf = (invoice: Invoice) => `${nameOf(invoice)} ${invoice.number}`

/** The same as pages of a file that holds other papers, too. */
export function InvoicePages({ invoice, shopName, transfer }: InvoiceProps) {
  const { content, kind } = invoice
  const { locale, buyer, seller } = content
  const t = letterWords(locale)
  const deduction = content.deductionCents ?? 0
  const sums = taxSumsOf(content)
  return (
    <SheetPages title={titleOf(invoice)} shopName={shopName} company={seller} locale={locale}>
      <View style={{ ...sheet.row, marginBottom: 34 }}>
        <View style={{ width: '55%' }}>
          {[
            // Up to an amount nobody need say who they are (§ 33 UStDV).
            buyer.company,
            buyer.name,
            buyer.street,
            buyer.extra,
            `${buyer.postalCode} ${buyer.city}`.trim(),
            buyer.street === '' && content.counter ? null : countryName(buyer.country, locale),
          ]
            .filter((line) => line !== null && line !== '')
            .map((line) => (
              <Text key={line}>{line}</Text>
            ))}
          {content.buyerVatId && <Text>{t('invoice.buyerVatId', { id: content.buyerVatId })}</Text>}
        </View>
        <View style={{ width: '40%' }}>
          <Fact label={t('invoice.number')} value={invoice.number} />
          <Fact label={t('invoice.date')} value={formatDate(invoice.issuedAt, locale)} />
          <Fact
            label={t(content.counter ? 'invoice.counter.sale' : 'invoice.orderNumber')}
            value={content.orderNumber}
          />
        </View>
      </View>
      <Text style={sheet.title}>{nameOf(invoice)}</Text>
      {invoice.cancels !== null && (
        <Text style={{ marginBottom: 10 }}>{t('invoice.cancels', { number: invoice.cancels })}</Text>
      )}
      <PiecesTable
        heads={[t('invoice.piece'), t('invoice.price')]}
        rows={content.lines.map((line) => ({
          piece: <Piece line={line} locale={locale} />,
          amount: amount(line.priceCents, invoice),
        }))}
      >
        <View style={{ marginTop: 10, marginLeft: '45%', gap: 3 }}>
          {content.shippingCents > 0 && (
            <Fact label={t('invoice.shipping')} value={amount(content.shippingCents, invoice)} />
          )}
          <Fact label={t('invoice.total')} value={amount(content.totalCents + deduction, invoice)} strong />
          <TaxSums sums={sums} invoice={invoice} />
          {deduction > 0 && (
            <>
              <Fact label={t('invoice.deduction')} value={formatAmount(deduction, locale)} />
              <Fact label={t('invoice.paidBack')} value={amount(content.totalCents, invoice)} strong />
            </>
          )}
        </View>
      </PiecesTable>
      <View style={{ marginTop: 22, gap: 4 }} wrap={false}>
        {sums.map((sum) => (
          <TaxNote key={sum.rule} sum={sum} locale={locale} />
        ))}
        {kind === 'invoice' && !content.counter && (
          <>
            <Text>{t('invoice.deliveryDate')}</Text>
            <Text>{t(`invoice.payments.${content.payment}`)}</Text>
          </>
        )}
        {kind === 'invoice' && content.counter && <SoldHere content={content} counter={content.counter} />}
      </View>
      {transfer && kind === 'invoice' && <Transfer transfer={transfer} locale={locale} />}
    </SheetPages>
  )
}

/** Of a sale over the counter: it was handed over and paid at once, and nothing is said of withdrawing. */
function SoldHere({
  content: { locale, orderedOn, payment, lines },
  counter: { branch, reference },
}: {
  content: Invoice['content']
  counter: NonNullable<Invoice['content']['counter']>
}) {
  const t = letterWords(locale)
  const date = formatDate(new Date(orderedOn), locale)
  const agreed = lines.some((line) => (line.agreed ?? []).length > 0) ? 'yes' : 'no'
  return (
    <>
      <Text>{t('invoice.counter.handedOver', { branch, date })}</Text>
      <Text>
        {payment === 'bank-transfer'
          ? t('invoice.counter.transfer', { reference })
          : `${t(`invoice.payments.${payment}`)} ${t('invoice.counter.till', { reference })}`}
      </Text>
      <Text>{t('invoice.counter.guarantee', { agreed })}</Text>
    </>
  )
}

function Piece({ line, locale }: { line: Invoice['content']['lines'][number]; locale: 'de' | 'en' }) {
  const t = letterWords(locale)
  return (
    <>
      <Text style={sheet.strong}>{pieceName(line, locale)}</Text>
      <Text style={sheet.soft}>
        {[
          line.reference && t('order.reference', { reference: line.reference }),
          t('order.stockNumber', { id: line.piece }),
          taxMark(line, locale),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {[...descriptionLines(line), ...agreedLines(line, locale)].map((each) => (
        <Text key={each} style={sheet.soft}>
          {each}
        </Text>
      ))}
    </>
  )
}

/** What was agreed of the piece, its known defect on a line of its own. */
function descriptionLines({ description }: Invoice['content']['lines'][number]): string[] {
  if (!description) return []
  const said = ({ label, text }: { label: string; text: string }) => `${label}: ${text}`
  const { facts, defect } = description
  return [facts.map(said).join(' · '), ...(defect ? [said(defect)] : [])].filter((line) => line !== '')
}

/** What the buyer agreed to by a tick of its own, word for word. */
function agreedLines({ agreed = [] }: Invoice['content']['lines'][number], locale: 'de' | 'en'): string[] {
  const t = letterWords(locale)
  return agreed.map((text) => t('invoice.counter.agreed', { text }))
}

/** What a cancellation takes back is less than nothing. */
function amount(cents: number, { kind, content }: Invoice): string {
  return formatAmount(kind === 'cancellation' ? -cents : cents, content.locale)
}

/** The amounts by rule and rate, as an invoice has to break them down (§ 14 (4) no. 7, 8 UStG). */
function TaxSums({ sums, invoice }: { sums: readonly TaxSum[]; invoice: Invoice }) {
  const { locale } = invoice.content
  const t = letterWords(locale)
  return sums.map((sum) => {
    if (sum.rule === 'domestic' || sum.rule === 'destination') {
      const values = rateAndCountry(sum, locale)
      return (
        <View key={sum.rule} style={{ gap: 3 }}>
          <Fact label={t('invoice.net', values)} value={amount(sum.netCents, invoice)} />
          <Fact label={t(`invoice.sums.${sum.rule}`, values)} value={amount(sum.vatCents, invoice)} />
        </View>
      )
    }
    // What all of it is, the note below says.
    if (sums.length === 1) return null
    return (
      <Fact key={sum.rule} label={t(`invoice.sums.${sum.rule}`)} value={amount(sum.grossCents, invoice)} />
    )
  })
}

/** The rule in the words that the law wants (§ 14 (4) no. 8, § 14a UStG). */
function TaxNote({ sum, locale }: { sum: TaxSum; locale: 'de' | 'en' }) {
  const t = letterWords(locale)
  if (sum.rule === 'domestic') return null
  if (sum.rule === 'destination')
    return <Text>{t('invoice.rules.destination', rateAndCountry(sum, locale))}</Text>
  return <Text>{t(`invoice.rules.${sum.rule}`)}</Text>
}

/** Documents from before taxes across borders know the piece's kind of tax alone. */
function taxMark({ tax, taxMode }: Invoice['content']['lines'][number], locale: 'de' | 'en'): string {
  const t = letterWords(locale)
  const formerly = { margin_25a: 'margin', standard_19: 'domestic', investment_gold_25c: 'gold' } as const
  const rule = tax?.rule ?? formerly[taxMode]
  return rule === 'domestic' || rule === 'destination'
    ? t(`invoice.marks.${rule}`, rateAndCountry(tax ?? { ratePerMille: 190, country: 'DE' }, locale))
    : t(`invoice.marks.${rule}`)
}

function Transfer({ transfer, locale }: { transfer: TransferInstructions; locale: 'de' | 'en' }) {
  const t = letterWords(locale)
  return (
    <View style={{ ...sheet.row, marginTop: 24 }} wrap={false}>
      <View style={{ width: '55%', gap: 3 }}>
        <Text style={{ ...sheet.strong, marginBottom: 3 }}>{t('bank.title')}</Text>
        <Fact label={t('bank.holder')} value={transfer.holder} />
        <Fact label={t('bank.iban')} value={printedIban(transfer.iban)} />
        <Fact label={t('bank.bic')} value={transfer.bic} />
        <Fact label={t('bank.amount')} value={formatAmount(transfer.amountCents, locale)} />
        <Fact label={t('bank.reference')} value={transfer.reference} />
      </View>
      <View style={{ width: 110, alignItems: 'center', gap: 4 }}>
        <Code text={transfer.code} />
        <Text style={{ ...sheet.soft, fontSize: 7, textAlign: 'center' }}>{t('bank.code')}</Text>
      </View>
    </View>
  )
}

/** The QR code as one path, black on white with its quiet zone. */
function Code({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', maxVersion: 13, border: 4 })
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <Svg viewBox={`0 0 ${size} ${size}`} style={{ width: 96, height: 96 }}>
      <Path d={modules.join('')} fill={palette.ink} />
    </Svg>
  )
}
