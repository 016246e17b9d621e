import { Heading } from '@react-email/heading'
import { Link } from '@react-email/link'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { formatDate, formatPrice } from '#app/language/formats.ts'
import { printedIban } from '#app/language/iban.ts'
import type { Locale } from '#app/language/locales.ts'
import type { OrderView, TransferInstructions } from '#app/shop/checkout/types.ts'
import type { Branch } from '#app/shop/settings/settings.ts'
import { letterWords } from '../letter-words.ts'
import { Facts } from './Facts.tsx'
import { MailFrame, type Sender } from './MailFrame.tsx'
import { Action, type Labelled, LinkLine, Paragraphs } from './MailParts.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { styles } from './styles.ts'

export type OrderMailContent = {
  subject: string
  title: string
  /** Paragraphs; the first follows the greeting. */
  text: readonly string[]
  /** A line with a link of its own, such as tracking. */
  link?: Labelled | undefined
  /** Bank details, while a transfer is open. */
  transfer?: TransferInstructions | null
  button: Labelled
  summary: boolean
}

/** A mail to a buyer about an order. */
export function OrderMail({
  sender,
  order,
  branches,
  content,
  withdrawal,
}: {
  sender: Sender
  order: OrderView
  branches: readonly Branch[]
  content: OrderMailContent
  /** Address of the withdrawal function; `null` where there is nothing to withdraw from. */
  withdrawal: string | null
}) {
  const { locale } = order
  const t = letterWords(locale)
  return (
    <MailFrame
      sender={sender}
      locale={locale}
      subject={content.subject}
      title={content.title}
      preview={content.text[0] ?? content.title}
    >
      <Text style={styles.text}>{t('greeting', { name: order.invoiceAddress.name })}</Text>
      <Paragraphs of={content.text} />
      {content.link && <LinkLine {...content.link} />}
      {content.transfer && <Bank transfer={content.transfer} payBy={order.payBy} locale={locale} />}
      <Action {...content.button} />
      {content.summary && <OrderSummary order={quotable(order)} branches={branches} locale={locale} />}
      {withdrawal !== null && (
        <Text style={{ ...styles.small, marginTop: '28px' }}>
          {t('withdrawText')}{' '}
          <Link href={withdrawal} style={styles.link}>
            {t('withdraw')}
          </Link>
        </Text>
      )}
    </MailFrame>
  )
}

function Bank({
  transfer,
  payBy,
  locale,
}: {
  transfer: TransferInstructions
  payBy: Date | null
  locale: Locale
}) {
  const t = letterWords(locale)
  return (
    <Section>
      <Heading as="h2" style={styles.heading}>
        {t('bank.title')}
      </Heading>
      <Facts
        rows={[
          [t('bank.holder'), transfer.holder],
          [t('bank.iban'), printedIban(transfer.iban)],
          [t('bank.bic'), transfer.bic],
          [t('bank.bank'), transfer.bank],
          [t('bank.amount'), formatPrice(transfer.amountCents, locale)],
          [t('bank.reference'), transfer.reference],
        ]}
      />
      {payBy && <Text style={styles.small}>{t('bank.payBy', { date: formatDate(payBy, locale) })}</Text>}
    </Section>
  )
}

/**
 * Until somebody has paid, anybody may have typed the address: the note beside the order, free words of any kind, is
 * then not repeated under our name.
 */
function quotable(order: OrderView): OrderView {
  return order.receivedCents > 0 ? order : { ...order, note: '' }
}
