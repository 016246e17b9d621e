import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { pieceName } from '#app/shop/appointments/appointment.ts'
import type { ViewingKind } from '#app/shop/appointments/kinds.ts'
import { placesOfPieces } from '#app/shop/appointments/viewing-places.ts'
import { findCards } from '#app/shop/catalogue/cards.ts'
import type { Settings } from '#app/shop/settings/settings.ts'

/** A piece beside the first one, which is laid out with it or might be. */
export type PieceToSee = { id: string; name: string; isChosen: boolean }

/**
 * What was chosen beside a piece, and what is near at hand, as far as both can be seen together. What is not on sale, or lies
 * where the other does not and is not brought, is left out.
 */
export async function piecesToSee(
  db: Database,
  settings: Pick<Settings, 'branches' | 'buying'>,
  asked: {
    piece: string
    also: readonly string[]
    near: readonly string[]
    kind: ViewingKind
    locale: Locale
    now: Date
  },
): Promise<PieceToSee[]> {
  const { piece, also, near, kind, locale, now } = asked
  const ids = [...new Set([...also, ...near])].filter((id) => id !== piece)
  if (ids.length === 0) return []
  const cards = await findCards(db, ids, now)
  const together = await Promise.all(
    cards.map(({ id }) => placesOfPieces(db, [piece, id], kind, { settings, now })),
  )
  return cards
    .filter((_, index) => (together[index]?.length ?? 0) > 0)
    .map((card) => ({ id: card.id, name: pieceName(card, locale), isChosen: also.includes(card.id) }))
}
