import { int4, query } from '#app/platform/database/statement.ts'
import type { Attack } from './attack.ts'

const networks = ['203.0.113', '198.51.100']

export const attack: Attack = {
  name: 'holds',
  title: 'Two networks of many addresses take every piece to the checkout',
  async run({ url, db }) {
    const wrong: string[] = []
    const listed = await db.selectFrom('product').select('id').where('status', '=', 'listed').execute()
    const waiting = listed.map(({ id }) => id)
    let turn = 0
    const work = async () => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        turn += 1
        const address = `${networks[turn % 2]}.${1 + (turn % 250)}`
        const answer = await fetch(`${url}/en/checkout`, {
          headers: { cookie: `cart=${id}_0`, 'x-forwarded-for': address },
        })
        await answer.text()
        if (answer.status >= 500) wrong.push(`the checkout answered ${answer.status}`)
      }
    }
    await Promise.all(Array.from({ length: 6 }, work))
    const [held] = await query(db, { held: int4 })`
      select count(*)::int as held from claim where held_until > now()`
    const share = (held?.held ?? 0) / listed.length
    if (held?.held === 0) wrong.push('nothing was held at all')
    if (share > 0.6) wrong.push(`two networks hold ${Math.round(share * 100)} % of the stock`)
    return wrong
  },
}
