import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { MailAddress } from '../frame/MailAddress.tsx'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { OthersHere } from '../presence/OthersHere.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { EnquiryCourse } from './EnquiryCourse.tsx'
import { EnquiryPiece } from './EnquiryPiece.tsx'
import { EnquiryPlace } from './EnquiryPlace.tsx'
import { EnquiryState } from './EnquiryState.tsx'
import { NoteForm } from './NoteForm.tsx'

/** An enquiry: what was asked, by whom, about which piece, what was answered, and how it goes on. */
export default function EnquiryScreen() {
  const t = useTranslations('office.enquiries')
  const words = useTranslations('office.enquiries.enquiry')
  const enquiry = useShown<'enquiry'>()
  const mayAnswer = useMay('enquiries.answer')
  const maySeePeople = useMay('people.see')
  const { id, name, email, phone } = enquiry
  const { moment: when } = useFormats()
  return (
    <Page
      title={words('title', { name })}
      back={<Link to="/enquiries">{words('back')}</Link>}
      actions={<OthersHere thing={`enquiry/${id}`} />}
    >
      <div className="enquiry">
        <div>
          <p className="sub">
            {words('asked', {
              when: when(enquiry.receivedAt),
              source: t(`sources.${enquiry.source}`),
              subject: t(`subjects.${enquiry.subject}`),
              language: t(`languages.${enquiry.locale}`),
            })}
            {enquiry.enteredBy && ` · ${words('enteredBy', { name: enquiry.enteredBy })}`}
          </p>
          <blockquote className="enquiry-message" lang={enquiry.locale} aria-label={words('message')}>
            {enquiry.message}
          </blockquote>
          <EnquiryCourse />
          {mayAnswer &&
            (email === null ? (
              <p className="py-3">{words('noAddress')}</p>
            ) : (
              <AnswerForm key={id} email={email} />
            ))}
          {mayAnswer && <NoteForm key={`note-${id}`} />}
        </div>
        <div>
          <section className="box" aria-label={words('state')}>
            <p>
              <EnquiryState state={enquiry.state} />
            </p>
            {mayAnswer && <EnquiryPlace />}
          </section>
          <section className="block-section">
            <h2>{words('person')}</h2>
            <p>{name}</p>
            {email && (
              <p>
                <a href={`mailto:${email}`}>
                  <MailAddress address={email} />
                </a>
              </p>
            )}
            {phone && (
              <p>
                <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
              </p>
            )}
            {maySeePeople && (
              <p>
                <Link to={`/people/enquiry.${id}`}>{words('file')}</Link>
              </p>
            )}
          </section>
          <EnquiryPiece />
          {enquiry.earlier.length > 0 && (
            <section className="block-section">
              <h2>{words('earlier')}</h2>
              <ul className="enquiry-earlier">
                {enquiry.earlier.map((each) => (
                  <li key={each.id}>
                    <Link to={`/enquiries/${each.id}`}>
                      {when(each.receivedAt)} · {t(`subjects.${each.subject}`)}
                    </Link>{' '}
                    <EnquiryState state={each.state} />
                    <span className="sub enquiry-begin">{each.message}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <p className="sub">{words('kept')}</p>
        </div>
      </div>
    </Page>
  )
}
