import { useTranslations } from 'use-intl'
import type { DraftLine, OfferDraft } from '#app/shop/buying/offer-draft.ts'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import { BothVersions } from '../frame/BothVersions.tsx'
import { useShown } from '../frame/use-shown.ts'
import type { DraftPart } from './merge-offer-drafts.ts'
import { useSaidRequest } from './use-said-request.ts'

/** What two members wrote differently in one draft, side by side. */
export function DraftConflict({
  parts,
  mine,
  theirs,
  by,
  at,
  keep,
}: {
  parts: readonly DraftPart[]
  mine: OfferDraft
  theirs: OfferDraft
  by: string
  at: string
  keep(part: DraftPart, whose: 'mine' | 'theirs'): void
}) {
  const t = useTranslations('office.requests.offer')
  const { items } = useShown<'request'>()
  const { day, price } = useSaidRequest()
  /** What is no amount yet is said as it was typed. */
  const typed = (text: string) => {
    const cents = readAmount(text)
    return cents === null ? text : price(cents)
  }
  const nameOf = (id: string) => items.flatMap((group) => group.items).find((item) => item.id === id)?.name
  const sayLine = (line: DraftLine) =>
    [
      line.title,
      nameOf(line.item) && [line.amount, nameOf(line.item)].filter(Boolean).join(' '),
      line.euros && typed(line.euros),
      (line.from || line.to) && `${typed(line.from)} – ${typed(line.to)}`,
      line.deduct && `−${typed(line.deduct)} ${line.deductFor}`,
      line.testMethod && t(`tests.${line.testMethod}`),
      [line.brand, line.model, line.reference, line.stones].filter(Boolean).join(' '),
    ]
      .filter(Boolean)
      .join(' · ')
  const say = (draft: OfferDraft, part: DraftPart) =>
    part === 'lines'
      ? draft.lines.map((line, index) => `${index + 1}. ${sayLine(line)}`).join('\n')
      : part === 'until'
        ? draft.until && day(draft.until)
        : draft[part]
  return (
    <BothVersions
      of={parts.map((part) => ({
        ...{ key: part, label: t(`parts.${part}`), by, at },
        theirs: say(theirs, part),
        mine: say(mine, part),
        keep: (whose) => keep(part, whose),
      }))}
    />
  )
}
