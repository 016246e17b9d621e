import { nullable, oneOf, text } from '#app/platform/database/statement.ts'

/** Who did something with an order: staff by name, its buyer, the shop by itself, or the payment provider. */
export type OrderActor = { who: 'buyer' | 'shop' | 'provider' } | { who: 'staff'; name: string }

export const byBuyer: OrderActor = { who: 'buyer' }
export const byShop: OrderActor = { who: 'shop' }
export const byProvider: OrderActor = { who: 'provider' }

export const staffNamed = (name: string): OrderActor => ({ who: 'staff', name })

/** As records hold it. */
export function actorRow(by: OrderActor): { actor: OrderActor['who']; actor_name: string | null } {
  return { actor: by.who, actor_name: by.who === 'staff' ? by.name : null }
}

/** As the trigger of `shop_order` reads it from its transaction. */
export function actorSetting(by: OrderActor): string {
  return by.who === 'staff' ? `staff:${by.name}` : by.who
}

export const actorColumns = {
  actor: nullable(oneOf(['staff', 'buyer', 'shop', 'provider'])),
  actor_name: nullable(text),
}

/** As it was recorded; `null` in what was written before names were kept. */
export function actorOf({
  actor,
  actor_name,
}: {
  actor: OrderActor['who'] | null
  actor_name: string | null
}): OrderActor | null {
  if (actor === 'staff') return staffNamed(actor_name ?? '')
  return actor && { who: actor }
}
