import { Column } from '@react-email/column'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { formatDate, formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import type { PieceDescription, PieceFact } from '#app/shop/catalogue/piece-essentials.ts'
import { pieceName } from '#app/shop/checkout/piece-name.ts'
import { addressLines } from '#app/shop/checkout/postal-address.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import type { Branch } from '#app/shop/settings/settings.ts'
import { letterWords } from '../letter-words.ts'
import { rateAndCountry, taxNote } from '../tax-words.ts'
import { Facts } from './Facts.tsx'
import { styles } from './styles.ts'

/** What was ordered, for how much, how it comes and how it is paid; in a mail's own language. */
export function OrderSummary({
  order,
  branches,
  locale,
}: {
  order: OrderView
  branches: readonly Branch[]
  locale: Locale
}) {
  const t = letterWords(locale)
  const sum = (label: string, amount: string, strong = false) => (
    <Row>
      <Column style={styles.label}>{label}</Column>
      <Column style={{ ...styles.price, ...(strong ? { fontWeight: 600 } : {}) }}>{amount}</Column>
    </Row>
  )
  const total = (label: string, cents: number, strong = false) =>
    sum(label, formatPrice(cents, locale), strong)
  const consents = order.lines.flatMap((line) => line.deviations.map((deviation) => ({ line, deviation })))
  const { lines, shippingTaxes } = order
  const listedCents = [...lines, ...shippingTaxes].reduce((sum, part) => sum + part.listedCents, 0)
  const taxed = [...lines.map(({ tax }) => tax), ...shippingTaxes].find(({ vatCents }) => vatCents > 0)
  return (
    <Section style={{ marginTop: '24px' }}>
      <Facts
        rows={[
          [t('order.number'), order.number],
          [t('order.date'), formatDate(order.placedAt, locale)],
        ]}
      />
      <Hr style={styles.rule} />
      {order.lines.map((line) => (
        <Section key={line.piece} style={{ marginBottom: '12px' }}>
          <Row>
            <Column style={{ ...styles.value, fontSize: '15px' }}>{pieceName(line, locale)}</Column>
            <Column style={styles.price}>{formatPrice(line.priceCents, locale)}</Column>
          </Row>
          <Text style={{ ...styles.small, margin: 0 }}>
            {[
              line.reference && t('order.reference', { reference: line.reference }),
              t('order.stockNumber', { id: line.piece }),
            ]
              .filter(Boolean)
              .join(' · ')}
            <br />
            {taxNote(line, locale)}
          </Text>
          <Description of={line.description?.[locale]} />
        </Section>
      ))}
      <Hr style={styles.rule} />
      {total(t('order.goods'), order.goodsCents)}
      {sum(
        t(order.delivery.kind === 'collection' ? 'order.collection' : 'order.shipping'),
        // As in the checkout and on the order's page.
        order.shippingCents === 0 ? t('order.free') : formatPrice(order.shippingCents, locale),
      )}
      {total(t('order.total'), order.totalCents, true)}
      {listedCents > order.totalCents && total(t('order.untaxed'), listedCents - order.totalCents)}
      {order.vatCents > 0 &&
        total(
          taxed?.rule === 'destination' ? t('order.vatOf', rateAndCountry(taxed, locale)) : t('order.vat'),
          order.vatCents,
        )}
      <Hr style={styles.rule} />
      <Facts rows={details(order, branches, locale)} />
      {consents.length > 0 && (
        <Section>
          <Heading as="h2" style={styles.heading}>
            {t('order.consents')}
          </Heading>
          {consents.map(({ line, deviation }) => (
            <Text key={`${line.piece}-${deviation.kind}`} style={styles.small}>
              {t('order.stockNumber', { id: line.piece })}: {deviation.text[locale]}
            </Text>
          ))}
        </Section>
      )}
    </Section>
  )
}

/** What was agreed of a piece when it was ordered; orders of earlier releases have kept nothing of it. */
function Description({ of }: { of: PieceDescription[Locale] | undefined }) {
  if (!of) return null
  const said = ({ label, text }: PieceFact) => `${label}: ${text}`
  return [
    of.facts.map(said).join(' · '),
    ...[of.notes, of.defect].flatMap((each) => (each ? said(each) : [])),
  ].map((line) => (
    <Text key={line} style={{ ...styles.small, margin: 0 }}>
      {line}
    </Text>
  ))
}

function details(order: OrderView, branches: readonly Branch[], locale: Locale) {
  const t = letterWords(locale)
  const { delivery, shipping } = order
  const branch =
    delivery.kind === 'collection' ? branches.find(({ id }) => id === delivery.branchId) : undefined
  const way = t(`order.by.${shipping.method}`, { branch: branch?.name ?? '' })
  const where =
    delivery.kind === 'collection'
      ? [way, ...(branch ? [branch.street, `${branch.postalCode} ${branch.city}`] : [])]
      : [way, ...addressLines(delivery.address, locale)]
  const rows: [string, string | string[]][] = [
    [
      t('order.delivery'),
      [
        ...where,
        ...(shipping.days
          ? [t('order.days', { from: String(shipping.days[0]), to: String(shipping.days[1]) })]
          : []),
        ...(shipping.dutiesByBuyer ? [t('order.duties')] : []),
        ...(order.giftWrap ? [t('order.giftWrap')] : []),
      ],
    ],
    [t('order.invoiceAddress'), addressLines(order.invoiceAddress, locale)],
    ...(order.vatId ? [[t('order.vatId'), order.vatId.id] as [string, string]] : []),
    [t('order.payment'), t(`order.payments.${order.payment}`)],
  ]
  if (order.note !== '') rows.push([t('order.note'), order.note.split('\n')])
  return rows
}
