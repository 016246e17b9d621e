import { type RouteName, routePattern, routeTable } from '#app/language/route-table.ts'

/**
 * How links are written in content files: `route:contact`, `story:knowledge/punzen-lesen#stempel`,
 * `asset:editorial/size-card.pdf`, `mailto:…`, `tel:…`, `https://…`, `/path`, `#anchor`.
 */
export type LinkNotation =
  | { kind: 'story'; slug: string; anchor: string | null }
  | { kind: 'email'; address: string }
  | { kind: 'asset'; path: string }
  | { kind: 'url'; url: string }

/** Pages of the shop that no editor fills: there is no story to link to, the route itself is the target. */
const screensWithoutStory: ReadonlySet<string> = new Set<RouteName>([
  'product',
  'knowledge-article',
  'cart',
  'checkout',
  'search',
  'withdrawal',
  'sell-request',
  'viewing',
  'wishes',
  'compare',
  'piece-alert',
  'appointment',
  'sitemap',
])

const isRouteName = (name: string): name is RouteName => Object.hasOwn(routeTable, name)
const hasStory = (name: string) => isRouteName(name) && !screensWithoutStory.has(name)

export const assetFolder = '/api/assets/'

/** Reads a written link; the answer is a fault in words when it leads nowhere. */
export function readLink(written: string): { ok: true; link: LinkNotation } | { ok: false; fault: string } {
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/s.exec(written) ?? []
  const [target = '', anchor = null] = rest.split('#', 2)
  if (scheme === 'route') {
    if (!isRouteName(target)) return { ok: false, fault: `there is no route “${target}”` }
    if ((routePattern(target, 'de') ?? '').includes(':') || target === 'knowledge-article') {
      return { ok: false, fault: `the route “${target}” needs parameters` }
    }
    if (hasStory(target)) return { ok: true, link: { kind: 'story', slug: target, anchor } }
    return { ok: true, link: { kind: 'url', url: written } }
  }
  if (scheme === 'story') return { ok: true, link: { kind: 'story', slug: target, anchor } }
  if (scheme === 'mailto') return { ok: true, link: { kind: 'email', address: rest } }
  if (scheme === 'asset') return { ok: true, link: { kind: 'asset', path: rest } }
  if (['http', 'https', 'tel'].includes(scheme) || /^(\/(?!\/)|#)/.test(written)) {
    return { ok: true, link: { kind: 'url', url: written } }
  }
  return {
    ok: false,
    fault: `“${written}” is no link (route:, story:, asset:, https:, mailto:, tel:, / or #)`,
  }
}

/** The inverse of `readLink`. */
export function writeLink(link: LinkNotation): string {
  switch (link.kind) {
    case 'story': {
      const anchor = link.anchor ? `#${link.anchor}` : ''
      return `${hasStory(link.slug) ? 'route' : 'story'}:${link.slug}${anchor}`
    }
    case 'email':
      return `mailto:${link.address}`
    case 'asset':
      return `asset:${link.path}`
    case 'url':
      return link.url
  }
}

type Json = { [field: string]: unknown }

/** A link field as the content service stores it. */
export function linkField(
  link: LinkNotation,
  options: { newTab: boolean; uuidOf: (slug: string) => string },
): Json {
  const target = options.newTab ? { target: '_blank' } : {}
  switch (link.kind) {
    case 'story': {
      const anchor = link.anchor ? { anchor: link.anchor } : {}
      const id = options.uuidOf(link.slug)
      return {
        fieldtype: 'multilink',
        linktype: 'story',
        id,
        url: '',
        cached_url: link.slug,
        ...anchor,
        ...target,
      }
    }
    case 'email': {
      const { address } = link
      return {
        fieldtype: 'multilink',
        linktype: 'email',
        id: '',
        url: address,
        email: address,
        cached_url: address,
        ...target,
      }
    }
    case 'asset': {
      const url = assetFolder + link.path
      return { fieldtype: 'multilink', linktype: 'asset', id: '', url, cached_url: url, ...target }
    }
    case 'url':
      return {
        fieldtype: 'multilink',
        linktype: 'url',
        id: '',
        url: link.url,
        cached_url: link.url,
        ...target,
      }
  }
}

/** The attributes of a link mark in rich text. */
export function linkMark(link: LinkNotation, uuidOf: (slug: string) => string): Json {
  switch (link.kind) {
    case 'story':
      return {
        href: link.slug,
        uuid: uuidOf(link.slug),
        anchor: link.anchor,
        target: null,
        linktype: 'story',
      }
    case 'email':
      return { href: link.address, uuid: null, anchor: null, target: null, linktype: 'email' }
    case 'asset':
      return { href: assetFolder + link.path, uuid: null, anchor: null, target: null, linktype: 'asset' }
    case 'url':
      return { href: link.url, uuid: null, anchor: null, target: null, linktype: 'url' }
  }
}

/** What a stored link field or link mark stands for; null when it is empty or written in a way files cannot hold. */
export function linkOf(stored: Json, slugOf: (uuid: string) => string | undefined): LinkNotation | null {
  const address = [stored.href, stored.url, stored.cached_url].find(
    (text) => typeof text === 'string' && text !== '',
  )
  if (stored.linktype === 'story') {
    const uuid = stored.fieldtype === 'multilink' ? stored.id : stored.uuid
    const slug = (typeof uuid === 'string' ? slugOf(uuid) : undefined) ?? address
    if (typeof slug !== 'string') return null
    return {
      kind: 'story',
      slug,
      anchor: typeof stored.anchor === 'string' && stored.anchor !== '' ? stored.anchor : null,
    }
  }
  if (typeof address !== 'string') return null
  if (stored.linktype === 'email') return { kind: 'email', address }
  if (stored.linktype === 'asset' && address.startsWith(assetFolder)) {
    return { kind: 'asset', path: address.slice(assetFolder.length) }
  }
  return { kind: 'url', url: address }
}
