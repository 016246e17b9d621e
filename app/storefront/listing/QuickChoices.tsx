import { useTranslations } from 'use-intl'
import { chosenFlag, type ListingView, nofollowFlag, unpackValues, type ValueView } from './listing-view.ts'

/** Of these facets so many values lie at hand. */
const atHand = { type: 2, case: 1, metal: 1, scope: 1, price: 5 } as const

const isChosen = ([, , , flags]: ValueView) => flags & chosenFlag

/** What most people narrow by, at one press where the panel lies in a sheet. */
export function QuickChoices({ listing }: { listing: ListingView }) {
  const t = useTranslations('listing')
  const values = Object.entries(atHand).flatMap(([id, most]) => {
    const facet = listing.facets.find((each) => !Array.isArray(each) && each.id === id)
    const offered =
      facet && !Array.isArray(facet) ? unpackValues(facet).filter(([, , href]) => href !== '') : []
    if (id === 'price') return offered
    return offered.toSorted((a, b) => isChosen(b) - isChosen(a) || b[1] - a[1]).slice(0, most)
  })
  return (
    <ul className="quick" aria-label={t('quick')} data-keep-scroll="">
      {values.map(([label, , href, flags]) => (
        <li key={label}>
          <a
            href={href}
            rel={flags & nofollowFlag ? 'nofollow' : undefined}
            aria-current={flags & chosenFlag ? 'true' : undefined}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
