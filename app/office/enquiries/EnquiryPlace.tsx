import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { enquiryStates } from '#app/shop/enquiries/enquiry-states.ts'
import { Select } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { type AnswerOf, act, type InputOf } from '../frame/calls.ts'
import { useShown } from '../frame/use-shown.ts'
import { Meanwhile } from './Meanwhile.tsx'
import { useFault } from './use-fault.ts'

export type Change = Omit<InputOf<'enquiries.change'>, 'id' | 'version'>
export type Clash = Extract<AnswerOf<'enquiries.change'>, { reason: 'changed-meanwhile' }>['now']

/** Changes an enquiry; where somebody else was faster, says so and asks. */
export function useChange() {
  const t = useTranslations('office.enquiries.enquiry')
  const { id, version } = useShown<'enquiry'>()
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const say = useFault()
  const [fault, setFault] = useState('')
  const [clash, setClash] = useState<{ now: Clash; change: Change } | null>(null)
  const change = async (wanted: Change, seen = version): Promise<boolean> => {
    setFault('')
    setClash(null)
    const answer = await act('enquiries.change', { id, version: seen, ...wanted })
    if (answer.ok) announce(t('changed'))
    else if (answer.reason === 'changed-meanwhile') setClash({ now: answer.now, change: wanted })
    else setFault(say(answer.reason === 'invalid' ? (Object.values(answer.faults)[0] ?? '') : answer.reason))
    await revalidate()
    return answer.ok
  }
  const asks = clash && (
    <Meanwhile
      now={clash.now}
      anyway={t('anywayChange')}
      onAnyway={() => void change(clash.change, clash.now.version)}
      onLeave={() => setClash(null)}
    />
  )
  return { change, fault, asks }
}

/** Where it stands, and whose it is. */
export function EnquiryPlace() {
  const t = useTranslations('office.enquiries')
  const { state, assigneeId, members } = useShown<'enquiry'>()
  const { change, fault, asks } = useChange()
  return (
    <>
      <Select
        name="state"
        label={t('enquiry.state')}
        value={state}
        onChange={({ target }) => void change({ state: target.value as typeof state })}
      >
        {enquiryStates.map((each) => (
          <option key={each} value={each}>
            {t(`states.${each}`)}
          </option>
        ))}
      </Select>
      <Select
        name="assignee"
        label={t('enquiry.assignee')}
        value={assigneeId ?? ''}
        onChange={({ target }) =>
          void change({ assignee: target.value === '' ? null : Number(target.value) })
        }
      >
        <option value="">{t('nobody')}</option>
        {members.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {fault && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
      {asks}
    </>
  )
}
