import { formatPrice, timeZone } from '#app/language/formats.ts'
import type { Database } from '#app/platform/database/database.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import {
  findStaffPiece,
  piecesThatCameBack,
  type RelistRefusal,
  relistPiece,
  type StaffPiece,
} from '#app/shop/catalogue/relist-piece.ts'
import { pieceName } from '#app/shop/checkout/piece-name.ts'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import { inTheNameOf } from '#app/shop/staff/named-actor.ts'
import { actingStaff, type GivenBy, givenBy } from './acting-staff.ts'
import { defineCommand, refuse } from './command.ts'
import { onShop } from './shop.ts'

type PieceWish =
  | { do: 'list' }
  | { do: 'show'; id: string }
  | { do: 'relist'; id: string; priceCents: number | null; by: GivenBy; here: boolean }

/** What staff do with pieces that came back: see which wait, and put them on sale again. */
export const piece = defineCommand({
  name: 'piece',
  usage: `npm run piece                              pieces that came back and wait
npm run piece -- show <number>             one piece and all that happened to it
npm run piece -- relist <number> [--price 1.290,00] [--by <name>]
                                           puts it on sale again, or a complete draft for the first time
    --confirm    it is here, though its return was waived`,
  options: {
    price: { type: 'string' },
    by: { type: 'string' },
    confirm: { type: 'boolean' },
  },
  actions: { list: ['by'], show: ['by'], relist: ['price', 'by', 'confirm'] },
  otherwise: 'list',
  read: ([what = 'list', id, ...rest], values): PieceWish | null => {
    if (what === 'list') return id === undefined ? { do: 'list' } : null
    if (id === undefined || rest.length > 0) return null
    if (!/^[1-9]\d{3,7}$/.test(id)) refuse(`"${id}" is not a stock number; they look like 10482`)
    if (what === 'show') return { do: 'show', id }
    const by = givenBy(values)
    return { do: 'relist', id, priceCents: priceOf(values.price), by, here: values.confirm === true }
  },
  run: (wish, { env, say }) =>
    onShop(env, async ({ db }) => {
      switch (wish.do) {
        case 'list':
          return say(...(await list(db)))
        case 'show':
          return say(...(await show(db, wish.id)))
        case 'relist': {
          const actor = await actingStaff(db, wish.by, 'pieces.sell')
          const result = await inTheNameOf(db, actor, (transaction) =>
            relistPiece(transaction, wish.id, { ...wish, by: actor.name }),
          )
          if (!result.ok) throw new StartFault(`${wish.id} is not put on sale: ${sentence(result)}`)
          say(`✓ ${wish.id} is on sale for ${euros(result.priceCents)}; it was ${result.from}.`)
        }
      }
    }),
})

function priceOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const cents = readAmount(text)
  if (cents === null || cents === 0 || cents > 2_000_000_000)
    refuse(`"${text}" is not a price; write 1.290,00 or 1,290.00`)
  return cents
}

const euros = (cents: number) => formatPrice(cents, 'en')
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
const titleOf = (piece: StaffPiece) => pieceName(piece, 'de')

async function list(db: Database): Promise<string[]> {
  const pieces = await piecesThatCameBack(db)
  if (pieces.length === 0) return ['No piece waits.']
  return pieces.map((each) => {
    const { id, status, since, lastOrder, refusal } = each
    const waits = refusal ? sentence(refusal) : 'may be relisted.'
    return [id, status.padEnd(9), clock.format(since), lastOrder ?? '–', titleOf(each), waits].join('  ')
  })
}

async function show(db: Database, id: string): Promise<string[]> {
  const found = await findStaffPiece(db, id)
  if (!found) throw new StartFault(`${id} is no piece of this shop.`)
  const { status, priceCents, lastOrder, refusal, steps } = found
  return [
    `${id}  ${titleOf(found)}`,
    `state   ${status} since ${clock.format(found.since)}`,
    `price   ${priceCents === null ? '–' : euros(priceCents)}`,
    `order   ${lastOrder ?? '–'}`,
    `relist  ${refusal ? `no: ${sentence(refusal)}` : 'may be put on sale.'}`,
    ...steps.map(
      ({ event, from, to, at, by }) =>
        `  ${clock.format(at)}  ${event.padEnd(10)}  ${from} → ${to}${by ? ` (${by})` : ''}`,
    ),
  ]
}

const needs = {
  price: 'a price (--price 1.290,00)',
  photo: 'a photo',
  description: 'a description in German and English',
  condition: 'its condition',
  branch: 'the branch where it lies',
  movement: 'its movement',
  'case-material': 'the material of its case',
  type: 'what it is (ring, necklace …)',
  metal: 'its metal',
  'fine-weight': 'its fine weight',
} as const

/** Why a piece is not put on sale, and what has to be done first. */
function sentence(refusal: RelistRefusal): string {
  switch (refusal.reason) {
    case 'no-such-piece':
      return 'there is no piece of this number.'
    case 'on-sale':
      return 'it is on sale already, or reserved for a buyer.'
    case 'withdrawn':
      return 'it was withdrawn from sale for good.'
    case 'melted':
      return 'it was melted.'
    case 'sold':
      return refusal.order === null ? 'it is sold.' : `it is sold with order ${refusal.order}, which stands.`
    case 'on-its-way':
      return `it is not here yet: order ${refusal.order} was withdrawn from, and its return has not been received (npm run order -- returned ${refusal.order}).`
    case 'in-order':
      return `it still belongs to order ${refusal.order}; a return is inspected first (npm run order -- inspected ${refusal.order}).`
    case 'not-sent-back':
      return `it was handed over with order ${refusal.order}, whose return was waived, so it should not be here. If it is, add --confirm.`
    case 'theft-register':
      return 'the last check against a register of stolen goods was not clear.'
    case 'incomplete':
      return `it lacks ${refusal.missing.map((need) => needs[need]).join(', ')}.`
  }
}
