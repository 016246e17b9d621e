import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

/** Numbers of orders, requests and papers, as `RG-2026-00042`. */
const number = /(\p{L}+-\d{4}-\d+)/u

/** What every screen stands in: its title, what can be done, and the way back. */
export function Page({
  title,
  tab = title,
  back,
  actions,
  children,
}: {
  title: string
  /** What the browser's tab says of it, where that is something else. */
  tab?: string
  /** A line above the title, with the way back. */
  back?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  const t = useTranslations('office.frame')
  return (
    <>
      <title>{`${tab} – ${t('title')}`}</title>
      <div className="page-head">
        <div>
          {back && <p className="page-back">{back}</p>}
          <h1 tabIndex={-1} id="page-title">
            {title.split(number).map((part) =>
              number.test(part) ? (
                // It would break at its hyphens.
                <span key={part} className="whitespace-nowrap">
                  {part}
                </span>
              ) : (
                part
              ),
            )}
          </h1>
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </>
  )
}
