import type {
  BuyerMailKind,
  MailKind,
  MailPayload,
  OutgoingMail,
  StaffOrderMailKind,
} from '#app/shop/mail-kinds.ts'
import type { OrderView } from './types.ts'

/** What a kind of mail needs besides its order, with `about`, which tells two mails of the same kind apart. */
type About<Kind extends MailKind> = Omit<MailPayload<Kind>, 'order'> & { about?: string | number }
/** May be left out where nothing is needed. */
type AboutIfAny<Kind extends MailKind> =
  Record<never, never> extends About<Kind> ? [about?: About<Kind>] : [about: About<Kind>]

/** A mail to an order's buyer. */
export function mailToBuyer<Kind extends BuyerMailKind>(
  order: Pick<OrderView, 'id' | 'locale' | 'contact'>,
  kind: Kind,
  ...about: AboutIfAny<Kind>
): OutgoingMail {
  return orderMail(order.id, kind, { locale: order.locale, recipient: order.contact.email }, about[0])
}

/** A mail to the shop about an order. */
export function mailToStaff<Kind extends StaffOrderMailKind>(
  order: Pick<OrderView, 'id'>,
  kind: Kind,
  recipient: string,
  ...about: AboutIfAny<Kind>
): OutgoingMail {
  return { ...orderMail(order.id, kind, { locale: 'de', recipient }, about[0]), care: 'staff' }
}

function orderMail(
  order: number,
  kind: BuyerMailKind | StaffOrderMailKind,
  to: { locale: 'de' | 'en'; recipient: string },
  { about, ...payload }: { about?: string | number } = {},
): OutgoingMail {
  const reason = ['order', order, kind, ...(about === undefined ? [] : [about])].join(':')
  // Both callers hold the payload to its kind, which is lost where kinds are many.
  return { reason, kind, ...to, payload: { order, ...payload } } as OutgoingMail
}
