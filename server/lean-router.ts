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
  '/router/instrumentation.js': {
    consumeInstrumentationClientResultMetaReceiver: '() => undefined',
    getRouteInstrumentationUpdates: '() => ({})',
    instrumentClientSideRouter: '(router) => router',
  },
}

/**
 * What is known: links are plain (docs/decisions/plain-links.md), none is fetched in advance, and only the server writes
 * the scripts. A component that is given a name counts as used; without its name it can be left out.
 */
const known: Record<string, Record<string, string>> = {
  '/dom/ssr/components.js': {
    'isPageLinkDescriptor(link) ?': 'false ?',
    'staticContext ? `': 'false ? `',
    '!isStatic ? " "': 'true ? " "',
  },
  '/dom/lib.js': {
    'const Link = React$1.forwardRef(': 'const Link = /* @__PURE__ */ React$1.forwardRef(',
    'const NavLink = React$1.forwardRef(': 'const NavLink = /* @__PURE__ */ React$1.forwardRef(',
    'NavLink.displayName = "NavLink";': '',
    '\nLink.displayName = "Link";': '',
  },
}

/** Browsers get the router without them: 6 kB gzip less on every page. @throws when a newer version has other ones */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!id.includes('/react-router/dist/production/')) return null
      const [exports, conditions] = [partsOf(switchedOff, id), partsOf(known, id)]
      if (exports) return { code: replaceExports(code, exports, id), map: null }
      return conditions ? { code: replacePhrases(code, conditions, id), map: null } : null
    },
  }
}

const partsOf = (table: Record<string, Record<string, string>>, id: string) =>
  Object.entries(table).find(([end]) => id.endsWith(end))?.[1]

function replacePhrases(code: string, phrases: Record<string, string>, id: string): string {
  return Object.entries(phrases).reduce((text, [phrase, value]) => {
    if (!text.includes(phrase)) throw new Error(`${id} no longer says ${phrase}`)
    return text.replace(phrase, () => value)
  }, code)
}

function replaceExports(code: string, parts: Record<string, string>, id: string): string {
  return Object.entries(parts).reduce((text, [name, value]) => {
    const exported = new RegExp(`(export \\{[^}]*?)\\b${name}\\b`)
    if (!exported.test(text)) throw new Error(`${id} no longer exports ${name}`)
    return `const off_${name} = ${value}\n${text.replace(exported, `$1off_${name} as ${name}`)}`
  }, code)
}
