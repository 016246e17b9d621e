import { listShape } from '#app/shop/lists/list-shape.ts'

/** What the list of enquiries can be asked. */
export const enquiryList = listShape({
  filters: {
    state: { kind: 'choice', values: ['open', 'waiting', 'answered', 'closed', 'spam'] },
    assignee: { kind: 'known' },
    subject: { kind: 'choice', values: ['question', 'piece', 'selling', 'appointment', 'order'] },
    language: { kind: 'choice', values: ['de', 'en'] },
    piece: { kind: 'choice', values: ['with', 'without'] },
    source: { kind: 'choice', values: ['form', 'mail', 'phone', 'counter'] },
    at: { kind: 'dates' },
  },
  sorts: { at: true, name: false, state: false },
  views: {
    all: '',
    open: 'state=open&sort=at',
    nobodys: 'state=open&assignee=none&sort=at',
    waiting: 'state=waiting',
    answered: 'state=answered',
  },
})
