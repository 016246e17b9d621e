import { FormFault } from './multipart.ts'

/** More than any form of ours holds as text; one with photos is read as it arrives, by `readMultipart`. */
const maxBytes = 256 * 1024

/**
 * The form in a request's body, kept in memory as a whole and therefore small.
 * @throws {FormFault} 413 for a longer body, 400 for what is no form
 */
export async function readFormBody(request: Request): Promise<FormData> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new FormFault(413, 'too large')
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.byteLength
    if (length > maxBytes) throw new FormFault(413, 'too large')
    parts.push(part)
  }
  try {
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    return await new Response(Buffer.concat(parts), { headers }).formData()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new FormFault(400, 'no form')
  }
}
