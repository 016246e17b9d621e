import { AsyncLocalStorage } from 'node:async_hooks'
import { digestOf } from './data-digest.ts'

type Noted = {
  /** What it was made of, e.g. `setting:vacation`, `piece:10042`: when one of these changes, it may. */
  readonly uses: Set<string>
  /** When it changes though nothing it was made of does, ms since 1970; `Infinity`: never. */
  until: number
  /** Why the answer must not be kept: it is somebody's own, or less than the whole truth; null: it may be kept. */
  refusal: string | null
}

/** What went into one answer, noted while it is being made: for a cache that must know when it is no longer true. */
export type AnswerRecord = Noted & {
  /** What can be asked once more when something that it was made of has changed. */
  readonly parts: AnswerPart[]
}

/** A question that an answer rests on, and what was said to it. */
export type AnswerPart = {
  ask: () => Promise<unknown>
  /** Of what was said. */
  digest: string
  uses: ReadonlySet<string>
  until: number
}

const underWay = new AsyncLocalStorage<Noted & { parts: AnswerPart[] | null }>()

/** Does `work`, and notes what its answer is made of. */
export async function recorded<T>(work: () => Promise<T>): Promise<{ answer: T; record: AnswerRecord }> {
  const record = { ...nothingNoted(), parts: [] }
  const answer = await underWay.run(record, work)
  return { answer, record }
}

/** The answer under way is made of this, too. Outside of one it means nothing. */
export function answerUses(...sources: string[]): void {
  const record = underWay.getStore()
  if (record) for (const source of sources) record.uses.add(source)
}

/** The answer under way will be another one from `at` on (a `Date`, or ms since 1970), whatever else happens. */
export function answerChangesAt(at: Date | number | null): void {
  const record = underWay.getStore()
  if (record && at !== null) record.until = Math.min(record.until, Number(at))
}

/** Nobody may be given the answer under way a second time, for the reason told. */
export function keepNoAnswer(reason: string): void {
  const record = underWay.getStore()
  if (record) record.refusal ??= reason
}

/**
 * Part of the answer under way, noted as one: when something that it was made of changes, `ask` is asked once more, and
 * as long as it says the same, the answer stays. For what costs less than the answer and often stays as it is. It says
 * plain data, and is asked later and elsewhere: nothing of the request may be in it, and what it compares with a moment
 * says by `answerChangesAt` for how long that holds. Within another part it is of that one.
 */
export async function answerPart<T>(ask: () => Promise<T>): Promise<T> {
  const record = underWay.getStore()
  if (!record?.parts) return ask()
  const own = { ...nothingNoted(), parts: null }
  try {
    const said = await underWay.run(own, ask)
    record.refusal ??= own.refusal
    record.parts.push({ ask, digest: digestOf(said), uses: own.uses, until: own.until })
    return said
  } catch (error) {
    // Whoever does without it goes by what it was made of all the same.
    for (const source of own.uses) record.uses.add(source)
    record.until = Math.min(record.until, own.until)
    record.refusal ??= own.refusal
    throw error
  }
}

/** When an answer becomes another one though nothing changes, with its parts. */
export function holdsUntil({ until, parts }: Pick<AnswerRecord, 'until'> & { parts: readonly AnswerPart[] }) {
  return parts.reduce((first, part) => Math.min(first, part.until), until)
}

/** Asks once more: until when it holds if it says the same and is made of the same, else null. */
export async function askAgain({ ask, digest, uses }: AnswerPart): Promise<number | null> {
  const own = { ...nothingNoted(), parts: null }
  const said = await underWay.run(own, ask)
  const isOfTheSame = own.uses.size === uses.size && [...uses].every((source) => own.uses.has(source))
  return own.refusal === null && isOfTheSame && digestOf(said) === digest ? own.until : null
}

const nothingNoted = (): Noted => ({ uses: new Set(), until: Number.POSITIVE_INFINITY, refusal: null })
