import { z } from 'zod'
import { cleanLine, cleanText } from '#app/language/clean-text.ts'
import { readBytesAtMost } from '#app/platform/request-body.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { continueLedger } from '#app/shop/buying/ledger-outstanding.ts'
import { metals } from '#app/shop/buying/valuables.ts'
import { findLot, meltingLots } from '#app/shop/ledger/lot-view.ts'
import { refinerLengths } from '#app/shop/ledger/lot-words.ts'
import { findMeltableByText, type Meltable, waitingToMelt } from '#app/shop/ledger/meltable.ts'
import {
  type Alloy,
  addToLot,
  addWaitingToLot,
  cancelLot,
  changeLotLine,
  openLot,
  sendLot,
  takeOutOfLot,
} from '#app/shop/ledger/melting-lots.ts'
import { readEuros, readFineGrams, readFineness, readWeight } from '#app/shop/ledger/read-amounts.ts'
import {
  attachSettlement,
  largestSettlement,
  type ReturnedMetal,
  settleMeltingLot,
  settlementFile,
} from '#app/shop/ledger/settle-melting-lot.ts'
import { action, screen } from '../answer.ts'

const invalid = (faults: Readonly<Record<string, string>>) =>
  ({ ok: false, reason: 'invalid', faults }) as const

const lot = z.int().positive()
const version = z.int().positive()
const ledger = z.int().positive()
const typed = z.string().max(40, 'too-long')
const alloy = { metal: z.enum(metals, 'missing'), weight: typed, fineness: typed }

/** What was typed of a thing's metal, or why not. */
function alloyOf(given: {
  metal: (typeof metals)[number]
  weight: string
  fineness: string
}): { ok: true; alloy: Alloy } | ReturnType<typeof invalid> {
  const [weight, fineness] = [readWeight(given.weight), readFineness(given.fineness)]
  if (weight.ok && fineness.ok)
    return { ok: true, alloy: { metal: given.metal, weight: weight.value, fineness: fineness.value } }
  return invalid({
    ...(weight.ok ? {} : { weight: weight.reason }),
    ...(fineness.ok ? {} : { fineness: fineness.reason }),
  })
}

const idOf = (given: string | undefined) => {
  const id = Number(given)
  return Number.isSafeInteger(id) && id > 0 && id < 2 ** 31 ? id : 0
}

const thingOf = ({ number, title, receipt, product, status, lot, isMeltable, ...rest }: Meltable) => ({
  ...{ number, title, receipt, product, status, lot, isMeltable },
  ...{ metal: rest.metal, weight: rest.weight, fineness: rest.fineness, acquiredOn: rest.acquiredOn },
})

export const meltingScreens = {
  melting: screen({
    permission: 'melting.do',
    load: async ({ app: { db } }) => ({
      waiting: (await waitingToMelt(db)).map(thingOf),
      lots: await meltingLots(db),
    }),
  }),
  'refiner-lot': screen({
    permission: 'melting.do',
    load: async ({ app: { db, files }, now }, { params, query }) => {
      const id = idOf(params.id)
      if (query.get('file') === 'pdf') {
        const found = await settlementFile(db, files, id)
        if (!found) throw new Response(null, { status: 404 })
        throw new Response(found.file.stream(), {
          headers: {
            'content-type': 'application/pdf',
            'content-length': String(found.file.size),
            'content-disposition': `attachment; filename="abrechnung-${id}.pdf"`,
            'x-content-type-options': 'nosniff',
            'content-security-policy': "sandbox; default-src 'none'",
          },
        })
      }
      const found = await findLot(db, id)
      if (!found) throw new Response(null, { status: 404 })
      const { file_hash: _, events, ...rest } = found
      return {
        ...rest,
        today: germanDay(now),
        events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
        waiting: found.status === 'open' ? (await waitingToMelt(db)).map(thingOf) : [],
      }
    },
  }),
} as const

