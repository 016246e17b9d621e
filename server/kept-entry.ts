import { type AnswerPart, type AnswerRecord, holdsUntil } from '#app/platform/answer-record.ts'
import { isOfCatalogue } from '#app/shop/catalogue/catalogue-sources.ts'
import type { KeptAnswer } from './kept-answer.ts'
import type { PageAddress } from './page-address.ts'

/** What has changed: by the names that answers note with `answerUses`; all of the catalogue; anything. */
export type Change = readonly string[] | 'catalogue' | 'everything'

/** A kept answer, and what it was made of. */
export type Entry = {
  address: PageAddress
  answer: KeptAnswer
  uses: ReadonlySet<string>
  /** Without its parts. */
  ownUntil: number
  /** From then on it is another answer, ms since 1970. */
  until: number
  /** How often it was given since it was made, and how often when its parts were last asked again. */
  given: number
  givenBefore: number
  parts: Part[]
  /** Something that parts of it were made of has changed: it is given when those still say the same. */
  doubtful: boolean
  /** Anything may have changed: it is made anew, and given only while that cannot be done. */
  outdated: boolean
  /** By the process's steady clock, ms. */
  madeAt: number
  /** Whether they do, while that is being asked. */
  examination: Promise<boolean> | null
}

export type Part = AnswerPart & { of: Entry; doubtful: boolean }

export function entryOf(
  address: PageAddress,
  answer: KeptAnswer,
  { uses, until, parts }: AnswerRecord,
): Entry {
  const entry: Entry = {
    address,
    answer,
    uses,
    ownUntil: until,
    until: holdsUntil({ until, parts }),
    given: 0,
    givenBefore: 0,
    parts: [],
    doubtful: false,
    outdated: false,
    madeAt: performance.now(),
    examination: null,
  }
  entry.parts = parts.map((part) => ({ ...part, of: entry, doubtful: false }))
  return entry
}

export const allUses = ({ uses, parts }: AnswerRecord): ReadonlySet<string> =>
  new Set([uses, ...parts.map((part) => part.uses)].flatMap((each) => [...each]))

export function concerns(change: Change, uses: ReadonlySet<string>): boolean {
  if (change === 'everything') return true
  if (change === 'catalogue') return [...uses].some(isOfCatalogue)
  return change.some((source) => uses.has(source))
}
