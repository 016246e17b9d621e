import { listShape } from '#app/shop/lists/list-shape.ts'

import { recordKinds } from './record-kinds.ts'

/** What the list of people can be asked. */
export const personList = listShape({
  filters: {
    kind: { kind: 'choice', values: recordKinds },
    file: { kind: 'choice', values: ['joined', 'single', 'alike'] },
    at: { kind: 'dates' },
  },
  sorts: { at: true, name: false, records: true },
  views: {
    all: '',
    joined: 'file=joined',
    alike: 'file=alike',
    buyers: 'kind=order',
    sellers: 'kind=sell-request',
    visitors: 'kind=appointment&kind=reservation',
  },
})
