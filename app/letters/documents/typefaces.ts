import { resolve } from 'node:path'
import { Font } from '@react-pdf/renderer'
import { type Font as FontFile, openSync } from 'fontkit'

const file = (name: string) => resolve('app/letters/fonts', `${name}.ttf`)

/** What every page is written in: all languages of Europe. */
const everywhere = [
  { family: 'Hanken', file: 'hanken-grotesk-latin-400-normal' },
  { family: 'Hanken Extended', file: 'hanken-grotesk-latin-ext-400-normal' },
  { family: 'Noto Greek', file: 'noto-sans-greek-400-normal' },
  { family: 'Noto Cyrillic', file: 'noto-sans-cyrillic-400-normal' },
]

/** What a signature is written in; the layout draws nothing slanted that is upright. */
const italic = [
  { family: 'Newsreader Italic', file: 'newsreader-latin-400-italic' },
  { family: 'Newsreader Italic Extended', file: 'newsreader-latin-ext-400-italic' },
]

/**
 * Typefaces of other letters, opened when a text holds some of theirs. In this order: Chinese, Japanese and Korean share
 * signs, and emoji come last.
 */
const byScript: readonly { family: string; file: string; of: RegExp }[] = [
  // Its letters are whole: those of Noto are put together of strokes and dots, which nobody could copy.
  { family: 'Vazirmatn', file: 'vazirmatn-arabic-400-normal', of: /\p{scx=Arabic}/u },
  ...[
    ...['Hebrew', 'Devanagari', 'Bengali', 'Gujarati', 'Gurmukhi', 'Tamil', 'Telugu', 'Kannada'],
    ...['Malayalam', 'Sinhala', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Georgian', 'Armenian', 'Ethiopic'],
  ].map((script) => ({
    family: `Noto ${script}`,
    file: `noto-sans-${script.toLowerCase()}-400-normal`,
    of: new RegExp(`\\p{scx=${script}}`, 'u'),
  })),
  // Every other letter in Latin, Greek and Cyrillic: Vietnamese, Kazakh, ancient Greek, transcriptions.
  { family: 'Noto Sans', file: 'noto-sans-400-normal', of: /[^\p{scx=Han}\p{scx=Hangul}]/u },
  { family: 'Noto Korean', file: 'noto-sans-kr-400-normal', of: /\p{scx=Hangul}/u },
  {
    family: 'Noto Chinese',
    file: 'noto-sans-sc-400-normal',
    of: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\uff00-\uffef]/u,
  },
  { family: 'Noto Emoji', file: 'noto-emoji-400-normal', of: /[\p{Emoji}\p{So}]/u },
]

/** No word of a text of ours is longer, and twice as many letters of most names fit into a column. */
const longest = 32
/** A soft hyphen, which texts have lost before, and which the layout takes away. */
const breakHere = '\u00ad'
const segments = new Intl.Segmenter()

/** A printable text whose words may be broken at any letter where one would fill a line by itself. */
export function breakable(text: string): string {
  return text.replace(/\S+/g, (word) =>
    fillsLine(word) ? [...segments.segment(word)].map(({ segment }) => segment).join(breakHere) : word,
  )
}

/** The words of the law with a stroke between them are longer than either, and stay whole. */
const fillsLine = (word: string) =>
  word.length > 2 * longest || word.split('/').some(({ length }) => length > longest)

for (const { family, file: regular } of everywhere) {
  const bold = regular.startsWith('hanken') ? regular.replace('400', '600') : null
  const fonts = [
    { src: file(regular), fontWeight: 400 as const },
    ...(bold ? [{ src: file(bold), fontWeight: 600 as const }] : []),
  ]
  Font.register({ family, fonts })
}
for (const { family, file: name } of [...italic, ...byScript]) Font.register({ family, src: file(name) })
// Words are not broken, for hyphenation would be English, but where `breakable` says so: an empty part is a space without
// width to the layout, which ends a line there and writes no hyphen into a name or an address.
Font.registerHyphenationCallback((word) =>
  word
    .split(breakHere)
    .flatMap((part) => [part, ''])
    .slice(0, -1),
)

