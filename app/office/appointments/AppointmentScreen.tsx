import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { MailAddress } from '../frame/MailAddress.tsx'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { OthersHere } from '../presence/OthersHere.tsx'
import { AppointmentSteps } from './AppointmentSteps.tsx'
import { calendarAddress } from './calendar-address.ts'
import { Details } from './Details.tsx'
import { VideoLink } from './VideoLink.tsx'

const stateLook = {
  ahead: 'state state-good',
  over: 'state state-warn',
  came: 'state state-good',
  missed: 'state state-bad',
  cancelled: 'state state-quiet',
  replaced: 'state state-quiet',
} as const

/** One appointment: when, where, who and what about, what may be done, what happened, and the mails about it. */
export default function AppointmentScreen() {
  const t = useTranslations('office.appointments')
  const format = useFormats()
  const mayChange = useMay('appointments.change')
  const maySeePeople = useMay('people.see')
  const { appointment, branches, replacedBy } = useShown<'appointment'>()
  const { id, state, startsAt, endsAt, branchId, kind, pieces, request, staff, name } = appointment
  const nameOf = (of: string) => branches.find((each) => each.id === of)?.name ?? of
  const inCalendar = calendarAddress({
    ...{ view: 'day', date: germanDay(new Date(startsAt)), branch: branchId, person: null },
  })
  return (
    <Page
      title={name ?? t('forgotten')}
      back={<Link to={inCalendar}>{t('toCalendar')}</Link>}
      actions={<OthersHere thing={`appointment/${id}`} />}
    >
      <p className="num dates-when">
        {t('when', {
          day: format.longDay(startsAt),
          from: format.clock(startsAt),
          until: format.clock(endsAt),
        })}
      </p>
      <p className="pb-4">
        <span className={stateLook[state]}>{t(`states.${state}`)}</span>{' '}
        {replacedBy !== null && <Link to={`/appointments/${replacedBy}`}>{t('toReplacement')}</Link>}
      </p>
      <div className="dates-detail">
        <div>
          <dl className="dates-facts">
            <Fact label={t('fields.kind')}>{t(`kinds.${kind}`)}</Fact>
            <Fact label={t(kind === 'video' ? 'calledFrom' : 'branch')}>{nameOf(branchId)}</Fact>
            <Fact label={t('fields.staffId')}>{staff?.name ?? t('nobody')}</Fact>
            {request && (
              <Fact label={t('request')}>
                <Link to={`/requests/${request}`} className="link">
                  {request}
                </Link>
              </Fact>
            )}
            {pieces.length > 0 && (
              <Fact label={t('fields.pieces')}>
                {pieces.map((piece) => (
                  <span key={piece.id} className="block">
                    <Link to={`/pieces/${piece.id}`} className="link">
                      {piece.id} {piece.name}
                    </Link>
                    {piece.liesIn !== null && (
                      <span className="sub">{t('liesIn', { branch: nameOf(piece.liesIn) })}</span>
                    )}
                  </span>
                ))}
              </Fact>
            )}
            {appointment.phone && (
              <Fact label={t('fields.phone')}>
                <a href={`tel:${appointment.phone.replaceAll(/[^\d+]/g, '')}`} className="link num">
                  {appointment.phone}
                </a>
              </Fact>
            )}
            {appointment.email && (
              <Fact label={t('fields.email')}>
                <a href={`mailto:${appointment.email}`} className="link">
                  <MailAddress address={appointment.email} />
                </a>
              </Fact>
            )}
            {maySeePeople && name !== null && (
              <Fact label={t('person')}>
                <Link to={`/people/appointment.${id}`} className="link">
                  {t('personFile')}
                </Link>
              </Fact>
            )}
            {appointment.about && <Fact label={t('fields.about')}>{appointment.about}</Fact>}
            {appointment.forcedBecause && (
              <Fact label={t('fields.because')}>{appointment.forcedBecause}</Fact>
            )}
            {appointment.cancelReason && <Fact label={t('fields.reason')}>{appointment.cancelReason}</Fact>}
            <Fact label={t('fields.locale')}>{t(`languages.${appointment.locale}`)}</Fact>
          </dl>
          {kind === 'video' && <VideoLink key={`link ${id}`} />}
          {mayChange && <AppointmentSteps key={id} />}
          {mayChange && name !== null ? (
            <Details key={`details ${id}`} />
          ) : (
            appointment.note && <Fact label={t('fields.note')}>{appointment.note}</Fact>
          )}
        </div>
        <div>
          <Mails />
          <History />
        </div>
      </div>
    </Page>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function useMoment() {
  const format = useFormats()
  return (at: string) => format.moment(at)
}

function Mails() {
  const t = useTranslations('office.appointments')
  const moment = useMoment()
  const { mails } = useShown<'appointment'>()
  return (
    <section className="block-section">
      <h2>{t('mails')}</h2>
      {mails.length === 0 && <p className="text-ink-soft">{t('noMails')}</p>}
      <ol className="dates-history">
        {mails.map(({ id, kind, recipient, subject, at, state }) => (
          <li key={id}>
            {subject ??
              (t.has(`mailKinds.${kind as 'staff-appointment'}`)
                ? t(`mailKinds.${kind as 'staff-appointment'}`)
                : kind)}
            <span className="sub">
              {[recipient, t(`mailStates.${state}`), moment(at)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function History() {
  const t = useTranslations('office.appointments')
  const moment = useMoment()
  const { history } = useShown<'appointment'>()
  return (
    <section className="block-section">
      <h2>{t('history')}</h2>
      <ol className="dates-history">
        {history.map(({ version, at, by, deed, from, to }) => (
          <li key={version}>
            {t(`deeds.${deed}`)}
            {deed === 'moved' && from && to && ` ${t('fromTo', { from: moment(from), to: moment(to) })}`}
            <span className="sub">
              {[moment(at), by ?? t(deed === 'reminded' ? 'theShop' : 'notStaff')].join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
