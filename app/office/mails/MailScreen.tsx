import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { drawnForQuery } from '../frame/calls.ts'
import { DocumentFrame } from '../frame/DocumentFrame.tsx'
import { MailAddress } from '../frame/MailAddress.tsx'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { MailDeeds } from './MailDeeds.tsx'
import { MailState, useKindOfMail } from './mail-says.tsx'

/** A mail as it went out: what it says, to whom, what came of it, and what can be done. */
export default function MailScreen() {
  const t = useTranslations('office.mails.mail')
  const mail = useShown<'mail'>()
  const kindOf = useKindOfMail()
  const { id, subject, about, attachments } = mail
  const { moment: when } = useFormats()
  return (
    <Page title={subject ?? t('untitled', { id })} back={<Link to="/mails">{t('back')}</Link>}>
      <dl className="mail-facts">
        <dt>{t('to')}</dt>
        <dd>{mail.recipient === null ? '–' : <MailAddress address={mail.recipient} />}</dd>
        <dt>{t('kind')}</dt>
        <dd>
          {kindOf(mail.kind)} <MailState state={mail.state} />
        </dd>
        <dt>{t('written')}</dt>
        <dd>{when(mail.createdAt)}</dd>
        {mail.sentAt && (
          <>
            <dt>{t('sent')}</dt>
            <dd>{when(mail.sentAt)}</dd>
          </>
        )}
        {mail.withdrawnAt && (
          <>
            <dt>{t('withdrawn')}</dt>
            <dd>{when(mail.withdrawnAt)}</dd>
          </>
        )}
        {(mail.state === 'waiting' || mail.state === 'failed') && (
          <>
            <dt>{t('error')}</dt>
            <dd className={mail.error ? 'text-danger' : undefined}>{mail.error ?? t('noError')}</dd>
            <dt>{t('attempts')}</dt>
            <dd>{mail.attempts}</dd>
            <dt>{t('nextTry')}</dt>
            <dd>{mail.nextTryAt ? when(mail.nextTryAt) : '–'}</dd>
          </>
        )}
        {(about.order ?? about.sellRequest ?? about.enquiry) !== null && (
          <>
            <dt>{t('about')}</dt>
            <dd>
              {about.order && (
                <Link to={`/orders/${about.order}`}>{t('order', { number: about.order })}</Link>
              )}
              {about.sellRequest && (
                <Link to={`/requests/${about.sellRequest}`}>
                  {t('request', { number: about.sellRequest })}
                </Link>
              )}
              {about.enquiry && (
                <Link to={`/enquiries/${about.enquiry}`}>{t('enquiry', { number: about.enquiry })}</Link>
              )}
            </dd>
          </>
        )}
        {mail.copyOf !== null && (
          <>
            <dt>{t('copyOf')}</dt>
            <dd>
              <Link to={`/mails/${mail.copyOf}`}>{t('copyLink', { id: mail.copyOf })}</Link>
            </dd>
          </>
        )}
        {attachments.files.length > 0 && (
          <>
            <dt>{t('attachments')}</dt>
            <dd>
              <ul>
                {attachments.files.map(({ name, position }) => (
                  <li key={`${position}:${name}`}>
                    {attachments.kept ? (
                      <a href={`/office/data/mails/${id}?file=${position}`} target="_blank" rel="noreferrer">
                        {name}
                      </a>
                    ) : (
                      name
                    )}
                  </li>
                ))}
              </ul>
              {!attachments.kept && <span className="sub">{t('notKept')}</span>}
            </dd>
          </>
        )}
      </dl>
      <MailDeeds />
      <Letter />
    </Page>
  )
}

function Letter() {
  const t = useTranslations('office.mails.mail')
  const { id, hasLetter, plain, without, subject } = useShown<'mail'>()
  const [shown, setShown] = useState<'html' | 'plain'>('html')
  if (!hasLetter) return without && <p className="max-w-prose pt-4">{t(`without.${without}`)}</p>
  return (
    <section className="block-section" aria-labelledby="mail-letter">
      <h2 id="mail-letter">{t('letter')}</h2>
      <p className="toolbar">
        {(['html', 'plain'] as const).map((each) => (
          <button
            key={each}
            type="button"
            className="office-chip"
            aria-pressed={shown === each}
            onClick={() => setShown(each)}
          >
            {t(each)}
          </button>
        ))}
      </p>
      {shown === 'html' ? (
        <DocumentFrame
          className="mail-letter"
          title={subject ?? t('letter')}
          address={`/office/data/mails/${id}${drawnForQuery() || '?'}&part=letter`}
        />
      ) : (
        <pre className="mail-plain">{plain}</pre>
      )}
      <p className="sub">{t('hidden')}</p>
    </section>
  )
}
