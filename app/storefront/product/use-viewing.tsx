import { lazy, Suspense, useState } from 'react'
import { pathTo } from '#app/language/route-table.ts'
import type { ViewingKind } from '#app/shop/appointments/kinds.ts'
import { useLazyDialog } from '#app/ui/use-lazy-dialog.ts'
import { useLocale } from '../shell-data.ts'

const loadViewing = () => import('../viewing/ViewingDrawer.tsx')
const ViewingDrawer = lazy(loadViewing)

/** Links to see a piece in a branch or by video, which open a drawer where scripts run; and the drawer. */
export function useViewing(piece: string) {
  const href = pathTo(useLocale(), 'viewing', { id: piece })
  const [kind, setKind] = useState<ViewingKind>('viewing')
  const { dialog, made, onNear, onOpen } = useLazyDialog(loadViewing)
  return {
    link: (className: string, each: ViewingKind, text: string) => (
      <a
        className={className}
        href={each === 'video' ? `${href}?kind=video` : href}
        aria-haspopup="dialog"
        onPointerEnter={onNear}
        onFocus={onNear}
        onClick={(event) => {
          setKind(each)
          onOpen(event)
        }}
      >
        {text}
      </a>
    ),
    drawer: (
      <Suspense>{made && <ViewingDrawer key={piece} dialog={dialog} piece={piece} kind={kind} />}</Suspense>
    ),
  }
}
