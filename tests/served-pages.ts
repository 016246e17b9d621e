import { relative, resolve } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { type ServerBuild, UNSAFE_withComponentProps as withProps } from 'react-router'
import type { App } from '#app/app-context.ts'
import type { ContentService } from '#app/content-service/content-service.ts'
import routes from '#app/routes.ts'
import { createHttp } from '#server/http.ts'

type Routes = ServerBuild['routes']
type Module = NonNullable<Routes[string]>['module']

const folder = resolve(import.meta.dirname, '../app')
/** A name of a file that is no part of the tests' types: all routes would be checked once more, without their own. */
const fromApp = (file: string): Promise<Module> => import(/* @vite-ignore */ resolve(folder, file))

/** As the router's compiler leaves it: the component is given its data. */
async function routeModule(file: string): Promise<Module> {
  const module = await fromApp(file)
  return module.default ? { ...module, default: withProps(module.default as never) } : module
}

/** The shop's own routes, pages and entry, straight from their sources instead of a build. */
export async function sourcesAsBuild(): Promise<ServerBuild> {
  const all: Routes = {
    root: { id: 'root', path: '', module: await routeModule('root.tsx') },
  }
  const add = async (entries: readonly RouteConfigEntry[], parentId: string): Promise<void> => {
    for (const { id, path, index, file, children = [] } of entries) {
      const name = id ?? relative(folder, file).replace(/\.tsx?$/, '')
      all[name] = {
        id: name,
        parentId,
        ...(path !== undefined && { path }),
        ...(index && { index }),
        module: await routeModule(file),
      }
      await add(children, name)
    }
  }
  await add(await routes, 'root')
  const manifested = Object.values(all).map((route) => {
    const { id, parentId, path, index, module } = route as NonNullable<typeof route>
    const has = {
      hasAction: module.action !== undefined,
      hasLoader: module.loader !== undefined,
      hasErrorBoundary: module.ErrorBoundary !== undefined,
      hasClientAction: false,
      hasClientLoader: false,
      hasClientMiddleware: module.clientMiddleware !== undefined,
    }
    return [id, { id, parentId, path, index, module: `/assets/${id}.js`, imports: [], ...has }]
  })
  return {
    entry: { module: (await fromApp('entry.server.tsx')) as unknown as ServerBuild['entry']['module'] },
    routes: all,
    assets: {
      entry: { module: '/assets/entry.js', imports: [] },
      routes: Object.fromEntries(manifested),
      url: '/assets/manifest.js',
      version: 'tests',
    },
    assetsBuildDirectory: 'build/client',
    basename: '/',
    publicPath: '/',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as ServerBuild
}

let build: Promise<ServerBuild> | undefined
const sources = () => (build ??= sourcesAsBuild())

/** A browser as most people have one: robots are not shown error pages. */
const browser =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export type Get = (
  address: string,
  headers?: Record<string, string>,
  /** GET unless told otherwise. */
  sent?: { method: string; body?: BodyInit },
) => Promise<Response>

const noContentService: ContentService = { fetch: async () => new Response(null, { status: 404 }) }

/** The shop's whole HTTP surface, pages straight from their sources; `instrument` changes the build before it serves. */
export const servedShop = (
  app: App,
  contentService = noContentService,
  clientFiles: string | null = null,
  instrument: (build: ServerBuild) => ServerBuild = (same) => same,
) =>
  createHttp({
    app,
    contentService,
    build: async () => instrument(await sources()),
    clientFiles,
  })

/**
 * The shop's whole HTTP surface, asked without a network: redirects, pages with their HTML, data. Messages must have
 * been loaded (`loadAllMessages`).
 */
export function servedPages(app: App, contentService = noContentService): Get {
  const http = servedShop(app, contentService)
  const socket = { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' }
  return async (address, headers = {}, sent = { method: 'GET' }) =>
    http.fetch(
      new Request(`http://localhost:3000${address}`, {
        headers: { 'user-agent': browser, ...headers },
        ...sent,
      }),
      { incoming: { socket } },
    )
}

/** The language that a document says it is in. */
export const languageOf = (html: string) => /<html[^>]* lang="([^"]*)"/.exec(html)?.[1]
