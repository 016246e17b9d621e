import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The router's list of routes, as its build writes it for browsers. */
type BrowserRoute = { hasDefaultExport: boolean; imports?: string[] }
type BrowserRoutes = { entry: { imports: string[] }; routes: Record<string, BrowserRoute> }

const before = 'window.__reactRouterManifest='

/**
 * Leaves pages alone in the list of routes that every visitor is sent: nobody follows a link to an answer of the API or
 * to a file within the page (`followedAddress` of app/ui/follow-links.ts), and of what a page imports, the files that
 * every page has had already need not be named again.
 */
export function browserRoutes(): Plugin {
  return {
    name: 'browser-routes',
    apply: 'build',
    // The router writes the list while it builds for the server.
    applyToEnvironment: (environment) => environment.name === 'ssr',
    writeBundle({ dir }) {
      const assets = join(dir ?? '', '../client/assets')
      for (const name of readdirSync(assets).filter((each) => /^manifest-.*\.js$/.test(each))) {
        const file = join(assets, name)
        writeFileSync(file, pagesAlone(readFileSync(file, 'utf8')))
      }
    },
  }
}

/** @throws where the list is not written as the router writes it. */
export function pagesAlone(script: string): string {
  if (!script.startsWith(before)) throw new Error('the list of routes begins otherwise')
  const list: BrowserRoutes = JSON.parse(script.slice(before.length).replace(/;\s*$/, ''))
  const known = new Set(list.entry.imports)
  const pages = Object.entries(list.routes).flatMap(([id, route]) =>
    route.hasDefaultExport
      ? [[id, { ...route, imports: route.imports?.filter((file) => !known.has(file)) }] as const]
      : [],
  )
  return `${before}${JSON.stringify({ ...list, routes: Object.fromEntries(pages) })};`
}
