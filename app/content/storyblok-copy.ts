/** Enough for any copy of this size; an original of 30 MB never comes. */
const maxBytes = 4 * 1024 * 1024
const timeout = 4000

/**
 * A copy of a picture at Storyblok, cut to `width` × `height` px by its image service; `null` when it cannot be had
 * within four seconds. `src` is the checked address of a `Picture`.
 */
export async function storyblokCopy(
  src: string,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array | null> {
  try {
    const answer = await fetch(`${src}/m/${width}x${height}/filters:quality(88):format(jpeg)`, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    const parts: Uint8Array[] = []
    let length = 0
    for await (const part of answer.body ?? []) {
      length += part.length
      if (length > maxBytes) return null
      parts.push(part)
    }
    return answer.ok && length > 0 ? Buffer.concat(parts) : null
  } catch {
    // Slow, cut off or refused: all of them mean that there is no picture now.
    return null
  }
}
