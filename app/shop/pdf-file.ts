/** `%PDF-` at the beginning, and its end mark within the last kilobyte. */
export function isPdf(bytes: Uint8Array): boolean {
  const text = (part: Uint8Array) => Buffer.from(part).toString('latin1')
  return text(bytes.subarray(0, 5)) === '%PDF-' && text(bytes.subarray(-1024)).includes('%%EOF')
}

/** The name of a file that somebody sent, without signs that mean something elsewhere. */
export function safeFileName(name: string, otherwise = 'document.pdf'): string {
  return (
    name
      .replace(/[^\p{L}\p{N}. _-]/gu, '')
      .slice(-120)
      .trim() || otherwise
  )
}
