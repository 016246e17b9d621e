import { listShape } from '../lists/list-shape.ts'
import { sellKinds, sellWays } from './sell-request-fields.ts'
import { type SellStatus, sellStatuses } from './sell-request-status.ts'

/** What somebody at the desk thinks in: several states are one heap of work. */
export const requestGroups = [
  'new',
  'asked',
  'estimated',
  'coming',
  'here',
  'offered',
  'agreed',
  'held',
  'back',
  'done',
] as const
export type RequestGroup = (typeof requestGroups)[number]

const groupOf = {
  submitted: 'new',
  info_needed: 'asked',
  estimated: 'estimated',
  accepted: 'coming',
  appointment: 'coming',
  label_sent: 'coming',
  received: 'here',
  inspected: 'offered',
  final_offer: 'offered',
  agreed: 'agreed',
  identified: 'agreed',
  paid: 'agreed',
  compliance_hold: 'held',
  stocked: 'done',
  returned: 'done',
  declined: 'done',
  expired: 'done',
  cancelled: 'done',
} as const satisfies Record<SellStatus, RequestGroup>

/** States whose goods, where they are here, must go back: a group of their own. */
export const endedStates = ['declined', 'expired', 'cancelled'] as const satisfies readonly SellStatus[]

export function groupOfRequest({ status, here }: { status: SellStatus; here: boolean }): RequestGroup {
  return here && (endedStates as readonly SellStatus[]).includes(status) ? 'back' : groupOf[status]
}

/** The states of a group, apart from what must go back. */
export const statesOf = (group: RequestGroup): SellStatus[] =>
  sellStatuses.filter((status) => groupOf[status] === group)

/** What a list of sell requests can be asked; amounts in euros, by the newest offer or what the calculator said. */
export const requestListShape = listShape({
  filters: {
    group: { kind: 'choice', values: requestGroups },
    state: { kind: 'choice', values: sellStatuses },
    kind: { kind: 'choice', values: sellKinds },
    way: { kind: 'choice', values: sellWays },
    /** Whose the next step is. */
    turn: { kind: 'choice', values: ['ours', 'sellers'] },
    /** An offer waits for its answer; `ending`: it lapses within two days. */
    offer: { kind: 'choice', values: ['waiting', 'ending'] },
    /** Our label is out and nothing has come with it, also where the request has ended since. */
    parcel: { kind: 'choice', values: ['awaited'] },
    branch: { kind: 'known' },
    amount: { kind: 'numbers' },
    day: { kind: 'dates' },
  },
  sorts: { number: true, day: true, since: false, amount: true, name: false },
  views: {
    all: '',
    new: 'group=new',
    coming: 'group=coming',
    here: 'group=here',
    offered: 'group=offered',
    agreed: 'group=agreed',
    held: 'group=held',
    back: 'group=back&sort=since',
  },
})
export type RequestView = keyof typeof requestListShape.views
