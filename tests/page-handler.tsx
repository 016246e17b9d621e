import type { RouteConfigEntry } from '@react-router/dev/routes'
import { createRequestHandler, Outlet, type ServerBuild, UNSAFE_withComponentProps } from 'react-router'
import { type App, addressContext, asPageContext, clientContext } from '#app/app-context.ts'
import handleRequest, { handleError } from '#app/entry.server.tsx'
import { loadAllMessages } from '#app/language/messages/load.ts'
import routes from '#app/routes.ts'
import { contextOf } from './requests.ts'

/** Address → answer, as the shop's server gives it, without the parts that only a build has: styles and scripts. */
export type PageHandler = (path: string) => Promise<Response>

type Modules = Record<string, () => Promise<unknown>>
type Routes = ServerBuild['routes']
type Module = NonNullable<Routes[string]>['module']

const modules: Modules = import.meta.glob([
  '../app/{storefront,api}/**/*-page.tsx',
  '../app/storefront/{layout,unmatched}.tsx',
  '../app/storefront/feeds/*.ts',
])

/** The site's own table of routes; what is no page and no feed is left out. */
async function routesOf(entries: readonly RouteConfigEntry[], parentId: string): Promise<Routes> {
  const found: Routes = {}
  for (const { file, id = file, path, index, children = [] } of entries) {
    const load = modules[`../app/${file}`]
    if (!load) continue
    found[id] = { id, parentId, path, index, module: withProps((await load()) as Module) }
    Object.assign(found, await routesOf(children, id))
  }
  return found
}

/** The router's compiler gives components their props; here nothing is compiled. */
function withProps(module: Module): Module {
  if (!module.default) return module
  return { ...module, default: UNSAFE_withComponentProps(module.default as never) as Module['default'] }
}

function Root() {
  return (
    <html lang="de">
      <head />
      <body>
        <Outlet />
      </body>
    </html>
  )
}

/** All of the site's pages, as the server is given them. */
export async function pagesBuild(): Promise<ServerBuild> {
  await loadAllMessages()
  const site = await routesOf(routes, 'root')
  const all: Routes = { root: { id: 'root', path: '', module: { default: Root } }, ...site }
  const assets = Object.fromEntries(
    Object.values(all).map((each) => [
      each?.id,
      {
        ...each,
        module: '',
        imports: [],
        css: [],
        hasAction: false,
        hasLoader: false,
        hasClientAction: false,
        hasClientLoader: false,
        hasClientMiddleware: false,
        hasErrorBoundary: false,
      },
    ]),
  )
  return {
    entry: { module: { default: handleRequest, handleError } },
    routes: all,
    assets: { entry: { imports: [], module: '' }, routes: assets, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '' },
    allowedActionOrigins: [],
  } as unknown as ServerBuild
}

export async function openPages(app: App): Promise<PageHandler> {
  const handle = createRequestHandler(await pagesBuild(), 'test')
  return async (path) => {
    const context = contextOf(app)
    context.set(asPageContext, true)
    context.set(addressContext, '127.0.0.1')
    context.set(clientContext, null)
    return handle(new Request(new URL(path, app.env.SITE_URL)), context)
  }
}
