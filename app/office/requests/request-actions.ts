import { z } from 'zod'
import { previewSellerLetter } from '#app/letters/sell-letter.tsx'
import type { Database } from '#app/platform/database/database.ts'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { answerOffer, makeOffer } from '#app/shop/buying/offer.ts'
import { keepOfferDraft, offerDraftSchema } from '#app/shop/buying/offer-draft.ts'
import { endOfOffer, reckonDraft } from '#app/shop/buying/reckon-draft.ts'
import { writeAsStaff } from '#app/shop/buying/sell-messages.ts'
import { lockedStep } from '#app/shop/buying/staff-request.ts'
import {
  changeReturnParcel,
  endRequest,
  inspectGoods,
  inspectionSchema,
  takeStaffStep,
} from '#app/shop/buying/staff-steps.ts'
import { readTracking } from '#app/shop/checkout/change-tracking.ts'
import { readReason } from '#app/shop/reason.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { action, type OfficeRequest } from '../answer.ts'

const number = z.string().max(40)
/** A request, and the step at which it was seen. */
const at = { number, version: z.int().min(0) }
const span = z.object({ low: z.int().min(0), high: z.int().min(0) })
const words = z.string().max(4000)
const sentence = z.string().max(2000)

const invalid = (field: string, reason: string) =>
  ({ ok: false, reason: 'invalid', faults: { [field]: reason } }) as const

type Seen = { number: string; version: number }
type NotThere = { ok: false; reason: 'changed-meanwhile' | 'no-such-request' }

/** Does `work` with a request that nobody took a step with since it was seen; it is locked meanwhile. */
export function atStep<Answer extends { ok: boolean }>(
  { app, member }: Pick<OfficeRequest, 'app' | 'member'>,
  seen: Seen,
  work: (db: Database, id: number) => Promise<Answer>,
): Promise<Answer | NotThere> {
  return asStaff(app.db, member, (db) => whereSeen(db, seen, work))
}

async function whereSeen<Answer extends { ok: boolean }>(
  db: Database,
  { number: of, version }: Seen,
  work: (db: Database, id: number) => Promise<Answer>,
): Promise<Answer | NotThere> {
  const locked = await lockedStep(db, { number: of })
  if (!locked) return { ok: false, reason: 'no-such-request' }
  if (locked.step !== version) return { ok: false, reason: 'changed-meanwhile' }
  return work(db, locked.id)
}

export const offerActions = {
  /** What an offer that is being written comes to. */
  'requests.reckon': action({
    permission: 'purchases.see',
    input: z.object({ lines: offerDraftSchema.shape.lines, exact: z.boolean() }),
    run: async ({ app, now }, { lines, exact }) => ({
      ok: true as const,
      reckoned: reckonDraft({ lines }, await currentPrices(app.db, now), { exact }),
    }),
  }),
  'requests.keep-draft': action({
    permission: 'purchases.change',
    /** `version`: of the draft. */
    input: z.object({ ...at, content: offerDraftSchema }),
    run: ({ app, member }, { number: of, version, content }) =>
      asStaff(app.db, member, async (db) => {
        const locked = await lockedStep(db, { number: of })
        if (!locked) return { ok: false, reason: 'no-such-request' } as const
        const kept = await keepOfferDraft(db, locked.id, { content, version, by: member.name })
        if (kept.ok) return kept
        const { now } = kept
        return { ok: false, reason: kept.reason, now: now && { ...now, at: now.at.toISOString() } } as const
      }),
  }),
  /** Sends an estimate or the final offer; `seen`: what it came to when it was looked at, for prices move. */
  'requests.offer': action({
    permission: 'purchases.change',
    input: z.object({ ...at, kind: z.enum(['estimate', 'final']), content: offerDraftSchema, seen: span }),
    run: async (request, { kind, content, seen, ...which }) => {
      const { app, member, now } = request
      const [current, settings] = await Promise.all([currentPrices(app.db, now), currentSettings(app.db)])
      const { lines, total, faults } = reckonDraft(content, current, { exact: kind === 'final' })
      if (faults > 0) return { ok: false, reason: 'lines' } as const
      if (total.low !== seen.low || total.high !== seen.high)
        return { ok: false, reason: 'prices-moved' } as const
      const { note, noteEn, until } = content
      const made = await atStep(request, which, (db, id) =>
        makeOffer(
          db,
          { id },
          {
            kind,
            lines: lines.flatMap((each) => (each.ok ? [each.line] : [])),
            note,
            noteEn,
            validUntil: endOfOffer(until),
            by: member.name,
            current,
            settings,
          },
        ),
      )
      return made.ok ? ({ ok: true } as const) : made
    },
  }),
  /** What a seller said on the phone or at the counter, to the very offer that was seen. */
  'requests.answer': action({
    permission: 'purchases.change',
    input: z.object({ ...at, offer: z.int().positive(), answer: z.enum(['accepted', 'declined']) }),
    run: async (request, { offer, answer, ...which }) => {
      const settings = await currentSettings(request.app.db)
      return atStep(request, which, (db, id) =>
        answerOffer(db, { id }, { offer, answer, settings, recordedBy: request.member.name }),
      )
    },
  }),
} as const

