import { useFormats } from '../frame/use-formats.ts'

/** Cents exact as books are kept, days and weights as people write them; what is unknown is a dash. */
export function useLedgerFormats() {
  const { amount, day, month, moment, number, decimals, change } = useFormats()
  return {
    ...{ month, moment },
    euros: (cents: number | null) => (cents === null ? '–' : amount(cents)),
    /** YYYY-MM-DD */
    day: (date: string | null) => (date === null ? '–' : day(date)),
    /** Hundredths of a gram. */
    grams: (weight: number) => `${decimals(weight / 100, 2)}\u00a0g`,
    /** Tenths of a per mille, as stamps are written. */
    fineness: (tenths: number) => number(tenths / 10, 1),
    /** Millionths of a gram. */
    fine: (micrograms: number | null) =>
      micrograms === null ? '–' : `${decimals(micrograms / 1_000_000, 3)}\u00a0g`,
    share: (part: number, whole: number) => (whole === 0 ? '–' : change(part / whole)),
  }
}
