import { int4, query } from '#app/platform/database/statement.ts'
import { orderFields } from '../../checkout.ts'
import type { Attack, AttackedShop } from './attack.ts'

const networks = ['203.0.113', '198.51.100']
/** So many of the pieces are tried to be ordered at once, the others to be held. */
const orderedShare = 0.6

export const attack: Attack = {
  name: 'holds',
  title: 'Two networks of many addresses order every piece and pay none, and take the rest to the checkout',
  async run({ url, db }) {
    const wrong: string[] = []
    const listed = await db
      .selectFrom('product')
      .select(['id', 'price_cents'])
      .where('status', '=', 'listed')
      .execute()
    const branch = await db.selectFrom('branch').select('id').orderBy('position').executeTakeFirstOrThrow()
    const pieces = [...listed]
    let turn = 0
    const nextAddress = () => {
      turn += 1
      return `${networks[turn % 2]}.${1 + (turn % 250)}`
    }
    const refusals = new Set<string>()
    const order = async (id: string, cents: number | null) => {
      const body = new URLSearchParams(
        orderFields(id, {
          // One address would be told sooner that its orders are not paid.
          email: `clara-${turn}@beispiel.example`,
          name: 'Clara Beispiel',
          delivery: `collection.${branch.id}`,
          total: String(cents),
        }),
      )
      const answer = await fetch(`${url}/en/checkout`, {
        method: 'POST',
        headers: { cookie: `cart=${id}_0`, 'x-forwarded-for': nextAddress(), origin: url },
        body,
        redirect: 'manual',
      })
      const text = await answer.text()
      if (answer.status >= 500) wrong.push(`an order was answered ${answer.status}`)
      if (answer.status === 429) refusals.add(text.includes('not yet paid') ? 'said' : 'unsaid')
    }
    const hold = async (id: string) => {
      const headers = { cookie: `cart=${id}_0`, 'x-forwarded-for': nextAddress() }
      const answer = await fetch(`${url}/en/checkout`, { headers })
      await answer.text()
      if (answer.status >= 500) wrong.push(`the checkout answered ${answer.status}`)
    }
    const toOrder = pieces.splice(0, Math.round(pieces.length * orderedShare))
    await sideBySide(toOrder, ({ id, price_cents }) => order(id, price_cents))
    const { unpaid } = await kept(db)
    await sideBySide(pieces, ({ id }) => hold(id))
    const { held } = await kept(db)
    if (unpaid === 0) wrong.push('nothing was ordered at all')
    if (!refusals.has('said') || refusals.has('unsaid'))
      wrong.push('who was refused is not told that unpaid orders count')
    const share = (unpaid + held) / listed.length
    if (share > 0.6)
      wrong.push(
        `two networks keep ${Math.round(share * 100)} % of the stock: ${unpaid} ordered, ${held} held`,
      )
    return wrong
  },
}

async function sideBySide<Item>(items: Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items]
  const next = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: 6 }, next))
}

async function kept(db: AttackedShop['db']): Promise<{ unpaid: number; held: number }> {
  const [row] = await query(db, { unpaid: int4, held: int4 })`
    select count(*) filter (where order_id is not null)::int as unpaid,
      count(*) filter (where held_until > now())::int as held from claim`
  return row ?? { unpaid: 0, held: 0 }
}
