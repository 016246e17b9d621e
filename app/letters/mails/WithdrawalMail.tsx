import { Text } from '@react-email/text'
import { Facts } from './Facts.tsx'
import { MailFrame, type Sender } from './MailFrame.tsx'
import { Paragraphs } from './MailParts.tsx'
import { styles } from './styles.ts'

export type WithdrawalMailContent = {
  subject: string
  title: string
  /** Null in a mail to staff. */
  greeting: string | null
  text: readonly string[]
  /** Null with `facts` empty: the mail does not repeat what was declared. */
  declaration: string | null
  facts: readonly (readonly [label: string, value: string | readonly string[]])[]
  /** What follows the declaration. */
  after: string | null
  locale: 'de' | 'en'
  toStaff: boolean
}

/** A declaration of withdrawal, word for word, to whoever made it or to the shop. */
export function WithdrawalMail({ sender, content }: { sender: Sender; content: WithdrawalMailContent }) {
  const { subject, title, greeting, locale, toStaff } = content
  return (
    <MailFrame
      sender={sender}
      locale={locale}
      subject={subject}
      title={title}
      preview={content.text[0] ?? title}
      unsigned={toStaff}
    >
      {greeting !== null && <Text style={styles.text}>{greeting}</Text>}
      <Paragraphs of={content.text} />
      {content.declaration !== null && (
        <>
          <Text style={{ ...styles.text, fontWeight: 600 }}>{content.declaration}</Text>
          <Facts rows={content.facts} />
        </>
      )}
      {content.after && <Text style={{ ...styles.text, marginTop: '20px' }}>{content.after}</Text>}
    </MailFrame>
  )
}
