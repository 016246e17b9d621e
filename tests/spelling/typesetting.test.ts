import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Locale, locales } from '#app/language/locales.ts'
import { writtenTexts } from './texts.ts'

/** What a typesetter would mark in the margin, wherever it is written. */
const faults: { fault: string; pattern: RegExp; only?: Locale }[] = [
  { fault: 'a straight quotation mark or apostrophe', pattern: /["']/ },
  { fault: 'three dots instead of an ellipsis', pattern: /\.\.\./ },
  { fault: 'a hyphen instead of a dash', pattern: /[^\s-] - |p{L} -- / },
  { fault: 'German quotation marks that are not „…“', pattern: /[”‚‘]|(^|[\s(])“(?=[\p{L}\d])/u, only: 'de' },
  { fault: 'English quotation marks that are not “…”', pattern: /„/, only: 'en' },
  // A browser would take them from another typeface, whose own width they have: here a hair, there a gap.
  { fault: 'a space that the typefaces lack', pattern: /[\u2007\u2009\u202f]/ },
  { fault: 'a paragraph sign parted from its number', pattern: /§ \d/ },
  {
    fault: 'a figure parted from its unit',
    pattern: /(?<![\w-])\d[\d.,]* (?:EUR|€|%|‰|g|kg|ct|kt|mm|cm|km|bar|MB|oz)(?!\w)/,
  },
]

/** Markdown that is no text: list marks, and what tables are ruled with. */
const read = (text: string) => text.replace(/^\s*(?:[-*]|\|[\s:|-]*\|$)\s/gm, '')

test.each(faults)('no text has $fault', ({ pattern, only }) => {
  const found = [...writtenTexts()]
    .filter(({ locale, text }) => (only ?? locale) === locale && pattern.test(read(text)))
    .map(({ where, text }) => `${where}: ${pattern.exec(read(text))?.[0]} in “${text.slice(0, 80)}”`)
  expect(found).toEqual([])
})

test('no message parts an argument from its unit', () => {
  const files = locales.flatMap((locale) => {
    const folder = `app/language/messages/${locale}`
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(json|ts)$/.test(name))
      .map((name) => `${folder}/${name}`)
  })
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\} (?:€|%|‰|g|kg|ct|kt|mm|cm|MB|oz)(?!\w).*/g)].map(
      ([line]) => `${file}: ${line}`,
    ),
  )
  expect(found).toEqual([])
})
