import { listShape } from '#app/shop/lists/list-shape.ts'

/** What the list of mails can be asked. */
export const mailList = listShape({
  filters: {
    state: { kind: 'choice', values: ['waiting', 'failed', 'sent', 'withdrawn', 'erased'] },
    area: {
      kind: 'choice',
      values: ['orders', 'purchases', 'appointments', 'reservations', 'enquiries', 'alerts', 'accounts'],
    },
    to: { kind: 'choice', values: ['customer', 'staff'] },
    kind: { kind: 'known' },
    at: { kind: 'dates' },
  },
  sorts: { at: true, recipient: false, kind: false },
  views: {
    all: '',
    failed: 'state=failed',
    waiting: 'state=waiting',
    sent: 'state=sent&to=customer',
    withdrawn: 'state=withdrawn',
  },
})
