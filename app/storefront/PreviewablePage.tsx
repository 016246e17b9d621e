import { lazy, type ReactNode } from 'react'
import type { Previewable } from './preview-view.ts'

/** What speaks to the visual editor is fetched by previews alone. */
const LivePage = lazy(() => import('./preview/LivePage.tsx'))

/** A page made of content; in preview, as its editor is just writing it. */
export function PreviewablePage<Page extends Previewable>({
  page,
  children,
}: {
  page: Page
  children: (page: Page) => ReactNode
}) {
  if (!page.preview) return children(page)
  return (
    <LivePage page={page} preview={page.preview}>
      {(edited) => children((edited as Page | null) ?? page)}
    </LivePage>
  )
}
