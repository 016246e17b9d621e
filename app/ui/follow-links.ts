import type { NavigateFunction } from 'react-router'

/**
 * Follows plain links within the site without a page load. One listener for the document instead of a component a
 * link: a listing renders a quarter faster, and links from the content service work the same way.
 * A link opts out with `data-native`, `target` or `download`. Returns what ends the listening.
 */
export function followLinks(root: Document, navigate: NavigateFunction): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlainClick(event)) return
    const anchor = linkAt(event, 'a')
    const url = followedAddress(anchor)
    if (!anchor || !url) return
    event.preventDefault()
    void navigate(url.pathname + url.search + url.hash, {
      preventScrollReset: anchor.closest('[data-keep-scroll]') !== null,
      // By carry-photo.ts.
      viewTransition: 'viewTransition' in anchor.dataset,
    })
  }
  // A message leads to its field without the address changing: the router would take that for a new page and forget what
  // the form was answered. While the form's code is on its way, React lets only the window know of a click in it.
  const onClickFirst = (event: MouseEvent) => {
    const anchor = linkAt(event, '[data-field]')
    if (!anchor) return
    event.preventDefault()
    void import('./go-to-field.ts').then(({ goToField }) => goToField(anchor))
  }
  root.addEventListener('click', onClick)
  addEventListener('click', onClickFirst, true)
  return () => {
    root.removeEventListener('click', onClick)
    removeEventListener('click', onClickFirst, true)
  }
}

/** Of what is pressed with a mouse or by the keyboard, the link around it. */
const linkAt = ({ target }: Event, selector: string) =>
  (target as Element).closest<HTMLAnchorElement>(selector)

/** Where a link leads within the site; null where the browser itself is to follow it. */
export function followedAddress(anchor: HTMLAnchorElement | null): URL | null {
  if (!anchor?.href || anchor.target || anchor.hasAttribute('download') || 'native' in anchor.dataset)
    return null
  const url = new URL(anchor.href)
  if (url.origin !== location.origin || !/^\/(de|en)(\/|$)/.test(url.pathname)) return null
  // Files such as the sitemap are not pages.
  if (/\.[a-z]+$/.test(url.pathname)) return null
  if (url.pathname === location.pathname && url.search === location.search && url.hash) return null
  return url
}

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Whether a click is to change this page; with another button or a key it opens a tab, or downloads, beside it. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean {
  return !(button || metaKey || ctrlKey || shiftKey || altKey)
}
