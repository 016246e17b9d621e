import { Link } from '@react-email/link'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { ReactNode } from 'react'
import type { Locale } from '#app/language/locales.ts'
import { palette } from '../palette.ts'
import { MailFrame, type Sender } from './MailFrame.tsx'
import { styles } from './styles.ts'

export type EnquiryMailContent = {
  locale: Locale
  subject: string
  /** As it was written: paragraphs are parted by empty lines. */
  text: string
  youWrote: string
  question: string
}

/** An answer that somebody wrote, as it stands, with what was asked below. */
export function EnquiryMail({ sender, content }: { sender: Sender; content: EnquiryMailContent }) {
  const { locale, subject, text, youWrote, question } = content
  return (
    <MailFrame
      sender={sender}
      locale={locale}
      subject={subject}
      title={subject.replace(/^((re|aw):\s*)+/i, '')}
      preview={text.split('\n\n').at(1) ?? text}
      unsigned
    >
      <Written text={text} />
      <Section style={{ marginTop: '28px', paddingLeft: '14px', borderLeft: `2px solid ${palette.line}` }}>
        <Text style={styles.small}>{youWrote}</Text>
        <Text style={styles.small}>{withBreaks(question)}</Text>
      </Section>
    </MailFrame>
  )
}

function Written({ text }: { text: string }) {
  return keyed(text.trim().split(/\n{2,}/)).map(({ key, each }) => (
    <Text key={key} style={styles.text}>
      {withBreaks(each)}
    </Text>
  ))
}

/** Lines as they were written, and addresses of pages as links. */
function withBreaks(text: string): ReactNode {
  return keyed(text.split('\n')).map(({ key, each }, index) => (
    <span key={key}>
      {index > 0 && <br />}
      {keyed(each.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)).map((part) =>
        /^https?:\/\//.test(part.each) ? (
          <Link key={part.key} href={part.each} style={styles.link}>
            {part.each}
          </Link>
        ) : (
          part.each
        ),
      )}
    </span>
  ))
}

/** Lines repeat; their places do not. */
const keyed = (texts: readonly string[]) => texts.map((each, index) => ({ key: `${index}:${each}`, each }))
