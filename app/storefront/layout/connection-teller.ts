import { type ConnectionTeller, connection, connectionChanged } from '#app/ui/connection.ts'
import { isPlainClick } from '#app/ui/follow-links.ts'
import { shownEntry } from '#app/ui/shown-entry.ts'
import { sendPlainly } from './send-plainly.ts'

/** What the notice is asked to do, and where the visitor is on the way to. */
type Notice = {
  /** `anew`: it is read out once more, for somebody has tried again. */
  show: (anew: boolean) => void
  hide: () => void
  /** The address of a navigation that is pending. */
  target: () => string | null
}

/** How long the shop may take to say that it can be reached; ms. */
const answerTime = 8_000

/** The Navigation API as far as it is used; not all browsers have it. */
type ReloadEvent = Event & { navigationType: string; userInitiated: boolean }
type WithNavigation = { navigation?: EventTarget }

/**
 * Watches over what a lost connection would take the page away with: the router's requests, code that does not come, and
 * forms and links that load a page. `again` tries once more what did not arrive, `dismiss` gives it up.
 */
export function startTelling(notice: Notice) {
  /** Requests that wait to be sent again. */
  const waiting = new Set<() => void>()
  /** What loads a page, once the shop can be reached. */
  let leave: (() => void) | null = null
  let pressed = false
  let offline = false
  // Code that did not come is not asked for twice by a document.
  let codeMissing = false
  let passing = false
  /** Counts what was asked for or given up: an answer that comes after either leads nowhere. */
  let turn = 0
  // Whoever went back since the last press waits for nothing that was pressed before.
  let wentBack = false
  /** The entry of the history from which something was asked for last. */
  let askedFrom: string | null = null
  const watching = new AbortController()

  const show = () => {
    notice.show(pressed)
    pressed = false
  }
  const hide = () => {
    leave = null
    notice.hide()
  }
  const giveUp = () => {
    turn++
    leave = null
  }
  const goWhenReached = async (go: () => void) => {
    giveUp()
    askedFrom = shownEntry()
    const asked = turn
    const reached = await isReached()
    if (asked !== turn) return
    if (reached) {
      hide()
      go()
    } else {
      leave = go
      show()
    }
  }
  const load = (href: string) => {
    passing = true
    // The same address again would only lead to its fragment.
    if (new URL(href, location.href).href === location.href) location.reload()
    else location.assign(href)
  }

  // What was given up has not arrived either, until something does.
  const setLost = (lost: boolean) => {
    connection.lost = lost
    window.dispatchEvent(new Event(connectionChanged))
  }

  const teller: ConnectionTeller = {
    lost: (signal) =>
      new Promise((resolve, reject) => {
        waiting.add(resolve)
        signal.addEventListener('abort', () => {
          waiting.delete(resolve)
          reject(signal.reason)
        })
        askedFrom = shownEntry()
        setLost(true)
        show()
      }),
    found: () => {
      if (connection.lost) setLost(false)
      if (leave === null) hide()
    },
    codeLost: (go) => {
      void goWhenReached(go)
      return new Promise(() => undefined)
    },
  }

  const onClick = (event: MouseEvent) => {
    pressed = true
    wentBack = false
    if (!(offline || codeMissing) || passing || event.defaultPrevented || !isPlainClick(event)) return
    const anchor = (event.target as Element).closest<HTMLAnchorElement>(
      'a[href]:not([aria-haspopup], [target], [download])',
    )
    if (!anchor) return
    const url = new URL(anchor.href)
    if (url.origin !== location.origin) return
    if (url.hash && url.pathname === location.pathname && url.search === location.search) return
    event.preventDefault()
    event.stopPropagation()
    void goWhenReached(() => {
      if (codeMissing) return load(anchor.href)
      passing = true
      anchor.click()
      passing = false
    })
  }

  // What a script does not send loads a page, and where that fails all that was typed is gone.
  const onSubmit = (event: SubmitEvent) => {
    pressed = true
    wentBack = false
    const form = event.target as HTMLFormElement
    const { submitter } = event
    const isPost = form.method === 'post'
    if (event.defaultPrevented || form.method === 'dialog' || form.hasAttribute('target')) return
    if (!isPost && !offline) return
    if (submitter?.hasAttribute('formaction')) return
    if (new URL(form.getAttribute('action') ?? '', location.href).origin !== location.origin) return
    event.preventDefault()
    void goWhenReached(() => sendPlainly(form, submitter))
  }

  // The router loads the page anew where code of a route does not come, and takes away what is there.
  const onReload = (event: Event) => {
    const { navigationType, userInitiated } = event as ReloadEvent
    if (navigationType !== 'reload' || userInitiated || passing) return
    event.preventDefault()
    if (!event.defaultPrevented) return
    codeMissing = true
    if (wentBack && notice.target() === null) return
    void goWhenReached(() => load(notice.target() ?? location.href))
  }

  const onPopState = () => {
    wentBack = true
    giveUp()
  }

  const { signal } = watching
  window.addEventListener('click', onClick, { capture: true, signal })
  window.addEventListener('submit', onSubmit, { signal })
  // A page that somebody comes back to has not been left.
  window.addEventListener('pageshow', () => (passing = false), { signal })
  window.addEventListener('popstate', onPopState, { signal })
  window.addEventListener('offline', () => (offline = true), { signal })
  window.addEventListener('online', () => (offline = false), { signal })
  ;(window as WithNavigation).navigation?.addEventListener('navigate', onReload, { signal })

  const dismiss = () => {
    giveUp()
    waiting.clear()
    hide()
  }

  return {
    teller,
    again: () => {
      pressed = true
      if (leave) return void goWhenReached(leave)
      const sent = [...waiting]
      waiting.clear()
      for (const send of sent) send()
      if (sent.length === 0) hide()
    },
    dismiss,
    /** A page has come, of which React may tell late: what was asked for from there already stays. */
    arrived: (entry: string) => {
      if (entry !== askedFrom) dismiss()
    },
    end: () => watching.abort(),
  }
}

/** Whether the shop answers anything at all. */
async function isReached(): Promise<boolean> {
  try {
    await fetch('/favicon.svg', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(answerTime),
    })
    return true
  } catch {
    return false
  }
}
