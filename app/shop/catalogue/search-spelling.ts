/** Beyond these a guess says nothing any more. */
const maxGuesses = 6

/**
 * Corrects a misspelt word: the candidates with the fewest typing errors, makers and models first; where there are none,
 * those that sound alike.
 * @param token `last`: it may still be growing
 */
export function corrections(
  token: { word: string; last: boolean },
  candidates: { word: string; kind: number }[],
): string[] {
  const most = allowedErrors(token.word)
  if (most === 0) return []
  const rated = candidates.flatMap((row) => {
    const whole = errorsBetween(token.word, row.word, most)
    // While somebody is typing; whole words are likelier.
    const begun = token.last ? errorsToBeginning(token.word, row.word, most) + 0.5 : Number.POSITIVE_INFINITY
    const errors = Math.min(whole, begun)
    // Two errors in six letters leave little: at least the first must be right.
    const daring = errors >= 2 && token.word.length <= 6 && token.word[0] !== row.word[0]
    return errors >= 1 && Number.isFinite(errors) && !daring ? [{ ...row, errors }] : []
  })
  if (rated.length === 0 && token.word.length >= 6) {
    const sound = soundOf(token.word)
    rated.push(
      ...candidates.flatMap((row) =>
        errorsBetween(sound, soundOf(row.word), 1) <= 1 ? [{ ...row, errors: most + 1 }] : [],
      ),
    )
  }
  const fewest = Math.min(...rated.map((row) => row.errors))
  return rated
    .filter((row) => row.errors === fewest)
    .sort((a, b) => a.kind - b.kind)
    .slice(0, maxGuesses)
    .map((row) => row.word)
}

/** One spelling for what sounds alike: `neckless`, `brightling`. */
function soundOf(word: string): string {
  return word
    .replace(/igh/g, 'ei')
    .replace(/gh|h(?=[^aeiou]|$)/g, '')
    .replace(/ph/g, 'f')
    .replace(/c(?=[eiy])|z/g, 's')
    .replace(/c?k|c|q/g, 'k')
    .replace(/y/g, 'i')
    .replace(/w/g, 'v')
    .replace(/(.)\1/g, '$1')
    .replace(/(?<=...)e$/, '')
}

/**
 * How many typing errors (typos, the edit distance) a word may hold by its length: short words and figures say too little to
 * guess.
 */
function allowedErrors(word: string): 0 | 1 | 2 {
  if (/[0-9]/.test(word)) return word.length >= 5 ? 1 : 0
  if (word.length <= 3) return 0
  return word.length <= 5 ? 1 : 2
}

/**
 * The rests of a word that share one with every word at most `allowedErrors` away; the same rule as
 * `search_rests` of the database, from the side of what was typed.
 */
export function restsOf(word: string): string[] {
  const errors = allowedErrors(word)
  if (errors === 0) return []
  if (/[0-9]/.test(word)) return [...without(new Set([word.slice(0, 24)]))]
  const start = new Set([word.slice(0, 7)])
  const one = without(start)
  const rests = errors === 2 && word.length >= 6 ? without(one) : one
  return [...new Set([...start, ...one, ...rests])]
}

function without(words: Set<string>): Set<string> {
  const shorter = new Set(words)
  for (const word of words) {
    for (let at = 0; at < word.length; at += 1) shorter.add(word.slice(0, at) + word.slice(at + 1))
  }
  return shorter
}

/**
 * Typing errors between two words: a letter too many, too few, wrong, or two exchanged, each counts one
 * (optimal string alignment). `Infinity` beyond `most`.
 */
export function errorsBetween(typed: string, word: string, most: number): number {
  const errors = lastRow(typed, word, most)?.at(-1) ?? Number.POSITIVE_INFINITY
  return errors > most ? Number.POSITIVE_INFINITY : errors
}

/** The same for a word that is still being typed: the errors to the likest beginning of `word`. */
export function errorsToBeginning(typed: string, word: string, most: number): number {
  const row = lastRow(typed, word.slice(0, typed.length + most), most)
  const errors = row ? Math.min(...row) : Number.POSITIVE_INFINITY
  return errors > most ? Number.POSITIVE_INFINITY : errors
}

/** Three rows of the table of errors, used again and again: thousands of words are compared for one typing error. */
let rows = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)] as const

/** The table's last row, for each beginning of `word`; `null` where all are beyond `most`. */
function lastRow(typed: string, word: string, most: number): Uint8Array | null {
  const width = word.length + 1
  if (rows[0].length < width) rows = [new Uint8Array(width), new Uint8Array(width), new Uint8Array(width)]
  let [before, previous, row] = rows
  // Beyond this they only grow, and one byte holds them.
  const beyond = most + 1
  for (let j = 0; j < width; j += 1) previous[j] = Math.min(j, beyond)
  for (let i = 1; i <= typed.length; i += 1) {
    const letter = typed.charCodeAt(i - 1)
    const former = i > 1 ? typed.charCodeAt(i - 2) : -1
    let fewest = Math.min(i, beyond)
    row[0] = fewest
    let left = fewest
    for (let j = 1; j < width; j += 1) {
      const other = word.charCodeAt(j - 1)
      let errors = (previous[j - 1] as number) + (letter === other ? 0 : 1)
      const above = (previous[j] as number) + 1
      if (above < errors) errors = above
      if (left + 1 < errors) errors = left + 1
      if (j > 1 && former === other && letter === word.charCodeAt(j - 2)) {
        const exchanged = (before[j - 2] as number) + 1
        if (exchanged < errors) errors = exchanged
      }
      if (errors > beyond) errors = beyond
      row[j] = errors
      left = errors
      if (errors < fewest) fewest = errors
    }
    if (fewest > most) return null
    const oldest = before
    before = previous
    previous = row
    row = oldest
  }
  return previous.subarray(0, width)
}
