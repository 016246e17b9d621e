import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Price } from '#app/ui/Price.tsx'
import { photoAddress } from '#app/ui/photo-sources.ts'
import { StatusTag } from '#app/ui/StatusTag.tsx'
import { useCards } from '../keeping/use-cards.ts'
import { useShell } from '../shell-data.ts'
import { forgetSeen, readSeen, type SeenPiece } from './recently-seen.ts'

/** What this browser has looked at before: kept there alone, so it is shown only once the page is hydrated. */
export default function RecentlySeen({ piece }: { piece: SeenPiece | null }) {
  const t = useTranslations('product')
  const { apiUrl, site } = useShell()
  const [seen, setSeen] = useState<SeenPiece[]>([])
  useEffect(() => {
    const storage = ownStorage()
    if (!storage) return
    setSeen(readSeen(storage).filter((each) => each.id !== piece?.id))
  }, [piece])
  // What they cost is asked for each time: what the browser remembers of them gets old.
  const { cards } = useCards(seen.map(({ id }) => id))
  if (seen.length === 0) return null
  const at = site.currentLocale === 'de' ? 0 : 1
  return (
    <section aria-labelledby="recent" className="mt-16 print:hidden lg:mt-24">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 pb-4">
        <h2 id="recent" className="text-step-2">
          {t('recent')}
        </h2>
        <button
          type="button"
          className="link min-h-11 text-ink-soft text-step--1"
          onClick={() => {
            const storage = ownStorage()
            if (storage) forgetSeen(storage)
            setSeen([])
          }}
        >
          {t('clearRecent')}
        </button>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-4">
        {seen.map((each) => {
          const now = cards?.get(each.id)
          return (
            <li key={each.id}>
              <a href={each.hrefs[at]} className="card">
                <div>
                  <img
                    src={photoAddress(each.photo, 320, 'webp', apiUrl)}
                    alt=""
                    width="4"
                    height="5"
                    loading="lazy"
                  />
                  <StatusTag status={now?.status} />
                </div>
                {each.brand && <span className="caps">{each.brand}</span>}
                <span className="text-step-0 leading-snug">{each.names[at]}</span>
                {/* Its line is there before its price is known: nothing moves. */}
                <span className="num min-h-6">
                  {now && now.status !== 'sold' && <Price cents={now.cents} className="" />}
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Browsers may forbid storage by throwing. */
function ownStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
