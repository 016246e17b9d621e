import { z } from 'zod'
import {
  choice,
  email,
  fitting,
  line,
  optionalLine,
  optionalText,
  submission,
  text,
} from '#app/forms/fields.ts'
import { fillsHoneypot } from '#app/forms/honeypot.ts'
import { faultsIn, parseForm, textsIn } from '#app/forms/parse-form.ts'
import type { Locale } from '#app/language/locales.ts'
import { readPostalCode } from '#app/language/postal-code.ts'
import { isStockNumber } from '#app/shop/catalogue/stock-numbers.ts'
import {
  type SellField,
  type SellFieldFault,
  type SellKind,
  type SellWay,
  sellJewelleryTypes,
  sellKinds,
  sellLengths,
  sellScopes,
  sellWays,
} from './sell-request-fields.ts'
import { findValuable } from './valuables.ts'
import { type AmountFault, readGrams, readLines, readPieces } from './valuation.ts'

export type SellDetails = z.infer<typeof sellDetailsSchema>

export type SellContact = {
  name: string
  email: string
  phone: string | null
  /** Needed for shipment: where a label goes and what we return. */
  address: { street: string; postalCode: string; city: string; country: string } | null
}

/** What somebody offers, as the form says it. */
export type SellRequestForm = {
  /** Made once per form: sent twice it is one request. */
  submission: string
  locale: Locale
  details: SellDetails
  way: SellWay
  /** Only for the way `branch`, and even there it may stay open. */
  branchId: string | null
  contact: SellContact
  /** Token of the photos, null when the form was shown without one. */
  upload: string | null
  /** Stock number of the piece of ours that the seller would take for it. */
  tradeFor?: string | null
}

/** Version of the consent's words that a request stores; raise it when the words change. */
export const sellConsentVersion = '2026-11'

const { hallmark, brand, model, reference, description } = sellLengths
const detailFields = {
  gold: { description: optionalText(description) },
  jewellery: {
    type: choice(sellJewelleryTypes, 'invalid', 'missing'),
    hallmark: optionalLine(hallmark),
    description: text(description),
  },
  watch: {
    brand: line(brand),
    model: optionalLine(model),
    reference: optionalLine(reference),
    year: fitting(optionalLine(60), (year) => year === null || /^(1[6-9]|20)\d\d$/.test(year), 'invalid'),
    scope: choice(sellScopes, 'invalid', 'missing'),
    description: optionalText(description),
  },
}

const kindFields = { kind: choice(sellKinds, 'invalid', 'missing') }

const wayFields = {
  way: choice(sellWays, 'invalid', 'missing'),
  branch: fitting(
    optionalLine(60),
    (branch) => branch === null || /^[a-z][a-z0-9-]{0,40}$/.test(branch),
    'invalid',
  ),
}

const addressFields = {
  branch: {
    street: optionalLine(sellLengths.street),
    postalCode: optionalLine(sellLengths.postalCode),
    city: optionalLine(sellLengths.city),
  },
  shipment: {
    street: line(sellLengths.street),
    postalCode: fitting(line(sellLengths.postalCode), (code) => readPostalCode(code, 'DE').ok, 'invalid'),
    city: line(sellLengths.city),
  },
}

const contactFields = {
  name: line(sellLengths.name),
  email: email(sellLengths.email, 'invalid'),
  phone: fitting(
    optionalLine(sellLengths.phone),
    (phone) => phone === null || /\d.*\d.*\d/.test(phone),
    'invalid',
  ),
  consent: line(60),
}

const ownFields = { submission: submission('invalid') }

/** Of gold: what is wrong with which line. */
type LineFaults = (AmountFault | 'unknown-item' | null)[]

type SellFaults = { [Field in SellField | 'submission']?: SellFieldFault }

export type ParsedSellRequest =
  | { ok: true; request: SellRequestForm }
  /** Filled the trap: answered as if it had arrived, and dropped. */
  | { ok: false; reason: 'robot' }
  | { ok: false; reason: 'incomplete'; faults: SellFaults; lineFaults: LineFaults }

/**
 * Parses the request form. Besides the fields it reads `item`/`amount` once a line (as the calculator's address has
 * them), and `upload`. What a kind or a way has no field for is not looked at.
 */
