import { useTranslations } from 'use-intl'
import type { EnquiryState as State } from '#app/shop/enquiries/enquiry-states.ts'

const looks = {
  open: 'state state-warn',
  waiting: 'state state-quiet',
  answered: 'state state-good',
  closed: 'state state-quiet',
  spam: 'state state-quiet',
} as const satisfies Record<State, string>

/** Where an enquiry stands, as a word. */
export function EnquiryState({ state }: { state: State }) {
  const t = useTranslations('office.enquiries.states')
  return <span className={looks[state]}>{t(state)}</span>
}
