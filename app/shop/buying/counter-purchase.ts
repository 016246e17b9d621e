import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { email, line, optionalLine, optionalText, submission } from '#app/forms/fields.ts'
import { locales } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { now as clock, int8, nullable, query, text, uuid } from '#app/platform/database/statement.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { nextNumberInSeries } from '#app/shop/number-series.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'
import { germanDay } from './german-day.ts'
import type { CurrentPrices } from './metal-price.ts'
import { answerOffer, makeOffer } from './offer.ts'
import type { OfferLineInput } from './offer-lines.ts'
import { sellLengths, sellScopes } from './sell-request-fields.ts'
import { isUploadToken, type SellDetails } from './sell-request-form.ts'
import { filePhotosByLine } from './sell-request-photos.ts'
import { inspectGoods, takeStaffStep } from './staff-steps.ts'
import { staffLineSchema, type ValueFault, valuedLine } from './valued-line.ts'

/** One thing on the counter: what it is, how it was tested, and what is paid for it. */
export const counterLineSchema = staffLineSchema.extend({
  findings: optionalText(2000).default(''),
  /** Why something else is paid than what was reckoned; for staff alone. */
  why: optionalText(500).default(''),
  serial: optionalLine(60).default(null),
  register: z
    .object({
      name: line(120),
      result: z.enum(['clear', 'hit', 'unclear']),
      reference: z.string().max(120).default(''),
    })
    .nullable()
    .default(null),
  scope: z.enum(sellScopes).nullable().default(null),
  /** What its photos are filed under while the form is filled in; null: it has none of its own. */
  key: z.int().min(1).max(999).nullable().default(null),
})
export type CounterLine = z.output<typeof counterLineSchema>

export const counterPurchaseSchema = z.object({
  submission: submission('invalid'),
  locale: z.enum(locales),
  branchId: line(60),
  /** Token of the photos, null where none were taken. */
  upload: z.string().refine(isUploadToken, 'invalid').nullable(),
  seller: z.object({
    givenNames: line(100),
    surname: line(99),
    street: line(sellLengths.street),
    postalCode: line(12),
    city: line(sellLengths.city),
    country: z.string().regex(/^[A-Z]{2}$/, 'invalid'),
    phone: optionalLine(sellLengths.phone),
    email: z
      .string()
      .transform((typed) => (typed.trim() === '' ? null : typed))
      .pipe(z.union([z.null(), email(sellLengths.email, 'invalid')])),
  }),
  lines: z.array(counterLineSchema).min(1, 'missing').max(50),
  /** What the seller was told and agreed to; 0 where nothing is bought of what they brought. */
  agreedCents: z.number().int().nonnegative(),
})
export type CounterPurchase = z.output<typeof counterPurchaseSchema>

/** A line with what it comes to, cents; `calculated`: by the prices that hold, where it is bought by them. */
export type CounterValue =
  | { ok: true; cents: number; calculated: number | null; line: OfferLineInput }
  | { ok: false; reason: ValueFault['reason'] | 'not-exact' | 'why-missing' | 'register-hit' }

/** What a register of stolen goods knows is not bought, whatever it is worth. */
const isRefused = ({ register }: CounterLine) => register?.result === 'hit'

/** What each line comes to at prices that hold, by the calculator's own arithmetic, and the sum of those that can be told. */
export function valueCounterLines(
  lines: readonly CounterLine[],
  current: CurrentPrices,
): { values: CounterValue[]; totalCents: number } {
  const values = lines.map((given) => valueCounterLine(given, current))
  return { values, totalCents: values.reduce((sum, value) => sum + (value.ok ? value.cents : 0), 0) }
}

function valueCounterLine(line: CounterLine, current: CurrentPrices): CounterValue {
  return isRefused(line) ? { ok: false, reason: 'register-hit' } : valueBought(line, current)
}

