import { z } from 'zod'
import type { Locale } from '#app/language/locales.ts'
import { findValuable } from './valuables.ts'
import { type AmountFault, type EnteredLine, readGrams, readLines, readPieces } from './valuation.ts'

export const sellKinds = ['gold', 'jewellery', 'watch'] as const
export type SellKind = (typeof sellKinds)[number]

export const sellWays = ['branch', 'shipment'] as const
export type SellWay = (typeof sellWays)[number]

/** Kinds of jewellery and what came with a watch, as the catalogue has them. */
export const sellJewelleryTypes = [
  'rings',
  'earrings',
  'necklaces',
  'bracelets',
  'pendants',
  'brooches',
  'other',
] as const
export const sellScopes = ['full-set', 'box', 'papers', 'none'] as const

export type SellDetails =
  | { kind: 'gold'; lines: EnteredLine[]; description: string }
  | {
      kind: 'jewellery'
      type: (typeof sellJewelleryTypes)[number]
      description: string
      /** As typed: what is stamped inside. */
      hallmark: string | null
    }
  | {
      kind: 'watch'
      brand: string
      model: string | null
      reference: string | null
      year: number | null
      scope: (typeof sellScopes)[number]
      description: string
    }

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
}

export const sellFields = [
  'kind',
  'lines',
  'description',
  'type',
  'hallmark',
  'brand',
  'model',
  'reference',
  'year',
  'scope',
  'way',
  'branch',
  'name',
  'email',
  'phone',
  'street',
  'postalCode',
  'city',
  'consent',
  'submission',
] as const
export type SellField = (typeof sellFields)[number]
export type SellFieldFault = 'missing' | 'invalid' | 'too-long'

/** A field that people do not see and robots fill in. */
export const sellTrap = 'website'

/** Version of the consent's words that a request stores; raise it when the words change. */
export const sellConsentVersion = '2026-11'

export type ParsedSellRequest =
  | { ok: true; request: SellRequestForm }
  /** Filled the trap: answered as if it had arrived, and dropped. */
  | { ok: false; reason: 'robot' }
  | {
      ok: false
      reason: 'incomplete'
      fields: Partial<Record<SellField, SellFieldFault>>
      /** Of gold: what is wrong with which line. */
      lineFaults: (AmountFault | 'unknown-item' | null)[]
    }

const clean = (text: string) => text.replaceAll(/[^\n\P{Cc}]/gu, ' ').trim()

/**
 * Parses the request form. Fields: `kind`, `item`/`amount` once a line (as the calculator's address has them),
 * `description`, `type`, `hallmark`, `brand`, `model`, `reference`, `year`, `scope`, `way`, `branch`, `name`, `email`,
 * `phone`, `street`, `postalCode`, `city`, `country` (DE), `consent`, `submission`, `upload`.
 */
export function parseSellRequest(form: FormData, locale: Locale): ParsedSellRequest {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? clean(value) : ''
  }
  if (text(sellTrap) !== '') return { ok: false, reason: 'robot' }
  const fields: Partial<Record<SellField, SellFieldFault>> = {}
  const line = (name: SellField, most: number, needed: boolean): string | null => {
    const value = text(name).replaceAll(/\s+/g, ' ')
    if (value === '' && needed) fields[name] = 'missing'
    else if (value.length > most) fields[name] = 'too-long'
    return value === '' ? null : value
  }
  const choice = <Value extends string>(name: SellField, values: readonly Value[]): Value => {
    const value = values.find((known) => known === text(name))
    if (value === undefined) fields[name] = text(name) === '' ? 'missing' : 'invalid'
    return value ?? (values[0] as Value)
  }
  const long = (needed: boolean) => {
    const value = text('description')
    if (value === '' && needed) fields.description = 'missing'
    else if (value.length > 4000) fields.description = 'too-long'
    return value
  }

  const kind = choice('kind', sellKinds)
  let lineFaults: (AmountFault | 'unknown-item' | null)[] = []
  let details: SellDetails
  if (kind === 'gold') {
    const { lines, faults } = readGoldLines(form)
    lineFaults = faults
    if (faults.some((fault) => fault !== null)) fields.lines = 'invalid'
    const description = long(false)
    if (lines.length === 0 && description === '') fields.lines = 'missing'
    details = { kind, lines, description }
  } else if (kind === 'jewellery') {
    details = {
      kind,
      type: choice('type', sellJewelleryTypes),
      hallmark: line('hallmark', 60, false),
      description: long(true),
    }
  } else {
    const year = text('year')
    const plausible = /^(1[6-9]|20)\d\d$/.test(year)
    if (year !== '' && !plausible) fields.year = 'invalid'
    details = {
      kind,
      brand: line('brand', 80, true) ?? '',
      model: line('model', 120, false),
      reference: line('reference', 60, false),
      year: plausible ? Number(year) : null,
      scope: choice('scope', sellScopes),
      description: long(false),
    }
  }

  const way = choice('way', sellWays)
  const shipped = way === 'shipment'
  const branch = text('branch')
  if (branch !== '' && !/^[a-z][a-z0-9-]{0,40}$/.test(branch)) fields.branch = 'invalid'
  const street = line('street', 200, shipped)
  const postalCode = line('postalCode', 12, shipped)
  const city = line('city', 120, shipped)
  if (shipped && postalCode && !/^\d{5}$/.test(postalCode)) fields.postalCode = 'invalid'
  const name = line('name', 200, true) ?? ''
  const email = line('email', 320, true) ?? ''
  if (email !== '' && !z.email().safeParse(email).success) fields.email = 'invalid'
  const phone = line('phone', 60, false)
  if (phone !== null && !/\d.*\d.*\d/.test(phone)) fields.phone = 'invalid'
  if (text('consent') === '') fields.consent = 'missing'
  const submission = text('submission')
  if (!z.uuid().safeParse(submission).success) fields.submission = 'invalid'
  if (Object.keys(fields).length > 0) return { ok: false, reason: 'incomplete', fields, lineFaults }
  const upload = text('upload')
  return {
    ok: true,
    request: {
      submission,
      locale,
      details,
      way,
      branchId: !shipped && branch !== '' ? branch : null,
      contact: {
        name,
        email,
        phone,
        address: street && postalCode && city ? { street, postalCode, city, country: 'DE' } : null,
      },
      upload: isUploadToken(upload) ? upload : null,
    },
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
export const sellDetailsSchema: z.ZodType<SellDetails> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('gold'),
    lines: z.array(z.object({ item: z.string(), amount: z.string() })),
    description: z.string(),
  }),
  z.object({
    kind: z.literal('jewellery'),
    type: z.enum(sellJewelleryTypes),
    description: z.string(),
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
