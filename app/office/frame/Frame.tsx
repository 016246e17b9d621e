import { useEffect, useRef, useState } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { may } from '#app/shop/staff/permissions.ts'
import { urgentOf } from '#app/shop/today/needs.ts'
import { keepPresses } from '#app/ui/keep-presses.ts'
import { LiveCounts, useLiveCounts } from '../events/live-counts.tsx'
import { paletteEvent } from '../palette/keys.ts'
import { OpenScanned } from '../palette/OpenScanned.tsx'
import { Palette } from '../palette/Palette.tsx'
import { officePaths } from '../paths.ts'
import { ScanButton } from '../scanner/ScanButton.tsx'
import { ScanDialog } from '../scanner/ScanDialog.tsx'
import { type NavigationEntry, navigation } from '../screens.ts'
import { Announcements } from './announce.tsx'
import { Behind } from './Behind.tsx'
import { followReached } from './calls.ts'
import { currentEntry } from './current-entry.ts'
import { Interruption } from './Interruption.tsx'
import { useMember } from './member.ts'

const groups = ['daily', 'stock', 'money', 'administration'] as const

/** What stands around every screen: the navigation, results that are announced, and whatever has to be asked in between. */
export function Frame() {
  const t = useTranslations('office.frame')
  const { state } = useNavigation()
  useEffect(() => {
    const ending = new AbortController()
    keepPresses(ending.signal)
    return () => ending.abort()
  }, [])
  return (
    <LiveCounts>
      <Announcements>
        <a href="#page" className="skip-link">
          {t('skip')}
        </a>
        <div className="shell">
          <Navigation />
          <main id="page" className="main" aria-busy={state === 'loading'} tabIndex={-1}>
            <div className="server-state">
              <Unreachable />
              <Behind />
            </div>
            <Outlet />
          </main>
        </div>
        <Interruption />
        <Palette />
        <OpenScanned />
        <ScanDialog />
        <FocusTitle />
        <ScrollRestoration
          getKey={({ key, pathname, search }) => (key === 'default' ? pathname + search : key)}
        />
      </Announcements>
    </LiveCounts>
  )
}

function Navigation() {
  const t = useTranslations('office.frame')
  const member = useMember()
  const dialog = useRef<HTMLDialogElement>(null)
  const { key, pathname } = useLocation()
  // A screen was chosen.
  useEffect(() => {
    if (key) dialog.current?.close()
  }, [key])
  const allowed = navigation.filter(({ permission }) => may(member.role, permission))
  const current = currentEntry(allowed, pathname)
  const entries = groups.map((group) => ({
    group,
    screens: allowed.filter((entry) => entry.group === group),
  }))
  const list = (
    <nav aria-label={t('navigation')} className="side-nav">
      {entries.map(({ group, screens }) => (
        <div key={group}>
          {group !== 'daily' && screens.length > 0 && <p className="caps side-group">{t(group)}</p>}
          <ul>
            {screens.map((entry) => (
              <li key={entry.screen}>
                <Entry entry={entry} isCurrent={entry.screen === current} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <ul className="side-end">
        <li>
          <a className="side-entry" href={`/${member.locale}`}>
            {t('toShop')}
          </a>
        </li>
      </ul>
    </nav>
  )
  return (
    <>
      <header className="narrow-head">
        <button type="button" className="do quiet" onClick={() => dialog.current?.showModal()}>
          {t('menu')}
        </button>
        <Link to="/" className="side-logo">
          {t('title')}
        </Link>
        <FindButton />
        <ScanButton small />
      </header>
      <aside className="side">
        <Link to="/" className="side-logo">
          {t('title')}
        </Link>
        <div className="side-find">
          <FindButton />
          <ScanButton small />
        </div>
        {list}
      </aside>
      <dialog ref={dialog} className="side-drawer" aria-label={t('navigation')}>
        <form method="dialog">
          <button type="submit" className="do quiet">
            {t('close')}
          </button>
        </form>
        {list}
      </dialog>
    </>
  )
}

/** Opens the palette for those who use no keys. */
function FindButton() {
  const t = useTranslations('office.palette')
  return (
    <button
      type="button"
      className="do quiet find-button"
      aria-keyshortcuts="Control+K"
      onClick={() => window.dispatchEvent(new Event(paletteEvent))}
    >
      {t('open')}
    </button>
  )
}

function Entry({ entry: { screen }, isCurrent }: { entry: NavigationEntry; isCurrent: boolean }) {
  const t = useTranslations('office.frame.screens')
  const counts = useLiveCounts()
  const waiting = counts ? urgentOf(counts) : 0
  return (
    <Link to={`/${officePaths[screen]}`} aria-current={isCurrent ? 'page' : undefined} className="side-entry">
      <span>{t(screen)}</span>
      {screen === 'today' && waiting > 0 && <b>{waiting}</b>}
    </Link>
  )
}

/** Says that the server cannot be reached, as long as it cannot. */
function Unreachable() {
  const t = useTranslations('office.frame')
  const [reached, setReached] = useState(true)
  useEffect(() => followReached(setReached), [])
  return <div role="alert">{!reached && <p className="unreachable">{t('offline')}</p>}</div>
}

/** A screen that was opened has the focus on its title, so that it is read from there; the first one leaves it alone. */
function FocusTitle() {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    document.getElementById('page-title')?.focus({ preventScroll: true })
  }, [pathname])
  return null
}
