import { resolve } from 'node:path'
import { Font, StyleSheet } from '@react-pdf/renderer'
import { palette } from '../palette.ts'

const file = (name: string) => resolve('app/letters/fonts', name)
const hanken = (subset: string) =>
  [400, 600].map((fontWeight) => ({
    src: file(`hanken-grotesk-${subset}-${fontWeight}-normal.ttf`),
    fontWeight,
  }))

Font.register({ family: 'Hanken', fonts: hanken('latin') })
Font.register({ family: 'Hanken Extended', fonts: hanken('latin-ext') })
Font.register({ family: 'Noto Greek', src: file('noto-sans-greek-400-normal.ttf') })
Font.register({ family: 'Noto Cyrillic', src: file('noto-sans-cyrillic-400-normal.ttf') })
// Words are not broken: hyphenation would be English.
Font.registerHyphenationCallback((word) => [word])

export const sheet = StyleSheet.create({
  page: {
    fontFamily: ['Hanken', 'Hanken Extended', 'Noto Greek', 'Noto Cyrillic'],
    fontSize: 9.5,
    lineHeight: 1.45,
    color: palette.ink,
    paddingTop: 56,
    paddingBottom: 72,
    paddingHorizontal: 62,
  },
  name: { fontSize: 15, fontWeight: 600, color: palette.green, marginBottom: 30 },
  title: { fontSize: 17, fontWeight: 600, marginBottom: 12, lineHeight: 1.2 },
  soft: { color: palette.soft },
  strong: { fontWeight: 600 },
  row: { flexDirection: 'row', justifyContent: 'space-between', gap: 16 },
  rule: { borderBottomWidth: 0.7, borderBottomColor: palette.line, borderBottomStyle: 'solid' },
  // From above: placed from below, a text that is only known while the pages are counted is lost.
  footer: { position: 'absolute', left: 62, right: 62, top: 787, fontSize: 7.5, color: palette.soft, gap: 3 },
})

/** Without the spaces that the typefaces lack. */
export function printable(text: string): string {
  return text.replaceAll(/[\u2007\u2009\u202f]/g, '\u00a0')
}
