/**
 * The whole text of an answer of an outside service, read up to `most` bytes. How long that may take is the signal's
 * matter that the request was made with.
 * @throws when it is longer
 */
export async function boundedText(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > most) throw new Error(`answered with more than ${most} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
