import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { Field, Select } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'

/** The texts of a time, as a form keeps them: `day` is a free day, or `other`; `startsAt` is one of its free times. */
export const timeTexts = {
  branchId: '',
  staffId: '',
  day: '',
  startsAt: '',
  date: '',
  time: '',
  minutes: '',
  because: '',
}
export type TimeTexts = typeof timeTexts
type Name = keyof TimeTexts

const other = 'other'

/** The free time that is chosen; null: none. One of a day that was chosen before does not count. */
function chosenTime({ day, startsAt }: TimeTexts): string | null {
  return startsAt !== '' && germanDay(new Date(startsAt)) === day ? startsAt : null
}

/** The same as an action takes it. */
export const timeInputOf = (texts: TimeTexts) => ({
  branchId: texts.branchId,
  staffId: Number(texts.staffId) || null,
  startsAt: chosenTime(texts),
  other: { date: texts.date, time: texts.time, minutes: texts.minutes, because: texts.because },
})

/** Without a free time chosen, and no other one either, nothing can be sent. */
export const hasNoTime = (texts: TimeTexts) => texts.day !== other && chosenTime(texts) === null

type Free = { date: string; times: string[] }[]

/** Branch, a free day and time of it, or another with its reason; and who receives. */
export function TimeFields({
  texts,
  put,
  faults,
  except = null,
  choices: { branches, people },
}: {
  texts: TimeTexts
  put: (name: Name, text: string) => void
  faults: Readonly<Record<string, string>>
  /** The appointment that is moved: its own time is free for it. */
  except?: number | null
  choices: {
    branches: readonly { id: string; name: string }[]
    people: readonly { id: number; name: string }[]
  }
}) {
  const t = useTranslations('office.appointments')
  const format = useFormats()
  const { branchId } = texts
  const [free, setFree] = useState<{ of: string; days: Free } | null>(null)
  useEffect(() => {
    if (branchId === '') return
    let isWanted = true
    void act('appointments.free', { branchId, except }).then((answer) => {
      if (isWanted) setFree({ of: branchId, days: answer.ok ? answer.days : [] })
    })
    return () => {
      isWanted = false
    }
  }, [branchId, except])
  const days = free?.of === branchId ? free.days : []
  const isOther = texts.day === other
  const times = days.find(({ date }) => date === texts.day)?.times ?? []
  const fault = (name: string) => faults[name] && t(`faults.${faults[name] as 'missing'}`)
  const control = (name: Name) => ({
    name,
    label: t(`fields.${name}`),
    value: texts[name],
    error: fault(name),
    onChange: ({ target }: { target: { value: string } }) => put(name, target.value),
  })
  return (
    <>
      <div className="two">
        <Select {...control('branchId')}>
          {branches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Select {...control('staffId')}>
          <option value="">{t('nobody')}</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Select {...control('day')}>
          <option value="">
            {free?.of === branchId && days.length === 0 ? t('noFreeDay') : t('choose')}
          </option>
          {days.map(({ date, times }) => (
            <option key={date} value={date}>
              {t('freeDay', { day: format.shortDay(date), count: times.length })}
            </option>
          ))}
          <option value={other}>{t('otherTime')}</option>
        </Select>
        {!isOther && (
          <Select {...control('startsAt')} value={chosenTime(texts) ?? ''} disabled={times.length === 0}>
            <option value="">{t('choose')}</option>
            {times.map((at) => (
              <option key={at} value={at}>
                {format.clock(at)}
              </option>
            ))}
          </Select>
        )}
      </div>
      {isOther && (
        <fieldset className="grid gap-3">
          <legend className="pb-1 font-medium">{t('otherTime')}</legend>
          <p className="text-ink-soft">{t('otherTimeText')}</p>
          <div className="two">
            <Field {...control('date')} type="date" required />
            <Field {...control('time')} type="time" required />
            <Field {...control('minutes')} inputMode="numeric" required />
            <Field {...control('because')} maxLength={500} required />
          </div>
        </fieldset>
      )}
    </>
  )
}
