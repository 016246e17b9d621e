import { expect, test } from 'vitest'
import { offerDraftSchema } from '#app/shop/buying/offer-draft.ts'
import { mergeOfferDrafts } from './merge-offer-drafts.ts'

const draft = (part: object) =>
  offerDraftSchema.parse({ lines: [{ title: 'Kette' }], note: 'alt', until: '2026-12-01', ...part })

test('what one side alone changed is taken, what both changed waits for a choice', () => {
  const base = draft({})
  const mine = draft({ note: 'meine', until: '2026-12-02' })
  const theirs = draft({ note: 'deren', lines: [{ title: 'Ring' }], until: '2026-12-02' })
  expect(mergeOfferDrafts(base, mine, theirs)).toEqual({
    content: { ...theirs, note: 'meine' },
    both: ['note'],
  })
  expect(mergeOfferDrafts(base, base, theirs)).toEqual({ content: theirs, both: [] })
  expect(mergeOfferDrafts(base, mine, base)).toEqual({ content: mine, both: [] })
})
