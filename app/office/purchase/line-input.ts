import { z } from 'zod'
import { type CounterLine, counterLineSchema } from '#app/shop/buying/counter-purchase.ts'
import { testMethods } from '#app/shop/buying/types.ts'
import { readHundredths } from '#app/shop/buying/valuation.ts'
import { counterThings } from './counter-things.ts'

const text = z.string().max(2000)

/** One thing as it is typed: texts, `''` where nothing is. */
export const lineInput = z.object({
  /** Tells it from the others while it is typed; its photos are filed under it. */
  key: z.int().min(1).max(999),
  what: z.enum(counterThings),
  title: text,
  item: text,
  amount: text,
  euros: text,
  why: text,
  testMethod: z.enum(['', ...testMethods]),
  findings: text,
  brand: text,
  model: text,
  reference: text,
  stones: text,
  serial: text,
  scope: z.enum(['', 'full-set', 'box', 'papers', 'none']),
  register: z.enum(['', 'clear', 'unclear', 'hit']),
  registerName: text,
  registerReference: text,
})
export type LineInput = z.infer<typeof lineInput>

const kinds = { metal: 'scrap', coin: 'bullion', watch: 'watch', jewellery: 'jewellery' } as const

/** A typed line as `counterLineSchema` takes it, or the reason why it cannot be used. */
export function readLine(
  { what, ...typed }: LineInput,
  position: number,
): { ok: true; line: CounterLine } | { ok: false; field: string; reason: string } {
  const orNull = (value: string) => (value.trim() === '' ? null : value)
  const euros = plainEuros(orNull(typed.euros))
  const read = euros === null ? null : readHundredths(euros)
  if (read && !read.ok) return { ok: false, field: 'euros', reason: read.reason }
  const item = what === 'watch' ? null : orNull(typed.item)
  const named =
    typed.title.trim() ||
    [typed.brand, typed.model]
      .map((word) => word.trim())
      .join(' ')
      .trim()
  const parsed = counterLineSchema.safeParse({
    // What nobody has named yet can be valued all the same.
    title: named || String(position + 1),
    kind: kinds[what],
    item: item !== null && orNull(typed.amount) === null && what === 'jewellery' ? null : item,
    amount: item === null ? null : orNull(typed.amount),
    euros,
    testMethod: typed.testMethod === '' ? null : typed.testMethod,
    ...{ findings: typed.findings, why: typed.why },
    brand: what === 'watch' || what === 'jewellery' ? orNull(typed.brand) : null,
    model: what === 'watch' ? orNull(typed.model) : null,
    reference: what === 'watch' ? orNull(typed.reference) : null,
    stones: what === 'jewellery' ? orNull(typed.stones) : null,
    serial: what === 'watch' ? typed.serial : '',
    key: typed.key,
    scope: what === 'watch' && typed.scope !== '' ? typed.scope : null,
    register:
      typed.register === ''
        ? null
        : {
            name: typed.registerName.trim() || 'The Watch Register',
            result: typed.register,
            reference: typed.registerReference.trim(),
          },
  })
  if (parsed.success) return { ok: true, line: parsed.data }
  const [issue] = parsed.error.issues
  return { ok: false, field: String(issue?.path[0] ?? ''), reason: issue?.message ?? 'invalid' }
}

/** Money has no thousandths: `6.000` are six thousand euros, which of a weight nobody could tell. */
function plainEuros(typed: string | null): string | null {
  const bare = typed?.replace(/\s*(?:€|EUR)\s*$/i, '').trim() ?? ''
  if (bare === '') return null
  return /^\d{1,3}[.,]\d{3}$/.test(bare) ? bare.replace(/[.,]/, '') : bare
}
