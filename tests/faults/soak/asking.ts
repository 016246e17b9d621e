/** What an answer was, whole. */
type Answered = { status: number; headers: Headers; text: string }

/**
 * Asks the shop as somebody from anywhere, and reads the answer to its end.
 * @throws where none came, it is a fault of the server, or, when `expected` is given, another than those
 */
export type Asking = {
  (path: string, init?: RequestInit, expected?: readonly number[]): Promise<Answered>
  url: string
  port: number
}

/** `heard` is told how long each answer took, in ms, and its status. */
export function asking(
  url: string,
  { roll, heard }: { roll: () => number; heard: (took: number, status: number) => void },
): Asking {
  const someone = () => `10.${[0, 0, 0].map(() => Math.floor(roll() * 256)).join('.')}`
  const ask = async (path: string, init: RequestInit = {}, expected?: readonly number[]) => {
    const since = performance.now()
    const headers = { 'x-forwarded-for': someone(), origin: url, ...(init.headers as Record<string, string>) }
    const signal = init.signal ?? AbortSignal.timeout(60_000)
    const answer = await fetch(url + path, { redirect: 'manual', ...init, headers, signal })
    const text = await answer.text()
    heard(performance.now() - since, answer.status)
    if (answer.status >= 500 || (expected && !expected.includes(answer.status)))
      throw new Error(`${answer.status} at ${path.replaceAll(/\d+/g, '…').slice(0, 60)}`)
    return { status: answer.status, headers: answer.headers, text }
  }
  return Object.assign(ask, { url, port: Number(new URL(url).port) })
}
