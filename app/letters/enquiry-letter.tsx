import { render, toPlainText } from '@react-email/render'
import { formatClock, formatDate } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { findMessage } from '#app/shop/enquiries/contact-message.ts'
import { answerMailsBefore, findEntry } from '#app/shop/enquiries/enquiry-entries.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import type { Draft, LetterWriter } from './letter-types.ts'
import { letterWords } from './letter-words.ts'
import { EnquiryMail } from './mails/EnquiryMail.tsx'

type Message = NonNullable<Awaited<ReturnType<typeof findMessage>>>
type Answer = { locale: Locale; subject: string; text: string }

/** What somebody wrote to whoever asked, with what was asked below it. Mail programs show it in that conversation. */
export const enquiryLetter: LetterWriter<'enquiry-answer'> = async ({ db, settings }, { payload }) => {
  const [message, entry] = await Promise.all([findMessage(db, payload.message), findEntry(db, payload.entry)])
  if (!message || entry?.subject == null) throw new Error('there is no such answer')
  return {
    ...answerDraft({ settings, message, answer: { ...entry, subject: entry.subject } }),
    answers: await answerMailsBefore(db, payload),
  }
}

function answerDraft({
  settings,
  message,
  answer,
}: {
  settings: Settings
  message: Message
  answer: Answer
}): Draft {
  const { locale, subject, text } = answer
  const t = letterWords(locale)
  const at = { date: formatDate(message.received_at, locale), time: formatClock(message.received_at, locale) }
  return {
    element: (
      <EnquiryMail
        sender={settings}
        content={{
          ...{ locale, subject, text },
          youWrote: t('kinds.enquiry-answer.youWrote', at),
          question: message.message,
        }}
      />
    ),
    subject,
    replyTo: settings.contact.email,
    byHand: true,
  }
}

/** An answer as its mail will be, before it is sent. Null: there is no such enquiry. */
export async function previewAnswer(
  db: Database,
  settings: Settings,
  { enquiry, answer }: { enquiry: number; answer: Answer },
): Promise<{ html: string; plain: string } | null> {
  const message = await findMessage(db, enquiry)
  if (!message) return null
  const html = await render(answerDraft({ settings, message, answer }).element)
  return { html, plain: toPlainText(html) }
}
