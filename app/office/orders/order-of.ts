import { z } from 'zod'
import { staffNamed } from '#app/shop/checkout/order-actor.ts'
import { findOrderByNumber } from '#app/shop/checkout/staff-orders.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import type { OfficeRequest } from '../answer.ts'

/** An order by its number, as a path or an action names it; none: 404. */
export async function orderOf(
  { app }: Pick<OfficeRequest, 'app'>,
  number: string | undefined,
): Promise<OrderView> {
  const order = await findOrderByNumber(app.db, number ?? '')
  if (!order) throw new Response(null, { status: 404 })
  return order
}

/** Which order something is done with, and the version of it that was seen (`orderVersion`). */
export const seenOrder = z.object({ order: z.string().max(40), seen: z.string().max(200) })

/** What every action on an order needs: the order, the shop's rules, and who does it. */
export async function deskOf(request: OfficeRequest, number: string) {
  const [order, settings] = await Promise.all([orderOf(request, number), readSettings(request.app.db)])
  return { order, settings, by: staffNamed(request.member.name) }
}

export const invalid = (field: string, reason: string) =>
  ({ ok: false, reason: 'invalid', faults: { [field]: reason } }) as const
