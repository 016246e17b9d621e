import { useState } from 'react'
import { Link } from 'react-router'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useShown } from '../frame/use-shown.ts'
import { placeIfThere } from '../today/places.ts'
import { useDeed } from './use-deed.ts'
import {
  kindOf,
  type Moment,
  type MomentKind,
  momentKey,
  referenceOf,
  useOrderWords,
} from './use-order-words.ts'

const kinds = ['all', 'steps', 'money', 'mails', 'notes'] as const

/** Everything that happened to the order as one line: steps, money, mails with what became of them, notes. */
export function Timeline() {
  const { t } = useOrderWords()
  const { moments } = useShown<'order'>()
  const [kind, setKind] = useState<'all' | MomentKind>('all')
  const shown = moments.filter((each) => kind === 'all' || kindOf(each) === kind).toReversed()
  return (
    <section className="block-section" aria-labelledby="order-timeline">
      <h2 id="order-timeline">{t('timeline.title')}</h2>
      <div className="toolbar" role="group" aria-label={t('timeline.only')}>
        {kinds.map((each) => (
          <button
            key={each}
            type="button"
            className="office-chip"
            aria-pressed={kind === each}
            onClick={() => setKind(each)}
          >
            {t(`timeline.kinds.${each}`)}
          </button>
        ))}
      </div>
      <ol className="order-timeline">
        {shown.map((each) => (
          <li key={momentKey(each)} data-kind={kindOf(each)}>
            <MomentLine moment={each} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** One line of it: when, what, by whom, and what more is known. */
export function MomentLine({ moment: each }: { moment: Moment }) {
  const { t, moment, text, who } = useOrderWords()
  const { refunds } = useShown<'order'>()
  const reference =
    each.kind === 'money' && each.entry.corrects === null ? referenceOf(each.entry, refunds) : null
  const by = each.kind === 'withdrawal' && each.answeredBy ? each.answeredBy : each.by
  return (
    <>
      <time dateTime={each.at}>{moment(each.at)}</time>
      <div>
        {each.kind === 'withdrawal' ? (
          <MaybeLink to={`/withdrawals/${each.number}`}>{text(each)}</MaybeLink>
        ) : (
          <span className="order-said">{text(each)}</span>
        )}
        {reference !== null && <span className="sub">{t('moments.reference', { reference })}</span>}
        {each.kind === 'mail' && <MailLine mail={each.mail} />}
        {each.kind !== 'mail' && by !== null && <span className="sub">{who(by)}</span>}
      </div>
    </>
  )
}

/** A link where the office has such a screen, else the words alone. */
function MaybeLink({ to, children }: { to: string; children: string }) {
  const place = placeIfThere(to)
  return place === null ? children : <Link to={place}>{children}</Link>
}

const looks = {
  sent: 'state-good',
  waiting: 'state-warn',
  failing: 'state-bad',
  'given-up': 'state-bad',
  'taken-back': 'state-quiet',
  erased: 'state-quiet',
} as const

function MailLine({ mail }: { mail: Extract<Moment, { kind: 'mail' }>['mail'] }) {
  const { t, moment, mailName } = useOrderWords()
  const mayRetry = useMay('mails.retry')
  const deed = useDeed()
  const isStuck = mail.state === 'failing' || mail.state === 'given-up'
  const place = placeIfThere(`/mails/${mail.id}`)
  return (
    <div className="order-mail-line">
      {mail.subject !== null && <span className="sub">{mail.subject}</span>}
      <span className={`state ${looks[mail.state]}`}>
        {t(`mails.states.${mail.state}`)} {mail.when !== null && moment(mail.when)}
      </span>
      <span className="sub">
        {[
          mail.recipient && t('mails.to', { recipient: mail.recipient }),
          mail.attachments.length > 0 && t('mails.withFiles', { files: mail.attachments.join(', ') }),
        ]
          .filter(Boolean)
          .join(' ')}
      </span>
      {isStuck && mail.error && <span className="missing">{mail.error}</span>}
      <span className="page-actions">
        {place !== null && (
          <Link to={place} aria-label={`${t('mails.open')}: ${mailName(mail.mail)}`}>
            {t('mails.open')}
          </Link>
        )}
        {isStuck && mayRetry && (
          <button
            type="button"
            className="plain-button"
            onClick={() =>
              void deed.take(
                () => act('mails.retry', { mail: mail.id }),
                () => t('mails.retried'),
              )
            }
          >
            {t('mails.retry')}
          </button>
        )}
      </span>
      {deed.refusal && (
        <span role="alert" className="missing">
          {deed.refusal}
        </span>
      )}
    </div>
  )
}
