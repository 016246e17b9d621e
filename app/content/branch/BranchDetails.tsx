import { useTranslations } from 'use-intl'
import { telHref } from '../links.ts'
import { BranchHours } from './BranchHours.tsx'
import { BranchMap } from './BranchMap.tsx'
import type { BranchCard } from './branch-card.ts'

/** Address and ways to reach a branch; hours, way and map where wanted. The heading is the block's. */
export function BranchDetails({
  branch,
  hours,
  directions,
  map,
}: {
  branch: BranchCard
  hours: boolean
  directions: boolean
  map: boolean
}) {
  const t = useTranslations('blocks.branch')
  return (
    <div className="grid gap-5">
      <address className="not-italic">
        {branch.street}
        <br />
        <span className="num">{branch.postalCode}</span> {branch.city}
        <br />
        <a href={telHref(branch.phone)} className="link num mt-2 inline-block py-1">
          {branch.phone}
        </a>
        <br />
        <a href={`mailto:${branch.email}`} className="link inline-block py-1">
          {branch.email}
        </a>
      </address>
      {hours && <BranchHours branch={branch} />}
      {directions && branch.directions && (
        <div>
          <p className="caps">{t('directions')}</p>
          <p className="mt-2 max-w-prose whitespace-pre-line">{branch.directions}</p>
        </div>
      )}
      {map && <BranchMap branch={branch} />}
    </div>
  )
}
