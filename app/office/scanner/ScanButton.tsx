import { useTranslations } from 'use-intl'
import { LineIcon } from '#app/ui/LineIcon.tsx'
import { openScanner } from './open-scanner.ts'

/** Opens the scanner; where there is little room by a sign alone. */
export function ScanButton({ small = false }: { small?: boolean }) {
  const t = useTranslations('office.scanner')
  return (
    <button
      type="button"
      className="do quiet"
      aria-label={small ? t('title') : undefined}
      title={small ? t('title') : undefined}
      onClick={openScanner}
    >
      <LineIcon size={20} viewBox="0 0 24 24">
        <path d="M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5M7.5 7.5h3.5v3.5H7.5zM13 7.5h3.5M16.5 11H13M7.5 13.5V16.5M11 13.5v3h2.5M16.5 13.5v3" />
      </LineIcon>
      {!small && t('title')}
    </button>
  )
}
