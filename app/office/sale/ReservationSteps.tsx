import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { Select } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type Shown } from '../frame/calls.ts'
import { useShown } from '../frame/use-shown.ts'
import { useReservationWords } from './use-reservation-words.ts'

/** What can be done with a reservation that is in force: sold, kept longer, ended early. */
export function ReservationSteps({ row }: { row: Shown<'reservations'>['rows'][number] }) {
  const t = useTranslations('office.sale.reservations')
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const { branches } = useShown<'reservations'>()
  const { moment, refusal } = useReservationWords()
  const ends = branches.find(({ id }) => id === row.branch_id)?.ends ?? []
  const [moving, setMoving] = useState<string | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const { id, version } = row
  const end = async () => {
    const answer = await act('reservations.end', { id, version })
    if (answer.ok) announce(t('ended', { piece: row.piece }))
    else setSaid(refusal(answer))
    await revalidate()
  }
  const move = async (day: string) => {
    const answer = await act('reservations.move', { id, version, day })
    if (answer.ok) {
      const until = ends.find((each) => each.day === day)?.until ?? row.until
      announce(t('moved', { until: moment(until) }))
      setMoving(null)
    } else setSaid(refusal(answer))
    await revalidate()
  }
  return (
    <div>
      {moving === null ? (
        <p className="flex flex-wrap gap-x-3">
          <Link className="link inline-flex min-h-11 items-center" to={`/counter/sale?piece=${row.piece}`}>
            {t('sell')}
          </Link>
          <button
            type="button"
            className="link min-h-11"
            onClick={() =>
              setMoving(ends.find(({ until }) => until > row.until)?.day ?? ends.at(-1)?.day ?? '')
            }
          >
            {t('move')}
          </button>
          <button type="button" className="link min-h-11" onClick={() => void end()}>
            {t('end')}
          </button>
        </p>
      ) : (
        <div className="grid gap-2">
          <Select
            name={`day-${id}`}
            label={t('until')}
            value={moving}
            onChange={({ target }) => setMoving(target.value)}
          >
            {ends.map(({ day, until }) => (
              <option key={day} value={day}>
                {moment(until)}
              </option>
            ))}
          </Select>
          <p className="toolbar">
            <button type="button" className="do" onClick={() => void move(moving)}>
              {t('save')}
            </button>
            <button type="button" className="do quiet" onClick={() => setMoving(null)}>
              {t('cancel')}
            </button>
          </p>
        </div>
      )}
      <p role="alert" className="missing">
        {said}
      </p>
    </div>
  )
}
