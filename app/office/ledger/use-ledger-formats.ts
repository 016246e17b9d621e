import { useFormats } from '../frame/use-formats.ts'

/** Cents exact as books are kept, days and weights as people write them; what is unknown is a dash. */
export function useLedgerFormats() {
  const format = useFormats()
  return {
    euros: (cents: number | null) =>
      cents === null ? '–' : format.number(cents / 100, { style: 'currency', currency: 'EUR' }),
    /** YYYY-MM-DD */
    day: (date: string | null) =>
      date === null ? '–' : format.dateTime(new Date(`${date}T12:00:00Z`), { dateStyle: 'medium' }),
    /** `2026-11` */
    month: (month: string) =>
      format.dateTime(new Date(`${month}-15T12:00:00Z`), { month: 'long', year: 'numeric' }),
    moment: (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' }),
    /** Hundredths of a gram. */
    grams: (weight: number) =>
      `${format.number(weight / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} g`,
    /** Tenths of a per mille, as stamps are written. */
    fineness: (tenths: number) => format.number(tenths / 10, { maximumFractionDigits: 1 }),
    /** Millionths of a gram. */
    fine: (micrograms: number | null) =>
      micrograms === null
        ? '–'
        : `${format.number(micrograms / 1_000_000, { minimumFractionDigits: 3, maximumFractionDigits: 3 })} g`,
    share: (part: number, whole: number) =>
      whole === 0
        ? '–'
        : format.number(part / whole, {
            style: 'percent',
            minimumFractionDigits: 1,
            maximumFractionDigits: 2,
            signDisplay: 'exceptZero',
          }),
  }
}
