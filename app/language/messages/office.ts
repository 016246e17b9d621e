import type { Locale } from '../locales.ts'
import type de from './de/office.ts'

/** The words of the office: no page of the shop loads them. A key that English lacks fails the type check below. */
export type OfficeMessages = typeof de

const office: Record<Locale, () => Promise<{ default: OfficeMessages }>> = {
  de: () => import('./de/office.ts'),
  en: () => import('./en/office.ts'),
}

export async function officeMessages(locale: Locale): Promise<OfficeMessages> {
  return (await office[locale]()).default
}
