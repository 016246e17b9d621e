import { formatDate, formatNumber } from '#app/language/formats.ts'
import type { Bilingual, Locale } from '#app/language/locales.ts'
import de from '#app/language/messages/de/test-sheet.json' with { type: 'json' }
import en from '#app/language/messages/en/test-sheet.json' with { type: 'json' }
import { wordsOf } from '#app/language/words.ts'
import { begin } from './attributes/select-attributes.ts'
import { sheetNumber, type TestSheet, type TestSheetContent } from './test-sheet.ts'
import type { ProductDetail } from './types.ts'

export const testSheetWords = wordsOf<typeof de>({ de, en })

/** A sheet in one language and in words, for page and paper alike. */
export type TestSheetView = ReturnType<typeof testSheetView>

/** What lies further off is drawn at the edge, seconds a day; most watches run within it. */
const furthestRate = 15
/** Between them an amplitude is drawn, degrees. */
const amplitudes = { from: 150, to: 330 }
/** At the edge of the drawing, milliseconds. */
const furthestBeatError = 1.5

export function testSheetView(
  { id, watch }: Pick<ProductDetail, 'id' | 'watch'>,
  sheet: TestSheet,
  locale: Locale,
) {
  const words = testSheetWords(locale)
  const { content } = sheet
  const number = sheetNumber(id, sheet)
  const signedOn = formatDate(sheet.signedAt, locale)
  // The examiner's name is typed, and may be a colleague's: then nobody of that name has signed here.
  const isSigned = sheet.signedBy !== null && sameName(sheet.signedBy, sheet.examinedBy)
  return {
    number,
    title: words('named', { number }),
    examined: words('examined', { date: formatDate(`${sheet.examinedOn}T12:00:00Z`, locale) }),
    timing: content.timing && timingView(content.timing, { isQuartz: watch?.movement === 'quartz', locale }),
    facts: factsOf(content, locale),
    examiner: sheet.examinedBy,
    role: content.role?.[locale] ?? null,
    /** In whose name it is signed, and on what day; null: a line for a signature by hand. */
    signature: isSigned ? { name: sheet.examinedBy, day: signedOn } : null,
    /** What our records say of how it came about. */
    recorded: isSigned
      ? words('signedHere', { name: sheet.examinedBy, date: signedOn })
      : words('recordedHere', { date: signedOn }),
    serial: watch?.serialMasked ? words('serial', { masked: watch.serialMasked }) : null,
    signed: content.role
      ? words('signed', { name: sheet.examinedBy, role: content.role[locale] })
      : sheet.examinedBy,
    pdf: words('pdf'),
    parcel: words('parcel'),
  }
}

const plainName = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()
const sameName = (one: string, other: string) => plainName(one) === plainName(other)

function timingView(
  { liftAngle, positions }: NonNullable<TestSheetContent['timing']>,
  { isQuartz, locale }: { isQuartz: boolean; locale: Locale },
) {
  const words = testSheetWords(locale)
  const rates = positions.map(({ rate }) => rate)
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length
  const spread = Math.max(...rates) - Math.min(...rates)
  return {
    title: words('timing.title', { count: positions.length }),
    how: liftAngle === null ? null : words('timing.wound', { angle: formatNumber(liftAngle, locale) }),
    heads: {
      position: words('timing.position'),
      rate: `${words('timing.rate')} (${words('timing.rateUnit')})`,
      /** Null: nobody measured it. */
      amplitude: positions.some(({ amplitude }) => amplitude !== null) ? words('timing.amplitude') : null,
      beatError: positions.some(({ beatError }) => beatError !== null) ? words('timing.beatError') : null,
    },
    mean: isQuartz
      ? words('timing.quartz', { mean: signed(mean, locale, 2) })
      : positions.length < 2
        ? words('timing.single', { mean: signed(mean, locale) })
        : words('timing.mean', { mean: signed(mean, locale), spread: formatNumber(spread, locale, one) }),
    rows: positions.map(({ position, rate, amplitude, beatError }) => ({
      position: words(`timing.positions.${position}`),
      rate: signed(rate, locale, isQuartz ? 2 : 1),
      amplitude:
        amplitude === null ? null : `${formatNumber(amplitude, locale, { maximumFractionDigits: 0 })}°`,
      beatError: beatError === null ? null : `${formatNumber(beatError, locale, one)}\u00a0ms`,
      /** Where it is drawn, between 0 and 1; the rate's middle is 0.5. */
      drawn: {
        rate: within(0.5 + rate / furthestRate / 2),
        amplitude:
          amplitude === null
            ? null
            : within((amplitude - amplitudes.from) / (amplitudes.to - amplitudes.from)),
        beatError: beatError === null ? null : within(beatError / furthestBeatError),
      },
    })),
  }
}

const one = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
const within = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 1_000

/** „+2,0“, “−1.5”; nought has no sign. */
function signed(value: number, locale: Locale, most = 1): string {
  return formatNumber(value, locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: most,
    signDisplay: 'exceptZero',
  }).replace('-', '−')
}

function factsOf({ water, alloy, stones, weight, theft, notes }: TestSheetContent, locale: Locale) {
  const words = testSheetWords(locale)
  const facts: { label: string; text: string }[] = []
  const add = (label: keyof typeof de.labels, text: string | null | undefined) => {
    if (text) facts.push({ label: words(`labels.${label}`), text: begin(text) })
  }
  const said = (given: Bilingual | null) => given?.[locale]
  if (water)
    add(
      'water',
      water.result !== 'passed'
        ? words(`water.${water.result}`)
        : water.bar === null
          ? words('water.passedPlain')
          : words('water.passed', { bar: formatNumber(water.bar, locale) }),
    )
  if (alloy.length > 0)
    add(
      'alloy',
      words('alloyMethod', {
        readings: alloy
          .map(({ part, permille }) =>
            words('reading', {
              part: part[locale],
              permille: formatNumber(permille, locale, { maximumFractionDigits: 1 }),
            }),
          )
          .join(', '),
      }),
    )
  add('stones', said(stones))
  add(
    'weight',
    weight === null ? null : `${formatNumber(weight, locale, { maximumFractionDigits: 2 })}\u00a0g`,
  )
  if (theft) {
    const { register, number } = theft
    const date = formatDate(`${theft.checkedOn}T12:00:00Z`, locale)
    add(
      'theft',
      number === null
        ? words('theft', { register, date })
        : words('theftNumbered', { register, date, number }),
    )
  }
  add('notes', said(notes))
  return facts
}
