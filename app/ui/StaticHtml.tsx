import { type ComponentProps, createElement } from 'react'

/**
 * An element whose content is rendered by the server alone: hydration keeps what the page was sent with, and React
 * touches nothing in it. `html` is known to the server only, and only where React has not rendered the content itself.
 */
export function StaticHtml({
  as = 'div',
  html = '',
  ...attributes
}: ComponentProps<'div'> & { as?: 'div' | 'script'; type?: string; html?: string }) {
  return createElement(as, {
    ...attributes,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html: html },
  })
}
