import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { dateFormat } from '#app/language/formats.ts'
import { phoneLink } from '#app/language/phone.ts'
import { matchRoute } from '#app/language/route-table.ts'
import { type OpeningState, openingState } from '#app/shop/settings/opening-hours.ts'
import { LineIcon } from '#app/ui/LineIcon.tsx'
import { useShell } from '../shell-data.ts'

const popoverId = 'contact-popover'

/**
 * The pill at the bottom right and its popover. The browser's own popover holds the one open state that the pill and
 * the close button share; it also closes on Escape and on a press elsewhere, and works without JavaScript.
 * Its size, from whole to nothing but an icon at the edge, is what `place-contact-pill.js` finds room for; at the
 * checkout it always stays at the edge.
 */
export function ContactPopover() {
  const t = useTranslations('contactPopover')
  const { contact } = useShell()
  const popover = useRef<HTMLElement>(null)
  const { key, pathname } = useLocation()
  const isCheckout = matchRoute(pathname)?.name === 'checkout'
  const shownAt = useRef(key)
  useEffect(() => {
    // Opened before the page came to life, it stays open: only going elsewhere closes it.
    if (shownAt.current === key) return
    shownAt.current = key
    if (popover.current?.matches(':popover-open')) popover.current.hidePopover()
  }, [key])
  return (
    <div className="contact-pill print:hidden" data-edge={isCheckout || undefined}>
      <button
        type="button"
        popoverTarget={popoverId}
        // The size that there is room for is set in the browser, before React comes.
        suppressHydrationWarning
      >
        <span className="font-[560]">{t('title')}</span>
        <span className="text-step--1">
          <Subtitle />
        </span>
      </button>
      <section
        ref={popover}
        id={popoverId}
        popover="auto"
        aria-label={t('heading')}
        className="contact-popover"
      >
        <div>
          <h2 className="text-step-2">{t('heading')}</h2>
          <button
            type="button"
            popoverTarget={popoverId}
            popoverTargetAction="hide"
            aria-label={t('close')}
            className="icon-button"
          >
            <LineIcon size={20}>
              <path d="m4 4 12 12M16 4 4 16" />
            </LineIcon>
          </button>
        </div>
        <h3 className="caps">{t('call')}</h3>
        <a href={phoneLink(contact.phone)} className="num link text-step-1">
          {contact.phone}
        </a>
        <p>{t('hours', { hours: contact.hoursText })}</p>
        <p className="contact-or">{t('or')}</p>
        <h3 className="caps">{t('write')}</h3>
        <ul>
          <li>
            <a href={`mailto:${contact.email}`} className="link wrap-anywhere">
              {contact.email}
            </a>
          </li>
          <li>
            <a href={contact.messaging} className="link" rel="noreferrer">
              {t('messaging')}
            </a>
          </li>
        </ul>
      </section>
    </div>
  )
}

/** Neutral in the page everybody gets; in the browser it says until when somebody answers today. */
function Subtitle() {
  const t = useTranslations('contactPopover')
  const { hours, site } = useShell()
  const [state, setState] = useState<OpeningState | null>(null)
  useEffect(() => {
    const update = () => setState(openingState(hours.hours, hours.holidays, new Date()))
    update()
    const timer = setInterval(update, 60_000)
    return () => clearInterval(timer)
  }, [hours])
  if (state === null || state.kind === 'unknown') return t('subtitle')
  const time = hours.said[state.kind === 'open' ? state.until : state.at] ?? ''
  if (state.kind === 'open') return t('openUntil', { time })
  if (state.inDays === 0) return t('opensToday', { time })
  const weekday = dateFormat(site.currentLocale, { weekday: 'long', timeZone: 'UTC' })
  return t('opensOn', { day: weekday.format(new Date(`${state.date}T12:00:00Z`)), time })
}
