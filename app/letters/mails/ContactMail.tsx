import type { Locale } from '#app/language/locales.ts'
import { Facts } from './Facts.tsx'
import { MailFrame, type Sender } from './MailFrame.tsx'
import { Paragraphs } from './MailParts.tsx'

export type ContactMailContent = {
  subject: string
  title: string
  text: readonly string[]
  facts: readonly (readonly [label: string, value: string | readonly string[]])[]
  locale: Locale
  toStaff: boolean
}

/** A message from the contact form, to the shop, or that it has arrived, to the address given. */
export function ContactMail({ sender, content }: { sender: Sender; content: ContactMailContent }) {
  const { subject, title, text, facts, locale, toStaff } = content
  return (
    <MailFrame
      sender={sender}
      locale={locale}
      subject={subject}
      title={title}
      // The first paragraph is the greeting, where there is one.
      preview={text.at(-1) ?? title}
      unsigned={toStaff}
    >
      <Paragraphs of={text} />
      {facts.length > 0 && <Facts rows={facts} />}
    </MailFrame>
  )
}
