import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { useStep } from './use-step.ts'

/** The link that opens a call by video: written down here, it goes to whoever is called. */
export function VideoLink() {
  const t = useTranslations('office.appointments')
  const mayChange = useMay('appointments.change')
  const { appointment, version, may } = useShown<'appointment'>()
  const { id, email, videoLink } = appointment
  const { texts, put, done } = useKeptText(`video-link-${id}`, { link: videoLink ?? '' })
  const { take, busy, refused, faults } = useStep()
  const send = async () => {
    const sent = await take(
      () => act('appointments.send-link', { id, version, link: texts.link }),
      t(email ? 'done.linkSent' : 'done.linkKept'),
    )
    if (sent) done()
  }
  return (
    <section className="block-section max-w-3xl">
      <h2>{t('video.title')}</h2>
      <p className="text-ink-soft">
        {videoLink === null ? (
          t('video.none')
        ) : (
          <a href={videoLink} className="link break-all" target="_blank" rel="noreferrer">
            {videoLink}
          </a>
        )}
      </p>
      {mayChange && may.sendLink && (
        <form
          noValidate
          className="grid gap-4 pt-3"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void send()
          }}
        >
          <Field
            name="link"
            type="url"
            label={t('fields.link')}
            hint={t(email ? 'video.hint' : 'nobodyTold')}
            required
            autoComplete="off"
            value={texts.link}
            error={faults.link && t(`faults.${faults.link as 'missing'}`)}
            onChange={({ target }) => put('link', target.value)}
          />
          {refused && (
            <p role="alert" className="text-danger">
              {refused}
            </p>
          )}
          <p>
            <button type="submit" className="do quiet" aria-disabled={busy}>
              {t(email ? 'video.send' : 'save')}
            </button>
          </p>
        </form>
      )}
    </section>
  )
}
