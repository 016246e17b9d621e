import { useTranslations } from 'use-intl'
import type { AnswerOf } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'

type Refused = Extract<
  AnswerOf<'reservations.make'> | AnswerOf<'reservations.move'> | AnswerOf<'reservations.end'>,
  { ok: false }
>

/** Why a piece was not reserved, or a reservation not changed, and moments as they are said. */
export function useReservationWords() {
  const t = useTranslations('office.sale')
  const { moment } = useFormats()
  const refusal = (answer: Refused): string => {
    switch (answer.reason) {
      case 'held':
        return t('reservations.refusals.held', { until: moment(answer.until) })
      case 'ordered':
        return t('reservations.refusals.ordered', { order: answer.order })
      case 'reserved':
        return t('reservations.refusals.reserved', { name: answer.name, until: moment(answer.until) })
      case 'no-such-piece':
      case 'not-on-sale':
      case 'no-such-day':
      case 'no-such-branch':
      case 'ended':
      case 'no-such-reservation':
      case 'changed-meanwhile':
        return t(`reservations.refusals.${answer.reason}`)
      case 'invalid':
        return t('faultsAbove')
      default:
        return t('failed')
    }
  }
  return { moment, refusal }
}
