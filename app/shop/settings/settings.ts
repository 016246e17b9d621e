import { z } from 'zod'
import { cleanTexts } from '#app/language/clean-text.ts'
import { locales } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { json, query } from '#app/platform/database/statement.ts'
import { daysLater } from '../buying/german-day.ts'
import { buyingSchema } from './buying-settings.ts'
import { datevSchema } from './datev-settings.ts'
import { mailsSchema } from './mail-settings.ts'
import { type Faults, faultsOf, type SettingFault } from './setting-faults.ts'
import { addressRule, buyingRule, mailsRule, shippingRule } from './stored-rules.ts'
import { bankSchema, companySchema, ordersSchema, shippingSchema, taxSchema } from './trade-settings.ts'

const bilingual = z.object({ de: z.string().min(1), en: z.string().min(1) })
const date = z.iso.date()
const time = z.string().refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), {
  error: 'is not a time such as 09:30',
  params: { reason: 'not-a-time' },
})

export const weekdays = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const
export type Weekday = (typeof weekdays)[number]

const openingHours = z.object({
  days: z.array(z.enum(weekdays)).min(1),
  opens: time,
  closes: time,
})

const holiday = z.object({
  date,
  closed: z.boolean(),
  opens: time.optional(),
  closes: time.optional(),
  label: bilingual,
})

/** Days on which one vacation may shut the branches. */
const longestClosure = 60

/**
 * Told by a banner on every page: while it is switched on, and within its days in Germany where it has some. `closed`: the
 * branches are shut on these days, too.
 */
const vacationSchema = z
  .object({
    active: z.boolean().default(false),
    from: date.nullable().default(null),
    to: date.nullable().default(null),
    closed: z.boolean().default(false),
    message: z.object({ de: z.string().max(500), en: z.string().max(500) }).default({ de: '', en: '' }),
  })
  .superRefine(({ from, to, closed }, { addIssue }) => {
    if ([from, to].some((day) => day !== null && !date.safeParse(day).success)) return
    const wrong = (path: string, reason: SettingFault, message: string) =>
      addIssue({ code: 'custom', path: [path], message, params: { reason } })
    if (from !== null && to !== null && to < from) wrong('to', 'ends-before-begin', 'ends before it begins')
    else if (closed && (from === null || to === null))
      wrong(from === null ? 'from' : 'to', 'closed-needs-days', 'branches are shut from a day to a day')
    else if (closed && from !== null && to !== null && to > daysLater(from, longestClosure))
      wrong('to', 'too-many-days', `branches are shut for ${longestClosure} days at most`)
  })

const branchSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  name: z.string().min(1),
  street: z.string().min(1),
  postalCode: z.string().min(1),
  city: z.string().min(1),
  country: z.string().length(2).default('DE'),
  latitude: z.number().min(-90).max(90).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
  phone: z.string().min(1),
  email: z.email(),
  hours: z.array(openingHours),
  holidays: z.array(holiday).default([]),
  directions: z.object({ de: z.string(), en: z.string() }).partial().default({}),
})

/** The same for a branch. */
const storedBranch = branchSchema.superRefine(({ hours, holidays }, { addIssue }) => {
  const wrong = (path: (string | number)[], reason: SettingFault, message: string) =>
    addIssue({ code: 'custom', path, message, params: { reason } })
  for (const [index, { opens, closes }] of hours.entries())
    if (closes <= opens) wrong(['hours', index, 'closes'], 'ends-before-begin', 'closes before it opens')
  const days = new Set<string>()
  for (const [index, { date, closed, opens, closes }] of holidays.entries()) {
    if (days.has(date)) wrong(['holidays', index, 'date'], 'day-twice', 'has two exceptions')
    days.add(date)
    if (closed) continue
    if (!opens) wrong(['holidays', index, 'opens'], 'missing', 'is missing')
    if (!closes) wrong(['holidays', index, 'closes'], 'missing', 'is missing')
    if (opens && closes && closes <= opens)
      wrong(['holidays', index, 'closes'], 'ends-before-begin', 'closes before it opens')
  }
})

const enteredBranch = storedBranch.superRefine(addressRule)

export type OpeningHours = z.infer<typeof openingHours>
export type Holiday = z.infer<typeof holiday>
export type Branch = z.infer<typeof branchSchema>

/** What can be set, each under its own key of the table `setting`. An absent row means its default. */
const settingSchemas = {
  site: z.object({
    name: z.string().min(1).default('[Shop]'),
    description: bilingual.default({
      de: 'Uhren und Schmuck aus zweiter Hand, geprüft und einzeln beschrieben.',
      en: 'Pre-owned watches and jewellery, examined and described piece by piece.',
    }),
    separator: z.string().min(1).max(3).default('–'),
    twitter: z
      .string()
      .regex(/^@\w{1,15}$/)
      .nullable()
      .default(null),
    /** Days after its sale on which search engines may still keep a piece's page. */
    soldPageDays: z.number().int().min(0).max(3_650).default(180),
  }),
  contact: z.object({
    phone: z.string().min(1).default('000 000 00 00'),
    /** The messaging app's own link, e.g. https://wa.me/49221… */
    messaging: z.url({ protocol: /^https$/ }).default('https://shop.invalid/'),
    email: z.email().default('platzhalter@shop.invalid'),
    hoursText: bilingual.default({
      de: '[Öffnungszeiten]',
      en: '[Opening hours]',
    }),
  }),
  vacation: vacationSchema,
  /** Pictures of official notices per language, by the names of their assets. */
  notices: z.object({
    guarantee: z
      .object({ de: z.string().nullable(), en: z.string().nullable() })
      .default({ de: null, en: null }),
  }),
  sell: z.object({ active: z.boolean().default(true) }),
  shipping: shippingSchema,
  company: companySchema,
  bank: bankSchema,
  orders: ordersSchema,
  tax: taxSchema,
  buying: buyingSchema,
  mails: mailsSchema,
  datev: datevSchema,
} as const

