import type { Plugin } from 'vite'

/**
 * Parts of React Router that belong to ways of using it which this shop has not chosen: routes discovered while somebody
 * browses (react-router.config.ts: all are known at once), pages fetched in advance, and instrumented routers. Whether
 * they are switched on is asked while the page runs, so no bundler can leave them out. Here they are what they do when
 * switched off. Its warnings are for developers, and the development server gives them.
 */
const switchedOff: Record<string, Record<string, string>> = {
  '/router/history.js': { warning: '/* @__NO_SIDE_EFFECTS__ */ () => undefined' },
  '/server-runtime/warnings.js': { warnOnce: '/* @__NO_SIDE_EFFECTS__ */ () => undefined' },
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
 * What is known, so that the bundler leaves out what hangs on it. Of the settings (react-router.config.ts): the server
 * draws pages, all routes are there from the start, nothing experimental is on. Of this shop: nothing keeps a visitor
 * from leaving a page (`useBlocker` would find nothing to ask), links are plain (docs/decisions/plain-links.md), none is
 * fetched in advance, and only the server writes the scripts. Of a build: no code is exchanged while it runs. A
 * component that is given a name counts as used; without its name it can be left out.
 */
const known: Record<string, Record<string, string>> = {
  '/router/router.js': {
    'future.unstable_routePatternMatching': 'false',
    'future.unstable_customRouteDiscovery': 'false',
    'init.patchRoutesOnNavigation': 'undefined',
    'checkFogOfWar(initialMatches, init.history.location.pathname).active': 'false',
    'let fogOfWar = checkFogOfWar(null, init.history.location.pathname);': '',
    'let fogOfWar = checkFogOfWar(matches, location.pathname);': '',
    'let fogOfWar = checkFogOfWar(matches, normalizedPath);': '',
    'fogOfWar.active = false;': '',
    'fogOfWar.active': 'false',
    'if (isFogOfWar)': 'if (false)',
    'if (!isFogOfWar)': 'if (true)',
    'if (loadMatch.isDiscovering)': 'if (false)',
    'if (pendingDiscoveryCancellation) await pendingDiscoveryCancellation;': '',
    'if (pendingDiscoveryCancellation) return pendingDiscoveryCancellation.then(revalidate);': '',
    'init.instrumentations': 'undefined',
    'if (opts?.instrumentationNavigateMetaReceiver)': 'if (false)',
    'if (instrumentationResultMetaReceiver)': 'if (false)',
    'let blockerKey = shouldBlockNavigation(': 'let blockerKey = /* @__PURE__ */ shouldBlockNavigation(',
    'if (blockerKey && delta != null)': 'if (false)',
    'if (blockerKey)': 'if (false)',
    'state.blockers.forEach((_, key) => deleteBlocker(key));': '',
    '\t\tgetBlocker,\n\t\tdeleteBlocker,\n\t\tpatchRoutes,\n': '',
    '\t\t_internalSetRoutes,\n': '',
    'isStaticHandler ? (': 'false ? (',
  },
  '/dom-export/hydrated-router.js': {
    'ssrInfo.context.ssr': 'true',
    'ssrInfo.context.isSpaMode': 'false',
    'ssrInfo.context.unstable_apiOnly === true': 'false',
    'ssrInfo.context.future.unstable_customRouteDiscovery': 'false',
    'window.__reactRouterManifest.sri === true': 'false',
    'router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut;': '',
  },
  '/dom/ssr/routes.js': {
    'isSpaMode && !isApiOnly': 'false',
    '(!isSpaMode || route.id === "root")': 'true',
    'isSpaMode && routeId !== "root" || isApiOnly && isSpaMode && hasLoader || ': '',
    'if (!ssr && ': 'if (false && ',
    'if (needsRevalidation)': 'if (false)',
  },
  '/dom/ssr/single-fetch.js': {
    'if (!ssr && ': 'if (false && ',
  },
  // React Server Components.
  '/context.js': {
    'return React$1.useContext(RSCRouterContext);': 'return false;',
  },
  '/hooks.js': {
    'if (this.context && ': 'if (false && ',
    'if (this.context) return': 'if (false) return',
  },
  '/dom/ssr/components.js': {
    'isSpaMode && !isHydrated': 'false',
    'isPageLinkDescriptor(link) ?': 'false ?',
    'typeof criticalCss === "string"': 'false',
    'typeof criticalCss === "object"': 'false',
    'manifest.hmr?.runtime': 'false',
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

/** Browsers get the router without them: 11 kB gzip less on every page. @throws when a newer version has other ones */
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
    return text.replaceAll(phrase, () => value)
  }, code)
}

function replaceExports(code: string, parts: Record<string, string>, id: string): string {
  return Object.entries(parts).reduce((text, [name, value]) => {
    const exported = new RegExp(`(export \\{[^}]*?)\\b${name}\\b`)
    if (!exported.test(text)) throw new Error(`${id} no longer exports ${name}`)
    return `const off_${name} = ${value}\n${text.replace(exported, `$1off_${name} as ${name}`)}`
  }, code)
}
