import type { ReactNode } from 'react'
import type { OrderView } from '#app/shop/checkout/types.ts'
import type { BranchAddress } from '#app/shop/settings/branch-address.ts'
import { useLocale } from '../shell-data.ts'
import { AddressBlock } from './AddressBlock.tsx'
import { useOrderWords } from './order-summary-words.ts'

type OrderDetailsProps = {
  order: Omit<OrderView, 'token' | 'id'>
  branches: readonly BranchAddress[]
}

/** How an order comes, how it is paid, and to whom: everything but its pieces and amounts. */
export function OrderDetails({ order, branches }: OrderDetailsProps) {
  const t = useOrderWords()
  const locale = useLocale()
  const { delivery, shipping } = order
  const branch =
    delivery.kind === 'collection' ? branches.find(({ id }) => id === delivery.branchId) : undefined
  const consents = order.lines.flatMap((line) => line.deviations)
  return (
    <dl className="border-line border-t">
      <Detail label={t('labels.delivery')}>
        <p>{t(`method.${shipping.method}`)}</p>
        {delivery.kind === 'courier' && <AddressBlock address={delivery.address} />}
        {branch && (
          <p>
            {branch.name}
            <br />
            {branch.street}
            <br />
            {branch.postalCode} {branch.city}
          </p>
        )}
        {shipping.days && (
          <p className="text-ink-soft">{t('days', { from: shipping.days[0], to: shipping.days[1] })}</p>
        )}
        {shipping.dutiesByBuyer && <p className="text-ink-soft">{t('duties')}</p>}
        {order.giftWrap && <p className="text-ink-soft">{t('giftWrap')}</p>}
      </Detail>
      <Detail label={t('labels.payment')}>{t(`payment.${order.payment}`)}</Detail>
      <Detail label={t('labels.invoiceAddress')}>
        <AddressBlock address={order.invoiceAddress} />
      </Detail>
      {order.vatId && <Detail label={t('labels.vatId')}>{order.vatId.id}</Detail>}
      <Detail label={t('labels.contact')}>
        <span className="block break-words">{order.contact.email}</span>
        {order.contact.phone}
      </Detail>
      {order.note !== '' && (
        <Detail label={t('labels.note')}>
          <span className="whitespace-pre-line break-words">{order.note}</span>
        </Detail>
      )}
      {consents.length > 0 && (
        <Detail label={t('labels.consents')}>
          {consents.map(({ piece, kind, text }) => (
            <p key={`${piece}-${kind}`} className="pb-3 last:pb-0">
              {t('stockNumber', { id: piece })}: {text[locale]}
            </p>
          ))}
        </Detail>
      )}
    </dl>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid break-inside-avoid gap-x-6 border-line border-b py-3.5 sm:grid-cols-[10rem_1fr]">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
