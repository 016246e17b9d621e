import { useTranslations } from 'use-intl'

/** The ways in which parcels go, as choices. */
export function useMethods() {
  const t = useTranslations('office.settings.methods')
  return (['insured-parcel', 'value-courier'] as const).map((value) => ({ value, label: t(value) }))
}
