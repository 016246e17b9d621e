import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'

export const contactSubjects = ['question', 'piece', 'selling', 'appointment', 'order'] as const

const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => (text === '' ? null : text))
    .nullish()
    .transform((text) => text ?? null)

const messageSchema = z.object({
  name: z.string().trim().min(1).max(200),
  email: z.email().max(320),
  phone: optionalLine(60),
  subject: z.enum(contactSubjects).default('question'),
  message: z.string().trim().min(1).max(8000),
  piece: optionalLine(16),
  submission: z.uuid().optional(),
})

export type ContactMessage = z.infer<typeof messageSchema>
export type ContactField = keyof ContactMessage

/** A field that people do not see and robots fill in. */
export const contactTrap = 'website'

export type ParsedContact =
  | { ok: true; message: ContactMessage }
  /** Filled the trap: answered as if it had arrived, and dropped. */
  | { ok: false; reason: 'robot' }
  | { ok: false; reason: 'incomplete'; fields: ContactField[]; given: Partial<Record<ContactField, string>> }

/** Parses the contact form; on refusal names the fields at fault and gives back what was typed. */
export function parseContact(form: FormData): ParsedContact {
  const given = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  if (given[contactTrap]) return { ok: false, reason: 'robot' }
  const parsed = messageSchema.safeParse(given)
  if (parsed.success) return { ok: true, message: parsed.data }
  const fields = [...new Set(parsed.error.issues.map((issue) => issue.path[0] as ContactField))]
  return { ok: false, reason: 'incomplete', fields, given }
}

/** Stores a message; the same `submission` sent twice is one message. Returns its number. */
export async function receiveMessage(
  db: Database,
  message: ContactMessage,
  locale: 'de' | 'en',
): Promise<number> {
  const submission = message.submission ?? crypto.randomUUID()
  await db
    .insertInto('contact_message')
    .values({ ...message, submission, locale })
    .onConflict((conflict) => conflict.column('submission').doNothing())
    .execute()
  const stored = await db
    .selectFrom('contact_message')
    .select('id')
    .where('submission', '=', submission)
    .executeTakeFirstOrThrow()
  return stored.id
}
