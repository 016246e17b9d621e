import { StyleSheet } from '@react-pdf/renderer'
import { palette } from '../palette.ts'
import { italicFamilies, usualFamilies } from './typefaces.ts'

export const sheet = StyleSheet.create({
  page: {
    fontFamily: usualFamilies,
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
  signature: { fontFamily: italicFamilies, fontSize: 11, lineHeight: 1.25 },
  row: { flexDirection: 'row', justifyContent: 'space-between', gap: 16 },
  rule: { borderBottomWidth: 0.7, borderBottomColor: palette.line, borderBottomStyle: 'solid' },
  // From above: placed from below, a text that is only known while the pages are counted is lost.
  footer: { position: 'absolute', left: 62, right: 62, top: 787, fontSize: 7.5, color: palette.soft, gap: 3 },
})
