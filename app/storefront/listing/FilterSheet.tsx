import { type MouseEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Drawer } from '#app/ui/Drawer.tsx'
import { isPlainClick } from '#app/ui/follow-links.ts'
import { LineIcon } from '#app/ui/LineIcon.tsx'
import { pressOnSpace } from '#app/ui/use-lazy-dialog.ts'
import { FacetPanel } from './FacetPanel.tsx'
import type { ListingView } from './listing-view.ts'

/**
 * The way to the filters below 1024 px. Without scripts the link shows the panel itself as the target of its address;
 * with them a drawer opens, which stays while one filter after the other is chosen. It is made when first opened, so
 * that the page holds the filters once.
 */
export function FilterSheet({ listing }: { listing: ListingView }) {
  const t = useTranslations('listing')
  const dialog = useRef<HTMLDialogElement>(null)
  const [made, setMade] = useState(false)
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    if (made) dialog.current?.showModal()
    else setMade(true)
  }
  const count = t('show', { department: listing.department, count: listing.total })
  const close = () => dialog.current?.close()
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: without scripts it is the way to the filters */}
      <a
        href="#filters"
        role="button"
        aria-haspopup="dialog"
        className="button button-quiet w-full lg:hidden print:hidden"
        onClick={open}
        onKeyDown={pressOnSpace}
      >
        {t('openFilters', { chosen: listing.chips.length })}
      </a>
      {made && (
        <Drawer dialog={dialog} label={t('filters')} side="left" stays>
          <div className="relative grid h-full grid-rows-[auto_minmax(0,1fr)_auto]">
            <div className="flex h-15 items-center justify-between pr-2 pl-5">
              <h2 className="font-[430] text-step-1">{t('filters')}</h2>
              <button type="button" aria-label={t('closeFilters')} className="icon-button" onClick={close}>
                <LineIcon>
                  <path d="m5 5 14 14M19 5 5 19" />
                </LineIcon>
              </button>
            </div>
            <div className="overflow-y-auto overscroll-contain px-5 pb-6">
              <FacetPanel listing={listing} />
            </div>
            {/* The page's own count is out of reach while the sheet is open. */}
            <p role="status" className="sr-only">
              {count}
            </p>
            <p className="border-line border-t px-5 py-3">
              <button type="button" className="button w-full" onClick={close}>
                {count}
              </button>
            </p>
          </div>
        </Drawer>
      )}
    </>
  )
}