export const stepActions = {
  /** The mail that a message to the seller makes, as text; nothing is kept. */
  'requests.preview-message': action({
    permission: 'purchases.change',
    input: z.object({ number, text: words }),
    run: async ({ app }, { number: of, text }) => {
      const request = await readSellRequest(app.db, { number: of })
      if (!request) return { ok: false, reason: 'no-such-request' } as const
      const settings = await currentSettings(app.db)
      const { id, here, locale, messages, contact } = request
      const message = {
        id: 0,
        sender: 'staff' as const,
        text: text.trim(),
        at: app.now(),
        offer: null,
        amountCents: null,
      }
      const { subject, plain } = await previewSellerLetter(
        { settings, siteUrl: app.env.SITE_URL },
        { ...request, messages: [...messages, message] },
        { kind: 'sell-question', locale, payload: { sell: id, here, message: message.id } },
      )
      return { ok: true, to: contact?.email ?? '', subject, plain } as const
    },
  }),
  'requests.write': action({
    permission: 'purchases.change',
    input: z.object({ number, text: words }),
    run: async ({ app, member }, { number: of, text }) => {
      const settings = await currentSettings(app.db)
      return asStaff(app.db, member, (db) =>
        writeAsStaff(db, { number: of }, { text, by: member.name, settings }),
      )
    },
  }),
  'requests.receive': action({
    permission: 'purchases.change',
    input: z.object({ ...at, branch: z.string().max(100) }),
    run: async (request, { branch, ...which }) => {
      const settings = await currentSettings(request.app.db)
      return atStep(request, which, (db, id) =>
        takeStaffStep(
          db,
          { id },
          { event: 'receive', branchId: branch },
          { by: request.member.name, settings },
        ),
      )
    },
  }),
  'requests.miss': action({
    permission: 'purchases.change',
    input: z.object(at),
    run: async (request, which) => {
      const settings = await currentSettings(request.app.db)
      return atStep(request, which, (db, id) =>
        takeStaffStep(db, { id }, { event: 'miss' }, { by: request.member.name, settings }),
      )
    },
  }),
  /** What a seller said on the phone or at the counter: that they do not want to sell any more. */
  'requests.end': action({
    permission: 'purchases.change',
    input: z.object(at),
    run: async (request, which) => {
      const settings = await currentSettings(request.app.db)
      return atStep(request, which, (db, id) =>
        endRequest(db, { id }, { settings, recordedBy: request.member.name }),
      )
    },
  }),
  'requests.inspect': action({
    permission: 'purchases.change',
    input: z.object({ ...at, inspection: inspectionSchema }),
    run: (request, { inspection, ...which }) =>
      atStep(request, which, (db, id) =>
        inspectGoods(db, { id }, inspection, { by: request.member.name, secret: request.app.secret }),
      ),
  }),
  /** `tell`: what the seller reads of it, where it is turned down. */
  'requests.decide': action({
    permission: 'purchases.change',
    input: z.object({
      ...at,
      event: z.enum(['turn-down', 'hold', 'reopen', 'resume', 'surrender']),
      reason: sentence,
      tell: words,
    }),
    run: async (request, { event, reason: said, tell: told, ...which }) => {
      const reason = readReason(said)
      if (reason === null) return invalid('reason', said.trim() === '' ? 'missing' : 'length')
      const tell = told.trim() === '' ? null : readReason(told)
      if (event === 'turn-down' && told.trim() !== '' && tell === null) return invalid('tell', 'length')
      const settings = await currentSettings(request.app.db)
      const step = event === 'turn-down' ? { event, reason, tell } : { event, reason }
      return atStep(request, which, (db, id) =>
        takeStaffStep(db, { id }, step, { by: request.member.name, settings }),
      )
    },
  }),
  /** What is here goes back: in a parcel, or handed over where neither carrier nor number is said. */
  'requests.return': action({
    permission: 'purchases.change',
    input: z.object({ ...at, carrier: z.string().max(200), code: z.string().max(200) }),
    run: async (request, { carrier, code, ...which }) => {
      const parcel = parcelIn(carrier, code)
      if (!parcel.ok) return parcel
      const settings = await currentSettings(request.app.db)
      return atStep(request, which, (db, id) =>
        takeStaffStep(
          db,
          { id },
          { event: 'return', parcel: parcel.parcel },
          { by: request.member.name, settings },
        ),
      )
    },
  }),
  /** It travels under another number than was said. */
  'requests.correct-return': action({
    permission: 'purchases.change',
    input: z.object({ ...at, carrier: z.string().max(200), code: z.string().max(200) }),
    run: async (request, { carrier, code, ...which }) => {
      const read = parcelIn(carrier, code)
      if (!read.ok) return read
      const { parcel } = read
      if (parcel === null) return invalid('code', 'missing')
      return atStep(request, which, (db, id) => changeReturnParcel(db, { id }, parcel, request.member.name))
    },
  }),
} as const

/** A parcel as it is typed; null where nothing is. */
function parcelIn(carrier: string, code: string) {
  if (carrier.trim() === '' && code.trim() === '') return { ok: true, parcel: null } as const
  if (carrier.trim() === '') return invalid('carrier', 'missing')
  if (code.trim() === '') return invalid('code', 'missing')
  const read = readTracking({ carrier, code, url: null })
  return read
    ? ({ ok: true, parcel: { carrier: read.carrier, code: read.code } } as const)
    : invalid('code', 'length')
}
