import { Link } from '@react-email/link'
import { Text } from '@react-email/text'
import type { Locale } from '#app/language/locales.ts'
import { MailFrame, type Sender } from './MailFrame.tsx'
import { Action, type Labelled, LinkLine } from './MailParts.tsx'
import { styles } from './styles.ts'

export type AlertMailContent = {
  subject: string
  greeting: string
  text: string
  pieces: readonly Labelled[]
  action: Labelled
  /** What to do who wants no such mails. */
  leave: { label: string; href?: string }
  closing: string
}

/** A mail of an alert: to confirm a wish, or to tell of pieces that arrived for it. */
export function AlertMail({
  sender,
  content,
  locale,
}: {
  sender: Sender
  content: AlertMailContent
  locale: Locale
}) {
  const { subject, greeting, text, pieces, action, leave, closing } = content
  return (
    <MailFrame sender={sender} locale={locale} subject={subject} title={subject} preview={text} unsigned>
      <Text style={styles.text}>{greeting}</Text>
      <Text style={styles.text}>{text}</Text>
      {pieces.map((piece) => (
        <LinkLine key={piece.href} {...piece} />
      ))}
      <Action {...action} />
      <Text style={styles.small}>
        {leave.href ? (
          <Link href={leave.href} style={styles.link}>
            {leave.label}
          </Link>
        ) : (
          leave.label
        )}
      </Text>
      <Text style={styles.text}>{closing}</Text>
    </MailFrame>
  )
}