export const meltingActions = {
  'melting.open': action({
    permission: 'melting.do',
    input: z.strictObject({ refiner: z.string().max(400), note: z.string().max(2000) }),
    run: async ({ app: { db }, member, now }, given) => {
      const [refiner, note] = [cleanLine(given.refiner), cleanText(given.note).trim()]
      if (refiner === '') return invalid({ refiner: 'missing' })
      if (refiner.length > refinerLengths.refiner) return invalid({ refiner: 'too-long' })
      if (note.length > refinerLengths.note) return invalid({ note: 'too-long' })
      return openLot(db, member, { refiner, note, day: germanDay(now) })
    },
  }),
  /** What a label says: a stock number, or a number of the ledger. */
  'melting.find': action({
    permission: 'melting.do',
    input: z.strictObject({ typed }),
    run: async ({ app: { db } }, { typed }) => {
      await continueLedger(db)
      const found = await findMeltableByText(db, typed.trim())
      return found
        ? ({ ok: true, thing: thingOf(found) } as const)
        : ({ ok: false, reason: 'no-such-thing' } as const)
    },
  }),
  'melting.add': action({
    permission: 'melting.do',
    input: z.strictObject({ lot, version, ledger, ...alloy }),
    run: async ({ app: { db }, member }, { lot, version, ledger, ...given }) => {
      const read = alloyOf(given)
      return read.ok ? addToLot(db, member, { lot, version, ledger, alloy: read.alloy }) : read
    },
  }),
  /** `ledgers`: what the screen showed as waiting. */
  'melting.add-waiting': action({
    permission: 'melting.do',
    input: z.strictObject({ lot, version, ledgers: z.array(ledger).min(1).max(500) }),
    run: ({ app: { db }, member }, wanted) => addWaitingToLot(db, member, wanted),
  }),
  'melting.change': action({
    permission: 'melting.do',
    input: z.strictObject({ lot, version, ledger, ...alloy }),
    run: async ({ app: { db }, member }, { lot, version, ledger, ...given }) => {
      const read = alloyOf(given)
      return read.ok ? changeLotLine(db, member, { lot, version, ledger, alloy: read.alloy }) : read
    },
  }),
  'melting.take-out': action({
    permission: 'melting.do',
    input: z.strictObject({ lot, version, ledger }),
    run: ({ app: { db }, member }, wanted) => takeOutOfLot(db, member, wanted),
  }),
  'melting.cancel': action({
    permission: 'melting.do',
    input: z.strictObject({ lot, version }),
    run: ({ app: { db }, member }, wanted) => cancelLot(db, member, wanted),
  }),
  'melting.send': action({
    permission: 'melting.do',
    input: z.strictObject({ lot, version }),
    run: ({ app: { db }, member }, wanted) => sendLot(db, member, wanted),
  }),
  'melting.settle': action({
    permission: 'melting.do',
    input: z.strictObject({
      lot,
      version,
      document: z.string().max(400),
      day: z.iso.date('not-a-day'),
      returned: z
        .array(z.strictObject({ metal: z.enum(metals), fine: typed, value: typed }))
        .min(1)
        .max(metals.length)
        .refine((rows) => new Set(rows.map(({ metal }) => metal)).size === rows.length, 'twice'),
      fees: typed,
      amount: typed,
    }),
    run: async ({ app: { db }, member }, given) => {
      const faults: Record<string, string> = {}
      const document = cleanLine(given.document)
      if (document === '') faults.document = 'missing'
      else if (document.length > refinerLengths.document) faults.document = 'too-long'
      const returned = given.returned.map(({ metal, fine, value }): ReturnedMetal => {
        const [grams, euros] = [readFineGrams(fine), readEuros(value)]
        if (!grams.ok) faults[`fine-${metal}`] = grams.reason
        if (!euros.ok) faults[`value-${metal}`] = euros.reason
        return { metal, fine: grams.ok ? grams.value : 0, valueCents: euros.ok ? euros.value : 0 }
      })
      const [fees, amount] = [readEuros(given.fees.trim() === '' ? '0' : given.fees), readEuros(given.amount)]
      if (!fees.ok) faults.fees = fees.reason
      if (!amount.ok) faults.amount = amount.reason
      if (!fees.ok || !amount.ok || Object.keys(faults).length > 0) return invalid(faults)
      return settleMeltingLot(db, member, {
        ...{ lot: given.lot, version: given.version, document, day: given.day, returned },
        ...{ feesCents: fees.value, amountCents: amount.value },
      })
    },
  }),
  /** The body is the refinery's document; the input stands in the query. */
  'melting.attach': action({
    permission: 'melting.do',
    input: z.strictObject({
      lot: z.coerce.number().int().positive(),
      version: z.coerce.number().int().positive(),
      fileName: z.string().max(300),
    }),
    run: async ({ app: { db, files }, member, request }, { lot, version, fileName }) => {
      const bytes = await readBytesAtMost(request, largestSettlement)
      if (bytes === null) return { ok: false, reason: 'too-large' } as const
      return attachSettlement(db, files, member, { lot, version, name: fileName, bytes })
    },
  }),
} as const
