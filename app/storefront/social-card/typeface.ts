import { resolve } from 'node:path'
import type { Font } from 'fontkit'

/** A typeface for titles or for text: fonts in order, each for the characters that those before it lack. */
export type Typeface = readonly Font[]
export type Typefaces = Record<'display' | 'text' | 'strong', Typeface>

let loaded: Promise<Typefaces> | undefined

/** The shop's typefaces as outlines; read once, when the first card is drawn. */
export function typefaces(): Promise<Typefaces> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Typefaces> {
  const { open } = await import('fontkit')
  const letters = (name: string) => open(resolve('app/letters/fonts', `${name}.ttf`))
  const [display, regular, extended, strong, strongExtended, greek, cyrillic] = await Promise.all([
    open(resolve('app/ui/fonts/newsreader-display.woff')),
    letters('hanken-grotesk-latin-400-normal'),
    letters('hanken-grotesk-latin-ext-400-normal'),
    letters('hanken-grotesk-latin-600-normal'),
    letters('hanken-grotesk-latin-ext-600-normal'),
    letters('noto-sans-greek-400-normal'),
    letters('noto-sans-cyrillic-400-normal'),
  ])
  const others = [greek, cyrillic]
  return {
    display: [display, regular, extended, ...others],
    text: [regular, extended, ...others],
    strong: [strong, strongExtended, ...others],
  }
}

export type Style = {
  face: Typeface
  /** px */
  size: number
  /** px between letters, 0 unless set */
  spacing?: number
}

/** A stretch of text that one font can show. */
type Run = { font: Font; text: string }

/** Characters that no font has are left out, but for spaces, which become plain ones that do not break. */
function runsOf(face: Typeface, text: string): Run[] {
  const runs: Run[] = []
  for (const given of text.normalize('NFC')) {
    const has = (character: string) => (font: Font) =>
      font.hasGlyphForCodePoint(character.codePointAt(0) as number)
    const character = /\s/u.test(given) && !face.some(has(given)) ? '\u00a0' : given
    const font = face.find(has(character))
    const last = runs.at(-1)
    if (!font) continue
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

/** Every glyph with its place; `y` grows upwards from the base line. */
function* glyphsOf(text: string, { face, size, spacing = 0 }: Style) {
  let x = 0
  for (const { font, text: part } of runsOf(face, text)) {
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(part)
    for (const [index, glyph] of glyphs.entries()) {
      const place = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 }
      yield { glyph, scale, x: x + place.xOffset * scale, y: place.yOffset * scale }
      x += place.xAdvance * scale + spacing
      yield x
    }
  }
}

/** Width of a line in px. */
export function widthOf(text: string, style: Style): number {
  let width = 0
  for (const each of glyphsOf(text, style)) if (typeof each === 'number') width = each
  return Math.max(0, width - (style.spacing ?? 0))
}

/** A line as SVG outlines, its base line beginning at `x`, `y`. */
export function outlines(text: string, style: Style, [left, base]: [number, number]): string {
  let svg = ''
  for (const each of glyphsOf(text, style)) {
    if (typeof each === 'number') continue
    const { glyph, scale, x, y } = each
    const path = glyph.path.toSVG()
    if (path === '') continue
    svg += `<path transform="translate(${round(left + x)} ${round(base - y)}) scale(${scale} ${-scale})" d="${path}"/>`
  }
  return svg
}

const round = (value: number) => Math.round(value * 100) / 100
