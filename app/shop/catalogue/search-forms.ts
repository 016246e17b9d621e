/** What German and English put behind a noun or an adjective; folded, so that ä is a. */
const endings = ['e', 'en', 'n', 'er', 'ern', 'es', 's', 'em'] as const

/** `rotgoldener` is of Rotgold, `diamantbesetzte` has diamonds. */
const adjective =
  /^(?:(.+(?:gold|silber)|platin)e?n(?:e|er|es|en|em)?|(.{4,})(?:besetzt|verziert)(?:e|er|es|en|em)?)$/

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

/** How adjectives end, folded: `sportliche`, `massiver`, `chunky`. */
const adjectiveEnding =
  /(?:(?:lich|ig|isch|iv|ant|ent|haft|sam|bar|los|voll|os|ell)(?:e|er|es|en|em)?|[^aeiou]y|ic|ive|ous|ful|ish|able|al|ed)$/
const otherAdjectives = new Set(
  'zart fein schlicht gross klein dick dunn breit schwer leicht rar solid large small big tiny wide thin heavy rare'.split(
    ' ',
  ),
)

/** Whether it is an adjective that no word of the catalogue is misspelt as. */
export function isPlainAdjective(word: string): boolean {
  return otherAdjectives.has(word) || otherAdjectives.has(word.replace(/(?:e|er|es|en|em)$/, ''))
}

/** Whether an unknown word only says how a piece is: it may be left out, where a thing may not. */
export function isAdjective(word: string): boolean {
  return isPlainAdjective(word) || (word.length >= 6 && adjectiveEnding.test(word))
}
