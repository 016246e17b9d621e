import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MenuChoice } from '#app/shop/catalogue/menu.ts'
import { isPlainClick } from '#app/ui/follow-links.ts'
import { LineIcon } from '#app/ui/LineIcon.tsx'
import { AllMakers, MenuChoices } from './MenuChoices.tsx'
import { forgetSearch, ownSearches, readSearches } from './recent-searches.ts'
import { useMenu } from './use-menu.ts'

type SearchStartProps = {
  open: boolean
  /** Searches for what was searched for before. */
  onSearch: (query: string) => void
  onLeave: () => void
  /** Back to the field. */
  onUp: () => void
}

/** What the search drawer offers before anything is typed: earlier searches of this browser, makers, kinds. */
export function SearchStart({ open, onSearch, onLeave, onUp }: SearchStartProps) {
  const { menu } = useMenu(open)
  const t = useTranslations('menu')
  const leave = (event: MouseEvent) => {
    if (isPlainClick(event) && (event.target as Element).closest('a')) onLeave()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is in it is pressed; this only listens
    <div onClick={leave} onKeyDown={(event) => walk(event, onUp)} className="grid gap-7 pt-2">
      <Recent onSearch={onSearch} onEmpty={onUp} />
      {menu && (
        <div className="grid gap-7 md:grid-cols-3">
          <Ways label={t('watchMakers')} choices={menu.watches.makers} more={<AllMakers />} />
          {menu.jewelry.groups.slice(0, 1).map(({ label, choices }) => (
            <Ways key={label} label={label} choices={choices} />
          ))}
          {menu.watches.groups.slice(-1).map(({ label, choices }) => (
            <Ways key={label} label={label} choices={choices} />
          ))}
        </div>
      )}
    </div>
  )
}

function Recent({ onSearch, onEmpty }: { onSearch: (query: string) => void; onEmpty: () => void }) {
  const t = useTranslations('menu')
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [searches, setSearches] = useState(() => {
    const storage = ownSearches()
    return storage ? readSearches(storage) : []
  })
  const [said, setSaid] = useState('')
  const forget = (query: string | null, at: number) => {
    const storage = ownSearches()
    const left = storage ? forgetSearch(storage, query) : []
    setSaid(query === null ? t('allForgotten') : t('forgotten', { query }))
    // The focus goes to the one that moves up, at the end to the one before, and from an empty list to the field.
    const next = at + 1 < searches.length ? at + 1 : at - 1
    if (left.length === 0) onEmpty()
    else list.current?.querySelectorAll('button')[2 * next]?.focus()
    setSearches(left)
  }
  return (
    <div className={searches.length === 0 ? 'sr-only' : ''}>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {searches.length > 0 && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-6">
            <p id={id} className="caps">
              {t('recent')}
            </p>
            <button
              type="button"
              className="link min-h-11 text-ink-soft text-step--1"
              onClick={() => forget(null, 0)}
            >
              {t('forgetAll')}
            </button>
          </div>
          <ul ref={list} aria-labelledby={id} className="start-chips">
            {searches.map((query, at) => (
              <li key={query}>
                <button type="button" data-start="" onClick={() => onSearch(query)}>
                  <bdi className="max-w-[14rem] truncate">{query}</bdi>
                </button>
                <button type="button" aria-label={t('forget', { query })} onClick={() => forget(query, at)}>
                  <LineIcon size={14} viewBox="0 0 24 24">
                    <path d="m5 5 14 14M19 5 5 19" />
                  </LineIcon>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

type WaysProps = { label: string; choices: readonly MenuChoice[]; more?: ReactNode }

function Ways({ label, choices, more }: WaysProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <p id={id} className="caps pb-1">
        {label}
      </p>
      <MenuChoices labelledBy={id} choices={choices} className="columns-2 gap-x-6 max-lg:[&_a]:py-2.5" />
      {more}
    </div>
  )
}

/** Arrows up and down walk through what is offered; from the first one up leads back to the field. */
function walk(event: KeyboardEvent<HTMLElement>, onUp: () => void) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-start],a')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  if (at + step < 0) onUp()
  else stops[Math.min(at + step, stops.length - 1)]?.focus()
}
