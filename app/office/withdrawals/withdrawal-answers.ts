import { z } from 'zod'
import type { Locale } from '#app/language/locales.ts'
import de from '#app/language/messages/de/office/withdrawals.json'
import en from '#app/language/messages/en/office/withdrawals.json'
import { wordsOf } from '#app/language/words.ts'
import { takeBody } from '#app/platform/left-body.ts'
import { maxPhotoBytes } from '#app/shop/catalogue/photos-inspect.ts'
import { relistPiece } from '#app/shop/catalogue/relist-piece.ts'
import { acceptWithdrawal } from '#app/shop/checkout/accept-withdrawal.ts'
import { staffNamed } from '#app/shop/checkout/order-actor.ts'
import { orderHistory, receivedAt } from '#app/shop/checkout/order-history.ts'
import { onSeenOrder, orderVersion } from '#app/shop/checkout/order-version.ts'
import { pieceName } from '#app/shop/checkout/piece-name.ts'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import { refundsOf } from '#app/shop/checkout/refund.ts'
import { type PieceDeduction, refundOfWithdrawn } from '#app/shop/checkout/refund-withdrawn.ts'
import { returnLabelOf, sendReturnLabel } from '#app/shop/checkout/return-label.ts'
import { takeOrderStep } from '#app/shop/checkout/staff-order-steps.ts'
import { findOrderByNumber } from '#app/shop/checkout/staff-orders.ts'
import { answerWithdrawal } from '#app/shop/checkout/withdrawal.ts'
import { endOfWithdrawal } from '#app/shop/checkout/withdrawal-period.ts'
import { largestLabelFile, readLabelFile } from '#app/shop/label-file.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { readReason } from '#app/shop/reason.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { may } from '#app/shop/staff/permissions.ts'
import {
  addInspectionPhoto,
  inspectionPhoto,
  inspectionPhotos,
  removeInspectionPhoto,
} from '#app/shop/withdrawals/inspection-photos.ts'
import {
  exportWithdrawals,
  findListedWithdrawal,
  type ListedWithdrawal,
  listWithdrawals,
} from '#app/shop/withdrawals/list-withdrawals.ts'
import { withdrawalShape } from '#app/shop/withdrawals/withdrawal-shape.ts'
import { action, type OfficeRequest, screen } from '../answer.ts'
import { officeFormats } from '../frame/formats.ts'
import { listFile, wantsFile, withViews } from '../list/list-answer.ts'
import { deskOf, invalid, seenOrder } from '../orders/order-of.ts'

const permission = 'withdrawals.handle'
const words = wordsOf<typeof de>({ de, en })

const said = ({ receivedAt, answeredAt, sendBy, dueAt, backAt: _, ...row }: ListedWithdrawal) => ({
  ...row,
  receivedAt: receivedAt.toISOString(),
  answeredAt: answeredAt?.toISOString() ?? null,
  sendBy: sendBy.toISOString(),
  dueAt: dueAt.toISOString(),
})
/** A declaration as the list shows it. */
export type ShownWithdrawal = ReturnType<typeof said>

const numberOf = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : 0)

export const withdrawalScreens = {
  withdrawals: screen({
    permission,
    load: async (request, { query }) => {
      const { app, member, now } = request
      const asked = readAsked(withdrawalShape, query)
      if (wantsFile(query)) {
        const t = words(member.locale)
        const { day, deadline } = officeFormats(member.locale)
        throw listFile<ListedWithdrawal>(request, {
          name: 'withdrawals',
          columns: [
            [t('received'), ({ receivedAt }) => day(receivedAt)],
            [t('name'), ({ name }) => name],
            [t('order'), ({ order, contract }) => order ?? contract],
            [t('stage'), ({ stage }) => t(`stages.${stage}`)],
            [t('due'), ({ dueAt, stage }) => (stage === 'done' ? '' : deadline(dueAt.toISOString()))],
          ],
          batches: exportWithdrawals(app.db, asked),
        })
      }
      const found = await listWithdrawals(app.db, asked)
      const list = await withViews(request, 'withdrawals', { ...found, rows: found.rows.map(said) })
      return { ...list, now: now.toISOString() }
    },
  }),
  withdrawal: screen({
    permission,
    load: async (request, { params, query }) => {
      const { app, member, now } = request
      const row = await findListedWithdrawal(app.db, numberOf(params.id))
      if (!row) throw new Response(null, { status: 404 })
      const photo = query.get('photo')
      if (photo !== null) throw await photoAnswer(request, row.id, photo)
      return {
        now: now.toISOString(),
        ...said(row),
        photos: (await inspectionPhotos(app.db, row.id)).map(({ id, added_at, added_by }) => ({
          ...{ id, at: added_at.toISOString(), by: added_by },
        })),
        of: row.order === null ? null : await orderPart(request, row.order, member.locale),
      }
    },
  }),
} as const

