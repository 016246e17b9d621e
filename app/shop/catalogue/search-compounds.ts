import type { Term } from './attributes/attribute.ts'
import { searchTerms } from './attributes/search-terms.ts'
import { errorsBetween } from './search-spelling.ts'
import { fold, splitQuery } from './search-words.ts'

/** Fields whose words stand in no compound: `sehr gut`, `Box`, the branches, and figures. */
const apart: readonly string[] = ['condition', 'scope', 'branch', 'decade', 'fineness']
/** What a compound may be at its end; here even short words are told from typing errors. */
const heads: readonly string[] = ['kind', 'type']

/** Parts that say nothing about a piece: `Luxusuhr` is a watch. */
const sayingNothing = fold(
  'echt Luxus Marken Designer gebraucht Edel Schmuck Mode Anlage Geschenk Traum',
).split(' ')

/** German puts these between the parts, and leaves an e out: `Diamant-en-kette`, `Perl-ring`. */
const links = ['', 's', 'es', 'n', 'en', 'er', 'e'] as const
const inflections = ['', 'e', 'en', 'n', 'er', 'ern', 's', 'es'] as const
const mostParts = 4
const shortestPart = 3

/** A word for each stone, which no other value has; diamonds, which stand in most pieces, first. */
export const stoneWords = stoneWordsOf(searchTerms())

function stoneWordsOf(terms: readonly Term[]): string[] {
  const others = new Set(terms.flatMap(([field, , text]) => (field === 'stone' ? [] : fold(text).split(' '))))
  return terms.flatMap(([field, value, text]) => {
    const word = fold(text)
      .split(' ')
      .find((each) => !others.has(each))
    return field === 'stone' && value !== 'pearl' && word !== undefined ? [word] : []
  })
}

const anyStone = fold('Edelstein Farbstein Schmuckstein Stein gemstone gem stone jewel coloured-stone').split(
  ' ',
)

/** Whether a word stands for any stone: `Edelsteine`, `gemstone`. */
export function isAnyStone(word: string): boolean {
  return anyStone.includes(word.replace(/(?<=st(?:ei|o)n)(?:e|en|es|s)$/, '')) || anyStone.includes(word)
}

type Part = { word: string; head: boolean }

/** Forms of words of the vocabulary, as the beginning and as the end of a compound. */
const { first, last } = formsOf(searchTerms())

function formsOf(terms: readonly Term[]) {
  const first = new Map<string, Part | null>()
  const last = new Map<string, Part>()
  const words = terms.flatMap(([field, , text]) =>
    apart.includes(field)
      ? []
      : splitQuery(text, Number.POSITIVE_INFINITY).flatMap(({ parts, whole }) =>
          [...parts, whole].map((word) => ({ word, head: heads.includes(field) })),
        ),
  )
  const said = words.filter(({ word }) => word.length >= shortestPart && /^[a-z]+$/.test(word))
  // A word itself comes before what another word becomes.
  for (const part of said) {
    first.set(part.word, part)
    if (!last.get(part.word)?.head) last.set(part.word, part)
  }
  for (const part of said) {
    const stem = part.word.endsWith('e') && part.word.length > 4 ? [part.word.slice(0, -1)] : []
    for (const form of [...links.map((link) => part.word + link), ...stem])
      if (!first.has(form)) first.set(form, part)
    for (const form of inflections.map((ending) => part.word + ending))
      if (!last.has(form)) last.set(form, part)
  }
  for (const word of anyStone)
    for (const link of links) if (!first.has(word + link)) first.set(word + link, { word, head: false })
  for (const word of sayingNothing)
    for (const link of links) if (!first.has(word + link)) first.set(word + link, null)
  return { first, last }
}

const [firstByLength, lastByLength] = [byLength(first), byLength(last)]

function byLength<P>(forms: ReadonlyMap<string, P>): ReadonlyMap<number, [string, P][]> {
  return Map.groupBy(forms, ([form]) => form.length)
}

/** Whether a word says what a piece is at all: a watch, a ring. */
export function isNoun(word: string): boolean {
  return last.get(word)?.head ?? false
}

/**
 * The words of the vocabulary that a compound is made of, by the fewest parts: `damengoldring` is damen, gold and ring.
 * @returns `null` where it is none
 */
export function splitCompound(compound: string): string[] | null {
  const parts = partsFrom(compound, mostParts)
  return parts && parts.length > 0 && parts[0] !== compound ? parts : null
}

function partsFrom(text: string, most: number): string[] | null {
  const whole = last.get(text)
  if (whole) return [whole.word]
  if (most === 1) return null
  let best: string[] | null = null
  for (let at = text.length - shortestPart; at >= shortestPart; at -= 1) {
    const begin = first.get(text.slice(0, at))
    if (begin === undefined) continue
    const rest = partsFrom(text.slice(at), most - 1)
    if (rest && (!best || rest.length + 1 < best.length)) best = begin ? [begin.word, ...rest] : rest
  }
  return best
}

type Correction = { parts: string[]; errors: number }

/** The likeliest compounds that a misspelt word may be where one of its two halves is right: `goldkete`, `herenuhr`. */
export function correctCompound(compound: string): Correction[] {
  let found: Correction[] = []
  let fewest = Number.POSITIVE_INFINITY
  // Only the likeliest are kept: what has more errors than another need not be counted to its end.
  const keep = (typed: string, form: string, most: number, parts: () => string[]) => {
    const errors = errorsWithin(typed, form, Math.min(most, fewest))
    if (errors === 0) return
    if (errors < fewest) found = []
    fewest = errors
    found.push({ parts: parts(), errors })
  }
  for (let at = shortestPart; at <= compound.length - 2; at += 1) {
    const [begin, end] = [compound.slice(0, at), compound.slice(at)]
    const known = first.get(begin)
    if (known !== undefined)
      near(lastByLength, end, (form, part) =>
        keep(end, form, part.head ? (end.length < 7 ? 1 : 2) : allowed(end), () =>
          known ? [known.word, part.word] : [part.word],
        ),
      )
    const ending = last.get(end)
    if (!ending?.head || at < 4) continue
    near(firstByLength, begin, (form, part) => {
      if (part) keep(begin, form, allowed(begin), () => [part.word, ending.word])
    })
  }
  return [...new Map(found.map((each) => [each.parts.join(' '), each])).values()].slice(0, 6)
}

function allowed(word: string): number {
  if (word.length < 4) return 0
  return word.length < 7 ? 1 : 2
}

/** Forms of about the same length, of which one of the first letters is right. */
function near<P>(
  byLength: ReadonlyMap<number, [string, P][]>,
  typed: string,
  each: (form: string, part: P) => void,
) {
  const [one, two] = typed
  for (let length = typed.length - 2; length <= typed.length + 2; length += 1)
    for (const [form, part] of byLength.get(length) ?? [])
      if (form[0] === one || form[0] === two || form[1] === one) each(form, part)
}

/** 0 also where they are more than so many apart. */
function errorsWithin(typed: string, word: string, most: number): number {
  if (Math.abs(typed.length - word.length) > most) return 0
  const errors = errorsBetween(typed, word, most)
  return Number.isFinite(errors) ? errors : 0
}
