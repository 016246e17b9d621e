import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'

const line = (max: number) => z.string().trim().min(1).max(max)

const declarationSchema = z.object({
  name: line(200),
  contract: line(500),
  email: z.email().max(320),
  comment: z.string().trim().max(4000).default(''),
  submission: z.uuid(),
})

/** What a customer declares. `submission` is made once per form, so that sending it twice is one declaration. */
export type Declaration = z.infer<typeof declarationSchema>

export type DeclarationField = 'name' | 'contract' | 'email' | 'comment' | 'submission'

export type ParsedDeclaration =
  | { ok: true; declaration: Declaration }
  | { ok: false; fields: DeclarationField[]; given: Partial<Record<DeclarationField, string>> }

/** Parses the form; on refusal names the fields at fault and gives back what was typed. */
export function parseDeclaration(form: FormData): ParsedDeclaration {
  const given = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const parsed = declarationSchema.safeParse(given)
  if (parsed.success) return { ok: true, declaration: parsed.data }
  const fields = [...new Set(parsed.error.issues.map((issue) => issue.path[0] as DeclarationField))]
  return { ok: false, fields, given }
}

/**
 * Records a declaration of withdrawal, whether or not an order matches it (§ 356a BGB). The time of receipt is the
 * database's. Declared again with the same `submission` it returns the first record.
 */
export async function declareWithdrawal(
  db: Database,
  declaration: Declaration,
  locale: 'de' | 'en',
): Promise<{ number: number; receivedAt: Date }> {
  await db
    .insertInto('withdrawal')
    .values({ ...declaration, locale })
    .onConflict((conflict) => conflict.column('submission').doNothing())
    .execute()
  const row = await db
    .selectFrom('withdrawal')
    .select(['id', 'received_at'])
    .where('submission', '=', declaration.submission)
    .executeTakeFirstOrThrow()
  return { number: row.id, receivedAt: row.received_at }
}

/** The declaration that a form's `submission` led to; `null` for an unknown one. */
export async function findWithdrawal(db: Database, submission: string) {
  if (!z.uuid().safeParse(submission).success) return null
  const row = await db
    .selectFrom('withdrawal')
    .selectAll()
    .where('submission', '=', submission)
    .executeTakeFirst()
  return row ?? null
}
