import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import type { EntryContext } from 'react-router'

/** A page that takes longer than this to render is an error. */
const renderTimeout = 10_000

/** `failure`: of one part inside its error boundary, while the rest of the page is whole. */
type Rendered = { html: string; failure: unknown }

/** A whole page, with everything that it waits for. @throws what fails outside of all boundaries */
export async function renderPage(
  entryContext: EntryContext,
  draw: (entryContext: EntryContext) => ReactNode,
): Promise<Rendered> {
  await readAhead(entryContext)
  const html = renderAtOnce(draw(entryContext))
  if (html !== null) return { html, failure: null }
  // Whoever renders locks the stream, empty as it is.
  return renderWaiting(draw({ ...entryContext, serverHandoffStream: new ReadableStream() }))
}

/** What stands where a boundary's content did not come at once, or failed. */
const unfinished = '<!--$!-->'

/**
 * As text, without a detour by bytes. Null for a page that waits for something, such as the module of a part that is
 * drawn for the first time, or of which something fails: it is rendered once more, and then said what.
 */
function renderAtOnce(page: ReactNode): string | null {
  try {
    const html = renderToString(page)
    if (html.includes(unfinished)) return null
    return html.startsWith('<html') ? `<!DOCTYPE html>${html}` : html
  } catch {
    return null
  }
}

/** The data of the loaders is there already: the router's part that writes it down need not wait for it in pieces. */
async function readAhead({ serverHandoffStream, renderMeta }: EntryContext): Promise<void> {
  if (!serverHandoffStream || !renderMeta) return
  const reader = serverHandoffStream.getReader()
  const decoder = new TextDecoder()
  const parts: NonNullable<typeof renderMeta.streamCache> = {}
  const told = (part: object) => Object.assign(Promise.resolve(), part)
  try {
    for (let at = 0, done = false; !done; at += 1) {
      const read = await reader.read()
      done = read.done
      parts[at] = told({ result: { done, value: decoder.decode(read.value, { stream: !done }) } })
    }
  } catch (error) {
    parts[Object.keys(parts).length] = told({ error })
  } finally {
    reader.releaseLock()
  }
  renderMeta.streamCache = parts
}

function renderWaiting(page: ReactNode): Promise<Rendered> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let failure: unknown = null
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        done()
        resolve({ html: Buffer.concat(chunks).toString('utf8'), failure })
      },
    })
    const stream = renderToPipeableStream(page, {
      onAllReady: () => {
        clearTimeout(timer)
        stream.pipe(sink)
      },
      onShellError: (error) => {
        clearTimeout(timer)
        reject(error)
      },
      onError: (error) => {
        failure = error
      },
      // Each block of content stands in a boundary of its own; a long page must not be sent in parts cut at these.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    })
    const timer = setTimeout(
      () => stream.abort(new Error(`rendering took over ${renderTimeout} ms`)),
      renderTimeout,
    )
  })
}
