import { Readable } from 'node:stream'

/** So much of a file is sent at once: each piece of an answer costs as much as a hundred of its lines. Characters. */
const sentAtOnce = 65_536

/** A CSV file as an answer, sent as it is made. */
export function csvAnswer(parts: Iterable<string> | AsyncIterable<string>, name: string): Response {
  const encoder = new TextEncoder()
  async function* bytes() {
    let made = ''
    for await (const part of parts) {
      made += part
      if (made.length < sentAtOnce) continue
      yield encoder.encode(made)
      made = ''
    }
    if (made !== '') yield encoder.encode(made)
  }
  return new Response(Readable.toWeb(Readable.from(bytes())) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
    },
  })
}
