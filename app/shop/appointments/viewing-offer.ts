import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { findCards } from '../catalogue/cards.ts'
import { isStockNumber } from '../catalogue/stock-numbers.ts'
import type { Settings } from '../settings/settings.ts'
import { branchesAsOpen } from '../settings/vacation.ts'
import { pieceName } from './appointment.ts'
import { freeSlots } from './free-times.ts'
import { keptDays } from './kept-days.ts'
import type { ViewingBooked } from './viewing.ts'
import type { ViewingFaults } from './viewing-form.ts'
import { broughtFrom, piecesOnSale } from './viewing-places.ts'
import type { PieceAt } from './viewing-rules.ts'

/** What may be looked at: with its name and its first photo. */
export type OfferedPiece = PieceAt & { name: string; photo: string | null }

/** What `GET {apiUrl}/viewing?piece=…` answers: what the drawer on a piece's page chooses from. */
export type ViewingOffer = {
  /** The one that was asked for first; of the others those that are on sale. */
  pieces: OfferedPiece[]
  /** Whether pieces are shown by video, too. */
  video: boolean
  /** When a piece of another branch is there; null: pieces are seen where they lie. */
  later: string | null
  /** So many days after the appointment it is forgotten who came. */
  forgetDays: number
  /** Branches with their free times, earliest first. */
  branches: { id: string; name: string; city: string; address: string; times: string[] }[]
}

/** What `POST {apiUrl}/viewing` answers. `token`: of the appointment's page; null where a program filled the form. */
export type ViewingAnswer =
  | { ok: true; token: string | null }
  | {
      ok: false
      reason: Extract<ViewingBooked, { ok: false }>['reason'] | 'incomplete'
      faults: ViewingFaults
    }

/** So many pieces one may choose among. */
const mostOffered = 12

/** Where and when pieces can be seen; null: the first of them is not on sale. */
export async function viewingOffer(
  db: Database,
  ids: readonly string[],
  {
    settings,
    locale,
    now,
  }: { settings: Pick<Settings, 'branches' | 'buying' | 'vacation'>; locale: Locale; now: Date },
): Promise<ViewingOffer | null> {
  const asked = [...new Set(ids.filter(isStockNumber))].slice(0, mostOffered)
  const [cards, lie, branches] = await Promise.all([
    findCards(db, asked, now),
    piecesOnSale(db, asked, settings),
    Promise.all(
      branchesAsOpen(settings).map(async (branch) => ({
        ...{ id: branch.id, name: branch.name, city: branch.city },
        address: `${branch.street}, ${branch.postalCode} ${branch.city}`,
        times: (await freeSlots(db, branch, settings.buying, now)).map(({ startsAt }) =>
          startsAt.toISOString(),
        ),
      })),
    ),
  ])
  const pieces = lie.flatMap((piece) => {
    const card = cards.find(({ id }) => id === piece.id)
    return card ? [{ ...piece, name: pieceName(card, locale), photo: card.photos[0]?.id ?? null }] : []
  })
  if (pieces[0] === undefined || pieces[0].id !== asked[0]) return null
  return {
    ...{ pieces, branches, video: settings.buying.appointments.video },
    later: broughtFrom(settings, now)?.toISOString() ?? null,
    forgetDays: keptDays(settings, now),
  }
}
