import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { formatClock } from '#app/language/formats.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { ViewingKind } from '#app/shop/appointments/kinds.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { useShell } from '../shell-data.ts'
import type { ShownPlace } from './shown-times.ts'
import { sayDay } from './TimeChoice.tsx'

export type Booked = {
  token: string | null
  kind: ViewingKind
  at: string
  place: Pick<ShownPlace, 'name' | 'address'>
  pieces: readonly string[]
  email: string
}

/** What was booked, with its calendar file and the way to change it. */
export function BookedViewing({ booked }: { booked: Booked }) {
  const t = useTranslations('viewing')
  const { apiUrl, site } = useShell()
  const locale = site.currentLocale
  const { token, kind, at, place, pieces, email } = booked
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => said.current?.focus(), [])
  return (
    <div ref={said} tabIndex={-1} role="status" className="grid justify-items-start gap-4 outline-none">
      <p className="num font-medium text-step-1">
        {t('own.when', { day: sayDay(germanDay(new Date(at)), locale), time: formatClock(at, locale) })}
      </p>
      {kind === 'video' ? (
        <p>
          {t('kinds.video')}. {t('drawer.bookedVideo', { branch: place.name })}
        </p>
      ) : (
        <p>
          {place.name}
          <br />
          {place.address}
        </p>
      )}
      <ul aria-label={t('pieces')}>
        {pieces.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p>{t('drawer.bookedText', { email })}</p>
      {token !== null && (
        <>
          <a
            href={`${apiUrl}/appointments/${token}/${locale === 'de' ? 'termin' : 'appointment'}.ics`}
            download=""
            className="button"
          >
            {t('own.file')}
          </a>
          <a
            href={pathTo(locale, 'appointment', { token })}
            className="link inline-flex min-h-11 items-center"
          >
            {t('drawer.change')}
          </a>
        </>
      )}
    </div>
  )
}
