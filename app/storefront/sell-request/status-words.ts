import { lastDay, sayAppointment, t } from './sell-request-words.ts'
import type { SellerView } from './seller-view.ts'

/** Where the request is, in plain words, and what comes next. */
export function statusWords(request: SellerView, branches: readonly { branchId: string; name: string }[]) {
  const { status, way, here, offer, lapsesAt, history, label } = request
  const [last, before] = [history.at(-1)?.event, history.at(-2)?.event]
  const isTurnedDown = last === 'turn-down'
  const values = {
    way,
    here: here ? 'yes' : 'no',
    ended: isTurnedDown ? 'shop' : 'seller',
    label: isTurnedDown && label ? 'yes' : 'no',
    endedBefore: last === 'receive' ? endedBy(before) : 'no',
    valid: offer ? lastDay(offer.validUntil) : '',
    lapses: lapsesAt ? lastDay(lapsesAt) : '',
    appointment: sayAppointment(request, branches),
  }
  return { title: t(`status.${status}.title`, values), text: t(`status.${status}.text`, values) }
}

/** Who had ended the request before its piece arrived all the same. */
function endedBy(event: string | undefined): 'shop' | 'seller' | 'no' {
  if (event === 'turn-down') return 'shop'
  return event === 'cancel' || event === 'decline' ? 'seller' : 'no'
}
