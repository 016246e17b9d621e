import { createHash } from 'node:crypto'
import startScript from './start-scripts.js?raw'

/**
 * What a page needs beyond itself: the own API, where that has an address of its own; who may embed the page while it is
 * previewed.
 */
export type Visit = { apiUrl: string; editors?: readonly string[] }

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
const startHash = hashOf(startScript)

/**
 * Scripts of our own origin, and exactly those inline scripts that this page carries: by hash instead of nonce, so that
 * a cached page stays valid. Style attributes carry focal points and placeholders.
 */
export function contentSecurityPolicy(html: string, visit: Visit): string {
  const hashes = new Set<string>()
  for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    // Data is not run.
    if (/\ssrc=|type="application\/(ld\+)?json"/.test(attributes)) continue
    hashes.add(code === startScript ? startHash : hashOf(code))
  }
  // The own API may lie at an address of its own; its photos then come from there, too.
  const own = URL.canParse(visit.apiUrl) ? `'self' ${new URL(visit.apiUrl).origin}` : "'self'"
  return [
    "default-src 'none'",
    `script-src 'self' ${[...hashes].join(' ')}`.trim(),
    // The visual editor's bridge brings its styles as an element.
    `style-src 'self'${visit.editors ? " 'unsafe-inline'" : ''}`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${own} data: https://*.storyblok.com`,
    // Maps, after a click.
    'frame-src https://www.openstreetmap.org',
    "font-src 'self'",
    `connect-src ${own}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    ["frame-ancestors 'self'", ...(visit.editors ?? [])].join(' '),
  ].join('; ')
}
