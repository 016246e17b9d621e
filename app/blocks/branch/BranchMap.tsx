import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BranchCard } from './branch-card.ts'

/** A map of OpenStreetMap, asked for only after a click: until then no other site learns of the visit. */
export function BranchMap({ branch }: { branch: BranchCard }) {
  const t = useTranslations('blocks.branch')
  const [scripted, setScripted] = useState(false)
  const [shown, setShown] = useState(false)
  useEffect(() => setScripted(true), [])
  if (!branch.place) return null
  const { latitude, longitude } = branch.place
  const link = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`
  const frame = `https://www.openstreetmap.org/export/embed.html?bbox=${longitude - 0.004},${latitude - 0.0022},${longitude + 0.004},${latitude + 0.0022}&layer=mapnik&marker=${latitude},${longitude}`
  return (
    <div className="print:hidden">
      {shown ? (
        <iframe
          src={frame}
          title={t('mapOf', { name: branch.name })}
          className="aspect-3/2 w-full border border-line"
          loading="lazy"
          referrerPolicy="no-referrer"
        />
      ) : (
        // Its place is kept from the beginning, so that nothing moves once it can be pressed.
        <div className={`noscript:hidden ${scripted ? '' : 'invisible'}`}>
          <button type="button" className="button button-quiet" onClick={() => setShown(true)}>
            {t('showMap')}
          </button>
          <p className="mt-2 max-w-prose text-ink-soft text-step--1">{t('mapNote')}</p>
        </div>
      )}
      <p className="mt-2 text-step--1">
        <a href={link} target="_blank" rel="noopener noreferrer" className="link inline-block py-1">
          {t('openMap')}
          <span className="sr-only"> {t('newTab')}</span>
        </a>
      </p>
    </div>
  )
}
