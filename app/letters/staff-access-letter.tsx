import type { StaffAccessMailKind } from '#app/shop/mail-kinds.ts'
import { staffById } from '#app/shop/staff/accounts.ts'
import { createLink, linkAddress } from '#app/shop/staff/links.ts'
import type { LetterWriter } from './letter-types.ts'
import { letterWords } from './letter-words.ts'
import { StaffAccessMail } from './mails/StaffAccessMail.tsx'

/** The mail that opens an account of the office. Its link is made now: no token waits in the outbox. */
export const staffAccessLetter: LetterWriter<StaffAccessMailKind> = async (
  { db, siteUrl, settings },
  { kind, locale, payload },
) => {
  const account = await staffById(db, payload.staff)
  if (!account || account.disabledAt) throw new Error('there is no such account')
  const t = letterWords(locale)
  const purpose = kind === 'staff-reset' ? 'reset' : 'invitation'
  const token = await createLink(db, { staffId: account.id, purpose })
  const values = { shop: settings.site.name, name: account.name, email: account.email }
  const subject = t(`kinds.${kind}.subject`, values)
  return {
    element: (
      <StaffAccessMail
        sender={settings}
        locale={locale}
        subject={subject}
        title={t(`kinds.${kind}.title`)}
        text={[t(`kinds.${kind}.greeting`, values), t(`kinds.${kind}.text`, values)]}
        action={{ label: t(`kinds.${kind}.action`), href: linkAddress(siteUrl, token) }}
        closing={t(`kinds.${kind}.closing`)}
      />
    ),
    subject,
    replyTo: settings.contact.email,
  }
}
