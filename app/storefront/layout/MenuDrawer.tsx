import type { RefObject } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { pathTo, type RouteName, routeExists } from '#app/language/route-table.ts'
import { Drawer } from '#app/ui/Drawer.tsx'
import { type ShellData, useShell } from '../shell-data.ts'
import { CloseButton } from './CloseButton.tsx'
import { isWithin, legalPages, mainNavigation } from './navigation.ts'

const sellPages = [
  'sell-gold-koeln',
  'sell-jewelry-koeln',
  'sell-watches-koeln',
  'sell-gold-duesseldorf',
  'sell-jewelry-duesseldorf',
  'sell-watches-duesseldorf',
] as const satisfies readonly RouteName[]

const morePages = ['shipping', 'faq'] as const satisfies readonly RouteName[]

/** What the mobile menu offers below the main entries: selling in a city while that is offered, then service pages. */
function menuGroups({ site, sell }: ShellData) {
  const existing = (names: readonly RouteName[]) =>
    names.filter((name) => routeExists(name, site.currentLocale))
  return {
    sell: sell ? existing(sellPages) : [],
    more: existing(morePages),
    // The knowledge base stands among the main entries.
    legal: existing(legalPages).filter((name) => name !== 'knowledge'),
  }
}

/** The mobile menu: every page of the navigation, opened by the hamburger. */
export default function MenuDrawer({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const t = useTranslations('layout')
  const names = useTranslations('pages')
  const footer = useTranslations('footer')
  const shell = useShell()
  const locale = shell.site.currentLocale
  const { pathname } = useLocation()
  const groups = menuGroups(shell)
  const link = (name: RouteName, className: string) => {
    const path = pathTo(locale, name as 'sell')
    // Every page lies below the home page, which is no section.
    const current = name === 'index' && pathname !== path ? undefined : isWithin(pathname, path)
    return (
      <li key={name}>
        <a href={path} aria-current={current} className={className}>
          {names(name as 'sell')}
        </a>
      </li>
    )
  }
  const small = 'flex min-h-11 items-center'
  return (
    <Drawer dialog={dialog} label={t('menu')} side="left">
      <div className="flex h-15 items-center justify-between border-line border-b pr-2 pl-5">
        <span className="font-[430] font-display text-[1.62rem] leading-none">{shell.site.name}</span>
        <CloseButton dialog={dialog} label={t('closeMenu')} first />
      </div>
      <nav aria-label={t('mainNavigation')} className="px-5 pt-3 pb-12">
        <ul>
          {link('index', 'entry-drawer')}
          {mainNavigation(shell).map((name) => link(name, 'entry-drawer'))}
        </ul>
        {groups.sell.length > 0 && (
          <>
            <p className="caps pt-6">{footer('sell')}</p>
            <ul>{groups.sell.map((name) => link(name, small))}</ul>
          </>
        )}
        <p className="caps pt-6">{t('otherPages')}</p>
        <ul>
          {groups.more.map((name) => link(name, small))}
          {link('withdrawal', `${small} font-[540]`)}
          {groups.legal.map((name) => link(name, small))}
        </ul>
      </nav>
    </Drawer>
  )
}
