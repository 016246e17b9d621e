import type { ReactNode } from 'react'
import { List } from './List.tsx'
import { sayAppointment, t, time, weekday } from './sell-request-words.ts'
import type { SellerView } from './seller-view.ts'
import type { VisitChoice } from './visit-choice.ts'

const bring = ['piece', 'identity', 'papers', 'account', 'estate'] as const

/** The appointment, or the choice of one: a branch, a day, a time, each on the page that the last step led to. */
export function Visit({
  request,
  choice,
  branches,
  phone,
}: {
  request: SellerView
  choice: VisitChoice | null
  branches: readonly { branchId: string; name: string }[]
  phone: string
}) {
  const { appointment } = request
  return (
    <section aria-labelledby="visit">
      <h2 id="visit" className="text-step-2">
        {t('visit.title')}
      </h2>
      {appointment ? (
        <p className="num mt-3 font-medium text-step-1">{sayAppointment(request, branches)}</p>
      ) : (
        <p className="mt-3 max-w-prose text-ink-soft">{t('visit.text')}</p>
      )}
      {choice && (
        <div className="print:hidden">
          {choice.branches.length === 0 && <p className="mt-3">{t('visit.none', { phone })}</p>}
          {choice.branches.length > 0 && !appointment && <Choice choice={choice} />}
          {choice.branches.length > 0 && appointment && (
            <details open={choice.open}>
              <summary className="link inline-flex min-h-11 items-center">{t('visit.change')}</summary>
              <Choice choice={choice} />
            </details>
          )}
        </div>
      )}
      <h3 className="mt-8 font-text text-step-0 font-medium">{t('visit.bring')}</h3>
      <List items={bring.map((item) => t(`visit.bringItems.${item}`))} />
    </section>
  )
}

function Choice({ choice }: { choice: VisitChoice }) {
  const { branches, branchId, days, day, times, gone } = choice
  const branch = branches.find((each) => each.branchId === branchId)
  if (!branch) return null
  return (
    <div className="mt-4 grid max-w-2xl gap-6">
      {branches.length > 1 && (
        <Links label={t('visit.branch')}>
          {branches.map((each) => (
            <Choosable
              key={each.branchId}
              href={visitQuery(each.branchId)}
              current={each.branchId === branchId}
            >
              {each.name}
            </Choosable>
          ))}
        </Links>
      )}
      {gone && <p className="border-reserved border-l-2 pl-3">{t('visit.gone')}</p>}
      {day === null ? (
        <Links label={t('visit.day', { branch: branch.name })}>
          {days.map((each) => (
            <Choosable key={each} href={visitQuery(branch.branchId, each)}>
              {weekday(noon(each))}
            </Choosable>
          ))}
        </Links>
      ) : (
        // What is refused comes back at the same day.
        <form method="post" action={visitQuery(branch.branchId, day)} className="grid gap-4">
          <fieldset className="num">
            <legend className="font-medium">
              {t('visit.time', { day: weekday(noon(day)), branch: branch.name })}
            </legend>
            <div className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-4">
              {times.map((at) => (
                <label key={at.toISOString()} className="flex min-h-11 cursor-pointer items-center gap-3">
                  <input
                    type="radio"
                    name="time"
                    value={`${branch.branchId}|${at.toISOString()}`}
                    required
                    className="size-5 shrink-0 accent-green"
                  />
                  {t('visit.clock', { time: time(at) })}
                </label>
              ))}
            </div>
          </fieldset>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <button type="submit" name="step" value="book" className="button">
              {t('visit.book')}
            </button>
            <a href={visitQuery(branch.branchId)} className="link inline-flex min-h-11 items-center">
              {t('visit.otherDay')}
            </a>
          </div>
        </form>
      )}
    </div>
  )
}

/** The page at a branch, or at a day of it. */
const visitQuery = (branchId: string, day: string | null = null) =>
  `?${new URLSearchParams({ branch: branchId, ...(day !== null && { day }) })}#visit`

/** A day as a moment that is on it in Germany, too. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`)

function Links({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <p className="font-medium">{label}</p>
      <ul className="num mt-1 grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-x-4">{children}</ul>
    </nav>
  )
}

function Choosable({ href, current, children }: { href: string; current?: boolean; children: string }) {
  return (
    <li>
      <a
        href={href}
        aria-current={current ? 'true' : undefined}
        className={`inline-flex min-h-11 items-center ${current ? 'font-medium' : 'link'}`}
      >
        {children}
      </a>
    </li>
  )
}
