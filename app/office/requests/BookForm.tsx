import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { hasNoTime, TimeFields, timeInputOf, timeTexts } from '../appointments/TimeFields.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { Said } from './Said.tsx'
import { useRequestAct } from './use-request-act.ts'

/** A time for a seller who calls, in place of one that they had. */
export function BookForm() {
  const t = useTranslations('office.requests.steps')
  const { request, version, branches, people, minutes } = useShown<'request'>()
  const { number } = request
  const { texts, put, done } = useKeptText(`request-book-${number}`, {
    ...timeTexts,
    branchId: request.branchId ?? branches[0]?.id ?? '',
    minutes: String(minutes),
  })
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const acting = useRequestAct()
  const formats = useFormats()
  const book = async () => {
    if (hasNoTime(texts)) return setFaults({ [texts.day === '' ? 'day' : 'startsAt']: 'missing' })
    setFaults({})
    const at = texts.day === 'other' || texts.startsAt === '' ? null : new Date(texts.startsAt)
    const saidTime = at ? formats.moment(at) : `${texts.date} ${texts.time}`
    const input = { number, version, ...timeInputOf(texts) }
    const answer = await acting.run('requests.book', input, {
      ...{ said: t('done'), mine: [t('book'), saidTime].join('\n') },
    })
    if (answer?.ok) done()
    else if (answer && 'faults' in answer) setFaults(answer.faults)
  }
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void book()
      }}
    >
      <TimeFields texts={texts} put={put} faults={faults} choices={{ branches, people }} />
      <Said of={acting} />
      <p>
        <button type="submit" className="do" disabled={acting.busy}>
          {t('confirm', { step: t('book') })}
        </button>
      </p>
    </form>
  )
}
