import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { phoneLink } from '#app/language/phone.ts'
import { pathTo, type RouteName } from '#app/language/route-table.ts'
import { useShell } from '../shell-data.ts'
import { LanguageSelector } from './LanguageSelector.tsx'
import { legalPages, otherNavigation } from './navigation.ts'

export function Footer() {
  const t = useTranslations('footer')
  const names = useTranslations('pages')
  const layout = useTranslations('layout')
  const shell = useShell()
  const { site, contact } = shell
  const locale = site.currentLocale
  const link = (name: RouteName, label: string) => (
    <li key={name}>
      <a href={pathTo(locale, name as 'sell')} className="entry">
        {label}
      </a>
    </li>
  )
  return (
    <footer
      id="site-navigation"
      className="mt-[clamp(4rem,9vw,9rem)] border-line border-t pt-[clamp(2.5rem,4vw,4rem)] pb-24 print:hidden"
    >
      <div className="wrap">
        <div className={shell.sell ? 'foot foot-sell' : 'foot'}>
          <div>
            <p className="font-[430] font-display text-[1.62rem] leading-none">{site.name}</p>
            <p className="max-w-[26ch] pt-3 text-ink-soft">{site.description}</p>
          </div>
          <Column title={t('buy')}>
            {link('jewelry', names('jewelry'))}
            {link('watches', names('watches'))}
            {link('shipping', names('shipping'))}
          </Column>
          {shell.sell && (
            <Column title={t('sell')}>
              {link('sell-gold-koeln', t('sellGold'))}
              {link('sell-jewelry-koeln', t('sellJewelry'))}
              {link('sell-watches-koeln', t('sellWatches'))}
              {link('gold-purchase-calculator', t('goldCalculator'))}
            </Column>
          )}
          <Column title={t('contact')}>
            <li>
              <a href={phoneLink(contact.phone)} className="entry num">
                {contact.phone}
              </a>
            </li>
            <li>
              <a href={contact.messaging} className="entry" aria-label={t('messageLabel')} rel="noreferrer">
                {t('message')}
              </a>
            </li>
            <li>
              <a href={`mailto:${contact.email}`} className="entry wrap-anywhere">
                {contact.email}
              </a>
            </li>
          </Column>
          <div>
            <h2 className="caps font-text leading-normal">{t('language')}</h2>
            <LanguageSelector />
          </div>
        </div>
        <div className="mt-10 border-line border-t pt-4 text-step--1">
          <p className="pb-2">{shell.ways}</p>
          <nav aria-label={layout('otherPages')}>
            <ul className="flex flex-wrap gap-x-6">
              {otherNavigation(shell).map((name) => link(name, names(name as 'sell')))}
            </ul>
          </nav>
          <nav aria-label={layout('legal')} className="text-ink-soft">
            <ul className="flex flex-wrap gap-x-6">
              <li>
                <a href={pathTo(locale, 'withdrawal')} className="entry font-[540] text-ink">
                  {names('withdrawal')}
                </a>
              </li>
              {legalPages.map((name) => link(name, names(name)))}
            </ul>
          </nav>
        </div>
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="caps font-text leading-normal">{title}</h2>
      <ul>{children}</ul>
    </nav>
  )
}
