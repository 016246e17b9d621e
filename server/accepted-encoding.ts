import { parseAccept } from 'hono/utils/accept'
import type { Encoding } from './kept-answer.ts'

/** Headers that browsers really send are a handful; what else is sent is worked out each time. */
const known = new Map<string, Encoding>()
const mostKnown = 200
/** So much of a header is read: 16 kB of words would cost thirty times what the answer does. */
const mostRead = 200

/** The smallest encoding of ours that a client takes (RFC 9110, 12.5.3). */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  if (accepted === undefined || accepted === '') return 'identity'
  const text = String(accepted)
  const found = known.get(text)
  if (found !== undefined) return found
  const best = bestOf(text.length <= mostRead ? text : text.slice(0, text.lastIndexOf(',', mostRead) + 1))
  if (known.size < mostKnown && text.length <= 100) known.set(text, best)
  return best
}

function bestOf(accepted: string): Encoding {
  const wishes = new Map(parseAccept(accepted).map(({ type, q }) => [type.toLowerCase(), q]))
  const takes = (encoding: string) => (wishes.get(encoding) ?? wishes.get('*') ?? 0) > 0
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}
