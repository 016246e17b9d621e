import { Heading } from '@react-email/heading'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { letterWords } from '../letter-words.ts'
import { Facts } from './Facts.tsx'
import { MailFrame, type Sender } from './MailFrame.tsx'
import { Action, type Labelled, LinkLine, Paragraphs } from './MailParts.tsx'
import { styles } from './styles.ts'

export type SellMailContent = {
  subject: string
  title: string
  /** Null in a mail to staff; empty where nobody is called by a name that they may not have given themselves. */
  name: string | null
  text: readonly string[]
  /** Somebody's own words. */
  quote: string | null
  facts: readonly (readonly [label: string, value: string | readonly string[]])[]
  pieces: readonly { title: string; more: string; amount: string }[]
  after: readonly string[]
  link: Labelled | null
  button: Labelled
}

function greetingOf(name: string): string {
  const t = letterWords('de')
  return name === '' ? t('greetingUnnamed') : t('greeting', { name })
}

/** A mail about what somebody sells to us, to them or to staff. */
export function SellMail({ sender, content }: { sender: Sender; content: SellMailContent }) {
  const { subject, title, name } = content
  return (
    <MailFrame
      sender={sender}
      locale="de"
      subject={subject}
      title={title}
      preview={content.text[0] ?? title}
      unsigned={name === null}
    >
      {name !== null && <Text style={styles.text}>{greetingOf(name)}</Text>}
      <Paragraphs of={content.text} />
      {content.quote !== null && (
        <Section style={{ ...styles.quote, margin: '0 0 20px' }}>
          <Paragraphs of={content.quote.split('\n').filter((line) => line.trim() !== '')} />
        </Section>
      )}
      {content.pieces.map((piece) => (
        <Section key={`${piece.title} ${piece.more}`}>
          <Heading as="h2" style={{ ...styles.heading, margin: '12px 0 2px' }}>
            {piece.title} · {piece.amount}
          </Heading>
          {piece.more !== '' && <Text style={styles.small}>{piece.more}</Text>}
        </Section>
      ))}
      {content.facts.length > 0 && <Facts rows={content.facts} />}
      <Action {...content.button} />
      <Paragraphs of={content.after} />
      {content.link && <LinkLine {...content.link} />}
    </MailFrame>
  )
}
