import { type RefObject, Suspense, useId } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { pathTo, type RouteName } from '#app/language/route-table.ts'
import { Drawer } from '#app/ui/Drawer.tsx'
import { useShell } from '../shell-data.ts'
import { CloseButton } from './CloseButton.tsx'
import { MenuChoices } from './MenuChoices.tsx'
import { MenuWords } from './MenuWords.tsx'
import { isWithin, jewelryTypes, menuGroups } from './navigation.ts'
import { OtherLanguage } from './OtherLanguage.tsx'
import { useMenu } from './use-menu.ts'

const small = 'flex min-h-11 items-center'

/**
 * The mobile menu, opened by the hamburger: what is for sale by its kinds and makers, then selling to the shop, then every
 * other page of the navigation.
 */
export default function MenuDrawer({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const t = useTranslations('layout')
  const names = useTranslations('pages')
  const jewelry = useTranslations('jewelry')
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
      <a href={path} aria-current={current} className={className}>
        {names(name as 'sell')}
      </a>
    )
  }
  const entries = (all: readonly RouteName[]) => all.map((name) => <li key={name}>{link(name, small)}</li>)
  return (
    <Drawer dialog={dialog} label={t('menu')} side="left">
      <div className="flex h-15 items-center justify-between border-line border-b pr-2 pl-5">
        <span className="font-[430] font-display text-[1.62rem] leading-none">{shell.site.name}</span>
        <CloseButton dialog={dialog} label={t('closeMenu')} first />
      </div>
      <nav aria-label={t('mainNavigation')} className="drawer-menu relative px-5 pt-3 pb-12">
        <OtherLanguage />
        <ul>
          <li>{link('index', 'entry-drawer')}</li>
          <li>{link('watches', 'entry-drawer')}</li>
          <li>
            {link('jewelry', 'entry-drawer')}
            <ul className="grid grid-cols-2 gap-x-4 border-line border-b py-1">
              {jewelryTypes.map(({ name, slug }) => (
                <li key={name}>
                  <a href={pathTo(locale, 'jewelry', { rest: [slug[locale]] })} className={small}>
                    {jewelry(name)}
                  </a>
                </li>
              ))}
            </ul>
          </li>
          <li>{link('makers', 'entry-drawer')}</li>
        </ul>
        <Suspense>
          <MenuWords>
            <Makers />
          </MenuWords>
        </Suspense>
        {groups.sell.length > 0 && (
          <>
            <p className="caps pt-6">{footer('sell')}</p>
            <ul>{entries(groups.sell)}</ul>
          </>
        )}
        <p className="caps pt-6">{t('otherPages')}</p>
        <ul>
          {entries(groups.service)}
          <li>{link('withdrawal', `${small} font-[540]`)}</li>
          {entries(groups.legal)}
        </ul>
      </nav>
    </Drawer>
  )
}

/** The makers with the most watches. They come from the catalogue as it is now; without an answer there are none. */
function Makers() {
  const t = useTranslations('menu')
  const id = useId()
  const { menu } = useMenu(true)
  if (!menu || menu.watches.makers.length === 0) return null
  return (
    <>
      <p id={id} className="caps pt-6">
        {t('watchMakers')}
      </p>
      <MenuChoices
        labelledBy={id}
        choices={menu.watches.makers}
        className="grid grid-cols-2 gap-x-4 max-lg:[&_a]:py-2.5"
      />
    </>
  )
}
