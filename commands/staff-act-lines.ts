import type { Database } from '#app/platform/database/database.ts'
import { staffActs } from '#app/shop/staff-acts.ts'
import { time } from './order-report.ts'

/** Who changed what leaves no history of its own, as `history` of a command prints it. */
export async function staffActLines(db: Database): Promise<string[]> {
  const acts = await staffActs(db, { limit: 200 })
  if (acts.length === 0) return ['Nothing was changed yet.']
  return acts.map(({ kind, about, by, at }) => `${time(at)}  ${kind}  ${about}  by ${by}`)
}
