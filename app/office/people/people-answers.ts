import { z } from 'zod'
import { cleanLine, cleanText } from '#app/language/clean-text.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { correctable, correctRecord } from '#app/shop/people/correct-record.ts'
import { exportPerson, photosForPaper } from '#app/shop/people/export-person.ts'
import { erasuresOf, forgetPerson } from '#app/shop/people/forget-person.ts'
import { listPeople } from '#app/shop/people/list-people.ts'
import { findFile, joinRecord, noteOnPerson, partRecord } from '#app/shop/people/person-files.ts'
import { personList } from '#app/shop/people/person-list.ts'
import { readRecords, suggestionsFor } from '#app/shop/people/person-records.ts'
import { planErasure } from '#app/shop/people/plan-erasure.ts'
import { kindsSeenBy, readPersonKey, recordKinds, writePersonKey } from '#app/shop/people/record-kinds.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { may } from '#app/shop/staff/permissions.ts'
import { action, screen } from '../answer.ts'
import { withViews } from '../list/list-answer.ts'
import type { Told } from '../today/today-answers.ts'
import { exportPage } from './export-page.ts'
import { personCopy } from './person-copy.ts'

/** As JSON carries it. */
const told = <Value>(value: Value) => JSON.parse(JSON.stringify(value)) as Told<Value>

export const peopleScreens = {
  people: screen({
    permission: 'people.see',
    load: async (request, { query }) => {
      const { app, member } = request
      const kinds = kindsSeenBy(member.role)
      const found = await listPeople(app.db, readAsked(personList, query), { kinds })
      return {
        list: await withViews(request, 'people', { ...found, rows: told(found.rows) }),
        kinds,
      }
    },
  }),
  person: screen({
    permission: 'people.see',
    load: async ({ app: { db }, member, now }, { params }) => {
      const key = readPersonKey(params.id ?? '')
      const file = key && (await findFile(db, key))
      if (!key || !file) throw new Response(null, { status: 404 })
      const kinds = kindsSeenBy(member.role)
      const seen = file.links.filter(({ kind }) => kinds.includes(kind))
      if (file.links.length > 0 && seen.length === 0) throw new Response(null, { status: 404 })
      const [records, suggestions, erasures] = await Promise.all([
        readRecords(db, seen),
        file.forgottenAt === null ? suggestionsFor(db, file.links, { kinds }) : [],
        file.person === null ? [] : erasuresOf(db, file.person),
      ])
      const mayForget = may(member.role, 'people.forget') && file.forgottenAt === null
      const plan = mayForget
        ? await planErasure(db, file.links, { settings: await readSettings(db), now })
        : null
      return told({
        key: writePersonKey(file.person === null ? key : { person: file.person }),
        ...{ person: file.person, note: file.note, forgottenAt: file.forgottenAt, version: file.version },
        ...{ records, suggestions, erasures, plan, today: germanDay(now) },
        /** Of kinds that this member may not see. */
        hidden: file.links.length - seen.length,
      })
    },
  }),
} as const

const key = z.string().transform((given, { addIssue }) => {
  const read = readPersonKey(given)
  if (read) return read
  addIssue({ code: 'custom', message: 'no-such-person' })
  return z.NEVER
})
const seen = { key, version: z.int().min(0) }
const record = z.strictObject({ kind: z.enum(recordKinds), ref: z.int().positive() })
const line = (most: number) => z.string().transform(cleanLine).pipe(z.string().max(most, 'too-long'))
const contact = z.strictObject({
  ...{ name: line(200), phone: line(60), street: line(200), postalCode: line(20), city: line(100) },
  email: line(320).pipe(z.union([z.literal(''), z.email('no-email')], 'no-email')),
})

/** Somebody who may not see a record neither joins nor parts it, nor mends it. */
const refuses = (role: Parameters<typeof kindsSeenBy>[0], kind: (typeof recordKinds)[number]) =>
  !kindsSeenBy(role).includes(kind)
const noRecord = { ok: false, reason: 'no-such-record' } as const

export const peopleActions = {
  'people.join': action({
    permission: 'people.join',
    input: z.strictObject({ ...seen, record }),
    run: async ({ app, member }, input) =>
      refuses(member.role, input.record.kind) ? noRecord : joinRecord(app.db, input, member),
  }),
  'people.part': action({
    permission: 'people.join',
    input: z.strictObject({ ...seen, record }),
    run: async ({ app, member }, input) =>
      refuses(member.role, input.record.kind) ? noRecord : partRecord(app.db, input, member),
  }),
  'people.note': action({
    permission: 'people.join',
    input: z.strictObject({
      ...seen,
      note: z
        .string()
        .transform((given) => cleanText(given).trim())
        .pipe(z.string().max(4000, 'too-long')),
    }),
    run: ({ app, member }, input) => noteOnPerson(app.db, input, member),
  }),
  /** Who a record names, where it can be mended. */
  'people.correctable': action({
    permission: 'people.correct',
    input: z.strictObject({ record }),
    run: async ({ app, member }, input) =>
      refuses(member.role, input.record.kind)
        ? noRecord
        : ({ ok: true, ...(await correctable(app.db, input.record)) } as const),
  }),
  'people.correct': action({
    permission: 'people.correct',
    input: z.strictObject({ record, from: contact, to: contact }),
    run: async ({ app, member }, input) =>
      refuses(member.role, input.record.kind) ? noRecord : correctRecord(app.db, input, member),
  }),
  /** Everything that is kept of somebody, to be saved: for programs and to be read. */
  'people.export': action({
    permission: 'people.export',
    input: z.strictObject({ key, language: z.enum(['de', 'en']) }),
    run: async ({ app, member, now }, input) => {
      const file = await findFile(app.db, input.key)
      if (!file) return { ok: false, reason: 'no-such-person' } as const
      const of = writePersonKey(input.key)
      const data = await exportPerson(app.db, { ...file, of }, { files: app.files, now, by: member })
      const copy = personCopy(data, input.language)
      // What draws on paper is loaded with the first that is asked for.
      const { personCopyPdf } = await import('#app/letters/documents/write-person-copy.tsx')
      const { site, company } = await readSettings(app.db)
      const photos = await photosForPaper(app.db, app.files, file.links)
      const pdf = await personCopyPdf(copy, { photos, shopName: site.name, company })
      return {
        ok: true,
        name: `${of}-${germanDay(now)}`,
        json: JSON.stringify(data, null, 2),
        html: exportPage(copy, data.photos),
        /** As base64. */
        pdf: pdf.toString('base64'),
      } as const
    },
  }),
  'people.forget': action({
    permission: 'people.forget',
    input: z.strictObject({ ...seen, plan: z.string().max(40), askedOn: z.iso.date('no-day') }),
    run: async ({ app, member, now }, input) =>
      forgetPerson(app.db, input, {
        ...{ settings: await readSettings(app.db), now, by: member },
      }),
  }),
} as const
