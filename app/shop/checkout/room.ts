import { type RawBuilder, sql } from 'kysely'
import { unknownClient } from '#app/platform/rate-limit.ts'

/**
 * Pieces that may be kept from others at a time, at checkouts and in orders whose money is still to come: shares of what
 * is on sale, so that neither one client nor two networks (`clientKey`) keep the shop from everybody else, and no more
 * than three full carts, or nearly four, of a large stock. A few may be kept of the smallest: of four to six pieces a
 * second and third only while two others stay free, which a second network cannot both have.
 */
const few = 3
const shares = { client: { share: 5, most: 60 }, network: { share: 4, most: 75 } }
/** All whose address is not known, who are one client: they may fill half of a shop, but never all of it. */
const unknownShares = { client: { share: 2, most: 150 }, network: { share: 2, most: 150 } }
/** Beyond it a larger stock changes nothing. */
const countedStock = 300

/**
 * How many more pieces a client may keep than its other checkouts and unpaid orders, and those of its network, keep
 * already; in SQL, by one row of one column `pieces`. Others of its network wait until the transaction ends.
 */
export function roomFor(who: string, holder: string): RawBuilder<unknown> {
  const { client, network } = who === unknownClient ? unknownShares : shares
  return sql`
    select least(
      greatest(few.pieces, least(${client.most}, stock.pieces / ${client.share})) - kept.by_client,
      greatest(few.pieces, least(${network.most}, stock.pieces / ${network.share})) - kept.by_network
    )::int as pieces
    from kept_pieces(${who}, ${holder}) kept, lateral few_pieces(${few}, ${holder}, kept.by_network) few (pieces), (
      select count(*)::int as pieces
      from (select from product where status in ('listed', 'reserved') limit ${countedStock}) on_sale
    ) stock`
}
