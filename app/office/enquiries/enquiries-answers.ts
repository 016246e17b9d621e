import { z } from 'zod'
import { cleanLine, cleanText } from '#app/language/clean-text.ts'
import { locales } from '#app/language/locales.ts'
import { previewAnswer } from '#app/letters/enquiry-letter.tsx'
import { answerTemplates } from '#app/shop/enquiries/answer-templates.ts'
import { contactLengths, contactSubjects } from '#app/shop/enquiries/contact-fields.ts'
import {
  answerEnquiry,
  changeEnquiry,
  enterEnquiry,
  keepDraft,
  noteOnEnquiry,
} from '#app/shop/enquiries/deal-with-enquiry.ts'
import { enquiryList } from '#app/shop/enquiries/enquiry-list.ts'
import { enquiryStates } from '#app/shop/enquiries/enquiry-states.ts'
import { allEnquiries, listEnquiries } from '#app/shop/enquiries/list-enquiries.ts'
import { assignees, pieceOfEnquiry, readEnquiry, valuesOfEnquiry } from '#app/shop/enquiries/read-enquiry.ts'
import { answerLengths } from '#app/shop/enquiries/template-text.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { action, type OfficeRequest, screen } from '../answer.ts'
import { officeFormats } from '../frame/formats.ts'
import { listFile, wantsFile, withViews } from '../list/list-answer.ts'
import { letterPage } from '../mails/letter-page.ts'
import type { Told } from '../today/today-answers.ts'
import { enquiryWords } from './enquiry-words.ts'

const idOf = (given: string | undefined): number => (/^[1-9]\d{0,14}$/.test(given ?? '') ? Number(given) : 0)

/** As JSON carries it. */
const told = <Value>(value: Value) => JSON.parse(JSON.stringify(value)) as Told<Value>

export const enquiriesScreens = {
  enquiries: screen({
    permission: 'enquiries.see',
    load: async (request, { query }) => {
      const { app, member } = request
      const asked = readAsked(enquiryList, query)
      if (wantsFile(query)) throw enquiriesFile(request, asked)
      const [found, members] = await Promise.all([listEnquiries(app.db, asked), assignees(app.db)])
      return {
        list: await withViews(request, 'enquiries', { ...found, rows: told(found.rows) }),
        members,
        me: member.id,
      }
    },
  }),
  enquiry: screen({
    permission: 'enquiries.see',
    load: async ({ app, member, now }, { params, query }) => {
      const id = idOf(params.id)
      const enquiry = await readEnquiry(app.db, id, { staffId: member.id })
      if (!enquiry) throw new Response(null, { status: 404 })
      if (query.get('part') === 'preview') {
        const { draft } = enquiry
        const settings = await readSettings(app.db)
        throw letterPage(draft && (await previewAnswer(app.db, settings, { enquiry: id, answer: draft })))
      }
      const [piece, values, members, templates] = await Promise.all([
        pieceOfEnquiry(app.db, enquiry.piece, { now }),
        valuesOfEnquiry(app.db, enquiry, { now, siteUrl: app.env.SITE_URL }),
        assignees(app.db),
        answerTemplates(app.db),
      ])
      return { ...told(enquiry), shownPiece: piece, values, members, templates }
    },
  }),
} as const

function enquiriesFile(request: OfficeRequest, asked: ReturnType<typeof readAsked<typeof enquiryList>>) {
  const t = enquiryWords(request.member.locale)
  const { moment } = officeFormats(request.member.locale)
  return listFile(request, {
    name: t('file'),
    columns: [
      [t('columns.number'), ({ id }) => String(id)],
      [t('columns.at'), ({ receivedAt }) => moment(receivedAt)],
      [t('columns.name'), ({ name }) => name],
      [t('columns.email'), ({ email }) => email ?? ''],
      [t('columns.phone'), ({ phone }) => phone ?? ''],
      [t('columns.subject'), ({ subject }) => t(`subjects.${subject}`)],
      [t('columns.state'), ({ state }) => t(`states.${state}`)],
      [t('columns.assignee'), ({ assignee }) => assignee ?? ''],
      [t('columns.piece'), ({ piece }) => piece ?? ''],
      [t('columns.message'), ({ message }) => message],
    ],
    batches: allEnquiries(request.app.db, asked),
  })
}