/** What of the order matters for its return. Amounts in cents. */
async function orderPart({ app }: OfficeRequest, number: string, locale: Locale) {
  const order = await findOrderByNumber(app.db, number)
  if (!order) return null
  const [seen, history, label, refunds] = await Promise.all([
    orderVersion(app.db, order.id),
    orderHistory(app.db, order.id),
    returnLabelOf(app.db, order.id),
    refundsOf(app.db, order.id),
  ])
  const received = receivedAt(history)
  const states = await app.db
    .selectFrom('product')
    .select(['id', 'status'])
    .where(
      'id',
      'in',
      order.lines.map(({ piece }) => piece),
    )
    .execute()
  const { lines, goodsCents, shippingCents } = refundOfWithdrawn(order)
  return {
    number: order.number,
    seen: seen ?? '',
    status: order.status,
    buyer: order.invoiceAddress.name,
    until: received && endOfWithdrawal(received).toISOString(),
    label: label && { carrier: label.carrier, code: label.code, url: label.url, file: label.file },
    lines: order.lines.map((line) => ({
      ...{ id: line.piece, name: pieceName(line, locale), priceCents: line.priceCents },
      ...{ isWithdrawn: line.withdrawnAt !== null, refundedCents: line.refundedCents },
      state: states.find(({ id }) => id === line.piece)?.status ?? null,
    })),
    refund: { pieces: lines.map(({ piece }) => piece), goodsCents, shippingCents },
    deductions: history.flatMap((moment) =>
      moment.kind === 'deduction'
        ? [{ cents: moment.cents, reason: moment.reason, piece: moment.piece }]
        : [],
    ),
    refunds: refunds.map(({ dueAt, doneAt, ...refund }) => ({
      ...{ ...refund, dueAt: dueAt.toISOString(), doneAt: doneAt?.toISOString() ?? null },
    })),
  }
}

