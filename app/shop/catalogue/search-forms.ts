/** What German and English put behind a noun or an adjective; folded, so that ä is a. */
const endings = ['e', 'en', 'n', 'er', 'ern', 'es', 's', 'em'] as const

/** `rotgoldener` is of Rotgold, `diamantbesetzte` has diamonds. */
const adjective =
  /^(?:(.+(?:gold|silber))e?n(?:e|er|es|en|em)?|(.{4,})(?:besetzt|verziert)(?:e|er|es|en|em)?)$/

/**
 * How else a word may be written: with an ending more, less or changed (`chronographen` → `chronograph`, `armband` →
 * `armbander`, `rubies` → `ruby`). Most of these are no words; the vocabulary knows which are.
 */
export function otherForms(word: string): string[] {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return []
  const stems = endings
    .filter((ending) => word.endsWith(ending) && word.length - ending.length >= 3)
    .map((ending) => word.slice(0, -ending.length))
  const forms = new Set([...stems, ...[word, ...stems].flatMap((stem) => endings.map((each) => stem + each))])
  const material = adjective
    .exec(word)
    ?.slice(1)
    .find((each) => each !== undefined)
  if (material !== undefined) forms.add(material)
  if (word.endsWith('ies')) forms.add(`${word.slice(0, -3)}y`)
  if (word.endsWith('y')) forms.add(`${word.slice(0, -1)}ies`)
  forms.delete(word)
  return [...forms]
}
