import type { Locale } from '#app/language/locales.ts'

/** What search engines show of a title and a description, in characters; more is cut off in the middle of a word. */
export const longest = { title: 65, description: 160 }

/** The room that the shop's name leaves for a page's title. */
export function titleRoom({ separator, name }: { separator: string; name: string }): number {
  return longest.title - ` ${separator} ${name}`.length
}

/** The first wording that fits; the shortest where none does. */
export function fitting(wordings: readonly string[], room: number): string {
  const fits = wordings.find((each) => each.length <= room)
  return fits ?? wordings.toSorted((a, b) => a.length - b.length)[0] ?? ''
}

/** Sentences in order of importance, without those for which there is no room. */
export function joinFitting(sentences: readonly string[], room = longest.description): string {
  return sentences.reduce((text, sentence) => {
    const longer = text === '' ? sentence : `${text} ${sentence}`
    return text === '' || longer.length <= room ? longer : text
  }, '')
}

/** Where a name can end and still name the same thing, the best place first. */
const ends = [/\s*(?:[:;(]|,\s|\s[–—-]\s)/g, /\s(?:mit|aus|an|am|in|with|of|on|from|and|und)\s/g]

/** A name, and what is left of it without its additions: “Ring mit Saphir, signiert” is also a “Ring mit Saphir”, a “Ring”. */
export function shorterNames(name: string): string[] {
  const places = ends.flatMap((end) => [...name.matchAll(end)].map(({ index }) => index).reverse())
  const shorter = places.map((place) => name.slice(0, place).trim()).filter((text) => text !== '')
  return [...new Set([name, ...shorter])]
}

const sentencesIn = {
  de: new Intl.Segmenter('de', { granularity: 'sentence' }),
  en: new Intl.Segmenter('en', { granularity: 'sentence' }),
}

/** A text without the sentences that no longer fit; of a first one that is too long, its beginning as far as it makes sense. */
export function wholeSentences(text: string, locale: Locale, room = longest.description): string {
  const sentences: string[] = []
  for (const { segment } of sentencesIn[locale].segment(text.trim())) {
    const last = sentences.at(-1)
    // After “Nr.”, “z. B.” or “14.” a sentence goes on.
    if (last !== undefined && /(?:^|\s|\()[\p{L}\d]{1,3}\.\s*$/u.test(last))
      sentences[sentences.length - 1] = last + segment
    else sentences.push(segment)
  }
  const [first = '', ...others] = sentences.map((each) => each.trim())
  if (first.length <= room) {
    let fits = first
    for (const other of others) {
      if (fits.length + 1 + other.length > room) break
      fits = `${fits} ${other}`
    }
    return fits
  }
  return `${fitting(shorterNames(first.replace(/[.!?…]+$/, '')), room - 1)}.`
}
