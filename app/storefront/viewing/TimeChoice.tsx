import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { dateFormat, formatClock, timeZone } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { useLocale } from '../shell-data.ts'

/** Branches, then the free days of one, then the times of a day: each step is a page of its own. */
export type Choice = {
  branches: readonly { branchId: string; name: string }[]
  branchId: string | null
  days: readonly string[]
  day: string | null
  times: readonly (Date | string)[]
  gone: boolean
  /** What else the query of the page says, and says on. */
  keeps?: Readonly<Record<string, string>>
}

/** „Freitag, 27. November“ */
export const sayDay = (day: string, locale: Locale) =>
  dateFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone }).format(
    new Date(`${day}T12:00:00Z`),
  )

/** The page at a branch, or at a day of it. */
export const choiceQuery = (
  { keeps }: Pick<Choice, 'keeps'>,
  branchId: string,
  day: string | null = null,
): string =>
  `?${new URLSearchParams({ ...keeps, branch: branchId, ...(day !== null && { day }) })}${day === null ? '' : '#time'}`

/** The steps before the times; without script they are links. */
export function DayChoice({ choice }: { choice: Choice }) {
  const t = useTranslations('viewing')
  const locale = useLocale()
  const branch = choice.branches.find(({ branchId }) => branchId === choice.branchId)
  if (!branch) return null
  return (
    <div className="grid gap-6">
      {choice.branches.length > 1 && (
        <Links label={t('branch')}>
          {choice.branches.map((each) => (
            <Choosable
              key={each.branchId}
              href={choiceQuery(choice, each.branchId)}
              current={each.branchId === branch.branchId}
            >
              {each.name}
            </Choosable>
          ))}
        </Links>
      )}
      {choice.gone && (
        <p role="status" className="border-reserved border-l-2 pl-3">
          {t('gone')}
        </p>
      )}
      <Links label={t('day', { branch: branch.name })}>
        {choice.days.map((day) => (
          <Choosable key={day} href={choiceQuery(choice, branch.branchId, day)} current={day === choice.day}>
            {sayDay(day, locale)}
          </Choosable>
        ))}
      </Links>
    </div>
  )
}

/** The times of the chosen day, one of which is sent. */
export function Times({ choice, error }: { choice: Choice; error?: string | undefined }) {
  const t = useTranslations('viewing')
  const locale = useLocale()
  if (choice.day === null || choice.branchId === null) return null
  return (
    <fieldset id="time" tabIndex={-1} className="num outline-none" aria-describedby={error && 'time-error'}>
      <legend className="font-medium">{t('time', { day: sayDay(choice.day, locale) })}</legend>
      {error && (
        <p id="time-error" className="text-danger text-step--1">
          {error}
        </p>
      )}
      <div className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-x-4">
        {choice.times.map((at) => (
          <label key={new Date(at).toISOString()} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="time"
              value={`${choice.branchId}|${new Date(at).toISOString()}`}
              required
              className="size-5 shrink-0 accent-green"
            />
            {t('clock', { time: formatClock(at, locale) })}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Links({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <p className="font-medium">{label}</p>
      <ul className="num mt-1 grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-x-4">{children}</ul>
    </nav>
  )
}

function Choosable({ href, current, children }: { href: string; current: boolean; children: string }) {
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
