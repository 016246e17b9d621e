import { type Style, type Typeface, widthOf } from './typeface.ts'

/** How a text is fitted into its place: the first of the sizes (px, falling) at which it needs no more lines. */
type Fitting = {
  face: Typeface
  width: number
  sizes: readonly number[]
  /** How many lines of a size there is room for. */
  maxLines(size: number): number
}

export type SetText = { lines: string[]; size: number }

/**
 * Breaks a text into lines, smaller where it is long. What does not fit at the smallest size either ends with “…”,
 * and a word longer than a line is broken.
 */
export function setText(text: string, { face, width, sizes, maxLines }: Fitting): SetText {
  const words = measured(text, face)
  for (const size of sizes) {
    const lines = breakLines(words, width / size)
    if (lines.length <= maxLines(size) && lines.every((line) => line.ink * size <= width))
      return { lines: textsOf(balanced(words, lines, width / size)), size }
  }
  const size = sizes.at(-1) ?? 0
  const style = { face, size }
  const lines = textsOf(breakLines(words, width / size)).flatMap((line) => breakWord(line, style, width))
  if (lines.length <= maxLines(size)) return { lines, size }
  const kept = lines.slice(0, maxLines(size))
  kept.push(shortened(kept.pop() ?? '', style, width))
  return { lines: kept, size }
}

/** Some words, with their widths at 1 px: all, and without the space at the end. */
type Stretch = { text: string; width: number; ink: number }

/** What kerning between words may add to the sum of their widths. */
const slack = 1.01

/**
 * Every word with the space behind it; a line may end behind a hyphen between letters as well. Measured once: how
 * wide a line becomes in any size is then a sum.
 */
function measured(text: string, face: Typeface): Stretch[] {
  return text
    .trim()
    .replaceAll(/[\t\n\r ]+/g, ' ')
    .split(/(?<= )|(?<=\p{L}-)(?=\p{L})/u)
    .map((word) => {
      const width = widthOf(word, { face, size: 1 }) * slack
      const ink = word.endsWith(' ') ? widthOf(word.trimEnd(), { face, size: 1 }) * slack : width
      return { text: word, width, ink }
    })
}

/** As many words a line as fit; a word that is wider than a line has one of its own. */
function breakLines(words: readonly Stretch[], width: number): Stretch[] {
  const lines: Stretch[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line && line.width + word.ink <= width) {
      const [text, ink] = [line.text + word.text, line.width + word.ink]
      lines[lines.length - 1] = { text, width: line.width + word.width, ink }
    } else lines.push(word)
  }
  return lines
}

const textsOf = (lines: readonly Stretch[]) => lines.map(({ text }) => text.trimEnd())

/** The same number of lines, as equally wide as may be. */
function balanced(words: readonly Stretch[], lines: Stretch[], width: number): Stretch[] {
  let [low, high, best] = [width / lines.length, width, lines]
  while (lines.length > 1 && high - low > width / 100) {
    const middle = (low + high) / 2
    const tried = breakLines(words, middle)
    if (tried.length <= lines.length && tried.every(({ ink }) => ink <= middle))
      [high, best] = [middle, tried]
    else low = middle
  }
  return best
}

function breakWord(line: string, style: Style, width: number): string[] {
  if (widthOf(line, style) <= width) return [line]
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (part !== '' && widthOf(`${part}${character}-`, style) > width) {
      parts.push(`${part}-`)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}

function shortened(line: string, style: Style, width: number): string {
  let kept = line
  while (kept !== '' && widthOf(`${kept}…`, style) > width) kept = kept.slice(0, -1)
  return `${kept.replace(/[\s,;:.–-]+$/u, '')}…`
}
