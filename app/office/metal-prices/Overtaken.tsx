import { useTranslations } from 'use-intl'
import { BothVersions } from '../frame/BothVersions.tsx'

/** A price or rate that took the place of the one that was seen; null: there is none any more. */
export type Overtaken = { value: number; at: string; by: string | null } | null

/** What holds by now beside what was typed, and which of the two is to hold. */
export function Overtaken({
  label,
  seen,
  now,
  mine,
  say,
  onMine,
  onTheirs,
}: {
  label: string
  seen: number | null
  now: Overtaken
  mine: number | null
  say: (value: number) => string
  onMine: () => void
  onTheirs: () => void
}) {
  const t = useTranslations('office.metal-prices')
  const said = (value: number | null) => (value === null ? '' : say(value))
  return (
    <BothVersions
      of={[
        {
          ...{ key: label, label, before: said(seen), theirs: said(now?.value ?? null), mine: said(mine) },
          ...{ by: now && (now.by ?? t('feedBy')), at: now?.at ?? null },
          keep: (whose) => (whose === 'mine' ? onMine() : onTheirs()),
        },
      ]}
    />
  )
}
