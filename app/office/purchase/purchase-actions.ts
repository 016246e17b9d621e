import { z } from 'zod'
import { cleanLine } from '#app/language/clean-text.ts'
import type { Database } from '#app/platform/database/database.ts'
import { cancelPurchase } from '#app/shop/buying/cancel-purchase.ts'
import { complianceDatesSchema, noteCompliance, readCompliance } from '#app/shop/buying/compliance.ts'
import { findEarlierIdentity, personSchema, takeOverIdentity } from '#app/shop/buying/earlier-identity.ts'
import { identifySeller, identitySchema } from '#app/shop/buying/identification.ts'
import { payPurchase } from '#app/shop/buying/purchase.ts'
import { prepareReceipt } from '#app/shop/buying/purchase-receipt.ts'
import { revealNewestIdentity, revealSellSerial } from '#app/shop/buying/reveal-sealed.ts'
import { sellStatuses } from '#app/shop/buying/sell-request-status.ts'
import { lockRequest } from '#app/shop/buying/sell-request-steps.ts'
import { signatureSchema, signReceipt } from '#app/shop/buying/sign-receipt.ts'
import { type CounterStep, takeStaffStep } from '#app/shop/buying/staff-steps.ts'
import { type StockCost, stockPieces } from '#app/shop/buying/stocking.ts'
import { type CostKind, costKinds, costLengths } from '#app/shop/ledger/cost-kinds.ts'
import { faultsOfCost } from '#app/shop/ledger/piece-costs.ts'
import { readEuros } from '#app/shop/ledger/read-amounts.ts'
import { readReason } from '#app/shop/reason.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { may } from '#app/shop/staff/permissions.ts'
import { action, type OfficeRequest } from '../answer.ts'

const number = z.string().min(1).max(40)
const text = z.string().max(4000)
const position = z.int().min(0).max(49)
const permission = 'purchases.make'
const why = z.string().max(500)

const invalid = (faults: Record<string, string>) => ({ ok: false, reason: 'invalid', faults }) as const

const identityInput = z.object({
  ...{ givenNames: text, surname: text, birthDate: text, nationality: text },
  ...{ street: text, postalCode: text, city: text, country: text },
  ...{ documentKind: text, documentNumber: text, issuer: text, validUntil: text },
  /** What a complete record holds besides; null: a basic one. */
  complete: z
    .object({ birthPlace: text, beneficialOwner: text, politicallyExposed: z.boolean(), copy: text })
    .nullable(),
})

/** An identity as it was typed; faults by field of the form. */
function readIdentity({ complete, ...typed }: z.infer<typeof identityInput>) {
  const { street, postalCode, city, country, documentKind, documentNumber, issuer, validUntil, ...person } =
    typed
  const parsed = identitySchema.safeParse({
    ...person,
    address: { street, postalCode, city, country },
    document: { kind: documentKind, number: documentNumber, issuer, validUntil },
    complete: complete && {
      ...complete,
      beneficialOwner: cleanLine(complete.beneficialOwner) === '' ? null : complete.beneficialOwner,
    },
  })
  if (parsed.success) return { ok: true, identity: parsed.data } as const
  const faults: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) {
    const [place, field] = path.map(String)
    const name =
      place === 'document' && (field === 'kind' || field === 'number')
        ? `document${field === 'kind' ? 'Kind' : 'Number'}`
        : (field ?? place ?? '')
    const isEmpty = [{ ...typed, ...complete }[name as keyof typeof typed]].every((value) => value === '')
    faults[name] ??=
      message === 'missing' || isEmpty ? 'missing' : message === 'too-long' ? 'too-long' : 'invalid'
  }
  return { ok: false, faults } as const
}

/** Costs as they were typed, in cents; faults by thing and field. */
function readCosts(
  typed: readonly { position: number; kind: CostKind; net: string; vat: string; note: string }[],
) {
  const costs: StockCost[] = []
  const faults: Record<string, string> = {}
  for (const { position, net, vat, note, kind } of typed) {
    const [netCents, vatCents] = [readEuros(net), readEuros(vat.trim() === '' ? '0' : vat)]
    if (!netCents.ok) faults[`costs.${position}.net`] = netCents.reason
    if (!vatCents.ok) faults[`costs.${position}.vat`] = vatCents.reason
    const words = cleanLine(note)
    if (words.length > costLengths.note) faults[`costs.${position}.note`] = 'too-long'
    if (!netCents.ok || !vatCents.ok) continue
    const cost = { netCents: netCents.value, vatCents: vatCents.value }
    for (const [field, reason] of Object.entries(faultsOfCost(cost)))
      faults[`costs.${position}.${field}`] = reason
    costs.push({ ...cost, position, kind, note: words })
  }
  return Object.keys(faults).length > 0 ? ({ ok: false, faults } as const) : ({ ok: true, costs } as const)
}

