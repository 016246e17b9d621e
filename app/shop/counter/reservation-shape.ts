import { listShape } from '#app/shop/lists/list-shape.ts'

/** What the list of reservations can be asked. */
export const reservationShape = listShape({
  filters: {
    state: { kind: 'choice', values: ['live', 'released', 'lapsed', 'sold'] },
    branch: { kind: 'known' },
    until: { kind: 'dates' },
  },
  sorts: { until: false, made: true, piece: false, name: false },
  views: { all: '', live: 'state=live', lapsed: 'state=lapsed', sold: 'state=sold' },
})
