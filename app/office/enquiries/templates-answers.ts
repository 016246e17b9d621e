import { z } from 'zod'
import { cleanLine, cleanText } from '#app/language/clean-text.ts'
import { answerTemplates, retireTemplate, saveTemplate } from '#app/shop/enquiries/answer-templates.ts'
import { answerLengths, unknownPlaceholders } from '#app/shop/enquiries/template-text.ts'
import { action, screen } from '../answer.ts'

export const templatesScreens = {
  'enquiry-templates': screen({
    permission: 'enquiries.see',
    load: async ({ app }) => ({ templates: await answerTemplates(app.db) }),
  }),
} as const

const known = (text: string) => unknownPlaceholders(text).length === 0
const subject = z
  .string()
  .transform(cleanLine)
  .pipe(
    z.string().min(1, 'missing').max(answerLengths.subject, 'too-long').refine(known, 'unknown-placeholder'),
  )
const text = z
  .string()
  .transform((given) => cleanText(given).trim())
  .pipe(z.string().min(1, 'missing').max(answerLengths.text, 'too-long').refine(known, 'unknown-placeholder'))
const seen = z.strictObject({ id: z.int().positive(), version: z.int().positive() })

export const templatesActions = {
  'enquiries.save-template': action({
    permission: 'answer-templates.edit',
    input: z.strictObject({
      template: z.strictObject({
        name: z
          .string()
          .transform(cleanLine)
          .pipe(z.string().min(1, 'missing').max(answerLengths.name, 'too-long')),
        subject: z.strictObject({ de: subject, en: subject }),
        text: z.strictObject({ de: text, en: text }),
      }),
      /** The one that was seen; null: another one is added. */
      seen: seen.nullable(),
    }),
    run: ({ app, member }, input) => saveTemplate(app.db, input, member),
  }),
  'enquiries.retire-template': action({
    permission: 'answer-templates.edit',
    input: z.strictObject({ seen }),
    run: ({ app, member }, input) => retireTemplate(app.db, input.seen, member),
  }),
} as const
