import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Shown } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useFormats } from '../frame/use-formats.ts'

/** Of a piece on sale, in its editor: whom it is kept for, and the ways to show it, to reserve it and to sell it in the branch. */
export function AtTheCounter({
  piece: { id, status, reservation },
}: {
  piece: Pick<Shown<'piece'>, 'id' | 'status' | 'reservation'>
}) {
  const t = useTranslations('office.sale')
  const maySell = useMay('sales.make')
  const mayBook = useMay('appointments.change')
  const { moment } = useFormats()
  if (!maySell || (status !== 'listed' && status !== 'reserved')) return null
  return (
    <>
      {reservation && (
        <p className="state state-warn">
          {t('reservations.inEditor', { name: reservation.name, until: moment(reservation.until) })}
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 pb-2">
        {status === 'listed' && mayBook && (
          <Link className="link inline-flex min-h-11 items-center" to={`/appointments?piece=${id}`}>
            {t('viewing')}
          </Link>
        )}
        {status === 'listed' && (
          <Link className="link inline-flex min-h-11 items-center" to={`/reservations?piece=${id}`}>
            {t('reservations.make')}
          </Link>
        )}
        <Link className="link inline-flex min-h-11 items-center" to={`/counter/sale?piece=${id}`}>
          {t('title')}
        </Link>
      </p>
    </>
  )
}
