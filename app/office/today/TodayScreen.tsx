import { useEffect, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { type Need, urgentOf } from '#app/shop/today/needs.ts'
import { useLiveCounts } from '../events/live-counts.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useMay, useMember } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useBusy } from '../frame/use-busy.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { Happened } from './Happened.tsx'
import { listOf } from './need-lists.ts'
import { placeIfThere } from './places.ts'
import { rowsOf, type TodayRow } from './today-rows.ts'

/** What lies beside each other on a desk, in order; a section without anything that one may see is left out. */
const columns = [
  {
    'set-up': ['set-up'],
    orders: [
      'accept-orders',
      'send-orders',
      'hand-over-orders',
      'watch-money',
      'returned-orders',
      'send-refunds',
      'answer-withdrawals',
    ],
    holds: ['holds'],
    pieces: [
      'pieces-back',
      'drafts',
      'pieces-without-photos',
      'pieces-without-theft-check',
      'pieces-without-english',
    ],
  },
  {
    mails: ['failed-mails'],
    purchases: ['answer-requests', 'ending-offers', 'appointments'],
    enquiries: ['answer-enquiries'],
    prices: ['doubtful-prices', 'old-prices'],
  },
] as const satisfies readonly Partial<Record<string, readonly Need[]>>[]

type SectionName = { [Index in 0 | 1]: keyof (typeof columns)[Index] }[0 | 1]

/** The numbers in front: the first four that somebody may see. */
const figures = [
  'send-orders',
  'watch-money',
  'answer-requests',
  'failed-mails',
  'answer-enquiries',
  'pieces-back',
  'drafts',
  'pieces-without-photos',
  'pieces-without-english',
] as const satisfies readonly Need[]

export default function TodayScreen() {
  const words = useTranslations('office.frame')
  const { now, counts, mailsLeave } = useShown<'today'>()
  const title = useFormats().longDay(now)
  useFreshness()
  const live = useLiveCounts() ?? counts
  const urgent = urgentOf(live)
  // Where none leave, none undelivered says nothing.
  const says = (need: Need) => need !== 'failed-mails' || mailsLeave || (counts[need] ?? 0) > 0
  const shown = figures.filter((need) => counts[need] !== undefined && says(need)).slice(0, 4)
  return (
    <Page title={title} tab={`${urgent > 0 ? `(${urgent}) ` : ''}${words('screens.today')}`}>
      <ul className="today-figures">
        {shown.map((need) => (
          <li key={need} data-warn={need === 'failed-mails' && counts[need] !== 0 ? '' : undefined}>
            <Figure need={need} />
          </li>
        ))}
      </ul>
      <div className="today-columns">
        {columns.map((sections, index) => (
          <div key={Object.keys(sections)[0]}>
            {(Object.entries(sections) as [SectionName, readonly Need[]][]).map(([name, needs]) => (
              <Section key={name} name={name} needs={needs} />
            ))}
            {index === 1 && <Happened />}
          </div>
        ))}
      </div>
    </Page>
  )
}

/** A number in front, which leads to what it counts. */
function Figure({ need }: { need: Need }) {
  const t = useTranslations('office.today')
  const { role } = useMember()
  const { now, counts } = useShown<'today'>()
  const list = listOf(need, role, now)
  const words = (
    <>
      <b>{counts[need]}</b>
      <span>{t(`needs.${need}`)}</span>
    </>
  )
  return list === null ? words : <Link to={list}>{words}</Link>
}

/** Has the screen read anew when what is told no longer is what it shows; focus and place stay, for rows keep their keys. */
function useFreshness(): void {
  const live = useLiveCounts()
  const { counts } = useShown<'today'>()
  const { revalidate } = useRevalidator()
  const told = live && JSON.stringify(live)
  const shown = JSON.stringify(counts)
  const asked = useRef<string | null>(null)
  useEffect(() => {
    // Each news once: a read that answers otherwise is not asked for ever.
    if (told === null || told === shown || asked.current === told) return
    asked.current = told
    void revalidate()
  }, [told, shown, revalidate])
}

function Section({ name, needs }: { name: SectionName; needs: readonly Need[] }) {
  const t = useTranslations('office.today')
  const { counts, mailsLeave } = useShown<'today'>()
  const heading = useRef<HTMLHeadingElement>(null)
  const seen = needs.filter((need) => counts[need] !== undefined)
  if (seen.length === 0) return null
  const waiting = seen.filter((need) => (counts[need] ?? 0) > 0 || need === 'appointments')
  if (name === 'set-up' && waiting.length === 0) return null
  const isEmpty = seen.every((need) => (counts[need] ?? 0) === 0)
  return (
    <section className="today-section" aria-labelledby={`today-${name}`}>
      <h2 id={`today-${name}`} ref={heading} tabIndex={-1}>
        {t(`sections.${name}`)}
      </h2>
      {isEmpty && name !== 'set-up' && (
        <p className="today-empty">{t(name === 'mails' && !mailsLeave ? 'mailsAsFiles' : `empty.${name}`)}</p>
      )}
      {waiting.map((need) => (
        <NeedTable key={need} need={need} onDone={() => heading.current?.focus()} />
      ))}
    </section>
  )
}

function NeedTable({ need, onDone }: { need: Need; onDone: () => void }) {
  const t = useTranslations('office.today')
  const { locale, role } = useMember()
  const { now, counts, needs } = useShown<'today'>()
  const rows = rowsOf(need, needs, {
    now,
    locale,
    words: {
      // Words come from the server's own tables; a state that is new here shows itself.
      word: (kind, key) => {
        const name = `${kind}.${key}` as 'metal.gold'
        return t.has(name) ? t(name, { command: 'npm run content' }) : key
      },
      until: (time) => t('until', { time }),
      overdue: (time) => t('overdue', { time }),
      andMore: (count) => t('andMore', { count }),
      never: t('never'),
      givenUp: t('givenUp'),
    },
  })
  if (rows.length === 0) return null
  const list = listOf(need, role, now)
  // Appointments of the next days stand here as well, and count for their own.
  const listed = need === 'appointments' ? (needs[need]?.rows ?? []).filter(({ today }) => today) : rows
  const rest = (counts[need] ?? 0) - listed.length
  return (
    <table className="table today-table">
      <caption>
        {list === null ? (
          t(`needs.${need}`)
        ) : (
          <Link to={list} className="today-link">
            {t(`needs.${need}`)}
          </Link>
        )}{' '}
        <span className="today-count">{counts[need]}</span>
      </caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('what')}</th>
          <th scope="col">{t('when')}</th>
          <th scope="col">{t('step')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <td className="today-what">
              <Subject row={row} />
              {row.sub && <span className="sub">{row.sub}</span>}
            </td>
            <td className={row.isOverdue ? 'today-when missing' : 'today-when'}>{row.when}</td>
            <td className="today-step">
              <Steps row={row} onDone={onDone} />
            </td>
          </tr>
        ))}
      </tbody>
      {rest > 0 && (
        <tfoot>
          <tr>
            <td colSpan={3} className="sub">
              {list === null ? (
                t('more', { count: rest })
              ) : (
                <Link to={list} className="today-link">
                  {t('more', { count: rest })}
                </Link>
              )}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function Subject({ row }: { row: TodayRow }) {
  const to = row.to && placeIfThere(row.to)
  return to ? (
    <Link to={to} className="today-link">
      {row.main}
    </Link>
  ) : (
    row.main
  )
}

/** What can be done in place; a step that cannot be undone asks once more. */
function Steps({ row: { main, mail, price }, onDone }: { row: TodayRow; onDone: () => void }) {
  const t = useTranslations('office.today')
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const mayMail = useMay('mails.retry')
  const mayPrice = useMay('metal-prices.set')
  const [asked, setAsked] = useState(false)
  const [busy, during] = useBusy()
  const take = async (done: string, step: () => Promise<{ ok: boolean }>) => {
    if (busy) return
    await during(async () => {
      const { ok } = await step()
      announce(ok ? done : t('notDone'))
      await revalidate()
    })
    setAsked(false)
    // The line may be gone, and the focus with it.
    if (document.activeElement === document.body || !document.activeElement) onDone()
  }
  const button = (words: string, onClick: () => void, quiet = true) => (
    <button
      type="button"
      className={quiet ? 'do quiet' : 'do'}
      aria-disabled={busy}
      aria-label={`${words}: ${main}`}
      onClick={onClick}
    >
      {words}
    </button>
  )
  if (mail !== undefined && mayMail)
    return (
      <>
        {button(
          t('retry'),
          () => void take(t('retried'), () => act('mails.retry', { mail: mail.mail })),
          false,
        )}
        {asked
          ? button(t('dropReally'), () => void take(t('dropped'), () => act('mails.drop', mail)))
          : button(t('drop'), () => setAsked(true))}
      </>
    )
  if (price && mayPrice) {
    const settle = (answer: 'accepted' | 'refused') => () =>
      void take(t(answer), () => act('today.settle-price', { ...price, answer }))
    return (
      <>
        {button(t('accept'), settle('accepted'), false)}
        {button(t('refuse'), settle('refused'))}
      </>
    )
  }
  return null
}
