import type { Locale } from '#app/language/locales.ts'
import { MailFrame, type Sender } from './MailFrame.tsx'
import { Action, type Labelled, Paragraphs } from './MailParts.tsx'

/** A link that opens an account of the office. */
export function StaffAccessMail({
  sender,
  locale,
  subject,
  title,
  text,
  action,
  closing,
}: {
  sender: Sender
  locale: Locale
  subject: string
  title: string
  text: readonly string[]
  action: Labelled
  closing: string
}) {
  return (
    <MailFrame sender={sender} locale={locale} subject={subject} title={title} preview={title} unsigned>
      <Paragraphs of={text} />
      <Action {...action} />
      <Paragraphs of={[closing]} />
    </MailFrame>
  )
}
