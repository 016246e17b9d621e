import { z } from 'zod'

const bilingual = z.object({ de: z.string().min(1), en: z.string().min(1) })
const cents = z.number().int().min(0).max(2_000_000_000)
const country = z.string().regex(/^[A-Z]{2}$/)

const rate = z.object({
  /** Upper limit of the goods' value, inclusive. */
  upToCents: cents,
  priceCents: cents,
  method: z.enum(['insured-parcel', 'value-courier']),
  /** Working days after payment, from and to. */
  days: z.tuple([z.number().int().min(0).max(60), z.number().int().min(0).max(60)]),
})

const zone = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  label: bilingual,
  countries: z.array(country).min(1),
  /** Duties and taxes at the border are the buyer's. */
  dutiesByBuyer: z.boolean().default(false),
  rates: z.array(rate).min(1),
})

/** The delivery area: zones of countries with prices by the goods' value. */
export const shippingSchema = z.object({
  collection: z.object({ priceCents: cents }).default({ priceCents: 0 }),
  zones: z
    .array(zone)
    .min(1)
    .refine(
      (zones) =>
        new Set(zones.flatMap((each) => each.countries)).size ===
        zones.flatMap((each) => each.countries).length,
      { error: 'a country belongs to one zone', params: { reason: 'country-twice' } },
    )
    .default([
      {
        id: 'germany',
        label: { de: 'Deutschland', en: 'Germany' },
        countries: ['DE'],
        dutiesByBuyer: false,
        rates: [
          { upToCents: 50_000, priceCents: 900, method: 'insured-parcel', days: [1, 2] },
          { upToCents: 10_000_000, priceCents: 4_900, method: 'value-courier', days: [1, 2] },
        ],
      },
    ]),
})

export type Shipping = z.infer<typeof shippingSchema>
export type ShippingZone = Shipping['zones'][number]

/** Who sells: printed on invoices and at the end of mails. */
export const companySchema = z.object({
  name: z.string().min(1).default('[Firma]'),
  street: z.string().min(1).default('[Straße und Hausnummer]'),
  postalCode: z.string().min(1).default('[PLZ]'),
  city: z.string().min(1).default('[Ort]'),
  country: country.default('DE'),
  director: z.string().min(1).default('[Geschäftsführung]'),
  register: z.string().min(1).default('[Registergericht und -nummer]'),
  vatId: z.string().min(1).default('[USt-IdNr.]'),
})

export type Company = z.infer<typeof companySchema>

/** Where transfers go. */
export const bankSchema = z.object({
  holder: z.string().min(1).max(70).default('[Kontoinhaber]'),
  iban: z
    .string()
    .transform((text) => text.replaceAll(/\s/g, '').toUpperCase())
    .refine(isIban, {
      error: 'is not an IBAN: its check digits do not fit',
      params: { reason: 'not-an-iban' },
    })
    .default('DE36000000000000000000'),
  bic: z
    .string()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)
    .default('XXXXDEXXXXX'),
  bank: z.string().min(1).default('[Bank]'),
})

/** ISO 13616: moved to the front and read as a number, it leaves 1 divided by 97. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const digits = [...text.slice(4), ...text.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

const day = z.iso.date('is not a day such as 2026-07-01')

/** What the operator has chosen, or knows, about taxes on distance sales within the EU (§ 3c UStG). */
export const taxSchema = z.object({
  /** Day from which distance sales are reported in the one-stop shop and taxed at their destination; null: not so. */
  oneStopSince: day.nullable().default(null),
  /**
   * Day on which the threshold was passed, with sales counted that this shop does not know of; it holds to the end of
   * the next calendar year.
   */
  thresholdPassedOn: day.nullable().default(null),
})

const workingDays = z.number().int().min(1).max(60)

/** How orders are taken. */
export const ordersSchema = z
  .object({
    /** In front of the numbers of orders and invoices: RG-2026-00042, RE-2026-00042. */
    orderPrefix: z
      .string()
      .regex(/^[A-Z]{1,6}$/)
      .default('RG'),
    invoicePrefix: z
      .string()
      .regex(/^[A-Z]{1,6}$/)
      .default('RE'),
    /** `by-staff`: somebody looks at the piece before the order is accepted. */
    acceptance: z.enum(['at-once', 'by-staff']).default('at-once'),
    /** Working days after acceptance: when a transfer is due, when we remind, when the unpaid order lapses. */
    transferDue: workingDays.default(5),
    transferReminder: workingDays.default(4),
    transferLapse: workingDays.default(8),
    /** Working days in which a collected piece is waiting in the branch. */
    collectionLapse: workingDays.default(10),
    /** Minutes that mails about money wait which staff have entered: as long, a mistake is taken back unread. */
    mailDelayMinutes: z.number().int().min(0).max(120).default(5),
    /** Unpaid orders one client may have open at a time. */
    openOrders: z.number().int().min(1).max(500).default(20),
    /** Whether liability for pre-owned pieces is shortened to one year, with a box to tick for each (§ 476 BGB). */
    oneYearLiability: z.boolean().default(false),
  })
  .refine(
    ({ transferReminder, transferDue, transferLapse }) =>
      transferReminder <= transferDue && transferDue < transferLapse,
    {
      error: 'a reminder comes before the money is due, and that before the order lapses',
      params: { reason: 'order-of-deadlines' },
    },
  )

export type OrderSettings = z.infer<typeof ordersSchema>
