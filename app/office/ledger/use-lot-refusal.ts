import { useTranslations } from 'use-intl'

/** What keeps a lot from a step, in words. */
export function useLotRefusal() {
  const t = useTranslations('office.ledger.refusals')
  return (refusal: { reason: string; lot?: string; things?: string[]; ledger?: number }): string =>
    t.has(refusal.reason as 'failed')
      ? t(refusal.reason as 'in-lot', {
          lot: refusal.lot ?? '',
          things: (refusal.things ?? []).join(', '),
          ledger: refusal.ledger ?? 0,
        })
      : t('failed')
}
