import { Text } from '@react-email/text'
import type { OrderView } from '#app/shop/checkout/types.ts'
import type { Branch } from '#app/shop/settings/settings.ts'
import { letterWords } from '../letter-words.ts'
import { MailFrame, type Sender } from './MailFrame.tsx'
import { Action } from './MailParts.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { styles } from './styles.ts'

/** A mail to the shop about an order. */
export function StaffMail({
  sender,
  order,
  branches,
  content,
  locale,
}: {
  sender: Sender
  order: OrderView
  branches: readonly Branch[]
  content: { subject: string; title: string; text: string; href: string }
  locale: 'de' | 'en'
}) {
  const t = letterWords(locale)
  return (
    <MailFrame
      sender={sender}
      locale={locale}
      subject={content.subject}
      title={content.title}
      preview={content.text}
      unsigned
    >
      <Text style={styles.text}>{content.text}</Text>
      <Action label={t('seeOrder')} href={content.href} />
      <OrderSummary order={order} branches={branches} locale={locale} />
    </MailFrame>
  )
}
