import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { Drawer } from '#app/ui/Drawer.tsx'
import { useShell } from '../shell-data.ts'
import { CloseButton } from './CloseButton.tsx'
import { isForInputMethod } from './input-method.ts'
import { MenuWords } from './MenuWords.tsx'
import { ownSearches, rememberSearch } from './recent-searches.ts'
import { SearchResults } from './SearchResults.tsx'
import { SearchStart } from './SearchStart.tsx'
import { takeTyped } from './typed-meanwhile.ts'

/**
 * Opened from either header. The input is focused at each opening, and empty but for what was typed while this was on
 * its way; below it ways to begin, until something is typed. A plain form without JavaScript.
 */
export default function SearchDrawer({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const t = useTranslations('search')
  const locale = useShell().site.currentLocale
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [opening, setOpening] = useState(0)
  const [open, setOpen] = useState(true)

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    // `showModal` reports itself by toggle events; the browser has no event of its own for it. The input is empty before
    // it opens: emptied afterwards, it would lose what is typed at once.
    const onBefore = (event: Event) => {
      if ((event as ToggleEvent).newState !== 'open') return
      flushSync(() => {
        setQuery('')
        setOpen(true)
        setOpening((count) => count + 1)
      })
    }
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'open') input.current?.focus()
    }
    element.addEventListener('beforetoggle', onBefore)
    element.addEventListener('toggle', onToggle)
    return () => {
      element.removeEventListener('beforetoggle', onBefore)
      element.removeEventListener('toggle', onToggle)
    }
  }, [dialog])

  useEffect(() => setQuery(takeTyped()), [])

  const close = () => dialog.current?.close()
  /** What led somewhere is offered again. */
  const remember = () => {
    const storage = ownSearches()
    if (storage) rememberSearch(storage, query)
  }

  return (
    <Drawer dialog={dialog} label={t('title')} side="top" onClose={() => setOpen(false)}>
      <div className="wrap pt-4 pb-10">
        <div className="flex items-center gap-3">
          <form
            action={pathTo(locale, 'search')}
            method="get"
            role="search"
            className="flex grow gap-2"
            onSubmit={remember}
          >
            <label className="sr-only" htmlFor="drawer-search">
              {t('label')}
            </label>
            <input
              ref={input}
              id="drawer-search"
              name="query"
              type="search"
              className="field text-step-1"
              placeholder={t('label')}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="search"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={(event) => {
                if (isForInputMethod(event.nativeEvent)) return
                if (event.key === 'Escape') {
                  // The browser would only empty the input.
                  event.preventDefault()
                  close()
                }
                if (event.key !== 'ArrowDown') return
                const first = dialog.current?.querySelector<HTMLElement>(
                  '[data-result],[data-start],.menu-choices a',
                )
                if (!first) return
                event.preventDefault()
                first.focus()
              }}
            />
            <button type="submit" className="button max-md:sr-only">
              {t('submit')}
            </button>
          </form>
          <CloseButton dialog={dialog} label={t('close')} />
        </div>
        <SearchResults key={opening} query={query} open={open} onFollow={remember} onLeave={close} />
        {query.trim() === '' && (
          <Suspense>
            <MenuWords>
              <SearchStart
                key={opening}
                open={open}
                onSearch={(text) => {
                  setQuery(text)
                  input.current?.focus()
                }}
                onLeave={close}
                onUp={() => input.current?.focus()}
              />
            </MenuWords>
          </Suspense>
        )}
      </div>
    </Drawer>
  )
}
