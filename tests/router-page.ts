import type { ReactNode } from 'react'
import type { EntryContext } from 'react-router'

type PageRoute = { id: string; path?: string; index?: boolean; module?: string; imports?: string[] }

/**
 * What the router knows of a page when it is rendered. The first of its routes draws `page`, the others nothing; `data`
 * is its stream of data, in the pieces in which it comes.
 */
export function routerPage(options: {
  page: () => ReactNode
  data: readonly (string | Uint8Array)[]
  routes?: readonly PageRoute[]
  entry?: { module: string; imports: string[] }
  pathname?: string
}): EntryContext {
  const { page, data, routes = [{ id: 'root' }], pathname = '/' } = options
  const { entry = { module: '/entry.js', imports: [] } } = options
  const flags = { hasErrorBoundary: false, hasLoader: false, hasAction: false, hasClientLoader: false }
  return {
    manifest: {
      entry,
      routes: Object.fromEntries(routes.map((route) => [route.id, { ...flags, ...route }])),
      url: '/assets/manifest.js',
      version: '1',
    },
    routeModules: Object.fromEntries(
      routes.map(({ id }, index) => [id, { default: index === 0 ? page : () => null }]),
    ),
    serverHandoffString: '{"ssr":true}',
    serverHandoffStream: new ReadableStream({
      start(controller) {
        for (const piece of data)
          controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)
        controller.close()
      },
    }),
    renderMeta: {},
    future: {},
    ssr: true,
    isSpaMode: false,
    routeDiscovery: { mode: 'initial' },
    staticHandlerContext: {
      basename: '/',
      location: { pathname, search: '', hash: '', state: null, key: 'default' },
      matches: routes.map(({ id, path, index }) => ({
        route: { id, path, index },
        params: {},
        pathname,
        pathnameBase: pathname,
      })),
      loaderData: {},
      actionData: null,
      errors: null,
      statusCode: 200,
      loaderHeaders: {},
      actionHeaders: {},
    },
  } as unknown as EntryContext
}
