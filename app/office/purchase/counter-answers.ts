import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { locales } from '#app/language/locales.ts'
import { takeBody } from '#app/platform/left-body.ts'
import {
  type CounterLine,
  counterPurchaseSchema,
  enterCounterPurchase,
  valueCounterLines,
} from '#app/shop/buying/counter-purchase.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { listSellRequests } from '#app/shop/buying/list-sell-requests.ts'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { findKnownSellers, needsOf } from '#app/shop/buying/payment-due.ts'
import {
  addSellPhoto,
  findSellPhoto,
  newUploadToken,
  removeSellPhoto,
  sellPhotosByThing,
} from '#app/shop/buying/sell-request-photos.ts'
import { metals } from '#app/shop/buying/valuables.ts'
import { photoVariant } from '#app/shop/catalogue/photos.ts'
import { maxPhotoBytes } from '#app/shop/catalogue/photos-inspect.ts'
import { ruleOn } from '#app/shop/settings/buying-settings.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { may } from '#app/shop/staff/permissions.ts'
import { action, screen } from '../answer.ts'
import { lineInput, readLine } from './line-input.ts'

/** So much of what nobody wants is read: a photo that is too heavy by far. */
const mostUnwanted = 2 * maxPhotoBytes
const token = z.string().min(24).max(64)
const permission = 'purchases.make'

/** Deals that the counter has begun and not ended. */
const begun = ['agreed', 'identified', 'paid', 'compliance_hold'] as const

