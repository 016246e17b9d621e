import { useTranslations } from 'use-intl'

/** A first photo, small: it says nothing that does not stand beside it. Where there is none, that is said in its place. */
export function Thumb({ src }: { src: string | null }) {
  const t = useTranslations('office.frame')
  if (src === null) return <span className="thumb thumb-none">{t('noPhoto')}</span>
  return (
    <span className="thumb" aria-hidden="true">
      <img src={src} alt="" loading="lazy" />
    </span>
  )
}