let prepared: Promise<void> | undefined

/**
 * Before the first document. What a letter means is remembered when it is first read, and a letter that was first read
 * as a part of an accented one means nothing: it would be drawn, but not copied.
 */
export function prepareTypefaces(): Promise<void> {
  prepared ??= (async () => {
    for (const { family } of [...everywhere, ...italic, { family: 'Noto Sans' }]) {
      for (const fontWeight of [400, 600]) {
        await Font.load({ fontFamily: family, fontWeight })
        const font = Font.getFont({ fontFamily: family, fontWeight })?.data as FontFile | undefined
        for (const sign of font?.characterSet ?? []) font?.glyphForCodePoint(sign)
      }
    }
  })()
  return prepared
}

export const usualFamilies = everywhere.map(({ family }) => family)
export const italicFamilies = [...italic.map(({ family }) => family), ...usualFamilies]

const opened = new Map<string, FontFile>()

function open(name: string): FontFile {
  const known = opened.get(name) ?? (openSync(file(name)) as FontFile)
  opened.set(name, known)
  return known
}

const draws = (name: string, sign: string) => open(name).hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)

const known = new Map<string, string | null>()

/** Who draws a sign: the first family that has it, as the layout chooses; `null` where none does. */
function familyOf(sign: string): string | null {
  let family = known.get(sign)
  if (family !== undefined) return family
  const usual = everywhere.find((each) => draws(each.file, sign))
  family = (usual ?? byScript.find((each) => each.of.test(sign) && draws(each.file, sign)))?.family ?? null
  // Few texts hold any but the first thousand signs.
  if (known.size < 5000) known.set(sign, family)
  return family
}

/** The families a text needs, those of every page first; they are loaded for it alone. */
export function familiesOf(text: string): string[] {
  const needed = new Set([...text].map(familyOf))
  return [...usualFamilies, ...byScript.map(({ family }) => family).filter((family) => needed.has(family))]
}

/** What says how others are shown, and is nothing by itself: variants, skin tones, tags, invisible marks. */
const unseen =
  /\p{Variation_Selector}|\p{Default_Ignorable_Code_Point}(?<![\u200c\u200d])|\p{Emoji_Modifier}|[\u20e3\u2028\u2029\ufff0-\ufffc\ufffe\uffff]|(?!\n)\p{Cc}/gu
/** Joins emoji into one picture, which no typeface here has: they stand side by side instead. */
const betweenEmoji = /(?<=\p{Extended_Pictographic})\u200d|\u200d(?=\p{Extended_Pictographic})/gu
const flagLetter = /[\u{1f1e6}-\u{1f1ff}]/gu
/** Side by side, of two signs that take two units each, or two of emoji, the layout draws the second as a gap. */
const betweenLong =
  /(?<=[\u{10000}-\u{10ffff}])(?=[\u{10000}-\u{10ffff}])|(?<=\p{Emoji_Presentation})(?=\p{Extended_Pictographic})/gu
/** Spaces that the typefaces lack. */
const thinSpaces = /[\u2000-\u200a\u202f\u205f]/g

/**
 * A text as it can be drawn: nothing of it is a gap. What no typeface has is said in plainer letters where there are
 * some, else by its number.
 */
export function printable(text: string): string {
  const said = text
    .normalize('NFC')
    .toWellFormed()
    .replace(unseen, '')
    .replace(betweenEmoji, '')
    .replace(flagLetter, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 65))
    .replace(thinSpaces, '\u00a0')
  return [...said].map(drawable).join('').replace(betweenLong, '\u00a0')
}

function drawable(sign: string): string {
  if (sign === '\n' || familyOf(sign) !== null) return sign
  if (/[\u200c\u200d]/.test(sign)) return ''
  const plainer = [...sign.normalize('NFKD')]
  if (plainer.join('') !== sign && plainer.every((each) => familyOf(each) !== null)) return plainer.join('')
  return /\s/u.test(sign)
    ? ' '
    : `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
}
