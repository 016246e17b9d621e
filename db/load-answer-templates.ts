import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { cleanTexts } from '#app/language/clean-text.ts'
import type { Database } from '#app/platform/database/database.ts'
import { unknownPlaceholders } from '#app/shop/enquiries/template-text.ts'

const words = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => unknownPlaceholders(text).length === 0, 'has words in braces that nothing fills in')
const bilingual = (most: number) => z.strictObject({ de: words(most), en: words(most) })

const fileSchema = z.array(
  z.strictObject({ name: z.string().min(1).max(80), subject: bilingual(300), text: bilingual(20_000) }),
)

/**
 * Loads texts that answers to enquiries begin with; one whose name is there already is left as it is.
 * @throws naming the file when it does not fit
 */
export async function loadAnswerTemplates(db: Database, file: string): Promise<void> {
  const parsed = fileSchema.safeParse(cleanTexts(parse(readFileSync(file, 'utf8'))))
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
  if (parsed.data.length === 0) return
  await db
    .insertInto('answer_template')
    .values(
      parsed.data.map(({ name, subject, text }) => ({
        ...{ name, subject: JSON.stringify(subject), text: JSON.stringify(text) },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
