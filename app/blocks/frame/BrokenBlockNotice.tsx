import { useTranslations } from 'use-intl'
import { usePlace } from './place.ts'

/** In preview only: tells the editor which block, or what of the page, is missing and why. */
export function BrokenBlockNotice({
  name,
  ofPage = false,
  reason,
}: {
  name: string
  ofPage?: boolean | undefined
  reason: string
}) {
  const t = useTranslations('blocks.broken')
  const { inset } = usePlace()
  return (
    <div className={inset ? '' : 'wrap'}>
      <div role="note" className="border border-danger border-dashed p-4 text-step--1">
        <p className="font-medium">
          {ofPage ? t('ofPage') : name === '' ? t('unnamed') : t('title', { name })}
        </p>
        <p className="mt-1 text-ink-soft" lang="en">
          {reason}
        </p>
      </div>
    </div>
  )
}
