import { AsyncLocalStorage } from 'node:async_hooks'

/** What went into one answer, noted while it is being made: for a cache that must know when it is no longer true. */
export type AnswerRecord = {
  /** What it was made of, e.g. `setting:vacation`, `piece:10042`: when one of these changes, the answer may. */
  readonly uses: Set<string>
  /** When the answer changes though nothing it was made of does, ms since 1970; `Infinity`: never. */
  until: number
  /** Why the answer must not be kept: it is somebody's own, or less than the whole truth; null: it may be kept. */
  refusal: string | null
}

const underWay = new AsyncLocalStorage<AnswerRecord>()

/** Does `work`, and notes what its answer is made of. */
export async function recorded<T>(work: () => Promise<T>): Promise<{ answer: T; record: AnswerRecord }> {
  const record: AnswerRecord = { uses: new Set(), until: Number.POSITIVE_INFINITY, refusal: null }
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
