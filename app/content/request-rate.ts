/** The limit counts the requests of any so many milliseconds. */
export const windowMs = 1000
/** A request that was not answered so long after it was sent is taken as arrived, ms. */
export const arrivedAfter = 1000

export type RequestRate = {
  /** Resolves, in the order of the calls, when a request may be sent; what it gives is called once that is answered. */
  turn(): Promise<() => void>
}

/**
 * Lets requests go to a service that counts them at its own end: at most `perSecond` arrive there in any second. Each
 * counts until a second after its answer and not after its sending, for what lies between is unknown: a request that
 * was held up on its way would otherwise arrive together with those sent a second later.
 */
export function createRequestRate(perSecond: number): RequestRate {
  const counted = new Set<{ until: number }>()
  const waiting: ((answered: () => void) => void)[] = []
  let timer: NodeJS.Timeout | undefined

  function letGo(): void {
    clearTimeout(timer)
    const now = performance.now()
    for (const request of counted) if (request.until <= now) counted.delete(request)
    while (counted.size < perSecond && waiting.length > 0) {
      const request = { until: now + arrivedAfter + windowMs }
      counted.add(request)
      waiting.shift()?.(() => {
        request.until = Math.min(request.until, performance.now() + windowMs)
        letGo()
      })
    }
    if (waiting.length === 0) return
    const next = Math.min(...[...counted].map(({ until }) => until))
    timer = setTimeout(letGo, Math.ceil(next - now))
  }

  return {
    turn() {
      const turn = new Promise<() => void>((resolve) => waiting.push(resolve))
      letGo()
      return turn
    },
  }
}
