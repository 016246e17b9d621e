import { AsyncLocalStorage } from 'node:async_hooks'

/** Text as it may stand in XML: markup escaped, and what no XML may hold left out. */
export function xmlText(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are forbidden (XML 1.0, 2.2)
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .toWellFormed()
      .replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`)
  )
}

/** `<name>text</name>`, or nothing for a text that is not known. */
export function element(name: string, text: string | number | null | undefined): string {
  return text === null || text === undefined || text === ''
    ? ''
    : `<${name}>${xmlText(String(text))}</${name}>`
}

/**
 * An answer that every reader asks for anew: a piece that is sold leaves it at once. Long ones come as a stream,
 * so that a catalogue of any size costs little memory.
 */
export function xmlAnswer(type: 'application/xml' | 'application/rss+xml', body: BodyInit): Response {
  return new Response(body, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, no-cache' },
  })
}

/**
 * Parts of a text as they come, each asked for when there is room for it. Whoever reads them, what they are made of is
 * told to the answer that they belong to.
 */
export function textStream(parts: AsyncIterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const ofThisAnswer = AsyncLocalStorage.snapshot()
  return new ReadableStream({
    async pull(controller) {
      const next = await ofThisAnswer(() => parts.next())
      if (next.done) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
    async cancel() {
      await parts.return?.()
    },
  })
}

/** For readers that are no browsers. */
export function notThere(): Response {
  return new Response('not found\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
