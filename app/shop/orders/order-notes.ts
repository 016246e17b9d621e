import { cleanText } from '#app/language/clean-text.ts'
import type { Database } from '#app/platform/database/database.ts'
import { asStaff, type StaffActor } from '#app/shop/staff/change-record.ts'

export const longestNote = 2000

export type NoteAdded = { ok: true; id: number } | { ok: false; reason: 'missing' | 'too-long' }

/** Adds a note about an order, which staff alone read. The same text again is another note. */
export async function addOrderNote(
  db: Database,
  { orderId, text: given }: { orderId: number; text: string },
  by: StaffActor,
): Promise<NoteAdded> {
  const text = cleanText(given).trim()
  if (text === '') return { ok: false, reason: 'missing' }
  if (text.length > longestNote) return { ok: false, reason: 'too-long' }
  return asStaff(db, by, async (transaction) => {
    const { id } = await transaction
      .insertInto('order_note')
      .values({ order_id: orderId, text, staff_id: by.id, by: by.name })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ok: true, id }
  })
}
