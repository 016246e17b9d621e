import { Heading } from '@react-email/heading'
import { Text } from '@react-email/text'
import { MailFrame, type Sender } from './MailFrame.tsx'
import { styles } from './styles.ts'

export type GatheredMailContent = {
  subject: string
  title: string
  text: string
  /** Each as it would have been by itself. */
  letters: readonly { number: number; subject: string; plain: string }[]
}

/** Several mails to staff in one. */
export function GatheredMail({ sender, content }: { sender: Sender; content: GatheredMailContent }) {
  const { subject, title, text, letters } = content
  return (
    <MailFrame sender={sender} locale="de" subject={subject} title={title} preview={text} unsigned>
      <Text style={styles.text}>{text}</Text>
      {letters.map((letter) => (
        <div key={letter.number} style={styles.quote}>
          <Heading as="h2" style={styles.heading}>
            {letter.number}. {letter.subject}
          </Heading>
          <Text style={{ ...styles.text, whiteSpace: 'pre-line' }}>{letter.plain}</Text>
        </div>
      ))}
    </MailFrame>
  )
}
