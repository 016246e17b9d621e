/** Longer queries are cut here, in characters. */
export const maxQueryLength = 200
const maxChunks = 10

/** A piece of a query between spaces: `5711/1A-010` has the parts 5711, 1a, 010 and is 57111a010 as a whole. */
export type Chunk = { parts: string[]; whole: string }

// What `unaccent` of the database does to letters that Unicode does not decompose.
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ĸ: 'q',
  ŋ: 'n',
  ŧ: 't',
}

/**
 * One spelling for all: lower case, no accents, ä = ae = a, ö = oe = o, ü = ue = u, ß = ss.
 * The same as `search_fold` of the database, which folds what is searched.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ßæœøłđðþıħĸŋŧ]/g, (letter) => letters[letter] ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ae', 'a')
    .replaceAll('oe', 'o')
    .replaceAll('ue', 'u')
}

/**
 * A query as folded words of letters and digits only: whatever else was typed is a space or nothing, so
 * nothing of it can mean something to the database.
 */
export function splitQuery(query: string): Chunk[] {
  const text = fold([...query].slice(0, maxQueryLength).join(''))
  return text
    .replace(/(?<=\d),(?=\d)/g, '.')
    .split(/[\p{C}\s,;()|&+:"„“”]+/u)
    .map((chunk) => ({
      parts: chunk.split(/[^a-z0-9]+/).filter((part) => part !== ''),
      whole: chunk.replace(/[^a-z0-9]+/g, ''),
    }))
    .filter((chunk) => chunk.whole !== '')
    .slice(0, maxChunks)
}

const stopWords = new Set(
  fold(
    `und mit von vom für der die das den dem ein eine einen einer aus oder zu zum zur am im in an auf bei ohne ab bis
    and with the a of from or to for by on at
    kaufen gebraucht gebrauchte gebrauchter gebrauchtes günstig günstige preis suche echt echte echter
    buy second hand secondhand used preowned owned price cheap genuine real
    ref referenz reference referenznummer modell model nr no nummer number marke brand original artikel artikelnummer
    größe ringgröße size ringsize mm ct gr zifferblatt dial gehäuse case`,
  ).split(/\s+/),
)

/** Whether a word says nothing about a piece. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word)
}

/** What a piece's state is called: 0 available, 1 reserved, 2 sold. */
export const stateWords: ReadonlyMap<string, 0 | 1 | 2> = new Map([
  ...['verfugbar', 'verfugbare', 'lieferbar', 'available'].map((word) => [word, 0] as const),
  ...['reserviert', 'reservierte', 'reserved'].map((word) => [word, 1] as const),
  ...['verkauft', 'verkaufte', 'verkaufter', 'sold'].map((word) => [word, 2] as const),
])

/** How many typing errors a word may hold: short words and figures say too little to guess. */
export function allowedErrors(word: string): 0 | 1 | 2 {
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
  return lastRow(typed, word, most).at(-1) ?? Number.POSITIVE_INFINITY
}

/** The same for a word that is still being typed: the errors to the likest beginning of `word`. */
export function errorsToBeginning(typed: string, word: string, most: number): number {
  return Math.min(...lastRow(typed, word.slice(0, typed.length + most), most))
}

function lastRow(typed: string, word: string, most: number): number[] {
  let before: number[] = []
  let previous = Array.from({ length: word.length + 1 }, (_, index) => index)
  for (let i = 1; i <= typed.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= word.length; j += 1) {
      const same = typed[i - 1] === word[j - 1]
      let errors = Math.min(
        (previous[j - 1] as number) + (same ? 0 : 1),
        (previous[j] as number) + 1,
        (row[j - 1] as number) + 1,
      )
      const exchanged = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]
      if (exchanged) errors = Math.min(errors, (before[j - 2] as number) + 1)
      row.push(errors)
    }
    before = previous
    previous = row
    if (Math.min(...row) > most) return [Number.POSITIVE_INFINITY]
  }
  return previous.map((errors) => (errors > most ? Number.POSITIVE_INFINITY : errors))
}
