import { useTranslations } from 'use-intl'

export type OrderWords = ReturnType<typeof useOrderWords>

/** The words of an order's pieces, amounts and delivery; pages that show them name `order-summary` in areas.ts. */
export function useOrderWords() {
  return useTranslations('orderSummary')
}