async function photoAnswer({ app }: OfficeRequest, withdrawal: number, id: string): Promise<Response> {
  const file = await inspectionPhoto(app.db, app.files, withdrawal, id)
  if (!file) return new Response(null, { status: 404 })
  return new Response(file.stream(), {
    headers: {
      'content-type': 'image/jpeg',
      'content-length': String(file.size),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

const withdrawal = z.coerce.number().int().positive().max(1e9)
const photoId = z.string().regex(/^[0-9a-f]{32}$/)
const piece = z.string().max(20)

export const withdrawalActions = {
  /** Takes effect on the order; one that is not named is the one that the declaration means. */
  'withdrawals.accept': action({
    permission,
    input: z.object({
      withdrawal,
      order: z.string().max(40),
      pieces: z.array(piece).max(50),
      /** Also where money of the buyer may be on its way. */
      confirmed: z.boolean(),
    }),
    run: async ({ app, member }, { withdrawal: id, order, pieces, confirmed }) => {
      const rule = { whilePending: confirmed, unasked: confirmed }
      const by = staffNamed(member.name)
      const wish = { order: order.trim() === '' ? null : order, pieces }
      return acceptWithdrawal(app.payment, id, wish, await readSettings(app.db), { by, rule })
    },
  }),
  'withdrawals.refuse': action({
    permission,
    input: z.object({ withdrawal, outcome: z.enum(['refused', 'no-contract']), note: z.string().max(2000) }),
    run: async ({ app, member }, { withdrawal: id, outcome, note: text }) => {
      const note = readReason(text)
      if (note === null) return invalid('note', 'reason-length')
      const by = staffNamed(member.name)
      return answerWithdrawal(app.payment, id, { outcome, note }, await readSettings(app.db), { by })
    },
  }),
  /** The body is the label's file, empty where there is none. */
  'withdrawals.label': action({
    permission,
    input: seenOrder.extend({
      carrier: z.string().max(60),
      code: z.string().max(60),
      url: z.string().max(500),
    }),
    run: async (request, { order: number, seen, carrier, code, url }) => {
      const content = await takeBody(request.request, largestLabelFile * 2, async (stream) => {
        const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
        return bytes
      })
      if (carrier.trim() === '') return invalid('carrier', 'missing')
      const link = url.trim() === '' ? null : url.trim()
      if (link !== null && !/^https:\/\/[^\s]+\.[^\s]+$/.test(link)) return invalid('url', 'no-address')
      const read = content.byteLength > 0 ? readLabelFile(content) : null
      if (read && !read.ok) return invalid('file', read.reason)
      const { order, settings, by } = await deskOf(request, number)
      const label = { carrier, code: code.trim() === '' ? null : code, url: link }
      const wish = { label, file: read?.file ?? null }
      return onSeenOrder(request.app.db, { id: order.id, seen, by }, (db) =>
        sendReturnLabel(db, order.id, wish, settings, by),
      )
    },
  }),
  'withdrawals.step': action({
    permission,
    input: seenOrder.extend({ step: z.enum(['receive-return', 'waive-return', 'inspect']) }),
    run: async (request, { order: number, seen, step }) => {
      const { order, settings, by } = await deskOf(request, number)
      return onSeenOrder(request.app.db, { id: order.id, seen, by }, async (db) => {
        const taken = await takeOrderStep(db, order.id, { event: step }, settings, by)
        return taken.ok ? taken : ({ ok: false, reason: taken.reason } as const)
      })
    },
  }),
  /** What goes back; of each piece what is kept of its price in euros, empty: nothing, and why. */
  'withdrawals.refund': action({
    permission: 'orders.refund',
    input: seenOrder.extend({
      deductions: z
        .array(z.object({ piece, amount: z.string().max(40), reason: z.string().max(2000) }))
        .max(50),
    }),
    run: async (request, { order: number, seen, deductions: given }) => {
      const deductions: PieceDeduction[] = []
      for (const { piece: id, amount, reason } of given) {
        const cents = amount.trim() === '' ? 0 : readAmount(amount)
        if (cents === null) return invalid(`${id} deduction`, 'not-an-amount')
        if (cents > 0 && readReason(reason) === null) return invalid(`${id} reason`, 'reason-length')
        deductions.push({ piece: id, cents, reason })
      }
      const { order, settings, by } = await deskOf(request, number)
      return onSeenOrder(request.app.db, { id: order.id, seen, by }, async (db) => {
        const step = { event: 'refund', deductions } as const
        const taken = await takeOrderStep(db, order.id, step, settings, by)
        return taken.ok ? taken : ({ ok: false, reason: taken.reason } as const)
      })
    },
  }),
  /** The body is one photo. */
  'withdrawals.add-photo': action({
    permission,
    input: z.object({ withdrawal }),
    run: ({ app, member, request }, { withdrawal: id }) =>
      takeBody(request, maxPhotoBytes * 2, (stream) =>
        addInspectionPhoto(app.db, app.files, member, { withdrawal: id, stream }),
      ),
  }),
  'withdrawals.remove-photo': action({
    permission,
    input: z.object({ withdrawal, photo: photoId }),
    run: ({ app, member }, { withdrawal: id, photo }) =>
      removeInspectionPhoto(app.db, app.files, member, { withdrawal: id, id: photo }),
  }),
  /** Back on sale in one step; `price` in euros, empty: what it cost before. */
  'withdrawals.relist': action({
    permission: 'pieces.sell',
    input: z.object({ piece, price: z.string().max(40), here: z.boolean() }),
    run: async ({ app, member }, { piece: id, price, here }) => {
      const priceCents = price.trim() === '' ? null : readAmount(price)
      if (price.trim() !== '' && !priceCents) return invalid('price', 'not-an-amount')
      if (!may(member.role, permission)) return { ok: false, reason: 'not-allowed' } as const
      return asStaff(app.db, member, (db) =>
        relistPiece(db, id, { priceCents, by: `staff:${member.name}`, here }),
      )
    },
  }),
} as const
