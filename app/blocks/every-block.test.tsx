import { expect, test } from 'vitest'
import { type Locale, locales, otherLocale } from '#app/language/locales.ts'
import { pathTo, routeExists, routeNames, routePattern } from '#app/language/route-table.ts'
import { renderDelivered } from '#tests/blocks.tsx'
import { type BlockName, blockDeclarations } from './declaration.ts'

const names = Object.keys(blockDeclarations) as BlockName[]

/** Words that people read, or something to look at. */
const shows = (html: string) =>
  /<(?:img|svg|hr|input|source)\b/.test(html) ||
  html
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, '')
    .replace(/<!--.*?-->|<[^>]*>/gs, '')
    .trim() !== ''

/** Addresses of pages that a language lacks. */
const foreign = (locale: Locale) =>
  routeNames
    .filter(
      (name) => !routeExists(name, locale) && !(routePattern(name, otherLocale(locale)) ?? '').includes(':'),
    )
    .map((name) => pathTo(otherLocale(locale), name as 'index'))

/** Links, and forms, to pages of another language that do not say so. */
function unsaid(html: string, locale: Locale): string[] {
  const tags = html.match(/<(?:a|form)\b[^>]*>/g) ?? []
  return tags.filter(
    (tag) =>
      !/ (?:hreflang|lang)="/i.test(tag) &&
      foreign(locale).some((path) => new RegExp(`(?:href|action)="${path}(?:["?#])`).test(tag)),
  )
}

const htmlOf = async (name: BlockName, locale: Locale) =>
  Promise.all(
    blockDeclarations[name]
      .examples(locale)
      .map(async ({ block }) => (await renderDelivered([block], locale)).html),
  )

test.each(names)('%s shows in either language what it shows in the other', async (name) => {
  const shown = []
  for (const locale of locales) {
    const pages = await htmlOf(name, locale)
    // Some examples are empty on purpose, in both languages.
    shown.push(pages.map(shows))
    expect(pages.some(shows), locale).toBe(true)
    expect(
      pages.flatMap((html) => unsaid(html, locale)),
      locale,
    ).toEqual([])
  }
  expect(shown[1]).toEqual(shown[0])
})
