import type { ReactElement } from 'react'
import type { StoryFinder } from '#app/content/story.ts'
import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { Files } from '#app/platform/files.ts'
import type { Log } from '#app/platform/log.ts'
import type { Attachment, Letter } from '#app/platform/mail.ts'
import type { Secret } from '#app/platform/secrets.ts'
import type { MailKind, MailPayload } from '#app/shop/mail-kinds.ts'
import type { Settings } from '#app/shop/settings/settings.ts'

/** Where letters take from what they say; `secret` opens the name on a receipt. */
export type LetterSources = {
  db: Database
  files: Files
  stories: Pick<StoryFinder, 'findStory'>
  siteUrl: string
  secret: Secret
  log: Log
}

/** What a writer takes of a mail that waits. */
export type ParsedMail<Kind extends MailKind = MailKind> = {
  [Each in Kind]: { kind: Each; locale: Locale; payload: MailPayload<Each> }
}[Kind]

/** A letter before it is rendered; its plain text is that of the HTML unless there is a `plain`. */
export type Draft = Omit<Letter, 'html' | 'plain' | 'attachments'> & {
  element: ReactElement
  plain?: string
  attachments?: Attachment[]
}

/** Writes mails of its kinds. @throws when what a mail is about is gone */
export type LetterWriter<Kind extends MailKind> = (
  sources: LetterSources & { settings: Settings },
  mail: ParsedMail<Kind>,
) => Promise<Draft>

export function pdfFile(filename: string, content: Buffer): Attachment {
  return { filename, content, contentType: 'application/pdf' }
}
