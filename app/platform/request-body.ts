/** A request's body as text; null when it is longer than it may be. */
export async function readAtMost(request: Request, bytes: number): Promise<string | null> {
  return (await readBytesAtMost(request, bytes))?.toString('utf8') ?? null
}

/** The same for what is no text. */
export async function readBytesAtMost(request: Request, bytes: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.byteLength
    if (length > bytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** What a text says as JSON; null for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
