/** What we use of fontkit, which brings no types of its own. Lengths are units of the typeface. */
declare module 'fontkit' {
  type Glyph = { id: number; path: { toSVG(): string } }
  type Position = { xAdvance: number; xOffset: number; yOffset: number }
  export type Font = {
    unitsPerEm: number
    characterSet: number[]
    hasGlyphForCodePoint(codePoint: number): boolean
    glyphForCodePoint(codePoint: number): Glyph
    layout(text: string, features?: string[]): { glyphs: Glyph[]; positions: Position[] }
  }
  export function open(path: string): Promise<Font>
  export function openSync(path: string): Font
}
