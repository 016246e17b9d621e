import { View } from '@react-pdf/renderer'
import { formatDate } from '#app/language/formats.ts'
import { pieceName } from '#app/shop/checkout/piece-name.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import type { Company } from '#app/shop/settings/trade-settings.ts'
import { countryName } from '../country-name.ts'
import { letterWords } from '../letter-words.ts'
import { Fact } from './Fact.tsx'
import { PiecesTable } from './PiecesTable.tsx'
import { SheetPages } from './Sheet.tsx'
import { Text } from './Text.tsx'
import { sheet } from './typography.ts'

/** What lies in a parcel, without prices: it may be a gift. In the language of the order. */
export function DeliveryNotePages({
  order,
  shopName,
  company,
  email,
  now,
}: {
  order: OrderView
  shopName: string
  company: Company
  /** Where whoever misses something writes to. */
  email: string
  now: Date
}) {
  const { locale, delivery, tracking } = order
  const t = letterWords(locale)
  const address = delivery.kind === 'courier' ? delivery.address : order.invoiceAddress
  const lines = order.lines.filter(({ releasedAt }) => releasedAt === null)
  return (
    <SheetPages
      title={`${t('deliveryNote.title')} ${order.number}`}
      shopName={shopName}
      company={company}
      locale={locale}
    >
      <View style={{ ...sheet.row, marginBottom: 34 }}>
        <View style={{ width: '55%' }}>
          {[
            address.company,
            address.name,
            address.street,
            address.extra,
            `${address.postalCode} ${address.city}`,
            countryName(address.country, locale),
          ]
            .filter((line) => line !== null)
            .map((line) => (
              <Text key={line}>{line}</Text>
            ))}
        </View>
        <View style={{ width: '40%' }}>
          <Fact label={t('deliveryNote.orderNumber')} value={order.number} />
          <Fact label={t('deliveryNote.date')} value={formatDate(now, locale)} />
        </View>
      </View>
      <Text style={sheet.title}>{t('deliveryNote.title')}</Text>
      <PiecesTable
        heads={[t('deliveryNote.piece'), t('deliveryNote.count')]}
        rows={lines.map((line) => ({
          piece: (
            <>
              <Text style={sheet.strong}>{pieceName(line, locale)}</Text>
              <Text style={sheet.soft}>
                {[
                  line.reference && t('order.reference', { reference: line.reference }),
                  t('order.stockNumber', { id: line.piece }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </>
          ),
          amount: '1',
        }))}
      >
        <Text style={{ ...sheet.strong, marginTop: 10, textAlign: 'right' }}>
          {t('deliveryNote.pieces', { count: lines.length })}
        </Text>
      </PiecesTable>
      <View style={{ marginTop: 22, gap: 6 }} wrap={false}>
        {delivery.kind === 'collection' && <Text>{t('deliveryNote.collected')}</Text>}
        {tracking && (
          <Text>{t('deliveryNote.shippedWith', { carrier: tracking.carrier, code: tracking.code })}</Text>
        )}
        {order.giftWrap && <Text>{t('deliveryNote.gift')}</Text>}
        {order.vatId === null && order.saleChannel === 'online' && <Text>{t('deliveryNote.withdraw')}</Text>}
        <Text>{t('deliveryNote.questions', { email })}</Text>
      </View>
    </SheetPages>
  )
}
