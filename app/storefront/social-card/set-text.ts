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
  const smallest = sizes.at(-1) ?? 0
  for (const size of sizes) {
    const style = { face, size }
    const lines = breakLines(text, style, width)
    if (lines.length <= maxLines(size) && lines.every((line) => widthOf(line, style) <= width))
      return { lines: balanced(text, style, lines, width), size }
  }
  const style = { face, size: smallest }
  const lines = breakLines(text, style, width).flatMap((line) => breakWord(line, style, width))
  if (lines.length <= maxLines(smallest)) return { lines, size: smallest }
  const kept = lines.slice(0, maxLines(smallest))
  kept.push(shortened(kept.pop() ?? '', style, width))
  return { lines: kept, size: smallest }
}

/** As many words a line as fit; a word that is wider than a line has one of its own. */
function breakLines(text: string, style: Style, width: number): string[] {
  const lines: string[] = []
  for (const word of wordsOf(text)) {
    const longer = (lines.at(-1) ?? '') + word
    if (lines.length > 0 && widthOf(longer.trimEnd(), style) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line) => line.trimEnd())
}

/** Words with the space behind them; a line may end behind a hyphen between letters as well. */
function wordsOf(text: string): string[] {
  return text
    .trim()
    .replaceAll(/[\t\n\r ]+/g, ' ')
    .split(/(?<= )|(?<=\p{L}-)(?=\p{L})/u)
}

/** The same number of lines, as equally wide as may be. */
function balanced(text: string, style: Style, lines: string[], width: number): string[] {
  if (lines.length < 2) return lines
  let [low, high, best] = [width / lines.length, width, lines]
  while (high - low > 4) {
    const middle = (low + high) / 2
    const tried = breakLines(text, style, middle)
    if (tried.length <= lines.length && tried.every((line) => widthOf(line, style) <= middle))
      [high, best] = [middle, tried]
    else low = middle
  }
  return best
}

function breakWord(line: string, style: Style, width: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (part !== '' && widthOf(`${part}${character}-`, style) > width) {
      parts.push(`${part}-`)
      part = ''
    }
    part += character
  }
  return widthOf(line, style) <= width ? [line] : [...parts, part]
}

function shortened(line: string, style: Style, width: number): string {
  let kept = line
  while (kept !== '' && widthOf(`${kept}…`, style) > width) kept = kept.slice(0, -1)
  return `${kept.replace(/[\s,;:.–-]+$/u, '')}…`
}
