import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useShown } from '../frame/use-shown.ts'
import { useKindOfMail } from '../mails/mail-says.tsx'
import { placeIfThere } from '../today/places.ts'
import { useSaidNote } from './use-said-note.ts'
import { useSaidRequest } from './use-said-request.ts'
import { useStepActor } from './use-step-actor.ts'

/** Everything that happened, newest first: steps with who took them and why, and mails. */
export function Timeline() {
  const t = useTranslations('office.requests')
  const { request, mails } = useShown<'request'>()
  const { moment } = useSaidRequest()
  const kindOf = useKindOfMail()
  const by = useStepActor()
  const sayNote = useSaidNote()
  const lines = [
    { key: 'submitted', at: request.submittedAt, what: t('one.submitted'), sub: by('seller'), to: null },
    ...request.history.map((step, index) => ({
      key: `step ${index}`,
      at: step.at,
      what: t.has(`events.${step.event as 'ask'}`) ? t(`events.${step.event as 'ask'}`) : step.event,
      sub: [by(step.by), sayNote(step.noted)].filter(Boolean).join(': '),
      to: null,
    })),
    ...mails.map((mail) => ({
      key: `mail ${mail.id}`,
      at: mail.sentAt ?? mail.createdAt,
      what: t('one.mail', { kind: kindOf(mail.kind) }),
      sub: mail.sentAt ? '' : mail.failed ? t('one.mailFailed', { why: mail.failed }) : t('one.mailWaiting'),
      to: placeIfThere(`/mails/${mail.id}`),
    })),
  ].toSorted((a, b) => b.at.localeCompare(a.at))
  return (
    <section className="block-section" aria-labelledby="timeline">
      <h2 id="timeline">{t('one.timeline')}</h2>
      <ol className="request-timeline">
        {lines.map(({ key, at, what, sub, to }) => (
          <li key={key}>
            <time className="num sub" dateTime={at}>
              {moment(at)}
            </time>
            <span>
              {to ? (
                <Link className="link" to={to}>
                  {what}
                </Link>
              ) : (
                what
              )}
              {sub && <span className="sub">{sub}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
