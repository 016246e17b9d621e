import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { findInvoices } from '#app/shop/checkout/invoice.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { staffNamed } from '#app/shop/checkout/order-actor.ts'
import { lockOrder } from '#app/shop/checkout/order-pieces.ts'
import { recordRefund, refundsOf } from '#app/shop/checkout/refund.ts'
import { cancelCounterSale } from '#app/shop/counter/cancel-counter-sale.ts'
import { dayClose } from '#app/shop/counter/day-close.ts'
import { readReason } from '#app/shop/reason.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { may } from '#app/shop/staff/permissions.ts'
import { csvLine } from '#app/shop/stock-files/csv-file.ts'
import { action, type OfficeRequest, screen } from '../answer.ts'
import { wantsFile } from '../list/list-answer.ts'
import { csvAnswer } from '../stock/file-answer.ts'
import { dayCloseRows } from './day-close-file.ts'

const notFound = () => new Response(null, { status: 404 })

export const soldScreens = {
  'counter-sold': screen({
    permission: 'sales.make',
    load: async ({ app: { db, env }, member }, { params }) => {
      const found = await db
        .selectFrom('counter_sale as s')
        .innerJoin('shop_order as o', 'o.id', 's.order_id')
        .leftJoin('identification as i', 'i.id', 's.identification_id')
        .select(['s.order_id', 'i.document_kind', 'i.document_masked', 'i.checked_by', 'i.checked_at'])
        .where('o.number', '=', params.order ?? '')
        .executeTakeFirst()
      const order = found && (await findOrderById(db, found.order_id))
      if (!found || !order?.counter) throw notFound()
      const [invoices, refunds, entries] = await Promise.all([
        findInvoices(db, order.id),
        refundsOf(db, order.id),
        db
          .selectFrom('order_entry')
          .select(['reason', 'detail', 'kind'])
          .where('order_id', '=', order.id)
          .where('kind', 'in', ['discount', 'cancelled', 'taken-back'])
          .orderBy('id')
          .execute(),
      ])
      const { number, status, payment, totalCents, placedAt, counter, invoiceAddress, contact } = order
      return {
        order: {
          number,
          status,
          payment,
          totalCents,
          counter,
          buyer: invoiceAddress,
          contact,
          soldAt: placedAt.toISOString(),
        },
        lines: order.lines.map(({ piece, brand, name, priceCents, listedCents, deviations, releasedAt }) => ({
          piece,
          brand,
          name,
          priceCents,
          listedCents,
          agreed: deviations.map(({ text }) => text),
          isBack: releasedAt !== null,
          backFor: entries.find(
            ({ kind, detail }) =>
              kind === 'taken-back' && (detail as { pieces?: string[] }).pieces?.includes(piece),
          )?.reason,
          reason: entries.find(
            ({ kind, detail }) => kind === 'discount' && (detail as { piece?: string }).piece === piece,
          )?.reason,
        })),
        invoices: invoices.map(({ number: invoice, kind, issuedAt }) => ({
          number: invoice,
          kind,
          issuedAt: issuedAt.toISOString(),
          href: `${env.API_URL}/orders/${order.token}/${invoice}.pdf`,
        })),
        refunds: refunds.map(({ doneAt, ...refund }) => ({
          ...refund,
          doneAt: doneAt?.toISOString() ?? null,
        })),
        cancelled: entries.find(({ kind }) => kind === 'cancelled')?.reason ?? null,
        identified: found.document_masked && {
          kind: found.document_kind,
          masked: found.document_masked,
          by: found.checked_by ?? '',
          at: found.checked_at?.toISOString() ?? '',
        },
        mayTakeBack: may(member.role, 'sales.take-back'),
      }
    },
  }),
  'day-close': screen({
    permission: 'sales.make',
    load: async (request, { query }) => {
      const { app, now } = request
      const { branches } = await currentSettings(app.db)
      // As long as there is no branch, nothing was sold in one.
      const branch = (branches.find(({ id }) => id === query.get('branch')) ?? branches[0])?.id ?? ''
      const today = germanDay(now)
      const asked = z.iso.date().safeParse(query.get('day'))
      const day = asked.success && asked.data <= today ? asked.data : today
      const close = await dayClose(app.db, { branchId: branch, day })
      if (wantsFile(query)) throw closeFile(request, close, `${branch}-${day}`)
      const moments = (rows: typeof close.bought) => rows.map((row) => ({ ...row, at: row.at.toISOString() }))
      return {
        today,
        day,
        branch,
        branches: branches.map(({ id, name }) => ({ id, name })),
        sales: close.sales.map((row) => ({ ...row, at: row.at.toISOString() })),
        collected: moments(close.collected),
        paidBack: moments(close.paidBack),
        unplaced: moments(close.unplaced),
        bought: moments(close.bought),
        sums: close.sums,
        till: close.till,
      }
    },
  }),
} as const

