import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useMay } from '../frame/member.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { MailState } from '../mails/mail-says.tsx'

/** What was answered, what came back, and what was noted, in its order. */
export function EnquiryCourse() {
  const t = useTranslations('office.enquiries.enquiry')
  const { entries } = useShown<'enquiry'>()
  const format = useFormats()
  const mayReadMails = useMay('mails.read')
  return (
    <section className="block-section" aria-labelledby="enquiry-course">
      <h2 id="enquiry-course">{t('course')}</h2>
      {entries.length === 0 && <p className="text-ink-soft">{t('nothingYet')}</p>}
      <ol className="enquiry-course">
        {entries.map(({ id, at, kind, by, subject, text, mail, mailState, locale }) => (
          <li key={id} data-kind={kind}>
            <p>
              <b>{t(`entries.${kind}`, { by })}</b>{' '}
              <time dateTime={at} className="text-ink-soft">
                {format.moment(at)}
              </time>
            </p>
            {subject && <p className="font-medium">{subject}</p>}
            <p className="enquiry-text" lang={locale ?? undefined}>
              {text}
            </p>
            {mail !== null && mailState && (
              <p>
                <MailState state={mailState} />{' '}
                {mayReadMails && <Link to={`/mails/${mail}`}>{t('mail')}</Link>}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