function valueBought(
  { findings: _, why, serial: _serial, register: _register, scope: _scope, key: _key, ...given }: CounterLine,
  current: CurrentPrices,
): CounterValue {
  const value = valuedLine(given, current)
  if (!value.ok) return value
  const { low, high } = value.line.cents
  if (low !== high) return { ok: false, reason: 'not-exact' }
  const reckoned =
    given.item === null ? null : valuedLine({ ...given, euros: null, from: null, to: null }, current)
  // A stamp that nobody knows has no one amount to differ from.
  const calculated =
    reckoned?.ok && reckoned.line.cents.low === reckoned.line.cents.high ? reckoned.line.cents.low : null
  // A jewel that is sold on is worth more than its metal: its price needs no reason.
  const isByMetal = given.kind === 'scrap' || given.kind === 'bullion'
  if (isByMetal && calculated !== null && calculated !== low && why.length < 3)
    return { ok: false, reason: 'why-missing' }
  return { ok: true, cents: low, calculated, line: value.line }
}

export type CounterEntered =
  | { ok: true; number: string; repeated: boolean }
  | { ok: false; reason: 'no-such-branch' }
  /** Which line, from 0. */
  | {
      ok: false
      reason: ValueFault['reason'] | 'not-exact' | 'why-missing' | 'test-missing' | 'register-hit'
      line: number
    }
  /** Prices have moved since the seller was told; nothing was written. */
  | { ok: false; reason: 'price-changed'; totalCents: number }

/**
 * Enters what somebody sells at the counter without having asked before: a request, received, inspected, offered for and
 * agreed to, each a step of its own under whoever enters it, in one transaction. The seller is written to for none of
 * them. The same submission again is the same purchase.
 *
 * A thing that a register of stolen goods knows is refused, and the others are agreed to alone. Why stands in the
 * restricted record, and nothing is paid until whoever answers for money laundering has decided (§ 46 GwG): the request is
 * held. Nothing is offered for where no other thing is there.
 */
export async function enterCounterPurchase(
  db: Database,
  purchase: CounterPurchase,
  {
    member,
    secret,
    settings,
    current,
  }: {
    member: StaffActor
    secret: Secret
    settings: Pick<Settings, 'branches' | 'buying' | 'contact'>
    current: CurrentPrices
  },
): Promise<CounterEntered> {
  const earlier = await findEntered(db, purchase.submission)
  if (earlier) return earlier
  if (!settings.branches.some(({ id }) => id === purchase.branchId))
    return { ok: false, reason: 'no-such-branch' }
  const { values, totalCents } = valueCounterLines(purchase.lines, current)
  const lines: OfferLineInput[] = []
  const bought: CounterLine[] = []
  for (const [index, value] of values.entries()) {
    const given = purchase.lines[index]
    if (!given || isRefused(given)) continue
    if (!value.ok) return { ok: false, reason: value.reason, line: index }
    if (value.line.testMethod == null) return { ok: false, reason: 'test-missing', line: index }
    lines.push(value.line)
    bought.push(given)
  }
  if (totalCents !== purchase.agreedCents) return { ok: false, reason: 'price-changed', totalCents }
  const refused = purchase.lines.filter(isRefused)
  // The places of what is bought are those of the lines of the offer.
  const inOrder = [...bought, ...refused]
  const inspection = {
    lines: inOrder.map((line) => {
      const { title, findings, serial, register, scope, why } = line
      const value = values[purchase.lines.indexOf(line)]
      const calculated = value?.ok ? value.calculated : null
      const isOverridden = value?.ok && calculated !== null && calculated !== value.cents && why !== ''
      return {
        ...{ title, findings, serial, register, scope },
        priced: isOverridden ? { calculatedCents: calculated, why } : null,
      }
    }),
  }
  try {
    return await asStaff(db, member, async (transaction): Promise<CounterEntered> => {
      const made = await writeRequest(
        transaction,
        { ...purchase, lines: inOrder },
        { by: member.name, settings },
      )
      const which = { id: made.id }
      const by = member.name
      done(
        await takeStaffStep(
          transaction,
          which,
          { event: 'receive', branchId: purchase.branchId },
          { by, settings },
        ),
      )
      done(await inspectGoods(transaction, which, inspection, { by, secret }))
      if (lines.length > 0) {
        const made = await makeOffer(transaction, which, {
          ...{ kind: 'final', lines, refused: refused.length, by, settings, current },
        })
        const { offer } = done(made)
        done(await answerOffer(transaction, which, { offer, answer: 'accepted', settings, recordedBy: by }))
      }
      if (refused.length > 0)
        done(await takeStaffStep(transaction, which, await holdOf(transaction, refused), { by, settings }))
      // From here on the seller is written to: the steps so far were taken in their presence.
      if (purchase.seller.email !== null)
        await sql`update sell_request set email = ${purchase.seller.email} where id = ${made.id}`.execute(
          transaction,
        )
      return { ok: true, number: made.number, repeated: false }
    })
  } catch (error) {
    // The same form a second time, while the first was on its way.
    const first =
      (error as { constraint?: string }).constraint === 'sell_request_submission_key' &&
      (await findEntered(db, purchase.submission))
    if (first) return first
    throw error
  }
}