/** What of a sale is not taken back. */
async function soldPieces(db: Database, order: number): Promise<string[]> {
  const lines = await db
    .selectFrom('order_line')
    .select('product_id')
    .where('order_id', '=', order)
    .where('released_at', 'is', null)
    .execute()
  return lines.map(({ product_id }) => product_id)
}

/** Whether the newest thing that was taken back of a sale was so for this reason. */
async function wasTakenBackFor(db: Database, order: number, reason: string): Promise<boolean> {
  const said = readReason(reason)
  const entry = await db
    .selectFrom('order_entry')
    .select('reason')
    .where('order_id', '=', order)
    .where('kind', 'in', ['cancelled', 'taken-back'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return said !== null && entry?.reason === said
}

function closeFile({ member }: OfficeRequest, close: Awaited<ReturnType<typeof dayClose>>, name: string) {
  const separator = member.locale === 'de' ? ';' : ','
  const rows = dayCloseRows(close, member.locale).map((cells) => csvLine(cells, separator))
  return csvAnswer(
    ['\ufeff', ...rows],
    `${member.locale === 'de' ? 'tagesabschluss' : 'day-close'}-${name}.csv`,
  )
}

export const soldActions = {
  /** By a counter-document; what goes back in cash or by card is paid out at once, under the till's own number. */
  'counter-sale.take-back': action({
    permission: 'sales.take-back',
    input: z.object({
      order: z.string().max(40),
      /** What was shown as sold. */
      seen: z.array(z.string().max(20)).min(1).max(100),
      /** What of it comes back. */
      pieces: z.array(z.string().max(20)).min(1, 'missing').max(100),
      reason: z.string().max(600),
      /** Of the till's receipt for the money that went back; empty: it has not gone back yet. */
      reference: z.string().trim().max(60),
    }),
    run: async ({ app: { db }, member }, { order: number, seen, pieces, reason, reference }) => {
      const settings = await currentSettings(db)
      return asStaff(db, member, async (transaction) => {
        const row = await transaction
          .selectFrom('shop_order')
          .select('id')
          .where('number', '=', number)
          .where('sale_channel', '=', 'branch')
          .executeTakeFirst()
        if (!row) return { ok: false, reason: 'no-such-order' } as const
        await lockOrder(transaction, row.id, staffNamed(member.name))
        const sold = (await soldPieces(transaction, row.id)).sort().join()
        // Pressed again, after an answer was lost: it was taken back for this very reason, and its money is where it is.
        const left = seen.filter((piece) => !pieces.includes(piece))
        if (sold === left.sort().join() && (await wasTakenBackFor(transaction, row.id, reason)))
          return { ok: true } as const
        if (sold !== seen.sort().join()) return { ok: false, reason: 'changed-meanwhile' } as const
        const before = new Set((await refundsOf(transaction, row.id)).map(({ id }) => id))
        const done = await cancelCounterSale(transaction, row.id, reason, {
          ...{ by: member.name, settings, pieces },
        })
        if (!done.ok || reference === '') return done
        for (const { id } of await refundsOf(transaction, row.id)) {
          if (before.has(id)) continue
          await recordRefund(transaction, { refund: id, reference }, staffNamed(member.name), {
            mailDelayMinutes: settings.orders.mailDelayMinutes,
          })
        }
        return done
      })
    },
  }),
  /** The money of a sale that was taken back has gone out. */
  'counter-sale.paid-back': action({
    permission: 'sales.take-back',
    input: z.object({ refund: z.int().positive(), reference: z.string().trim().min(1, 'missing').max(60) }),
    run: async ({ app: { db }, member }, { refund, reference }) => {
      const { orders } = await currentSettings(db)
      const done = await asStaff(db, member, (transaction) =>
        recordRefund(transaction, { refund, reference }, staffNamed(member.name), {
          mailDelayMinutes: orders.mailDelayMinutes,
        }),
      )
      return done.ok ? ({ ok: true } as const) : done
    },
  }),
} as const
