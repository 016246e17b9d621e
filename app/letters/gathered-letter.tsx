import { render } from '@react-email/render'
import type { Database } from '#app/platform/database/database.ts'
import type { Letter } from '#app/platform/mail.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { letterWords } from './letter-words.ts'
import { GatheredMail } from './mails/GatheredMail.tsx'

/** Puts letters to staff of one kind into one. An answer to it goes to nobody in particular: each names its own sender. */
export async function gatheredLetter(db: Database, letters: readonly Letter[]): Promise<Letter> {
  const settings = await readSettings(db)
  const t = letterWords('de')
  const values = { count: String(letters.length) }
  const content = {
    subject: `${t('gathered.subject', values)}: ${letters[0]?.subject ?? ''}`,
    title: t('gathered.title', values),
    text: t('gathered.text'),
    letters: letters.map(({ subject, plain }, index) => ({
      number: index + 1,
      subject,
      plain: plain.trim(),
    })),
  }
  return {
    subject: content.subject,
    html: await render(<GatheredMail sender={settings} content={content} />),
    plain: [
      content.text,
      ...content.letters.map(({ number, subject, plain }) => `${number}. ${subject}\n\n${plain}`),
    ].join(`\n\n${'='.repeat(60)}\n\n`),
    attachments: letters.flatMap(({ attachments }) => attachments),
  }
}
