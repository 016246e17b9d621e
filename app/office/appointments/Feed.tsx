import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'

/** The link by which one's own calendar program shows the appointments; it is seen once. */
export function Feed() {
  const t = useTranslations('office.appointments')
  const announce = useAnnounce()
  const format = useFormats()
  const { revalidate } = useRevalidator()
  const { feedSince } = useShown<'appointments'>()
  const [address, setAddress] = useState<string | null>(null)
  const make = async () => {
    const answer = await act('appointments.make-feed', {})
    if (answer.ok) setAddress(answer.address)
    announce(t(answer.ok ? 'feed.made' : 'failed'))
    return revalidate()
  }
  const end = async () => {
    const { ok } = await act('appointments.end-feed', {})
    if (ok) setAddress(null)
    announce(t(ok ? 'feed.ended' : 'failed'))
    return revalidate()
  }
  return (
    <details className="block-section dates-feed">
      <summary>{t('feed.title')}</summary>
      <div className="grid max-w-3xl gap-3 pt-3">
        <p className="text-ink-soft">{t('feed.text')}</p>
        {address && (
          <Field
            name="feed"
            label={t('feed.address')}
            hint={t('feed.once')}
            readOnly
            value={address}
            onFocus={({ target }) => target.select()}
          />
        )}
        {feedSince !== null && !address && <p>{t('feed.since', { when: format.day(feedSince) })}</p>}
        <p className="page-actions">
          <button type="button" className="do quiet" onClick={() => void make()}>
            {t(feedSince === null ? 'feed.make' : 'feed.again')}
          </button>
          {feedSince !== null && (
            <button type="button" className="do quiet" onClick={() => void end()}>
              {t('feed.end')}
            </button>
          )}
        </p>
      </div>
    </details>
  )
}
