import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Department } from '#app/shop/catalogue/types.ts'
import { useHydrating } from '#app/ui/use-hydrating.ts'

const loadPanel = () => import('./DepartmentPanel.tsx')
const DepartmentPanel = lazy(loadPanel)

/** Which panel is open, and whether it stays when the mouse leaves it: one that was pressed does. */
export type ShownPanel = { department: Department; stays: boolean } | null
export type DepartmentPanels = { shown: ShownPanel; show: (panel: ShownPanel) => void }

/** One panel at most is open. */
export function useDepartmentPanels(): DepartmentPanels {
  const [shown, show] = useState<ShownPanel>(null)
  return { shown, show }
}

type Page = { href: string; label: string; current: 'page' | true | undefined }

export function PageLink({ href, label, current }: Page) {
  return (
    <a href={href} aria-current={current} className="entry-above">
      {label}
    </a>
  )
}

/**
 * A department's link, and beside it what opens its panel. The panel's code, which knows about mouse and keys, comes at
 * the visitor's first sign; without a script the link is all there is.
 */
export function DepartmentEntry({
  department,
  page,
  panels,
}: {
  department: Department
  page: Page
  panels: DepartmentPanels
}) {
  const t = useTranslations('layout')
  const entry = useRef<HTMLLIElement>(null)
  const [near, setNear] = useState(false)
  const hydrating = useHydrating()
  const { shown, show } = panels
  const open = shown?.department === department
  // What fails here is asked for again by the press.
  const come = () =>
    void loadPanel().then(
      () => setNear(true),
      () => undefined,
    )
  const press = () => {
    if (open && shown.stays) return show(null)
    loadPanel().then(
      () => {
        setNear(true)
        show({ department, stays: true })
      },
      // Without its code there is the listing.
      () => entry.current?.querySelector('a')?.click(),
    )
  }
  return (
    <li ref={entry} className="menu-entry" onPointerEnter={come} onFocus={come}>
      <PageLink {...page} />
      {!hydrating && (
        <button
          type="button"
          aria-expanded={open}
          aria-label={t('showMenu', { name: page.label })}
          onClick={press}
        />
      )}
      {near && (
        <Suspense>
          <DepartmentPanel department={department} name={page.label} entry={entry} panels={panels} />
        </Suspense>
      )}
    </li>
  )
}
