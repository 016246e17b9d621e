import { useTranslations } from 'use-intl'
import { usePlace } from './place.ts'

/** In preview only: tells the editor which block is missing and why. */
export function BrokenBlockNotice({ name, reason }: { name: string; reason: string }) {
  const t = useTranslations('blocks.broken')
  const { inset } = usePlace()
  return (
    <div className={inset ? '' : 'wrap'}>
      <div role="note" className="border border-danger border-dashed p-4 text-step--1">
        <p className="font-medium">{name === '' ? t('unnamed') : t('title', { name })}</p>
        <p className="mt-1 text-ink-soft" lang="en">
          {reason}
        </p>
      </div>
    </div>
  )
}