/** What is asked of a setting besides when it is stored: one that was stored before must not take the shop down. */
const storedSchemas = {
  ...settingSchemas,
  vacation: settingSchemas.vacation.superRefine(({ active, message }, { addIssue }) => {
    if (!active) return
    for (const locale of locales)
      if (message[locale] === '')
        addIssue({ code: 'custom', path: ['message', locale], message: 'is missing' })
  }),
  shipping: settingSchemas.shipping.superRefine(shippingRule),
  company: settingSchemas.company.superRefine(addressRule),
  buying: settingSchemas.buying.superRefine(buyingRule),
  mails: settingSchemas.mails.superRefine(mailsRule),
} as const

export type SettingKey = keyof typeof settingSchemas
export const settingKeys = Object.keys(settingSchemas) as SettingKey[]
export type Setting<Key extends SettingKey> = z.infer<(typeof settingSchemas)[Key]>

export type Settings = { [Key in SettingKey]: Setting<Key> } & { branches: Branch[] }

const storedSettings = {
  settings: json(z.record(z.string(), z.unknown())),
  branches: json(z.array(z.looseObject({ postal_code: z.string() }))),
}

/**
 * Reads every setting and branch, in one statement.
 * @throws {z.ZodError} when a stored value does not fit: it was written past `saveSetting`.
 */
export async function readSettings(db: Database): Promise<Settings> {
  const [row] = await query(db, storedSettings)`
    select (select coalesce(jsonb_object_agg(key, value), '{}') from setting) as settings,
      (select coalesce(jsonb_agg(to_jsonb(b) order by b.position, b.id), '[]') from branch b) as branches
  `
  const stored = new Map(Object.entries(row?.settings ?? {}))
  const of = <Key extends SettingKey>(key: Key) =>
    settingSchemas[key].parse(stored.get(key) ?? {}) as Setting<Key>
  return {
    site: of('site'),
    contact: of('contact'),
    vacation: of('vacation'),
    notices: of('notices'),
    sell: of('sell'),
    shipping: of('shipping'),
    company: of('company'),
    bank: of('bank'),
    orders: of('orders'),
    tax: of('tax'),
    buying: of('buying'),
    mails: of('mails'),
    datev: of('datev'),
    branches: (row?.branches ?? []).map((branch) =>
      branchSchema.parse({ ...branch, postalCode: branch.postal_code }),
    ),
  }
}

type Checked<Value> = { ok: true; value: Value } | { ok: false; faults: Faults }

/** One setting as it may be stored, its texts cleaned; else why not, by field. */
export function checkSetting<Key extends SettingKey>(key: Key, given: unknown): Checked<Setting<Key>> {
  return check<Setting<Key>>(storedSchemas[key], given)
}

/** The same for a branch. */
export function checkBranch(given: unknown): Checked<Branch> {
  return check<Branch>(enteredBranch, given)
}

/** The same where hours alone are entered: whoever enters them cannot mend an address that was stored before. */
export function checkOpening(given: unknown): Checked<Branch> {
  return check<Branch>(storedBranch, given)
}

function check<Value>(schema: z.ZodType, given: unknown): Checked<Value> {
  const clean = trimmed(cleanTexts(given))
  const parsed = schema.safeParse(clean)
  return parsed.success
    ? { ok: true, value: parsed.data as Value }
    : { ok: false, faults: faultsOf(parsed.error, clean) }
}

function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(trimmed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, trimmed(each)]))
}

/** Stores one setting after parsing it. @throws {z.ZodError} */
export async function saveSetting<Key extends SettingKey>(
  db: Database,
  key: Key,
  value: z.input<(typeof settingSchemas)[Key]>,
): Promise<void> {
  const parsed = JSON.stringify(storedSchemas[key].parse(value))
  await db
    .insertInto('setting')
    .values({ key, value: parsed })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: parsed, changed_at: new Date() }))
    .execute()
}

/** Stores a branch after parsing it; `position` orders the branches. @throws {z.ZodError} */
export async function saveBranch(
  db: Database,
  position: number,
  value: z.input<typeof branchSchema>,
): Promise<void> {
  const branch = storedBranch.parse(value)
  const row = {
    position,
    name: branch.name,
    street: branch.street,
    postal_code: branch.postalCode,
    city: branch.city,
    country: branch.country,
    latitude: branch.latitude ?? null,
    longitude: branch.longitude ?? null,
    phone: branch.phone,
    email: branch.email,
    hours: JSON.stringify(branch.hours),
    holidays: JSON.stringify(branch.holidays),
    directions: JSON.stringify(branch.directions),
  }
  await db
    .insertInto('branch')
    .values({ id: branch.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/**
 * Whether the sell menu entry and the footer's sell column show: staff switched it on *and* the pages exist in the
 * language, which they do in German only.
 */
export function sellCondition(settings: Pick<Settings, 'sell'>, locale: 'de' | 'en'): boolean {
  return settings.sell.active && locale === 'de'
}
