import { setTimeout as wait } from 'node:timers/promises'
import { orderFields } from '../../checkout.ts'

/** One buyer's form until it has an answer: where it leads to, or that somebody else has the piece. */
export type Outcome = { piece: string; confirmed: string | null; at: number }
export type Buying = {
  outcomes: Outcome[]
  /** When forms were answered that the shop cannot take them now. */
  refused: number[]
  wrong: string[]
  stop(): Promise<void>
}

/** So long a buyer sends the same form again, ms. */
const gaveUpAfter = 60_000
const everyMs = 200

/**
 * Pairs of buyers who want one piece after the other, one at each shop; whoever is told to come again sends the same
 * form until he has an answer. Pieces are numbered from `first`.
 */
export function startBuying(
  shops: readonly string[],
  { pairs, first, pieces }: { pairs: number; first: number; pieces: number },
): Buying {
  const buying: Buying = { outcomes: [], refused: [], wrong: [], stop }
  let next = first
  let stopped = false
  const lanes = Array.from({ length: pairs }, async () => {
    while (!stopped && next < first + pieces) {
      const piece = String(next++)
      const pair = await Promise.all(shops.map((shop) => buy(shop, piece)))
      const owners = pair.filter((confirmed) => confirmed !== null)
      if (owners.length !== 1) buying.wrong.push(`piece ${piece} was confirmed to ${owners.length} buyers`)
    }
  })
  return buying

  async function stop(): Promise<void> {
    stopped = true
    await Promise.all(lanes)
  }

  async function buy(shop: string, piece: string): Promise<string | null> {
    // Of many people: who orders much and pays nothing is stopped.
    const email = `${crypto.randomUUID()}@beispiel.example`
    const body = new URLSearchParams(orderFields(piece, { email }))
    const from = `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`
    const deadline = performance.now() + gaveUpAfter
    while (performance.now() < deadline) {
      const sent = await fetch(`${shop}/de/checkout`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: `cart=${piece}`, origin: shop, 'x-forwarded-for': from },
        body,
      }).catch((error: Error) => new Response(error.message, { status: 599 }))
      await sent.body?.cancel()
      const at = performance.now()
      if (sent.status === 303) {
        const confirmed = sent.headers.get('location') ?? ''
        buying.outcomes.push({ piece, confirmed, at })
        return confirmed
      }
      if (sent.status === 409) {
        buying.outcomes.push({ piece, confirmed: null, at })
        return null
      }
      if (sent.status !== 503) buying.wrong.push(`a form was answered ${sent.status}`)
      buying.refused.push(at)
      await wait(everyMs)
    }
    buying.wrong.push(`a form had no answer within ${gaveUpAfter} ms`)
    return null
  }
}