/** Why the deal is held, for the restricted record: what is stolen by which register, with the day as that of the suspicion. */
async function holdOf(db: Database, refused: readonly CounterLine[]) {
  const { now } = await db.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow()
  const words = refused.map(({ title, register, serial, findings }) =>
    [
      `Nicht angekauft: ${title}`,
      ...(register
        ? [`Treffer in ${register.name}${register.reference && `, Aktenzeichen ${register.reference}`}`]
        : []),
      // The number itself lies sealed with the thing.
      ...(serial === null ? [] : ['Seriennummer versiegelt aufgenommen']),
      ...(findings === '' ? [] : [findings]),
    ].join('; '),
  )
  const none = { reportedOn: null, reportReference: null, heldUntil: null }
  const dates = { ...none, suspectedOn: germanDay(now) }
  return { event: 'hold', reason: words.join('\n'), dates } as const
}

/** A step that cannot be refused, for everything that it asks was looked at before. */
function done<Result extends { ok: boolean }>(result: Result): Extract<Result, { ok: true }> {
  if (!result.ok) throw new Error(`a step at the counter was refused: ${JSON.stringify(result)}`)
  return result as Extract<Result, { ok: true }>
}

async function findEntered(db: Database, submission: string): Promise<CounterEntered | null> {
  const row = await db
    .selectFrom('sell_request')
    .select('number')
    .where('submission', '=', submission)
    .executeTakeFirst()
  return row ? { ok: true, number: row.number, repeated: true } : null
}

async function writeRequest(
  db: Database,
  { submission, locale, branchId, upload, seller, lines }: CounterPurchase,
  { by, settings }: { by: string; settings: Pick<Settings, 'buying'> },
) {
  const details = detailsOf(lines)
  const { givenNames, surname, phone, email: _, ...address } = seller
  const { now } = await db.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow()
  const [row] = await query(db, { id: int8, number: text, folder: nullable(uuid) })`
    with next as (${nextNumberInSeries('sell', now)}
    ), photos as (
      delete from sell_upload where token = ${upload} returning folder
    )
    insert into sell_request (number, token, submission, locale, kind, details, way, branch_id, name, phone, address,
      consent_version, folder, entered_by)
    select ${settings.buying.requestPrefix} || '-' || next.number, ${randomBytes(24).toString('base64url')},
      ${submission}, ${locale}, ${details.kind}, ${JSON.stringify(details)}::jsonb, 'branch', ${branchId},
      ${`${givenNames} ${surname}`}, ${phone}, ${JSON.stringify(address)}::jsonb, 'counter',
      (select folder from photos), ${by}
    from next
    returning id, number, folder
  `
  if (!row) throw new Error('a purchase at the counter was not written')
  if (row.folder !== null)
    await filePhotosByLine(
      db,
      row.folder,
      lines.map(({ key }) => key),
    )
  return row
}

/** What was sold in the words of the form: one watch is a watch; whatever else there is stands among the metals. */
function detailsOf(lines: readonly CounterLine[]): SellDetails {
  const [only] = lines
  if (lines.length === 1 && only?.kind === 'watch' && only.brand !== null) {
    const { brand, model, reference, scope } = only
    return {
      kind: 'watch',
      ...{ brand, model, reference, year: null },
      scope: scope ?? 'none',
      description: only.title,
    }
  }
  return {
    kind: 'gold',
    lines: lines.flatMap(({ item, amount }) => (item && amount ? [{ item, amount }] : [])),
    description: lines.map(({ title }) => title).join('\n'),
  }
}
