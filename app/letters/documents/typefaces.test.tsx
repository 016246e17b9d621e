import { Document, Page } from '@react-pdf/renderer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payloads } from '#tests/hostile-texts.ts'
import { pdfRuns, pdfText } from '#tests/pdf-text.ts'
import { renderPaper } from './render-paper.ts'
import { Text } from './Text.tsx'
import { printable } from './typefaces.ts'
import { sheet } from './typography.ts'

function drawn(lines: readonly string[]): Promise<Buffer> {
  return renderPaper(
    <Document>
      <Page size="A4" style={sheet.page}>
        {[...lines.entries()].map(([place, line]) => (
          <Text key={place}>{line}</Text>
        ))}
      </Page>
    </Document>,
  )
}

const names = {
  Vietnamese: 'Nguyễn Thị Ánh Nguyệt, Đường Lê Lợi',
  Kazakh: 'Әлия Қасымова',
  Greek: 'Ἀριστοτέλης Σωκράτης',
  Georgian: 'ნინო ბერიძე',
  Armenian: 'Անահիտ Սարգսյան',
  Hebrew: 'דוד בן־גוריון',
  Arabic: 'محمد بن عبد الله',
  Persian: 'می‌خواهم گلشیفته',
  Hindi: 'प्रियंका शर्मा',
  Bengali: 'রবীন্দ্রনাথ ঠাকুর',
  Gujarati: 'નરેન્દ્ર પટેલ',
  Punjabi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  Tamil: 'கார்த்திக் சுப்பிரமணியம்',
  Telugu: 'వెంకటేశ్వర రావు',
  Kannada: 'ಕೃಷ್ಣಮೂರ್ತಿ',
  Malayalam: 'ലക്ഷ്മി മേനോൻ',
  Sinhala: 'කුමාර සංගක්කාර',
  Thai: 'สมชาย ใจดี',
  Lao: 'ສົມສັກ ພົມມະຈັນ',
  Khmer: 'សុខ ចាន់ថា',
  Burmese: 'အောင်ဆန်းစုကြည်',
  Amharic: 'አበበ ቢቂላ',
  'simplified Chinese': '王小明，北京市朝阳区',
  'traditional Chinese': '陳怡君，臺北市信義區',
  Japanese: '山田太郎 やまだ タロウ 髙橋',
  Korean: '김민준, 서울특별시',
}

const melting = new Set(['Hindi', 'Bengali', 'Gujarati', 'Punjabi', 'Tamil', 'Telugu', 'Kannada'])
for (const language of ['Malayalam', 'Sinhala', 'Khmer', 'Burmese']) melting.add(language)

test('names in the letters of the world are drawn, can be copied, and cost little', async () => {
  for (const [language, name] of Object.entries(names)) {
    const pdf = await drawn([name])
    const gaps = pdfRuns(pdf).filter(({ glyphs }) => glyphs.includes(0))
    expect(gaps, language).toEqual([])
    // Right to left they are drawn from their end; in the south of Asia letters melt into one without a meaning of its own.
    const signs = (text: string) => [...text.normalize('NFC').replace(/[\s\p{Cf}]/gu, '')].toSorted().join('')
    const copied = signs(pdfText(pdf))
    const wanted = new Set(signs(name))
    const lost = [...wanted].filter((sign) => !copied.includes(sign))
    if (!melting.has(language)) expect(lost, language).toEqual([])
    expect(pdf.length, language).toBeLessThan(60_000)
  }
})

test('words of both directions stand beside each other in their order', async () => {
  const text = pdfText(await drawn(['Frau דוד Müller, Köln 12']))
  expect(text).toBe('Frau דוד Müller, Köln 12'.replace('דוד', [...'דוד'].toReversed().join('')))
})

test.each([
  ['Erna 😀 Muster', 'Erna 😀 Muster'],
  ['👩🏽‍👧 🇩🇪 1️⃣', '👩\u00a0👧 DE 1'],
  ['⌚⌛🌀⌚', '⌚\u00a0⌛\u00a0🌀\u00a0⌚'],
  ['Cla\u202era\u200f', 'Clara'],
  ['𝒞𝓁𝒶𝓇𝒶', 'Clara'],
  ['ＡＢＣ', 'ＡＢＣ'],
  ['a\u2009b', 'a\u00a0b'],
  ['ᏣᎳᎩ', '[U+13E3][U+13B3][U+13A9]'],
  ['a\ud800b', 'a\ufffdb'],
])('%j is printed as %j', (given, shown) => {
  expect(printable(given)).toBe(shown)
})

test.each(['⌚⌚', '🌀⌚', '⌛🌀', '⚡🎉⭐', '☎⌚❤💍', '𝄞𝄞⌚𝄞', '⌚王🌀한☎', 'ب⌚ب'])(
  '%s leaves no gap',
  async (line) => {
    expect(pdfRuns(await drawn([line])).filter(({ glyphs }) => glyphs.includes(0))).toEqual([])
  },
)

test('no text leaves a gap on paper, or keeps a document from being written', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom(...payloads, ...Object.values(names)),
    fc
      .array(
        fc.constantFrom(
          ...[...Object.values(names).join('')],
          '\u200d',
          '\u200c',
          '\u0301',
          '😀',
          '👩',
          '👧',
          '❤',
          '\ufe0f',
          ' ',
        ),
      )
      .map((signs) => signs.join('')),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (lines) => {
      const pdf = await drawn(lines)
      expect(pdfRuns(pdf).filter(({ glyphs }) => glyphs.includes(0))).toEqual([])
    }),
    { numRuns: 15 },
  )
})

test('all of them stand on one page', async () => {
  const all = Object.entries(names).map(([language, name]) => `${language}: Frau ${name}, Köln 12`)
  const pdf = await drawn([...all, 'Erna 😀 👩🏽‍👧 👧 🇩🇪 ❤️ Muster'])
  expect(pdfRuns(pdf).filter(({ glyphs }) => glyphs.includes(0))).toEqual([])
})
