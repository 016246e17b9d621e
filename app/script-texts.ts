import type { EntryContext } from 'react-router'
import type { ScriptTexts } from './DeferredScripts.tsx'
import pill from './place-contact-pill.js?raw'
import start from './start-scripts.js?raw'

/** What `start-scripts.js` reads: addresses of files below the page's origin. */
export type PageModules = {
  /** Fetched at once and run one after the other: the list of all routes, shared code, the routes of the page. */
  files: string[]
  /** The modules that make up each matched route, outermost route first; of equal exports the last counts. */
  routes: [id: string, modules: string[]][]
  /** Hydrates the page; comes last. */
  entry: string
}

/**
 * What the router's `<Scripts>` would put into a page, for `<DeferredScripts>`. Tells the router that the page has scripts;
 * else it would not send the data of the loaders.
 */
export function scriptTexts(entryContext: EntryContext): ScriptTexts {
  if (entryContext.renderMeta) entryContext.renderMeta.didRenderScripts = true
  return {
    pill,
    handoff: `window.__reactRouterContext = ${entryContext.serverHandoffString};window.__reactRouterContext.stream = new ReadableStream({start(controller){window.__reactRouterContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());`,
    modules: JSON.stringify(pageModules(entryContext)).replaceAll('<', '\\u003c'),
    start,
  }
}

function pageModules({ manifest, staticHandlerContext }: EntryContext): PageModules {
  const routes = staticHandlerContext.matches.map(({ route: { id } }) => {
    const route = manifest.routes[id]
    if (!route) throw new Error(`the manifest has no route ${id}`)
    const { clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule } = route
    const split = [clientActionModule, clientLoaderModule, clientMiddlewareModule, hydrateFallbackModule]
    return {
      id,
      imports: route.imports ?? [],
      modules: [...split.filter((file) => file !== undefined), route.module],
    }
  })
  const files = routes.flatMap(({ modules, imports }) => [...modules, ...imports])
  return {
    files: [...new Set([manifest.url, ...manifest.entry.imports, ...files])],
    routes: routes.map(({ id, modules }) => [id, modules]),
    entry: manifest.entry.module,
  }
}
