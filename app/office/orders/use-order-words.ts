import { useTranslations } from 'use-intl'
import type { Shown } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'

export type Moment = Shown<'order'>['moments'][number]
export type MomentKind = 'steps' | 'money' | 'mails' | 'notes'

/** What a moment belongs to, for whoever looks for one thing alone. */
export function kindOf({ kind }: Moment): MomentKind {
  if (kind === 'mail') return 'mails'
  if (kind === 'note') return 'notes'
  return kind === 'money' || kind === 'refund-planned' || kind === 'refund-dropped' || kind === 'deduction'
    ? 'money'
    : 'steps'
}

/** Tells the moments of an order from each other. */
export function momentKey(each: Moment): string {
  const id =
    each.kind === 'money'
      ? each.entry.id
      : each.kind === 'mail'
        ? each.mail.id
        : each.kind === 'refund-planned' || each.kind === 'refund-dropped'
          ? each.refund.id
          : each.kind === 'step'
            ? each.event
            : each.kind === 'withdrawal' || each.kind === 'document'
              ? each.number
              : each.kind === 'deduction'
                ? each.piece
                : each.kind === 'note'
                  ? each.text
                  : each.kind === 'reserved'
                    ? each.piece
                    : ''
  return `${each.kind} ${each.at} ${id}`
}

type ShownOrder = Shown<'order'>

/**
 * What the bank or the till calls a payment. What went out names the refund that it is of by our own number, which says
 * nothing to anybody: of it, what staff wrote down when it was sent; null where that is not known.
 */
export function referenceOf(
  { direction, reference }: Pick<ShownOrder['money'][number], 'direction' | 'reference'>,
  refunds: readonly Pick<ShownOrder['refunds'][number], 'id' | 'sentReference'>[],
): string | null {
  if (direction === 'in' || !/^refund:\d+$/.test(reference)) return reference
  return refunds.find(({ id }) => reference === `refund:${id}`)?.sentReference ?? null
}

type Address = NonNullable<Extract<Moment, { kind: 'address' }>['before']>

/** An address on one line, without its country, which never changes. */
function onOneLine({ name, company, street, extra, postalCode, city }: Address): string {
  return [company, name, street, extra, `${postalCode} ${city}`].filter(Boolean).join(', ')
}

/** Money and times of an order, and what happened to it, in the reader's words. */
export function useOrderWords() {
  const t = useTranslations('office.orders')
  const events = useTranslations('office.today.events.order')
  const { price, moment, deadline, day, left } = useFormats()
  const parcel = ({ carrier, code }: { carrier: string; code: string }) => `${carrier} ${code}`
  const mailName = (kind: string) => {
    const key = `mailKinds.${kind}` as 'mailKinds.confirmation'
    return t.has(key) ? t(key) : kind
  }
  const who = (by: Moment['by']): string =>
    by === null ? '' : by.who === 'staff' ? t('timeline.by', { name: by.name }) : t(`timeline.who.${by.who}`)

  const text = (each: Moment): string => {
    switch (each.kind) {
      case 'step':
        return t('moments.step', { event: events(each.event) })
      case 'cancelled':
        return t('moments.cancelled', { reason: each.reason })
      case 'deduction':
        return t('moments.deduction', {
          amount: price(each.cents),
          reason: [each.piece, each.reason].filter(Boolean).join(', '),
        })
      case 'taken-back':
        return t('moments.taken-back', { pieces: each.pieces.join(', '), reason: each.reason })
      case 'received':
        return t('moments.received', { day: day(each.on) })
      case 'tracking':
        return t('moments.tracking', { before: parcel(each.before), after: parcel(each.after) })
      case 'address':
        return each.before && each.after
          ? t('moments.address', { before: onOneLine(each.before), after: onOneLine(each.after) })
          : t('moments.addressErased')
      case 'return-label':
        return t('moments.return-label', { carrier: each.carrier })
      case 'withdrawal':
        return `${t('moments.withdrawal', { number: String(each.number) })}: ${t(`moments.withdrawalAnswer.${each.answer ?? 'open'}`)}`
      case 'money': {
        const { cents, channel, corrects, correctedAt, direction, reason } = each.entry
        const amount = price(cents)
        if (corrects !== null) return t('moments.correction', { amount, reason: reason ?? '' })
        const how = { amount, channel: t(`money.channels.${channel}`) }
        return t(correctedAt ? 'moments.money-taken-back' : `moments.money-${direction}`, how)
      }
      case 'refund-planned':
        return t('moments.refund-planned', {
          amount: price(each.refund.cents),
          reason: t(`refunds.reasons.${each.refund.reason}`),
        })
      case 'refund-dropped':
        return t('moments.refund-dropped', { amount: price(each.refund.cents) })
      case 'document':
        return each.cancels === null
          ? t('moments.document', { number: each.number })
          : t('moments.counter-document', { number: each.number, cancels: each.cancels })
      case 'mail':
        return t('moments.mail', { subject: mailName(each.mail.mail) })
      case 'note':
        return t('moments.note', { text: each.text })
      case 'proof':
        return t('moments.proof', { document: each.document })
      case 'held':
      case 'let-go':
        return t(`moments.${each.kind}`, { pieces: each.pieces.join(', ') })
      case 'reserved':
        return t('moments.reserved', { piece: each.piece, until: moment(each.until) })
      default:
        return t(`moments.${each.kind}`)
    }
  }
  return { t, price, moment, deadline, day, left, who, text, mailName }
}
