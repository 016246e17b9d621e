import { localeOfPath } from '#app/language/locales.ts'

/**
 * While an editor looks around, links within the site keep the parameters of the preview, so that the next page shows
 * its draft too. Returns what ends it.
 */
export function keepPreviewOnLinks(root: Document, search: string): () => void {
  const parameters = [...new URLSearchParams(search)].filter(([name]) => name.startsWith('_storyblok'))
  const onClick = (event: MouseEvent) => {
    const anchor = (event.target as Element | null)?.closest('a')
    if (!anchor?.href || new URL(anchor.href).origin !== location.origin) return
    const url = new URL(anchor.href)
    const locale = localeOfPath(url.pathname)
    if (locale === null) return
    for (const [name, value] of parameters) url.searchParams.set(name, value)
    url.searchParams.set('_storyblok_lang', locale === 'de' ? 'default' : locale)
    anchor.href = url.href
  }
  root.addEventListener('click', onClick, { capture: true })
  return () => root.removeEventListener('click', onClick, { capture: true })
}
