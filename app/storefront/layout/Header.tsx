import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { pathTo, type RouteName } from '#app/language/route-table.ts'
import { LineIcon } from '#app/ui/LineIcon.tsx'
import { pressOnSpace, useLazyDialog } from '#app/ui/use-lazy-dialog.ts'
import { WishesLink } from '../keeping/WishesLink.tsx'
import { useShell } from '../shell-data.ts'
import { isWithin, mainNavigation } from './navigation.ts'
import { keepTyping } from './typed-meanwhile.ts'
import { useCart } from './use-cart.ts'

const loadMenu = () => import('./MenuDrawer.tsx')
const loadSearch = () => import('./SearchDrawer.tsx')
const MenuDrawer = lazy(loadMenu)
const SearchDrawer = lazy(loadSearch)

/** Compact and sticky below 1024 px, wide above; both are in the page and CSS chooses, so the HTML suits everybody. */
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
  const cart = useCart()
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-paper lg:hidden print:hidden">
      <div className="flex h-15 short:h-11 items-center justify-between px-2">
        {/* Without JavaScript it leads to the footer's navigation. */}
        <a href="#site-navigation" {...menu} aria-label={t('openMenu')} className="icon-button">
          <LineIcon>
            <path d="M3 8h18M3 16h18" />
          </LineIcon>
        </a>
        <Logo />
        <div className="flex">
          <a href={pathTo(locale, 'search')} {...search} aria-label={t('openSearch')} className="icon-button">
            <LineIcon>
              <circle cx="11" cy="11" r="6.5" />
              <path d="m16 16 5 5" />
            </LineIcon>
          </a>
          <WishesLink />
          <a
            href={pathTo(locale, 'cart')}
            aria-label={cart === null ? t('cart') : t('cartCount', { count: cart.length })}
            className="icon-button relative"
          >
            <LineIcon>
              <path d="M5 8h14l-1 12H6L5 8Zm4 0V6a3 3 0 0 1 6 0v2" />
            </LineIcon>
            <CartBadge cart={cart} className="-right-0.5 top-0.5" />
          </a>
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
  const cart = useCart()
  const label = (name: RouteName) => (name === 'knowledge' ? names('knowledgeShort') : names(name as 'sell'))
  return (
    <header className="hidden lg:block print:hidden">
      <div className="wrap">
        <div className="grid h-21 grid-cols-[auto_1fr_auto] items-center gap-[clamp(1.5rem,calc(8vw-3.6rem),4rem)] border-line border-b">
          <Logo />
          <nav aria-label={t('mainNavigation')}>
            <ul className="flex gap-[clamp(1rem,2.2vw,2.3rem)] font-[480]">
              {mainNavigation(shell).map((name) => {
                const path = pathTo(locale, name as 'sell')
                return (
                  <li key={name}>
                    <a href={path} aria-current={isWithin(pathname, path)} className="entry-above">
                      {label(name)}
                    </a>
                  </li>
                )
              })}
            </ul>
          </nav>
          <div className="flex gap-4 font-[480] text-ink-soft xl:gap-6">
            <a
              href={pathTo(locale, 'search')}
              {...search}
              className="inline-flex min-h-11 items-center underline-offset-8 hover:underline"
            >
              {t('search')}
            </a>
            <WishesLink />
            <a
              href={pathTo(locale, 'cart')}
              className="relative inline-flex min-h-11 items-center underline-offset-8 hover:underline"
            >
              <span aria-hidden={cart !== null}>{t('cart')}</span>
              {cart !== null && <span className="sr-only">{t('cartCount', { count: cart.length })}</span>}
              <CartBadge cart={cart} className="-translate-y-1/2 top-1/2 left-full ml-1" />
            </a>
          </div>
        </div>
      </div>
    </header>
  )
}

/** Beside the words and not among them: nothing moves when the count appears. */
function CartBadge({ cart, className }: { cart: string[] | null; className: string }) {
  if (!cart?.length) return null
  return (
    <span
      aria-hidden="true"
      className={`num absolute grid h-5 min-w-5 place-items-center rounded-full bg-green px-1 font-[560] text-[0.75rem] text-paper leading-none ${className}`}
    >
      {cart.length}
    </span>
  )
}

function Logo() {
  const { site } = useShell()
  const t = useTranslations('layout')
  return (
    <a
      href={pathTo(site.currentLocale, 'index')}
      aria-label={`${site.name}, ${t('home')}`}
      className="inline-flex min-h-11 items-center whitespace-nowrap font-[430] font-display text-[1.62rem] narrow:text-step-0 leading-none tracking-[-0.01em]"
    >
      {site.name}
    </a>
  )
}
