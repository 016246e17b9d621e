import { Readable } from 'node:stream'

/** A CSV file as an answer, sent as it is made. */
export function csvAnswer(parts: Iterable<string> | AsyncIterable<string>, name: string): Response {
  const encoder = new TextEncoder()
  async function* bytes() {
    for await (const part of parts) yield encoder.encode(part)
  }
  return new Response(Readable.toWeb(Readable.from(bytes())) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
    },
  })
}
