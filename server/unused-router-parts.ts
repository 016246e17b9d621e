import type { Plugin } from 'vite'

/**
 * The router brings every page the code of a future flag that is off (`unstable_customRouteDiscovery`): 2 kB of scripts
 * that nothing can reach, for all routes are known from the table. In the browser's build they are names alone. Where the
 * router has moved them, its own file is built in again and the tests of the first load tell.
 */
export function unusedRouterParts(): Plugin {
  const names = [
    'RouteDiscoveryRuntime',
    'getCustomPatchRoutesOnNavigationFunction',
    'useCustomRouteDiscovery',
    'useRouteDiscovery',
  ]
  return {
    name: 'unused-router-parts',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: {
      filter: { id: /\/react-router\/dist\/production\/lib\/dom\/ssr\/route-discovery\.js$/ },
      handler: () => `export const ${names.map((name) => `${name} = undefined`).join(', ')}`,
    },
  }
}
