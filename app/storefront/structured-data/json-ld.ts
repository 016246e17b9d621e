import { createContext, type RouterContextProvider } from 'react-router'

type Value = string | number | boolean | JsonLdNode | readonly Value[] | undefined

/** A node of schema.org's vocabulary; what is `undefined` is left out. The tests hold it against the vocabulary. */
export type JsonLdNode = { '@type'?: string; '@id'?: string; [property: string]: Value }

export type TrailStep = { name: string; path: string }

/** What a page's loader tells search engines beyond title, description and address. */
export type PageFacts = {
  /** From the home page's first child down to the page itself; without it: home, page. */
  trail?: readonly TrailStep[]
  /** A kind of WebPage. */
  page?: 'AboutPage' | 'CollectionPage' | 'ContactPage' | 'FAQPage' | 'ItemPage' | 'SearchResultsPage'
  /** More properties of the page's own node. */
  about?: JsonLdNode
  /** Nodes beside it. */
  nodes?: readonly JsonLdNode[]
}

export const pageFacts = createContext<PageFacts | null>(null)

/** Called by a page's loader, at most once: the server writes it into the page, the browser is never sent it. */
export function describePage(context: Readonly<RouterContextProvider>, facts: PageFacts): void {
  context.set(pageFacts, facts)
}

/**
 * A block of JSON-LD. Whatever a text holds, it ends neither the script nor begins a comment in it: `<`, `>` and `&`
 * are written as JSON escapes, and so are the line ends that JSON allows and JavaScript once did not.
 */
export function jsonLdScript(graph: readonly JsonLdNode[]): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/ld+json">${json}</script>`
}
