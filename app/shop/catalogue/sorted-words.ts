import { atATime } from '#app/platform/slices.ts'

/** Those of sorted words that begin so. */
export function startingWith(words: readonly string[], start: string): string[] {
  let end = placeOf(words, start)
  const begin = end
  while (end < words.length && (words[end] as string).startsWith(start)) end += 1
  return words.slice(begin, end)
}

/** How many of sorted words stand before a word. */
export function placeOf(words: readonly string[], word: string): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[middle] as string) < word) low = middle + 1
    else high = middle
  }
  return low
}

/** Sorts words; yields after so many of them. */
export function* sortedWords(words: readonly string[]): Generator<number, string[]> {
  // Sorted at once by the built-in sort, and then merged: words take longer to compare than numbers.
  const runLength = Math.max(1, atATime.moved >>> 3)
  let runs: string[][] = []
  for (let begin = 0; begin < words.length; begin += runLength) {
    const run = words.slice(begin, begin + runLength).sort()
    runs.push(run)
    yield run.length
  }
  while (runs.length > 1) {
    const longer: string[][] = []
    for (let at = 0; at < runs.length; at += 2)
      longer.push(yield* mergedWords(runs[at] as string[], runs[at + 1] ?? []))
    runs = longer
  }
  return runs[0] ?? []
}

/** The words of two sorted lists in their order. */
export function* mergedWords(one: readonly string[], other: readonly string[]): Generator<number, string[]> {
  const { moved } = atATime
  const merged: string[] = []
  let left = 0
  let right = 0
  while (left < one.length || right < other.length) {
    const takesLeft =
      right >= other.length || (left < one.length && (one[left] as string) < (other[right] as string))
    merged.push((takesLeft ? one[left++] : other[right++]) as string)
    if (merged.length % moved === 0) yield moved
  }
  return merged
}