/** One photo of a request or form, as large as a tablet shows it. */
export async function photoAnswer(
  store: Parameters<typeof photoVariant>[0] | null,
  id: string,
): Promise<Response> {
  const variant = store && (await photoVariant(store, id, 640, 'jpg'))
  if (!variant) return new Response(null, { status: 404 })
  return new Response(variant.stream(), {
    headers: { 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' },
  })
}

export const counterScreens = {
  counter: screen({
    permission: 'counter.enter',
    load: async ({ app: { db }, member, now }) => {
      const lists = may(member.role, 'purchases.see')
        ? await Promise.all(begun.map((status) => listSellRequests(db, status, now)))
        : []
      return {
        begun: lists.flat().map(({ number, name, status, since }) => ({
          ...{ number, name, status },
          since: since.toISOString(),
        })),
      }
    },
  }),
  'counter-purchase': screen({
    permission,
    load: async ({ app, now }, { query }) => {
      const { db, files } = app
      const upload = query.get('upload')
      const photo = query.get('photo')
      if (upload !== null && photo !== null)
        throw await photoAnswer(await findSellPhoto(db, files, { upload }, photo), photo)
      const settings = await readSettings(db)
      const { prices } = await currentPrices(db, now)
      const taken = upload === null ? [] : await sellPhotosByThing(db, { upload })
      return {
        /** Of the next purchase that is begun here. */
        submission: randomUUID(),
        upload: newUploadToken(),
        photos: taken,
        branches: settings.branches.map(({ id, name }) => ({ id, name })),
        prices: metals.flatMap((metal) => {
          const price = prices[metal]
          return price
            ? [
                {
                  metal,
                  centsPerOunce: price.centsPerOunce,
                  at: price.at.toISOString(),
                  age: price.age,
                  source: price.source,
                },
              ]
            : []
        }),
      }
    },
  }),
} as const

const purchaseInput = z.object({
  submission: z.string(),
  upload: z.string().nullable(),
  branchId: z.string(),
  locale: z.enum(locales),
  seller: z.object({
    givenNames: z.string(),
    surname: z.string(),
    street: z.string(),
    postalCode: z.string(),
    city: z.string(),
    country: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  lines: z.array(lineInput).max(50),
  /** What the seller was shown, cents. */
  seen: z.number().int(),
})

const linesOnly = z.object({ lines: z.array(lineInput).max(50) })

const invalid = (faults: Record<string, string>) => ({ ok: false, reason: 'invalid', faults }) as const

export const counterActions = {
  'purchases.value': action({
    permission,
    input: linesOnly,
    run: async ({ app: { db }, now }, { lines }) => {
      const current = await currentPrices(db, now)
      const settings = await readSettings(db)
      const values = lines.map((typed, position) => {
        const read = readLine(typed, position)
        if (!read.ok) return { ok: false as const, reason: read.reason }
        const [value] = valueCounterLines([read.line], current).values
        if (!value?.ok) return { ok: false as const, reason: value?.reason ?? 'empty' }
        const { cents, calculated, line } = value
        const isMetal = line.kind === 'scrap' || line.kind === 'bullion'
        return {
          ok: true as const,
          ...{ cents, calculated, metals: isMetal ? cents : 0 },
          basis: line.basis ?? null,
          fineMicrograms: line.fine?.low ?? null,
        }
      })
      const sum = (of: 'cents' | 'metals') =>
        values.reduce((total, value) => total + (value.ok ? value[of] : 0), 0)
      const deal = { total: sum('cents'), metals: sum('metals') }
      const rule = ruleOn(settings.buying.cash, germanDay(now))
      return {
        ok: true,
        values,
        totalCents: deal.total,
        due: needsOf(deal, rule),
        bannedFromCents: rule.bannedFromCents,
        completeFromCents: rule.completeFromCents,
      } as const
    },
  }),
  'purchases.enter': action({
    permission,
    input: purchaseInput,
    run: async ({ app, member, now }, { lines: typed, seen, ...given }) => {
      const faults: Record<string, string> = {}
      const lines: CounterLine[] = []
      for (const [position, each] of typed.entries()) {
        const read = readLine(each, position)
        if (read.ok) lines.push(read.line)
        else faults[`lines.${position}.${read.field}`] = read.reason
        if (each.title.trim() === '' && each.brand.trim() === '')
          faults[`lines.${position}.title`] = 'missing'
      }
      const { lines: _, ...rest } = counterPurchaseSchema.shape
      const parsed = z.object(rest).safeParse({ ...given, agreedCents: seen })
      for (const { path, message } of parsed.error?.issues ?? []) faults[path.join('.')] ??= message
      if (typed.length === 0) faults.lines = 'missing'
      if (!parsed.success || Object.keys(faults).length > 0) return invalid(faults)
      const { db, secret } = app
      const entered = await enterCounterPurchase(
        db,
        { ...parsed.data, lines },
        { member, secret, settings: await readSettings(db), current: await currentPrices(db, now) },
      )
      if (entered.ok || !('line' in entered)) return entered
      return invalid({ [`lines.${entered.line}.${fieldOf(entered.reason)}`]: entered.reason })
    },
  }),
  'purchases.find-sellers': action({
    permission,
    input: z.object({ name: z.string().max(200) }),
    run: async ({ app: { db } }, { name }) => ({
      ok: true,
      sellers: (await findKnownSellers(db, name)).map((seller) => ({
        ...seller,
        submittedAt: seller.submittedAt.toISOString(),
      })),
    }),
  }),
  /** The body is one photo. */
  'purchases.add-photo': action({
    permission,
    /** In the query all is text. `thing`: of that one alone. */
    input: z.object({ upload: token, thing: z.coerce.number().int().min(1).max(999).optional() }),
    run: async ({ app: { db, files }, request }, { upload, thing = null }) => {
      const added = await takeBody(request, mostUnwanted, (stream) =>
        addSellPhoto(db, files, { upload, thing }, { stream, client: null }),
      )
      const photos = await sellPhotosByThing(db, { upload })
      return added.ok ? { ok: true as const, photos } : { ok: false as const, reason: added.reason, photos }
    },
  }),
  'purchases.remove-photo': action({
    permission,
    input: z.object({ upload: token, photo: z.string().regex(/^[0-9a-f]{32}$/) }),
    run: async ({ app: { db, files } }, { upload, photo }) => {
      await removeSellPhoto(db, upload, photo, files)
      return { ok: true as const, photos: await sellPhotosByThing(db, { upload }) }
    },
  }),
} as const

const fields: Readonly<Record<string, string>> = {
  'why-missing': 'why',
  'test-missing': 'testMethod',
  'register-hit': 'register',
  'not-exact': 'euros',
  'amount-missing': 'euros',
  'melt-analysis': 'euros',
  plated: 'item',
  'unknown-item': 'item',
}

const fieldOf = (reason: string) => fields[reason] ?? 'amount'
