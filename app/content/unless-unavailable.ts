import { ContentUnavailable } from './story-cache.ts'
import { ContentServiceFault } from './story-client.ts'

/** What is read past the cache: where the service fails, it cannot be had now. */
export async function unlessUnavailable<T>(key: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    if (cause instanceof ContentServiceFault) throw new ContentUnavailable(key, { cause })
    throw cause
  }
}
