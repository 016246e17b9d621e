import { Image, Path, Svg, View } from '@react-pdf/renderer'
import { formatDate } from '#app/language/formats.ts'
import type { Purchase, ReceiptPaper } from '#app/shop/buying/purchase.ts'
import type { ReceiptContent, ReceiptSeller } from '#app/shop/buying/purchase-receipt.ts'
import { pricesOf } from '#app/shop/buying/shown-arithmetic.ts'
import { byPlace } from '#app/ui/by-place.ts'
import { countryName } from '../country-name.ts'
import { formatAmount } from '../letter-formats.ts'
import { sellLetterWords as t } from '../letter-words.ts'
import { palette } from '../palette.ts'
import { describeLine, moment } from '../sell-mail-content.ts'
import { Fact } from './Fact.tsx'
import { PiecesTable } from './PiecesTable.tsx'
import { Sheet } from './Sheet.tsx'
import { Text } from './Text.tsx'
import { sheet } from './typography.ts'

const euros = (cents: number) => formatAmount(cents, 'de')
const day = (date: Date | string) => formatDate(date, 'de')

/**
 * The receipt of a purchase from a private person, to be signed before it is paid or, where it `takesBack`, the document
 * that cancels it. `photos` are
 * small JPEG pictures of what was bought.
 */
export function ReceiptDocument({
  purchase,
  shopName,
  photos,
  takesBack = false,
}: {
  purchase: Purchase | ReceiptPaper
  shopName: string
  photos: readonly Buffer[]
  takesBack?: boolean
}) {
  const { content, seller } = purchase
  const { buyer, branch, identification } = content
  const cancellation = takesBack ? purchase.cancellation : null
  const title = t(cancellation ? 'document.cancelledTitle' : 'document.title')
  const issued = content.issuedAt
    ? new Date(content.issuedAt)
    : (purchase.paidAt ?? new Date(content.agreedAt))
  const { number, at } = cancellation ?? { number: purchase.number, at: issued }
  const sign = cancellation ? -1 : 1
  return (
    <Sheet title={`${title} ${number}`} shopName={shopName} company={buyer} locale="de">
      <View style={{ ...sheet.row, marginBottom: 24 }}>
        <View style={{ width: '48%' }}>
          <Text style={sheet.soft}>{t('document.seller')}</Text>
          {sellerLines(seller).map((line) => (
            <Text key={line}>{line}</Text>
          ))}
          <Text style={{ ...sheet.soft, marginTop: 6 }}>{t('document.identified')}</Text>
          <Text>
            {t('document.identifiedText', {
              kind: t(`document.papers.${identification.kind}`),
              masked: identification.masked,
              date: day(identification.checkedAt),
            })}
          </Text>
        </View>
        <View style={{ width: '44%' }}>
          <Fact label={t('document.number')} value={number} />
          <Fact label={t('document.date')} value={moment(at)} />
          <Fact label={t('document.request')} value={content.requestNumber} />
          <Text style={{ ...sheet.soft, marginTop: 6 }}>{t('document.branch')}</Text>
          <Text>
            {branch.name}, {branch.street}, {branch.postalCode} {branch.city}
          </Text>
        </View>
      </View>
      <Text style={sheet.title}>{title}</Text>
      <PiecesTable
        heads={[t('document.piece'), t('document.price')]}
        rows={content.lines.map((line, position) => ({
          piece: (
            <>
              <Text style={sheet.strong}>{`${position + 1}. ${line.title}`}</Text>
              <Text style={sheet.soft}>{detailsOf(line)}</Text>
            </>
          ),
          amount: euros(sign * line.cents.low),
        }))}
      >
        <View style={{ ...sheet.row, marginTop: 8, marginLeft: '45%' }}>
          <Text style={sheet.strong}>{t('document.total')}</Text>
          <Text style={sheet.strong}>{euros(sign * content.totalCents)}</Text>
        </View>
      </PiecesTable>
      {cancellation && (
        <View style={{ marginTop: 14, gap: 3 }}>
          <Text>{t('document.cancels', { number: purchase.number, date: day(issued) })}</Text>
          <Text>{t('document.cancelledWhy', { reason: cancellation.reason || whyEnded(purchase) })}</Text>
        </View>
      )}
      <View style={{ marginTop: 14, gap: 3 }}>
        <Text>
          {purchase.paidAt
            ? t('document.payment', {
                means: content.means,
                iban: content.ibanMasked ?? '',
                date: day(purchase.paidAt),
                reference: content.reference ?? '',
              })
            : cancellation
              ? t('document.neverPaid')
              : t('document.payable', { means: content.means, iban: content.ibanMasked ?? '' })}
        </Text>
        <Text>{t('document.tax')}</Text>
        <Text style={sheet.soft}>{basisText(content)}</Text>
      </View>
      {photos.length > 0 && (
        <View style={{ flexDirection: 'row', flexWrap: 'wrap', gap: 6, marginTop: 12 }} wrap={false}>
          {byPlace(photos, (photo) => (
            <Image
              src={{ data: photo, format: 'jpg' }}
              style={{ width: 86, height: 64, objectFit: 'cover' }}
            />
          ))}
        </View>
      )}
      <View style={{ marginTop: 16 }} wrap={false}>
        {!cancellation && (
          <>
            <Text style={{ ...sheet.strong, marginBottom: 3 }}>{t('document.declaration')}</Text>
            <Text>{t('document.declarationText', { company: buyer.name })}</Text>
          </>
        )}
        <View style={{ ...sheet.row, marginTop: cancellation ? 40 : 8, alignItems: 'flex-end' }}>
          <Signature
            text={[
              t('document.signSeller'),
              ...(content.signed && !cancellation
                ? [
                    t('document.signed', {
                      how: content.signed.how,
                      moment: moment(new Date(content.signed.at)),
                    }),
                  ]
                : []),
            ].join('. ')}
            drawn={cancellation ? null : (seller?.signature ?? null)}
          />
          <Signature
            text={t('document.signBuyer', {
              company: buyer.name,
              name: cancellation?.by ?? content.issuedBy ?? content.paidBy ?? '',
            })}
          />
        </View>
      </View>
    </Sheet>
  )
}