/** Takes a step that began from a state that was seen; another one by now is said instead. */
async function stepFrom(
  { app, member }: OfficeRequest,
  which: { number: string },
  seen: string,
  step: CounterStep,
) {
  const settings = await readSettings(app.db)
  return asStaff(app.db, member, async (db: Database) => {
    const request = await lockRequest(db, which)
    if (request && request.status !== seen) return { ok: false, reason: 'changed-meanwhile' } as const
    return takeStaffStep(db, which, step, { by: member.name, settings })
  })
}

const seenStatus = z.enum(sellStatuses)

export const purchaseActions = {
  'purchases.identify': action({
    permission,
    /** `seen`: the newest identification that was shown, 0: none. */
    input: z.object({ number, seen: z.int().min(0), identity: identityInput }),
    run: async ({ app, member }, given) => {
      const read = readIdentity(given.identity)
      if (!read.ok) return invalid(read.faults)
      const done = await asStaff(app.db, member, (db) =>
        identifySeller(db, { number: given.number }, read.identity, {
          by: member.name,
          secret: app.secret,
          seen: given.seen,
        }),
      )
      if (done.ok) return done
      if (done.reason === 'document-expired') return invalid({ validUntil: 'expired' })
      if (done.reason === 'under-age') return invalid({ birthDate: 'under-age' })
      return done
    },
  }),
  /** By name and day of birth, whether somebody was identified before; nothing is opened for it. */
  'purchases.find-identity': action({
    permission,
    input: z.object({ givenNames: text, surname: text, birthDate: text }),
    run: async ({ app: { db, secret }, now }, typed) => {
      const person = personSchema.safeParse(typed)
      const found = person.success && (await findEarlierIdentity(db, person.data, { secret, now }))
      return { ok: true, earlier: found ? { ...found, seenAt: found.seenAt.toISOString() } : null } as const
    },
  }),
  'purchases.take-identity': action({
    permission,
    /** `seen`: as with `purchases.identify`; `earlier`: the record that was shown. */
    input: z.object({
      ...{ number, seen: z.int().min(0), earlier: z.int().positive() },
      person: z.object({ givenNames: text, surname: text, birthDate: text }),
    }),
    run: async ({ app, member }, { earlier, seen, person: typed, ...which }) => {
      const person = personSchema.safeParse(typed)
      if (!person.success) return { ok: false, reason: 'no-such-identity' } as const
      return asStaff(app.db, member, (db) =>
        takeOverIdentity(
          db,
          which,
          { earlier, person: person.data },
          { by: member.name, secret: app.secret, seen },
        ),
      )
    },
  }),
  'purchases.reveal-serial': action({
    permission: 'serials.reveal',
    input: z.object({ number, position, why }),
    run: async ({ app, member }, { position, why, ...which }) => {
      const shown = await asStaff(app.db, member, async (db) => {
        const request = await lockRequest(db, which)
        const thing = { requestId: request?.id ?? 0, position }
        return revealSellSerial(db, thing, { who: member.name, why, secret: app.secret })
      })
      return shown.ok ? ({ ok: true, serial: shown.value } as const) : shown
    },
  }),
  'purchases.receipt': action({
    permission,
    /** `seen`: the open receipt that was shown. */
    input: z.object({
      ...{ number, seen: number.nullable(), means: z.enum(['cash', 'transfer']) },
      ...{ iban: z.string().max(60), holder: z.string().max(120) },
    }),
    run: async ({ app, member }, { means, iban, holder, seen, ...which }) => {
      if (means === 'transfer' && iban.trim() === '') return invalid({ iban: 'missing' })
      if (means === 'transfer' && holder.trim() === '') return invalid({ holder: 'missing' })
      const settings = await readSettings(app.db)
      const made = await asStaff(app.db, member, (db) =>
        prepareReceipt(db, which, means === 'cash' ? { means } : { means, iban, holder }, {
          ...{ by: member.name, secret: app.secret, settings, seen },
        }),
      )
      if (made.ok) return { ok: true, number: made.number } as const
      if (made.reason === 'iban-invalid') return invalid({ iban: 'iban-invalid' })
      if (made.reason === 'not-own-account') return invalid({ holder: 'not-own-account' })
      return made
    },
  }),
  'purchases.sign': action({
    permission,
    /** `seen`: the receipt that the seller signs; `signature` null: on paper. */
    input: z.object({ number, seen: number, signature: signatureSchema.nullable() }),
    run: ({ app, member }, { seen, signature, ...which }) =>
      asStaff(app.db, member, (db) =>
        signReceipt(db, which, {
          ...{ receipt: seen, by: member.name, secret: app.secret },
          ...(signature ? { how: 'tablet' as const, signature } : { how: 'paper' as const }),
        }),
      ),
  }),
  'purchases.pay': action({
    permission: 'payouts.make',
    /** `seen`: the signed receipt that is paid. */
    input: z.object({ number, seen: number, reference: z.string().max(400) }),
    run: async ({ app, member }, { seen, ...given }) => {
      const reference = cleanLine(given.reference)
      if (reference === '') return invalid({ reference: 'missing' })
      if (reference.length > 120) return invalid({ reference: 'too-long' })
      const settings = await readSettings(app.db)
      const payout = { reference, declared: true, receipt: seen }
      const paid = await asStaff(app.db, member, (db) =>
        payPurchase(db, { number: given.number }, payout, { by: member.name, secret: app.secret, settings }),
      )
      return paid.ok ? ({ ok: true, number: paid.number, again: paid.again ?? false } as const) : paid
    },
  }),
  'purchases.stock': action({
    permission,
    input: z.object({
      ...{ number, melt: z.array(position).max(50) },
      /** What a thing cost besides its price, as it is typed; things that nothing was typed of are left out. */
      costs: z
        .array(z.object({ position, kind: z.enum(costKinds), net: text, vat: text, note: text }))
        .max(50),
    }),
    run: async ({ app, member }, { melt, costs: typed, ...which }) => {
      const read = readCosts(typed)
      if (!read.ok) return invalid(read.faults)
      if (read.costs.length > 0 && !may(member.role, 'pieces.edit-cost'))
        return { ok: false, reason: 'not-allowed' } as const
      const { db, files } = app
      return asStaff(db, member, (transaction) =>
        stockPieces(transaction, which, { melt, costs: read.costs, files, by: member.name }),
      )
    },
  }),
  'purchases.cancel': action({
    permission: 'payouts.make',
    /** `seen`: the receipt that is taken back. */
    input: z.object({ number, seen: number, reason: why }),
    run: async ({ app, member }, { seen, reason, ...which }) => {
      if (readReason(reason) === null) return invalid({ reason: 'why-missing' })
      const settings = await readSettings(app.db)
      return asStaff(app.db, member, (db) =>
        cancelPurchase(db, which, { reason, by: member.name, settings, seen }),
      )
    },
  }),
  'purchases.turn-down': action({
    permission,
    input: z.object({ number, seen: seenStatus, reason: why, tell: why }),
    run: async (request, { seen, reason, tell, ...which }) => {
      if (seen === 'compliance_hold') return { ok: false, reason: 'not-possible' } as const
      if (readReason(reason) === null) return invalid({ reason: 'why-missing' })
      return stepFrom(request, which, seen, { event: 'turn-down', reason, tell })
    },
  }),
  'purchases.hand-back': action({
    permission,
    input: z.object({ number, seen: seenStatus }),
    run: (request, { seen, ...which }) => stepFrom(request, which, seen, { event: 'return', parcel: null }),
  }),
  'purchases.hold': action({
    permission,
    input: z.object({ number, seen: seenStatus, reason: text, dates: complianceDatesSchema }),
    run: async (request, { seen, reason, dates, ...which }) => {
      if (reason.trim().length < 3) return invalid({ reason: 'why-missing' })
      return stepFrom(request, which, seen, { event: 'hold', reason, dates })
    },
  }),
  'purchases.end-hold': action({
    permission: 'compliance.see',
    input: z.object({
      ...{ number, seen: z.literal('compliance_hold'), reason: text, tell: why },
      event: z.enum(['reopen', 'resume', 'turn-down', 'surrender']),
    }),
    run: async (request, { seen, event, reason, tell, ...which }) => {
      if (reason.trim().length < 3) return invalid({ reason: 'why-missing' })
      return stepFrom(
        request,
        which,
        seen,
        event === 'turn-down' ? { event, reason, tell } : { event, reason },
      )
    },
  }),
  'purchases.read-compliance': action({
    permission: 'compliance.see',
    input: z.object({ number, why }),
    run: async ({ app, member }, { why, ...which }) => {
      const read = await asStaff(app.db, member, async (db) => {
        const request = await lockRequest(db, which)
        return readCompliance(db, request?.id ?? 0, { who: member.name, why })
      })
      if (!read.ok) return read
      const { entries, dates, looks } = read.value
      const written = <Row extends { at: Date }>(row: Row) => ({ ...row, at: row.at.toISOString() })
      return { ok: true, dates, entries: entries.map(written), looks: looks.map(written) } as const
    },
  }),
  'purchases.note-compliance': action({
    permission: 'compliance.see',
    /** `seen`: the newest entry that was read. */
    input: z.object({ number, seen: z.int().min(0), text, dates: complianceDatesSchema }),
    run: ({ app, member }, { seen, text, dates, ...which }) =>
      asStaff(app.db, member, (db) => noteCompliance(db, which, { text, dates, seen, by: member.name })),
  }),
  'purchases.reveal-identity': action({
    permission: 'identities.see',
    input: z.object({ number, why }),
    run: async ({ app, member }, { why, ...which }) => {
      const shown = await asStaff(app.db, member, async (db) => {
        const request = await lockRequest(db, which)
        return revealNewestIdentity(db, request?.id ?? 0, { who: member.name, why, secret: app.secret })
      })
      return shown.ok ? ({ ok: true, identity: shown.value } as const) : shown
    },
  }),
} as const
