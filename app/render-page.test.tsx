import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { lazy, type ReactNode, Suspense } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { expect, test } from 'vitest'
import { routerPage } from '#tests/router-page.ts'
import { renderPage } from './render-page.ts'

const parts = ['[{"loaderData":"Grüße <b>"}]\n', '[{"later":"', '💎"}]\n']
/** As the router's own stream: one sign is cut in two. */
const bytes = new TextEncoder().encode(parts.join(''))
const cuts = [bytes.length - 7, bytes.length]

/** A page without scripts of its own. */
function contextOf(page: () => ReactNode): EntryContext {
  const data = cuts.map((cut, index) => bytes.slice(cuts[index - 1] ?? 0, cut))
  return { ...routerPage({ page, data }), renderMeta: { didRenderScripts: true } }
}

const draw = (context: EntryContext) => <ServerRouter context={context} url="http://shop.test/" />
const pageOf = (children: ReactNode) => () => (
  <html lang="de">
    <head>
      <title>Uhren</title>
    </head>
    <body>
      Heute {'neu'}
      <img src="/a.jpg" alt="" />
      {children}
    </body>
  </html>
)

/** What React makes of it by the way it recommends, everything waited for. */
async function streamed(page: () => ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(draw(contextOf(page)), {
      onAllReady: () => text(stream.pipe(new PassThrough())).then(resolve, reject),
      onError: reject,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    })
  })
}

const waited = (shows: string) => lazy(async () => ({ default: () => <p>{shows}</p> }))

test('a page is what React streams, with the router’s data, byte for byte', async () => {
  const page = pageOf(
    <Suspense>
      <p>sofort</p>
    </Suspense>,
  )
  const { html, failure } = await renderPage(contextOf(page), draw)
  expect(failure).toBeNull()
  expect(html).toBe(await streamed(page))
  expect(html).toContain('enqueue(')
  expect(html).toContain('💎')
})

test.each(['for the first time', 'again'])('a part that is fetched %s is in it', async () => {
  const [Inside, Outside] = [waited('in einer Grenze'), waited('ohne Grenze')]
  const page = pageOf(
    <>
      <Suspense>
        <Inside />
      </Suspense>
      <Outside />
    </>,
  )
  const { html, failure } = await renderPage(contextOf(page), draw)
  expect(failure).toBeNull()
  expect(html).toBe(await streamed(page))
  expect(html).toMatch(/in einer Grenze.*ohne Grenze.*enqueue\(/)
  expect((await renderPage(contextOf(page), draw)).html).toBe(html)
})

const Broken = () => {
  throw new Error('broken')
}

test('of a part that fails the failure is told, and the rest is there', async () => {
  const page = pageOf(
    <Suspense fallback={<p>Ersatz</p>}>
      <Broken />
    </Suspense>,
  )
  const { html, failure } = await renderPage(contextOf(page), draw)
  expect(failure).toMatchObject({ message: 'broken' })
  expect(html).toMatch(/Heute.*Ersatz.*enqueue\(/s)
})

test('a page that fails outside of all boundaries is none', async () => {
  const failing = renderPage(contextOf(pageOf(null)), () => <Broken />)
  await expect(failing).rejects.toThrow('broken')
})
