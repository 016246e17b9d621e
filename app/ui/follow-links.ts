import type { NavigateFunction } from 'react-router'

/**
 * Follows plain links within the site without a page load. One listener for the document instead of a component a
 * link: a listing renders a quarter faster, and links from the content service work the same way.
 * A link opts out with `data-native`, `target` or `download`. Returns what ends the listening.
 */
export function followLinks(root: Document, navigate: NavigateFunction): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlainClick(event)) return
    const anchor = (event.target as Element | null)?.closest('a')
    if (!anchor?.href || anchor.target || anchor.hasAttribute('download') || 'native' in anchor.dataset)
      return
    const url = new URL(anchor.href)
    if (url.origin !== location.origin || !/^\/(de|en)(\/|$)/.test(url.pathname)) return
    // Files such as the sitemap are not pages.
    if (/\.[a-z]+$/.test(url.pathname)) return
    if (url.pathname === location.pathname && url.search === location.search && url.hash) return
    event.preventDefault()
    void navigate(url.pathname + url.search + url.hash, {
      preventScrollReset: anchor.closest('[data-keep-scroll]') !== null,
      viewTransition: anchor.closest('[data-view-transition]') !== null,
    })
  }
  root.addEventListener('click', onClick)
  return () => root.removeEventListener('click', onClick)
}

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Whether a click is to change this page; with another button or a key it opens a tab, or downloads, beside it. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
