import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { pressOnSpace, useLazyDialog } from '#app/ui/use-lazy-dialog.ts'
import { WishesLink } from '../keeping/WishesLink.tsx'
import { useShell } from '../shell-data.ts'
import { DepartmentEntry, PageLink, useDepartmentPanels } from './DepartmentEntry.tsx'
import { isWithin, mainNavigation } from './navigation.ts'
import { OtherLanguage } from './OtherLanguage.tsx'
import { keepTyping } from './typed-meanwhile.ts'
import { useCart } from './use-cart.ts'

const loadMenu = () => import('./MenuDrawer.tsx')
const loadSearch = () => import('./SearchDrawer.tsx')
const MenuDrawer = lazy(loadMenu)
const SearchDrawer = lazy(loadSearch)

/** Compact below 1024 px, wide above; both are in the page and CSS chooses, so the HTML suits everybody. */
export function Header() {
  // The links are there for browsers without JavaScript.
  const menu = useLazyDialog(loadMenu)
  const search = useLazyDialog(loadSearch)
  const openSearch: typeof search.onOpen = (event) => {
    search.onOpen(event)
    if (event.defaultPrevented && !search.made) keepTyping()
  }
  const searchOpener = opener({ ...search, onOpen: openSearch })
  return (
    <>
      <CompactHeader menu={opener(menu)} search={searchOpener} />
      <WideHeader search={searchOpener} />
      <Suspense>
        {menu.made && <MenuDrawer dialog={menu.dialog} />}
        {search.made && <SearchDrawer dialog={search.dialog} />}
      </Suspense>
    </>
  )
}

type Opener = ReturnType<typeof opener>

const opener = ({ onNear, onOpen }: ReturnType<typeof useLazyDialog>) =>
  ({
    role: 'button',
    'aria-haspopup': 'dialog',
    onPointerEnter: onNear,
    onFocus: onNear,
    onClick: onOpen,
    onKeyDown: pressOnSpace,
    'data-native': true,
  }) as const

function CompactHeader({ menu, search }: { menu: Opener; search: Opener }) {
  const t = useTranslations('layout')
  const locale = useShell().site.currentLocale
  return (
    <header className="head">
      <div>
        {/* Without JavaScript it leads to the footer's navigation. */}
        <a href="#site-navigation" {...menu} aria-label={t('openMenu')} className="icon-button icon" />
        <Logo />
        <div className="head-tools">
          <a
            href={pathTo(locale, 'search')}
            {...search}
            aria-label={t('openSearch')}
            className="icon icon-search"
          />
          <WishesLink />
          <CartLink />
        </div>
      </div>
    </header>
  )
}

function WideHeader({ search }: { search: Opener }) {
  const t = useTranslations('layout')
  const names = useTranslations('pages')
  const shell = useShell()
  const locale = shell.site.currentLocale
  const { pathname } = useLocation()
  const panels = useDepartmentPanels()
  return (
    <header className="head-wide">
      <div className="wrap">
        <div>
          <Logo />
          <nav aria-label={t('mainNavigation')}>
            <ul>
              {mainNavigation(shell).map((name) => {
                const href = pathTo(locale, name as 'sell')
                const page = {
                  href,
                  label: name === 'knowledge' ? names('knowledgeShort') : names(name as 'sell'),
                  current: isWithin(pathname, href),
                }
                return name === 'watches' || name === 'jewelry' ? (
                  <DepartmentEntry key={name} department={name} page={page} panels={panels} />
                ) : (
                  <li key={name}>
                    <PageLink {...page} />
                  </li>
                )
              })}
            </ul>
          </nav>
          <div className="head-tools">
            <OtherLanguage />
            <a
              href={pathTo(locale, 'search')}
              {...search}
              aria-label={t('search')}
              className="icon icon-search"
            />
            <WishesLink />
            <CartLink />
          </div>
        </div>
      </div>
    </header>
  )
}

/** The count stands beside the drawing: nothing moves when it appears. */
function CartLink() {
  const t = useTranslations('layout')
  const locale = useShell().site.currentLocale
  const cart = useCart()
  return (
    <a
      href={pathTo(locale, 'cart')}
      aria-label={cart === null ? t('cart') : t('cartCount', { count: cart.length })}
      className="icon icon-cart"
    >
      {cart !== null && cart.length > 0 && (
        <span aria-hidden="true" className="num cart-badge">
          {cart.length}
        </span>
      )}
    </a>
  )
}

function Logo() {
  const { site } = useShell()
  const t = useTranslations('layout')
  return (
    <a href={pathTo(site.currentLocale, 'index')} aria-label={`${site.name}, ${t('home')}`} className="logo">
      {site.name}
    </a>
  )
}
