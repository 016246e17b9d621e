import type { Database } from '#app/platform/database/database.ts'
import { nullable, query, text } from '#app/platform/database/statement.ts'
import { errorsBetween } from '#app/shop/catalogue/search-spelling.ts'
import { splitQuery } from '#app/shop/catalogue/search-words.ts'
import { type AskedWatch, longestWatchWords, type RecognisedWatch } from './watch-answers.ts'

/** A watch that the shop has had: its words as they are typed, beside what it is called. */
type KnownWatch = AskedWatch & { brandWords: string[]; modelWords: string[]; code: string | null }

const columns = { brand: text, model: nullable(text), reference: nullable(text) }

/** What the shop knows changes with its stock, and nobody waits for the newest of it. */
const keptFor = 300_000
/** More are no answer any more. */
const most = 3
const shortestCode = 3
/** Shorter names and codes mean a watch only beside its maker: four figures may be a year. */
const telling = 5

const known = new WeakMap<Database, { until: number; watches: Promise<KnownWatch[]> }>()

/**
 * Which watches typed words mean (“rolex 16610”, „omega seamaster“), by the makers, models and references of pieces that
 * visitors may see; likeliest first, at most three. A maker's or model's name may have a typing error; a reference is
 * right or it is none, with or without its punctuation.
 */
export async function recogniseWatch(db: Database, typed: string, now: Date): Promise<RecognisedWatch[]> {
  const chunks = splitQuery(typed.slice(0, longestWatchWords))
  const words = chunks.flatMap(({ parts }) => parts)
  if (words.length === 0) return []
  const codes = codesIn(chunks.map(({ whole }) => whole))
  const rated = (await knownWatches(db, now)).flatMap((watch) => {
    const byBrand = saysAll(words, watch.brandWords)
    const byModel = watch.modelWords.length > 0 && saysAll(words, watch.modelWords)
    const byCode = watch.code !== null && codes.has(watch.code)
    const model = byModel ? watch.modelWords.join('').length : 0
    if (!byBrand && model < telling && !(byCode && (watch.code?.length ?? 0) >= telling)) return []
    const said: AskedWatch = {
      brand: watch.brand,
      model: byModel || byCode ? watch.model : null,
      reference: byCode ? watch.reference : null,
    }
    const understood = [...watch.brandWords, ...(byModel ? watch.modelWords : [])]
    const left = leftOf(typed, understood, byCode ? watch.code : null)
    return [{ said: { ...said, left }, rank: (byCode ? 100 : 0) + model + (byBrand ? 1 : 0) }]
  })
  const best = Math.max(0, ...rated.map(({ rank }) => rank))
  const watches = rated.filter(({ rank }) => rank === best).map(({ said }) => said)
  return [...new Map(watches.map((watch) => [JSON.stringify(watch), watch])).values()].slice(0, most)
}

/** What was typed but for the words and the reference that were understood, as it was typed. */
function leftOf(typed: string, understood: readonly string[], code: string | null): string {
  const left = typed
    .slice(0, longestWatchWords)
    .split(/\s+/)
    .filter((word) => {
      const chunks = splitQuery(word)
      const parts = chunks.flatMap((chunk) => chunk.parts)
      const whole = chunks.map((chunk) => chunk.whole).join('')
      const isOfCode = code !== null && whole !== '' && /\d/.test(whole) && code.includes(whole)
      return !isOfCode && !parts.every((part) => understood.some((known) => isWord(part, known)))
    })
  return left.join(' ')
}

/** References as they may have been typed: in one, with signs or in groups. */
function codesIn(words: readonly string[]): Set<string> {
  const codes = new Set<string>()
  for (const from of words.keys()) {
    let code = ''
    for (const word of words.slice(from, from + 7)) {
      code += word
      if (code.length >= shortestCode && /\d/.test(code)) codes.add(code)
    }
  }
  return codes
}

/** Whether the words of a name are all there. */
const saysAll = (words: readonly string[], name: readonly string[]) =>
  name.every((part) => words.some((word) => isWord(word, part)))

/** The same word, or with one typing error where it is long. */
const isWord = (typed: string, word: string) =>
  typed === word || (word.length >= telling && !/\d/.test(word) && errorsBetween(typed, word, 1) <= 1)

function knownWatches(db: Database, now: Date): Promise<KnownWatch[]> {
  const kept = known.get(db)
  if (kept && now.getTime() < kept.until) return kept.watches
  const watches = readWatches(db)
  known.set(db, { until: now.getTime() + keptFor, watches })
  // What failed is asked for anew.
  watches.catch(() => known.delete(db))
  return watches
}

async function readWatches(db: Database): Promise<KnownWatch[]> {
  const rows = await query(db, columns)`
    select distinct b.name as brand, m.name as model, r.number as reference
    from product p join brand b on b.id = p.brand_id
    left join model m on m.id = p.model_id left join reference r on r.id = p.reference_id
    where p.kind = 'watch' and p.status in ('listed', 'reserved', 'sold')
    order by 1, 2 nulls first, 3 nulls first`
  return rows.map((row) => ({
    ...row,
    brandWords: wordsOf(row.brand),
    modelWords: row.model === null ? [] : wordsOf(row.model),
    code:
      row.reference === null
        ? null
        : splitQuery(row.reference)
            .map(({ whole }) => whole)
            .join(''),
  }))
}

const wordsOf = (name: string) => splitQuery(name).flatMap(({ parts }) => parts)
