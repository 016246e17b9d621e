/** A request's body as text; null when it is longer than it may be. */
export async function readAtMost(request: Request, bytes: number): Promise<string | null> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.byteLength
    if (length > bytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** What a text says as JSON; null for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
