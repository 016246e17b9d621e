/**
 * Gives `read` the body of a request, of which it may leave what it does not want: the rest is read on, up to `most` bytes,
 * for browsers that are cut off while they send never see the answer.
 */
export async function takeBody<Result>(
  { body }: Request,
  most: number,
  read: (stream: ReadableStream<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const stream = body === null ? new Blob([]).stream() : withoutEnding(body)
  const result = await read(stream)
  if (!stream.locked) await stream.cancel()
  if (body !== null && !body.locked) await readOn(body, most)
  return result
}

/** A body that may be left half read: it is not given up, which would cut off the sender, but can be read on. */
function withoutEnding(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        reader.releaseLock()
        controller.close()
      },
      cancel: () => reader.releaseLock(),
    },
    { highWaterMark: 0 },
  )
}

async function readOn(body: ReadableStream<Uint8Array>, most: number): Promise<void> {
  let length = 0
  for await (const part of body) {
    length += part.byteLength
    if (length > most) return
  }
}
