import { formatDate } from '#app/language/formats.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { findWithdrawalById, isAddressOf } from '#app/shop/checkout/withdrawal.ts'
import { returnAfter } from '#app/shop/checkout/withdrawal-return.ts'
import type { WithdrawalMailKind } from '#app/shop/mail-kinds.ts'
import { formatTime } from './letter-formats.ts'
import type { LetterWriter } from './letter-types.ts'
import { letterWords } from './letter-words.ts'
import { WithdrawalMail } from './mails/WithdrawalMail.tsx'

/**
 * A mail about a declaration of withdrawal, to whoever made it or to the shop. To an address that is not the one of the
 * order it names it repeats nothing of what was typed: anybody may have typed it.
 */
export const withdrawalLetter: LetterWriter<WithdrawalMailKind> = async (
  { db, settings },
  { kind, locale, payload },
) => {
  const record = await findWithdrawalById(db, payload.withdrawal)
  if (!record) throw new Error('there is no such declaration')
  const t = letterWords(locale)
  const toStaff = kind === 'staff-withdrawal'
  const isAcknowledged = kind === 'withdrawal-acknowledgement'
  const values = {
    number: String(record.id),
    date: formatDate(record.received_at, locale),
    time: formatTime(record.received_at, locale),
    outcome: record.outcome ?? 'none',
  }
  const order = record.order_id === null ? null : await findOrderById(db, record.order_id)
  const isQuoted = toStaff || (order !== null && isAddressOf(order, record.email))
  const greetingOf = (to: { toStaff: boolean; name: string | null }) => {
    if (to.toStaff) return null
    return to.name === null ? t('greetingUnnamed') : t('greeting', { name: to.name })
  }
  const reasons = kind === 'withdrawal-answer' && record.note ? [record.note] : []
  const word = (key: 'name' | 'contract' | 'email' | 'pieces' | 'comment') =>
    t(`kinds.withdrawal-acknowledgement.${key}`)
  const content = {
    subject: t(`kinds.${kind}.subject`, values),
    title: t(`kinds.${kind}.title`),
    text:
      isAcknowledged && !isQuoted
        ? [
            t('kinds.withdrawal-acknowledgement.receipt', values),
            t('kinds.withdrawal-acknowledgement.unquoted'),
          ]
        : [t(`kinds.${kind}.text`, values), ...reasons],
    greeting: greetingOf({ toStaff, name: isQuoted ? record.name : null }),
    declaration: isQuoted ? t('kinds.withdrawal-acknowledgement.declaration') : null,
    facts: !isQuoted
      ? []
      : [
          [word('name'), record.name] as const,
          [word('contract'), record.contract] as const,
          [word('email'), record.email] as const,
          ...(record.pieces.length > 0
            ? [[word('pieces'), record.pieces.map((id) => t('order.stockNumber', { id }))] as const]
            : []),
          ...(record.comment !== '' ? [[word('comment'), record.comment.split('\n')] as const] : []),
        ],
    after: isAcknowledged
      ? t('kinds.withdrawal-acknowledgement.next', {
          return: isQuoted ? await returnAfter(db, record) : 'unknown',
        })
      : null,
    locale,
    toStaff,
  }
  return {
    element: <WithdrawalMail sender={settings} content={content} />,
    subject: content.subject,
    replyTo: toStaff ? record.email : settings.contact.email,
  }
}
