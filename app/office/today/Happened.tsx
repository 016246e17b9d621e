import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useRecordWords } from '../accounts/use-record-words.ts'
import { useMember } from '../frame/member.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { momentOf } from './today-rows.ts'

type Event = ReturnType<typeof useShown<'today'>>['events'][number]

/** Where what happened is looked at; null: nowhere of its own. */
function placeOf({ kind, about }: Pick<Event, 'kind' | 'about'>): string | null {
  switch (kind) {
    case 'piece':
      return `/pieces/${about}`
    case 'order':
    case 'money':
      return `/orders/${about}`
    case 'purchase':
      return `/requests/${about}`
    case 'metal-price':
      return '/metal-prices'
    case 'change':
      return null
  }
}

function MaybeLink({ to, children }: { to: string | null; children: string }) {
  return to === null ? (
    children
  ) : (
    <Link to={to} className="today-link">
      {children}
    </Link>
  )
}

/** What happened last, newest first. */
export function Happened() {
  const t = useTranslations('office.today')
  const format = useFormats()
  const { locale } = useMember()
  const { events, now } = useShown<'today'>()
  const { thing } = useRecordWords()
  const word = (key: string) => {
    const name = `events.${key}` as 'events.changed'
    return t.has(name) ? t(name) : key
  }
  const metal = (key: string) => t(`metal.${key as 'gold'}`)
  const textOf = ({ kind, about, what, cents, name }: (typeof events)[number]): string => {
    const amount = cents === null ? '' : format.price(Number(cents))
    if (kind === 'metal-price') return t('priceSet', { metal: metal(about), price: amount })
    if (kind === 'money') return t(what.startsWith('in') ? 'moneyIn' : 'moneyOut', { order: about, amount })
    if (kind === 'change') {
      const [subject = '', subjectId = ''] = about.split(/ (.*)/)
      return t('changed', { what: thing({ subject, subjectId, thing: name }) })
    }
    return `${about}: ${word(`${kind}.${what}`)}`
  }
  return (
    <section className="today-section" aria-labelledby="today-last">
      <h2 id="today-last">{t('sections.last')}</h2>
      {events.length === 0 && <p className="today-empty">{t('empty.last')}</p>}
      <ol className="today-last">
        {events.map((event) => (
          <li key={`${event.kind} ${event.about} ${event.at} ${event.what}`}>
            <time dateTime={event.at}>{momentOf(event.at, now, locale)}</time>{' '}
            <MaybeLink to={placeOf(event)}>{textOf(event)}</MaybeLink>
            {event.by && (
              <span className="sub">
                {t.has(`by.${event.by as 'shop'}`) ? t(`by.${event.by as 'shop'}`) : event.by}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
