import { useTranslations } from 'use-intl'
import type { Clash } from './EnquiryPlace.tsx'

/** Somebody else dealt with the enquiry: what they did, and whether one goes on all the same. */
export function Meanwhile({
  now,
  anyway,
  onAnyway,
  onLeave,
}: {
  now: Clash
  anyway: string
  onAnyway(): void
  onLeave(): void
}) {
  const t = useTranslations('office.enquiries')
  return (
    <section role="alert" className="piece-conflicts">
      <p>{t('enquiry.meanwhile')}</p>
      <p>
        {t('enquiry.meanwhileNow', {
          state: t(`states.${now.state}`),
          assignee: now.assignee ?? t('nobody'),
        })}
      </p>
      {now.last && (
        <>
          <p>{t('enquiry.meanwhileLast', { by: now.last.by })}</p>
          <p className="enquiry-text">{now.last.text}</p>
        </>
      )}
      <p className="page-actions">
        <button type="button" className="do quiet" onClick={onLeave}>
          {t('enquiry.leave')}
        </button>
        <button type="button" className="do quiet" onClick={onAnyway}>
          {anyway}
        </button>
      </p>
    </section>
  )
}
