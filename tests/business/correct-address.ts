import { changeDeliveryAddress } from '#app/shop/checkout/change-delivery-address.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import type { BookOrder } from './books.ts'
import { type Business, disagree } from './shop.ts'

/** The buyer calls about where it goes: another house while it is here, and nothing once it has left. */
export async function correctAddress({ db, staff }: Business, order: BookOrder): Promise<void> {
  const { id, status } = order
  const found = await findOrderById(db, id)
  if (found?.delivery.kind !== 'courier') return
  const changed = await changeDeliveryAddress(
    db,
    id,
    { ...found.delivery.address, street: `Domstraße ${id}` },
    staff,
  )
  if (changed.ok !== (status !== 'shipped')) disagree(`its address: ${JSON.stringify(changed)}`, order)
}