export function parseSellRequest(form: FormData, locale: Locale): ParsedSellRequest {
  if (fillsHoneypot(form)) return { ok: false, reason: 'robot' }
  const kind = parseForm(form, kindFields)
  const details = parseDetails(form, kind.value.kind ?? 'gold')
  const way = parseForm(form, wayFields)
  const address = parseForm(form, addressFields[way.value.way ?? 'branch'])
  const contact = parseForm(form, contactFields)
  const own = parseForm(form, ownFields)
  if (!kind.ok || !details.ok || !way.ok || !address.ok || !contact.ok || !own.ok) {
    const faults = faultsIn<SellFaults>(kind, details, way, address, contact, own)
    return { ok: false, reason: 'incomplete', faults, lineFaults: details.ok ? [] : details.lineFaults }
  }
  const [upload = ''] = textsIn(form, 'upload')
  const [piece = ''] = textsIn(form, 'piece')
  const { street, postalCode, city } = address.value
  const { name, email, phone } = contact.value
  return {
    ok: true,
    request: {
      submission: own.value.submission,
      locale,
      details: details.value,
      way: way.value.way,
      branchId: way.value.way === 'branch' ? way.value.branch : null,
      contact: {
        name,
        email,
        phone,
        address:
          street && postalCode && city
            ? { street, postalCode: german(postalCode), city, country: 'DE' }
            : null,
      },
      upload: isUploadToken(upload) ? upload : null,
      tradeFor: isStockNumber(piece) ? piece : null,
    },
  }
}

/** As it is written in Germany, or as it stands where somebody comes to a branch. */
function german(postalCode: string): string {
  const read = readPostalCode(postalCode, 'DE')
  return read.ok ? read.code : postalCode
}

type ParsedDetails =
  | { ok: true; value: SellDetails }
  | { ok: false; faults: SellFaults; lineFaults: LineFaults }

function parseDetails(form: FormData, kind: SellKind): ParsedDetails {
  switch (kind) {
    case 'gold': {
      const parsed = parseForm(form, detailFields.gold)
      const { lines, faults: lineFaults } = readGoldLines(form)
      const faults: SellFaults = {}
      if (lineFaults.some((fault) => fault !== null)) faults.lines = 'invalid'
      else if (lines.length === 0 && parsed.value.description === '') faults.lines = 'missing'
      return parsed.ok && faults.lines === undefined
        ? { ok: true, value: { kind, lines, ...parsed.value } }
        : { ok: false, faults: faultsIn<SellFaults>({ ok: false, faults }, parsed), lineFaults }
    }
    case 'jewellery': {
      const parsed = parseForm(form, detailFields.jewellery)
      return parsed.ok ? { ok: true, value: { kind, ...parsed.value } } : { ...parsed, lineFaults: [] }
    }
    case 'watch': {
      const parsed = parseForm(form, detailFields.watch)
      if (!parsed.ok) return { ...parsed, lineFaults: [] }
      const { year, ...rest } = parsed.value
      return { ok: true, value: { kind, ...rest, year: year === null ? null : Number(year) } }
    }
  }
}

/** Lines in which something was entered; empty ones are left out, wrong ones named. */
function readGoldLines(form: FormData) {
  const query = new URLSearchParams()
  for (const name of ['item', 'amount']) {
    for (const value of form.getAll(name)) query.append(name, typeof value === 'string' ? value : '')
  }
  const entered = query.has('item') ? readLines(query) : []
  const lines = entered.filter(({ amount }) => amount.trim() !== '')
  const faults = entered.map(({ item, amount }) => {
    if (amount.trim() === '') return null
    const valuable = findValuable(item)
    if (!valuable) return 'unknown-item' as const
    const read = valuable.by === 'piece' ? readPieces(amount) : readGrams(amount)
    return read.ok ? null : read.reason
  })
  return { lines, faults }
}

/** Whether a text may be the token of photos that arrive before their request. */
export function isUploadToken(text: string): boolean {
  return /^[\w-]{24,64}$/.test(text)
}

/** What the database holds of a request's details. @throws {z.ZodError} */
export const sellDetailsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('gold'),
    lines: z.array(z.object({ item: z.string(), amount: z.string() })),
    description: z.string(),
  }),
  z.object({
    kind: z.literal('jewellery'),
    type: z.enum(sellJewelleryTypes),
    description: z.string(),
    /** As typed: what is stamped inside. */
    hallmark: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('watch'),
    brand: z.string(),
    model: z.string().nullable(),
    reference: z.string().nullable(),
    year: z.number().nullable(),
    scope: z.enum(sellScopes),
    description: z.string(),
  }),
])
