import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { locales } from '#app/language/locales.ts'
import { answerTemplates } from '#app/shop/enquiries/answer-templates.ts'
import { testDatabase } from '#tests/database.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { loadAnswerTemplates } from './load-answer-templates.ts'

const database = testDatabase()
const folder = temporaryFolder()

test('the demo has templates in both languages, once however often it is loaded', async () => {
  const { db } = database
  await loadAnswerTemplates(db, 'db/demo/answer-templates.yaml')
  await loadAnswerTemplates(db, 'db/demo/answer-templates.yaml')
  const templates = await answerTemplates(db)
  expect(templates.map(({ name }) => name)).toEqual([
    'Ankauf, so geht es',
    'Stück ist leider verkauft',
    'Stück ist noch da',
    'Termin vereinbaren',
  ])
  for (const { subject, text } of templates)
    for (const locale of locales)
      expect([subject[locale].length > 5, text[locale].length > 50]).toEqual([true, true])
})

test('a template with words in braces that nothing fills in is refused, and its file named', async () => {
  const file = join(folder, 'wrong.yaml')
  writeFileSync(file, "- { name: A, subject: { de: '{preis}', en: b }, text: { de: c, en: d } }\n")
  await expect(loadAnswerTemplates(database.db, file)).rejects.toThrow('wrong.yaml')
})
