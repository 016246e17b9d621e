import { z } from 'zod'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { allMails, listMails } from '#app/shop/mails/list-mails.ts'
import { areasSeenBy, kindsIn } from '#app/shop/mails/mail-areas.ts'
import { mailList } from '#app/shop/mails/mail-list.ts'
import { mailFile, readMail } from '#app/shop/mails/read-mails.ts'
import { sendMailAgain } from '#app/shop/mails/send-again.ts'
import { action, type OfficeRequest, screen } from '../answer.ts'
import { officeFormats } from '../frame/formats.ts'
import { listFile, wantsFile, withViews } from '../list/list-answer.ts'
import { fileAnswer, letterPage } from './letter-page.ts'
import { mailWords } from './mail-words.ts'

const idOf = (given: string | undefined): number => (/^[1-9]\d{0,14}$/.test(given ?? '') ? Number(given) : 0)

/** Which of several files, from 0; -1: none. */
const placeOf = (given: string): number => (/^\d{1,3}$/.test(given) ? Number(given) : -1)

export const mailsScreens = {
  mails: screen({
    permission: 'mails.read',
    load: async (request, { query }) => {
      const { app, member } = request
      const asked = readAsked(mailList, query)
      if (wantsFile(query)) throw await mailsFile(request, asked)
      const found = await listMails(app.db, asked, member)
      const areas = areasSeenBy(member.role)
      return {
        list: await withViews(request, 'mails', {
          ...found,
          rows: found.rows.map(({ createdAt, sentAt, ...mail }) => ({
            ...mail,
            createdAt: createdAt.toISOString(),
            sentAt: sentAt?.toISOString() ?? null,
          })),
        }),
        areas,
        kinds: kindsIn(areas),
        /** Without a mail server they only lie on this machine. */
        leave: app.env.SMTP_URL !== undefined,
      }
    },
  }),
  mail: screen({
    permission: 'mails.read',
    load: async ({ app: { db }, member }, { params, query }) => {
      const id = idOf(params.id)
      const file = query.get('file')
      if (file !== null) throw fileAnswer(await mailFile(db, { id, position: placeOf(file) }, member))
      const mail = await readMail(db, id, member)
      if (query.get('part') === 'letter') throw letterPage(mail?.content ?? null)
      if (!mail) throw new Response(null, { status: 404 })
      const { content, attachments, ...shown } = mail
      return {
        ...shown,
        attachments: {
          kept: attachments.kept,
          files: attachments.names.map((name, position) => ({ name, position })),
        },
        hasLetter: content !== null,
        plain: content?.plain ?? null,
        createdAt: mail.createdAt.toISOString(),
        sentAt: mail.sentAt?.toISOString() ?? null,
        nextTryAt: mail.nextTryAt?.toISOString() ?? null,
        withdrawnAt: mail.withdrawnAt?.toISOString() ?? null,
        givenUpAt: mail.givenUpAt?.toISOString() ?? null,
      }
    },
  }),
} as const

async function mailsFile(request: OfficeRequest, asked: ReturnType<typeof readAsked<typeof mailList>>) {
  const t = mailWords(request.member.locale)
  const { moment } = officeFormats(request.member.locale)
  return listFile(request, {
    name: t('file'),
    columns: [
      [t('columns.number'), ({ id }) => String(id)],
      [t('columns.kind'), ({ kind }) => t(`kinds.${kind as 'confirmation'}`)],
      [t('columns.recipient'), ({ recipient }) => recipient ?? ''],
      [t('columns.subject'), ({ subject }) => subject ?? ''],
      [t('columns.state'), ({ state }) => t(`states.${state}`)],
      [t('columns.at'), ({ sentAt, createdAt }) => moment(sentAt ?? createdAt)],
    ],
    batches: allMails(request.app.db, asked, request.member),
  })
}

export const mailsActions = {
  /** A mail that went out goes out once more; `seen`: how many times it had. */
  'mails.send-again': action({
    permission: 'mails.retry',
    input: z.strictObject({ mail: z.int().positive(), seen: z.int().min(0) }),
    run: async ({ app: { db }, member }, { mail, seen }) => {
      const found = await readMail(db, mail, member)
      if (!found) return { ok: false, reason: 'no-such-mail' } as const
      return sendMailAgain(db, { id: mail, seen }, member)
    },
  }),
} as const
