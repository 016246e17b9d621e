import { createHash } from 'node:crypto'
import type { ReadLine } from './statement-file.ts'

/** A line that is kept already. */
export type KnownLine = Pick<
  ReadLine,
  'bookedOn' | 'amountCents' | 'name' | 'iban' | 'purpose' | 'endToEnd' | 'reference'
> & { id: number; key: string; format: 'camt' | 'csv' }

/** A line of a file with its key, and the line that it is, if it is kept already. */
export type Recognised = { line: ReadLine; key: string; known: number | null }

/**
 * Tells which lines of a file are kept already. The same format says the same of a line each time; CAMT and CSV word it
 * differently, so that there, of the same day and amount, texts that are alike are one line. Each kept line is taken once:
 * two equal payments of a day stay two.
 */
export function recognise(
  lines: readonly ReadLine[],
  kept: readonly KnownLine[],
  format: 'camt' | 'csv',
): Recognised[] {
  const counts = new Map<string, number>()
  const byKey = new Map(kept.map((line) => [line.key, line]))
  const taken = new Set<number>()
  const recognised = lines.map((line): Recognised => {
    const base = [line.bookedOn, line.amountCents, line.reference ?? textOf(line)].join('|')
    const nth = (counts.get(base) ?? 0) + 1
    counts.set(base, nth)
    const key = createHash('sha256').update(`${base}|${nth}`).digest('hex')
    const known = byKey.get(key)?.id ?? null
    if (known !== null) taken.add(known)
    return { line, key, known }
  })
  const pairs = recognised.flatMap((each) =>
    each.known !== null
      ? []
      : kept
          .filter(
            (line) =>
              line.format !== format &&
              line.bookedOn === each.line.bookedOn &&
              line.amountCents === each.line.amountCents &&
              !taken.has(line.id),
          )
          .map((line) => ({ each, line, likeness: likeness(each.line, line) })),
  )
  for (const { each, line, likeness } of pairs.toSorted((a, b) => b.likeness - a.likeness)) {
    if (likeness < 0.5 || each.known !== null || taken.has(line.id)) continue
    each.known = line.id
    taken.add(line.id)
  }
  return recognised
}

type Said = Pick<ReadLine, 'name' | 'iban' | 'purpose' | 'endToEnd'>

/** What a line says, without what spaces and capitals do to it. */
const textOf = ({ name, iban, purpose, endToEnd }: Said) =>
  compact([iban ?? name, purpose, endToEnd ?? ''].join(' '))

const compact = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** From 0, nothing in common, to 1 and more. */
function likeness(one: Said, other: Said): number {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const [purposeA, purposeB] = [compact(one.purpose), compact(other.purpose)]
  const numbers = (words: ReadonlySet<string>) => [...words].filter((word) => /\d{5,}/.test(word))
  const [numbersA, numbersB] = [numbers(a), numbers(b)]
  // Two orders of one buyer differ in their numbers alone.
  if (numbersA.length > 0 && numbersB.length > 0 && !numbersA.some((each) => numbersB.includes(each)))
    return 0
  if (one.iban && other.iban && one.iban !== other.iban) return 0
  if (a.size === 0 && b.size === 0) return 1
  const shared = [...a].filter((word) => b.has(word)).length
  const contained =
    Math.min(purposeA.length, purposeB.length) >= 6 &&
    (purposeA.includes(purposeB) || purposeB.includes(purposeA))
  return shared / Math.max(1, Math.min(a.size, b.size)) + (contained ? 0.5 : 0)
}

/** What banks write in front of the parts of a purpose. */
const tags = new Set(['EREF', 'KREF', 'MREF', 'CRED', 'SVWZ', 'ABWA', 'NOTPROVIDED', 'SEPA'])

const wordsOf = ({ name, purpose, endToEnd }: Said): ReadonlySet<string> =>
  new Set(
    `${name} ${purpose} ${endToEnd ?? ''}`
      .toUpperCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2 && !tags.has(word)),
  )