const seen = { id: z.int().positive(), version: z.int().min(0) }
const lineOf = (most: number) =>
  z.string().transform(cleanLine).pipe(z.string().min(1, 'missing').max(most, 'too-long'))
const textOf = (most: number) =>
  z
    .string()
    .transform((given) => cleanText(given).trim())
    .pipe(z.string().min(1, 'missing').max(most, 'too-long'))
const optional = (most: number) =>
  z
    .string()
    .transform(cleanLine)
    .pipe(z.string().max(most, 'too-long'))
    .transform((given) => given || null)
const pieceNumber = z
  .string()
  .transform((given) => given.trim() || null)
  .pipe(
    z
      .string()
      .regex(/^\d{1,10}$/, 'no-such-piece')
      .nullable(),
  )

type Clash = { ok: false; reason: 'changed-meanwhile' }
const clash: Clash = { ok: false, reason: 'changed-meanwhile' }
const isClash = (answer: { ok: boolean; reason?: string }) => !answer.ok && answer.reason === clash.reason

/** What the enquiry is now, where somebody else wrote it meanwhile. */
async function withNow<Answer extends { ok: boolean }>(
  { app, member }: OfficeRequest,
  id: number,
  answer: Answer,
) {
  if (!isClash(answer)) return answer as Exclude<Answer, Clash>
  const enquiry = await readEnquiry(app.db, id, { staffId: member.id })
  if (!enquiry) return { ok: false, reason: 'no-such-enquiry' } as const
  const { version, state, assignee, entries, piece } = enquiry
  return { ...clash, now: told({ version, state, assignee, piece, last: entries.at(-1) ?? null }) }
}

export const enquiriesActions = {
  'enquiries.answer': action({
    permission: 'enquiries.answer',
    input: z.strictObject({
      ...seen,
      locale: z.enum(locales),
      subject: lineOf(answerLengths.subject),
      text: textOf(answerLengths.text),
      state: z.enum(enquiryStates),
    }),
    run: async (request, input) =>
      withNow(request, input.id, await answerEnquiry(request.app.db, input, request.member)),
  }),
  'enquiries.note': action({
    permission: 'enquiries.answer',
    input: z.strictObject({
      ...seen,
      kind: z.enum(['note', 'reply']),
      text: textOf(answerLengths.text),
    }),
    run: async (request, input) =>
      withNow(request, input.id, await noteOnEnquiry(request.app.db, input, request.member)),
  }),
  'enquiries.change': action({
    permission: 'enquiries.answer',
    input: z.strictObject({
      ...seen,
      state: z.enum(enquiryStates).optional(),
      assignee: z.int().positive().nullable().optional(),
      piece: pieceNumber.optional(),
    }),
    run: async (request, input) =>
      withNow(request, input.id, await changeEnquiry(request.app.db, input, request.member)),
  }),
  'enquiries.keep-draft': action({
    permission: 'enquiries.answer',
    input: z.strictObject({
      id: z.int().positive(),
      locale: z.enum(locales),
      subject: z.string().transform(cleanLine).pipe(z.string().max(answerLengths.subject, 'too-long')),
      text: z.string().transform(cleanText).pipe(z.string().max(answerLengths.text, 'too-long')),
    }),
    run: ({ app, member }, input) => keepDraft(app.db, input, member),
  }),
  'enquiries.enter': action({
    permission: 'enquiries.answer',
    input: z.strictObject({
      source: z.enum(['mail', 'phone', 'counter']),
      locale: z.enum(locales),
      name: lineOf(contactLengths.name),
      email: z
        .string()
        .transform((given) => given.trim() || null)
        .pipe(z.email('no-email').max(contactLengths.email, 'too-long').nullable()),
      phone: optional(contactLengths.phone),
      subject: z.enum(contactSubjects),
      message: textOf(contactLengths.message),
      piece: pieceNumber,
      submission: z.uuid(),
    }),
    run: ({ app, member }, input) => enterEnquiry(app.db, input, member),
  }),
} as const
