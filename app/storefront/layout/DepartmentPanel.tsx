import { type MouseEvent, type ReactNode, type RefObject, Suspense, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { DepartmentMenu, MenuChoice } from '#app/shop/catalogue/menu.ts'
import type { Department } from '#app/shop/catalogue/types.ts'
import { isPlainClick } from '#app/ui/follow-links.ts'
import { PriceNote } from '#app/ui/PriceNote.tsx'
import { ProductCard } from '#app/ui/ProductCard.tsx'
import { useShell } from '../shell-data.ts'
import type { DepartmentPanels } from './DepartmentEntry.tsx'
import { AllMakers, MenuChoices } from './MenuChoices.tsx'
import { MenuWords } from './MenuWords.tsx'
import { useMenu } from './use-menu.ts'
import { usePanelOpening } from './use-panel-opening.ts'

/** What a department's entry in the wide header opens: its makers, kinds, prices and what is new. */
export default function DepartmentPanel(props: {
  department: Department
  name: string
  entry: RefObject<HTMLLIElement | null>
  panels: DepartmentPanels
}) {
  const { department, name, entry, panels } = props
  const panel = useRef<HTMLElement>(null)
  const open = panels.shown?.department === department
  usePanelOpening({ department, entry, panel, panels })
  const { key } = useLocation()
  const shownAt = useRef(key)
  const { show } = panels
  useEffect(() => {
    if (shownAt.current !== key) show(null)
    shownAt.current = key
  }, [key, show])
  const { menu, failed, retry } = useMenu(open)
  if (!open) return null
  // The page that is shown already is no other page.
  const leave = (event: MouseEvent) => {
    if (!isPlainClick(event) || !(event.target as Element).closest('a')) return
    if (panel.current?.contains(document.activeElement))
      entry.current?.querySelector('a')?.focus({ preventScroll: true })
    show(null)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: links answer to Enter by themselves
    <section ref={panel} aria-label={name} className="menu-panel" onClick={leave}>
      <div className="wrap">
        <Suspense>
          <MenuWords>
            {menu ? <Ways department={department} menu={menu[department]} /> : null}
            {!menu && (failed ? <Failed retry={retry} /> : <Loading />)}
          </MenuWords>
        </Suspense>
      </div>
    </section>
  )
}

function Loading() {
  const t = useTranslations('menu')
  return (
    <p role="status" className="said-late min-h-11 text-ink-soft">
      <span className="spinner">{t('loading')}</span>
    </p>
  )
}

function Failed({ retry }: { retry: () => void }) {
  const t = useTranslations('menu')
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <p className="text-danger">{t('failed')}</p>
      <button type="button" className="button button-quiet" onClick={retry}>
        {t('retry')}
      </button>
    </div>
  )
}

function Ways({ department, menu }: { department: Department; menu: DepartmentMenu }) {
  const t = useTranslations('menu')
  return (
    <>
      <div className="menu-columns">
        <Group label={t('makers')} choices={menu.makers} more={<AllMakers />} />
        {menu.groups.map(({ label, choices }) => (
          <Group key={label} label={label} choices={choices} />
        ))}
        <Group label={t('prices')} choices={menu.prices} />
        {menu.newest.length > 0 && <Newest pieces={menu.newest} />}
      </div>
      <p className="pt-5">
        <a href={menu.href} className="link inline-flex min-h-11 items-center">
          {t('all', { department, count: menu.total })}
        </a>
      </p>
    </>
  )
}

/** So many stand in one column. */
const oneColumn = 7

type GroupProps = { label: string; choices: readonly MenuChoice[]; more?: ReactNode }

function Group({ label, choices, more }: GroupProps) {
  const id = useId()
  if (choices.length === 0) return null
  return (
    <div className="min-w-0">
      <p id={id} className="caps pb-1">
        {label}
      </p>
      <MenuChoices
        labelledBy={id}
        choices={choices}
        className={choices.length > oneColumn ? 'columns-2 gap-x-6' : ''}
      />
      {more}
    </div>
  )
}

function Newest({ pieces }: { pieces: DepartmentMenu['newest'] }) {
  const t = useTranslations('menu')
  const card = useTranslations('catalogue.card')
  const { apiUrl } = useShell()
  const id = useId()
  return (
    <div className="min-w-0">
      <p id={id} className="caps pb-2">
        {t('newest')}
      </p>
      <PriceNote className="pb-3 text-ink-soft text-step--1" />
      <ul aria-labelledby={id} className="menu-new">
        {pieces.map((piece) => (
          <li key={piece.href}>
            <ProductCard piece={piece} apiUrl={apiUrl} t={card} load="eager" />
          </li>
        ))}
      </ul>
    </div>
  )
}
