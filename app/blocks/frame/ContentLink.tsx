import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Link } from '#app/content/links.ts'

/** A link from the content: it says so when it leaves in a new tab, and never hands this window over. */
export function ContentLink({
  link,
  className,
  children,
}: {
  link: Link
  className?: string
  children: ReactNode
}) {
  const t = useTranslations('blocks.link')
  return (
    <a
      href={link.href}
      className={className}
      hrefLang={link.lang}
      {...(link.newTab && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {children}
      {link.newTab && <span className="sr-only"> {t('newTab')}</span>}
    </a>
  )
}