/** Why a receipt ended that nobody was paid for, where staff said nothing; a hold is not told. */
function whyEnded(purchase: Purchase | ReceiptPaper): string {
  const cause = 'endedCause' in purchase ? purchase.endedCause : null
  return t('document.ended', { cause: cause === 'receipt' || cause === 'identify' ? cause : 'other' })
}

function sellerLines(seller: ReceiptSeller | null): string[] {
  if (seller === null) return [t('document.erased')]
  const { givenNames, surname, birthDate, address } = seller
  const country = countryName(address.country, 'de')
  return [
    `${givenNames} ${surname}`,
    address.street,
    `${address.postalCode} ${address.city}`,
    ...(country === null ? [] : [country]),
    t('document.born', { date: day(`${birthDate}T12:00:00Z`) }),
  ]
}

function detailsOf(line: ReceiptContent['lines'][number]): string {
  return [
    ...describeLine(line),
    ...(line.serialMasked ? [t('document.serial', { serial: line.serialMasked })] : []),
    ...(line.register
      ? [t('document.register', { name: line.register.name, result: line.register.result })]
      : []),
  ].join(' · ')
}

/** The prices that amounts follow, if any do, and when both sides were bound. */
function basisText({ basis, lines, pricedAt, agreedAt }: ReceiptContent): string {
  const prices = pricesOf(lines, basis).map(({ metal, centsPerOunce, at, source }) =>
    t('document.basisPrice', {
      metal: t(`document.metals.${metal}`),
      price: euros(centsPerOunce),
      moment: moment(new Date(at)),
      source,
    }),
  )
  return [
    ...(prices.length > 0 ? [t('document.basis', { prices: prices.join('; ') })] : []),
    t('document.agreed', { priced: moment(new Date(pricedAt)), agreed: moment(new Date(agreedAt)) }),
  ].join(' ')
}

function Signature({ text, drawn = null }: { text: string; drawn?: ReceiptSeller['signature'] | null }) {
  return (
    <View style={{ width: '46%' }}>
      {drawn && (
        <Svg viewBox={`0 0 ${drawn.width} ${drawn.height}`} style={{ height: 48, width: '100%' }}>
          {byPlace(drawn.strokes, (points) => (
            <Path d={pathOf(points)} stroke={palette.ink} strokeWidth={drawn.width / 200} fill="none" />
          ))}
        </Svg>
      )}
      <View
        style={{ borderTopWidth: 0.7, borderTopStyle: 'solid', marginTop: drawn ? 2 : 32, paddingTop: 4 }}
      >
        <Text style={{ ...sheet.soft, fontSize: 8 }}>{text}</Text>
      </View>
    </View>
  )
}

/** `M x y L x y …` of `[x, y, x, y, …]`. */
function pathOf(points: readonly number[]): string {
  const pairs: string[] = []
  for (let index = 0; index + 1 < points.length; index += 2)
    pairs.push(`${points[index]} ${points[index + 1]}`)
  return `M ${pairs.join(' L ')}`
}
