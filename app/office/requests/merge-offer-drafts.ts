import type { OfferDraft } from '#app/shop/buying/offer-draft.ts'

/** What is chosen as a whole where two members wrote it differently. */
export const draftParts = ['lines', 'note', 'noteEn', 'until'] as const
export type DraftPart = (typeof draftParts)[number]

const same = (a: OfferDraft, b: OfferDraft, part: DraftPart) =>
  JSON.stringify(a[part]) === JSON.stringify(b[part])

/**
 * Two members wrote on from the draft `base`: what one of them alone changed is taken, of what both changed `mine` stays in
 * `content`, and `both` names it, for somebody must choose.
 */
export function mergeOfferDrafts(
  base: OfferDraft,
  mine: OfferDraft,
  theirs: OfferDraft,
): { content: OfferDraft; both: DraftPart[] } {
  const part = <Part extends DraftPart>(name: Part): OfferDraft[Part] =>
    same(base, mine, name) ? theirs[name] : mine[name]
  return {
    content: { lines: part('lines'), note: part('note'), noteEn: part('noteEn'), until: part('until') },
    both: draftParts.filter(
      (name) => !same(base, mine, name) && !same(base, theirs, name) && !same(mine, theirs, name),
    ),
  }
}
