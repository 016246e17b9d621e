import { formatDate } from '#app/language/formats.ts'
import { findWithdrawalById } from '#app/shop/checkout/withdrawal.ts'
import { returnAfter } from '#app/shop/checkout/withdrawal-return.ts'
import type { WithdrawalMailKind } from '#app/shop/mail-kinds.ts'
import { formatTime } from './letter-formats.ts'
import type { LetterWriter } from './letter-types.ts'
import { letterWords } from './letter-words.ts'
import { WithdrawalMail } from './mails/WithdrawalMail.tsx'

/** A mail about a declaration of withdrawal, to whoever made it or to the shop. */
export const withdrawalLetter: LetterWriter<WithdrawalMailKind> = async (
  { db, settings },
  { kind, locale, payload },
) => {
  const record = await findWithdrawalById(db, payload.withdrawal)
  if (!record) throw new Error('there is no such declaration')
  const t = letterWords(locale)
  const toStaff = kind === 'staff-withdrawal'
  const values = {
    number: String(record.id),
    date: formatDate(record.received_at, locale),
    time: formatTime(record.received_at, locale),
    outcome: record.outcome ?? 'none',
  }
  const reasons = kind === 'withdrawal-answer' && record.note ? [record.note] : []
  const word = (key: 'name' | 'contract' | 'email' | 'pieces' | 'comment') =>
    t(`kinds.withdrawal-acknowledgement.${key}`)
  const content = {
    subject: t(`kinds.${kind}.subject`, values),
    title: t(`kinds.${kind}.title`),
    text: [t(`kinds.${kind}.text`, values), ...reasons],
    declaration: t('kinds.withdrawal-acknowledgement.declaration'),
    facts: [
      [word('name'), record.name] as const,
      [word('contract'), record.contract] as const,
      [word('email'), record.email] as const,
      ...(record.pieces.length > 0
        ? [[word('pieces'), record.pieces.map((id) => t('order.stockNumber', { id }))] as const]
        : []),
      ...(record.comment !== '' ? [[word('comment'), record.comment.split('\n')] as const] : []),
    ],
    after:
      kind === 'withdrawal-acknowledgement'
        ? t('kinds.withdrawal-acknowledgement.next', { return: await returnAfter(db, record) })
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
