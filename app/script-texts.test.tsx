import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import vm from 'node:vm'
import { renderToPipeableStream } from 'react-dom/server'
import { Scripts, ServerRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { routerPage } from '#tests/router-page.ts'
import { DeferredScripts, ScriptTextsContext } from './DeferredScripts.tsx'
import { type PageModules, scriptTexts } from './script-texts.ts'

/** A page of three routes: one module, split into parts, and with imports that others share. */
const routes = [
  { id: 'root', module: '/assets/root.js', imports: ['/assets/frame.js'] },
  {
    id: 'de',
    parentId: 'root',
    path: 'de',
    module: '/assets/layout.js',
    clientMiddlewareModule: '/assets/layout-middleware.js',
    clientActionModule: '/assets/layout-action.js',
    clientLoaderModule: '/assets/layout-loader.js',
    hydrateFallbackModule: '/assets/layout-fallback.js',
    imports: ['/assets/frame.js', '/assets/words.js'],
  },
  { id: 'de/<index>', parentId: 'de', index: true, module: '/assets/page.js' },
]

const pageOf = (page: () => React.ReactNode) =>
  routerPage({
    page,
    routes,
    data: ['[{"loaderData":1}]\n'],
    entry: { module: '/assets/entry.js', imports: ['/assets/react.js', '/assets/frame.js'] },
    pathname: '/de',
  })

async function render(page: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(page, {
      onAllReady: () => text(stream.pipe(new PassThrough())).then(resolve, reject),
      onError: reject,
    })
  })
}

const router = pageOf(() => <Scripts />)
const theirs = await render(<ServerRouter context={router} url="http://shop.example/de" />)
const own = pageOf(DeferredScripts)
const texts = scriptTexts(own)
const ours = await render(
  <ScriptTextsContext value={texts}>
    <ServerRouter context={own} url="http://shop.example/de" />
  </ScriptTextsContext>,
)

const scriptsOf = (html: string) =>
  [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].map(([, attributes = '', code = '']) => ({
    attributes,
    code,
  }))
const [handoff, routerModules, ...data] = scriptsOf(theirs)

/** Runs `start-scripts.js` in a page of its own: what it fetches, runs and leaves behind. */
function openPage({ hidden = false } = {}) {
  const listeners = new Map<string, () => void>()
  const done: string[] = []
  let paint = () => undefined as unknown
  const window: { __reactRouterRouteModules?: Record<string, unknown> } = {}
  const page = vm.createContext({
    window,
    setTimeout,
    load: async (file: string) => {
      done.push(`run ${file}`)
      setTimeout(() => done.push('task'))
      return { from: file, [file]: true }
    },
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    document: {
      hidden,
      getElementById: (id: string) => (id === 'modules' ? { textContent: texts.modules } : null),
      createElement: () => ({}),
      head: { append: ({ rel, href }: HTMLLinkElement) => done.push(`${rel} ${href}`) },
    },
    PerformanceObserver: class {
      observe: (options: object) => void
      constructor(callback: () => void) {
        this.observe = (options) => {
          expect(options).toEqual({ type: 'paint', buffered: true })
          paint = callback
        }
      }
    },
  })
  // Only browsers have modules by address; everything else is the code that pages carry.
  vm.runInContext(texts.start.replaceAll('import(', 'load('), page)
  const happens = (name: string) => (name === 'paint' ? paint() : listeners.get(name)?.())
  return { window, done, happens }
}

/** What the router's own module imports, in its order, and the object of route modules it makes of them. */
function routerStart() {
  const code = routerModules?.code ?? ''
  const imported = [...code.matchAll(/import (?:\* as \w+ from )?"([^"]+)"/g)].map(([, file]) => file)
  const entry = /import\("([^"]+)"\)/.exec(code)?.[1]
  const names = [...code.matchAll(/import \* as (\w+) from "([^"]+)";/g)]
  const body = code.replace(/import (\* as \w+ from )?"[^"]+";?/g, '').replace(/import\("[^"]+"\);/, '')
  const window: { __reactRouterRouteModules?: Record<string, unknown> } = {}
  const modules = names.map(([, name = '', file = '']) => [name, { from: file, [file]: true }] as const)
  vm.runInNewContext(body, { window, ...Object.fromEntries(modules) })
  return { imported, entry, routeModules: window.__reactRouterRouteModules }
}

test('the page says of itself what it says with the router’s own scripts, and sends its data', () => {
  const [first, modules, start, ...rest] = scriptsOf(ours)
  expect(handoff?.code).toContain('window.__reactRouterContext')
  expect(first).toEqual(handoff)
  expect(modules?.attributes).toContain('type="application/json"')
  expect(modules?.code).not.toContain('<')
  expect(start?.code).toBe(texts.start)
  expect(data.map(({ code }) => code).join()).toContain('loaderData')
  expect(rest).toEqual(data)
})

test('files are those that the router preloads or imports, and nothing is fetched before', () => {
  const preloaded = [...theirs.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, file]) => file)
  expect(preloaded.length).toBeGreaterThan(8)
  const { files, entry } = JSON.parse(scriptsOf(ours)[1]?.code ?? '') as PageModules
  expect(entry).toBe('/assets/entry.js')
  const fetched = new Set([...preloaded, ...routerStart().imported])
  expect([...files, entry].toSorted()).toEqual([...fetched].toSorted())
  expect(ours).not.toContain('modulepreload"')
  expect(ours).not.toContain('type="module"')
})

test('once painted, the modules run as the router has them run, each in a task of its own, the entry last', async () => {
  const { window, done, happens } = openPage()
  happens('DOMContentLoaded')
  happens('load')
  await wait(20)
  expect(done).toEqual([])
  happens('paint')
  happens('paint')
  await expect.poll(() => done).toContain('run /assets/entry.js')
  const { imported, entry, routeModules } = routerStart()
  const { files } = JSON.parse(texts.modules) as PageModules
  const preloads = files.map((file) => `modulepreload ${file}`)
  expect(done.slice(0, preloads.length)).toEqual(preloads)
  const first = files.flatMap((file) => [`run ${file}`, 'task'])
  expect(done.slice(preloads.length, preloads.length + first.length)).toEqual(first)
  expect(imported[0]).toBe('/assets/manifest.js')
  expect(files.filter((file) => imported.includes(file))).toEqual(imported)
  expect(done.filter((step) => step === `run ${entry}`)).toHaveLength(1)
  expect(done.findLast((step) => step.startsWith('run '))).toBe(`run ${entry}`)
  expect(window.__reactRouterRouteModules).toEqual(routeModules)
  expect(Object.keys(window.__reactRouterRouteModules ?? {})).toEqual(routes.map(({ id }) => id))
})

test('what is never painted starts 3 seconds after all HTML is there; what nobody sees, at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const shown = openPage()
    shown.happens('DOMContentLoaded')
    await vi.advanceTimersByTimeAsync(2_999)
    expect(shown.done).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(shown.done).not.toEqual([])
    const hidden = openPage({ hidden: true })
    hidden.happens('DOMContentLoaded')
    await vi.advanceTimersByTimeAsync(0)
    expect(hidden.done).not.toEqual([])
  } finally {
    vi.useRealTimers()
  }
})
