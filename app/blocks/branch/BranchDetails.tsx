import { useTranslations } from 'use-intl'
import { phoneLink } from '#app/language/phone.ts'
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
    <div className="@container">
      <div
        className={`grid gap-x-10 gap-y-5 ${hours ? '@lg:grid-cols-2 @lg:grid-rows-[auto_auto_1fr]' : ''}`}
      >
        <address className="not-italic">
          {branch.street}
          <br />
          <span className="num">{branch.postalCode}</span> {branch.city}
          <br />
          <a href={phoneLink(branch.phone)} className="link num mt-2 inline-block py-1">
            {branch.phone}
          </a>
          <br />
          <a href={`mailto:${branch.email}`} className="link inline-block py-1">
            {branch.email}
          </a>
        </address>
        {hours && (
          <div className="@lg:col-start-2 @lg:row-span-3 @lg:row-start-1">
            <BranchHours branch={branch} />
          </div>
        )}
        {directions && branch.directions && (
          <div className="@lg:col-start-1">
            <p className="caps">{t('directions')}</p>
            <p className="mt-2 max-w-prose whitespace-pre-line">{branch.directions}</p>
          </div>
        )}
        {map && (
          <div className="@lg:col-start-1">
            <BranchMap branch={branch} />
          </div>
        )}
      </div>
    </div>
  )
}
