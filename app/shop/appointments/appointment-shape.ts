import { listShape } from '#app/shop/lists/list-shape.ts'
import { appointmentKinds } from './kinds.ts'

/** What the list of appointments can be asked. */
export const appointmentShape = listShape({
  filters: {
    state: { kind: 'choice', values: ['ahead', 'over', 'came', 'missed', 'cancelled', 'replaced'] },
    kind: { kind: 'choice', values: appointmentKinds },
    branch: { kind: 'known' },
    person: { kind: 'known' },
    at: { kind: 'dates' },
  },
  sorts: { at: false, name: false, made: true },
  views: {
    all: '',
    ahead: 'state=ahead',
    over: 'state=over',
    missed: 'state=missed',
    cancelled: 'state=cancelled',
  },
})
