import { useTranslations } from 'use-intl'

/** Says that the ledger lacks what happened just now, or what was brought in at once; nothing where it is complete. */
export function Outstanding({ count }: { count: number }) {
  const t = useTranslations('office.ledger')
  return count === 0 ? null : (
    <p role="status" className="state state-warn max-w-prose">
      {t('outstanding', { count })}
    </p>
  )
}
