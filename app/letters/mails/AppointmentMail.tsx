import type { ContactMailContent } from './ContactMail.tsx'
import { Facts } from './Facts.tsx'
import { MailFrame, type Sender } from './MailFrame.tsx'
import { Action, type Labelled, Paragraphs } from './MailParts.tsx'

export type AppointmentMailContent = ContactMailContent & { action: Labelled | null }

/** When and where somebody is expected, to them or to the shop, and what can be done about it. */
export function AppointmentMail({ sender, content }: { sender: Sender; content: AppointmentMailContent }) {
  const { subject, title, text, facts, action, locale, toStaff } = content
  return (
    <MailFrame
      sender={sender}
      locale={locale}
      subject={subject}
      title={title}
      preview={(toStaff ? text[0] : text[1]) ?? title}
      unsigned={toStaff}
    >
      <Paragraphs of={text} />
      <Facts rows={facts} />
      {action && <Action {...action} />}
    </MailFrame>
  )
}
