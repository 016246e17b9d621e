import type { Plugin } from 'vite'

/**
 * Parts of React Router that belong to ways of using it which this shop has not chosen: routes discovered while somebody
 * browses (react-router.config.ts: all are known at once), pages fetched in advance, and instrumented routers. Whether they are switched on is
 * asked while the page runs, so no bundler can leave them out. Here they are what they do when switched off.
 */
const switchedOff: Record<string, Record<string, string>> = {
  '/dom/ssr/route-discovery.js': {
    RouteDiscoveryRuntime: 'undefined',
    getCustomPatchRoutesOnNavigationFunction: '() => undefined',
    useCustomRouteDiscovery: '() => "complete"',
  },
  '/dom/ssr/fog-of-war.js': {
    isFogOfWarEnabled: '() => false',
    getPartialManifest: '(manifest) => manifest',
    getPatchRoutesOnNavigationFunction: '() => undefined',
    useFogOFWarDiscovery: '() => undefined',
  },
  '/dom/ssr/links.js': {
    isPageLinkDescriptor: '() => false',
    getKeyedPrefetchLinks: 'async () => []',
    getNewMatchesForLinks: '() => []',
  },
  '/router/instrumentation.js': {
    consumeInstrumentationClientResultMetaReceiver: '() => undefined',
    getRouteInstrumentationUpdates: '() => ({})',
    instrumentClientSideRouter: '(router) => router',
  },
}

/** Browsers get the router without them: 4 kB gzip less on every page. @throws when a newer version lacks one */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!id.includes('/react-router/dist/production/')) return null
      const [, parts] = Object.entries(switchedOff).find(([end]) => id.endsWith(end)) ?? []
      return parts ? { code: replaceExports(code, parts, id), map: null } : null
    },
  }
}

function replaceExports(code: string, parts: Record<string, string>, id: string): string {
  return Object.entries(parts).reduce((text, [name, value]) => {
    const exported = new RegExp(`(export \\{[^}]*?)\\b${name}\\b`)
    if (!exported.test(text)) throw new Error(`${id} no longer exports ${name}`)
    return `const off_${name} = ${value}\n${text.replace(exported, `$1off_${name} as ${name}`)}`
  }, code)
}
