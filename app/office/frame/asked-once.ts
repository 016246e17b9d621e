/**
 * Asks once however many want to know: whoever asks while an answer is outstanding gets that answer.
 */
export function askedOnce<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asking: Promise<Answer> | null = null
  return () => {
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
}
