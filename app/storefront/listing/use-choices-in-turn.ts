import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSubmit } from 'react-router'
import { connection, connectionChanged } from '#app/ui/connection.ts'
import { followedAddress, isPlainClick } from '#app/ui/follow-links.ts'
import { shownEntry } from '#app/ui/shown-entry.ts'

/**
 * Filters are links and forms of the page that is drawn: whoever chooses the next one while the last is on its way, or has
 * arrived and is not drawn yet, would lose the last. So a choice waits until the one before it is drawn, and is then made
 * by what the same link or form says there; the pages of a list that another is about to replace lead nowhere. Whoever
 * goes elsewhere or back meanwhile, and a lost connection, give up what waits.
 */
export function useChoicesInTurn() {
  const navigate = useNavigate()
  const submit = useSubmit()
  const { key } = useLocation()
  const { current: turn } = useRef<Turn>({ drawn: key, underWay: null, waiting: [] })
  useEffect(() => {
    turn.drawn = key
    goOn(turn)
  }, [key, turn])
  useEffect(() => {
    /** Whether what was pressed has to wait for its turn, and does where it is a choice. */
    const waits = (event: Event, ...choice: Choice[]) => {
      // Without a connection nothing moves: what is chosen then takes the place of what did not arrive.
      if (connection.lost || !isBusy(turn)) return false
      event.preventDefault()
      event.stopPropagation()
      turn.waiting.push(...choice)
      return true
    }
    const choose = (event: Event, start: () => void | Promise<void>) => {
      event.preventDefault()
      const underWay = Promise.resolve(start())
      turn.underWay = underWay
      void underWay.finally(() => {
        if (turn.underWay === underWay) turn.underWay = null
        goOn(turn)
      })
    }
    const giveUp = () => {
      turn.waiting.length = 0
    }
    // What did not arrive may never end: it is sent again when somebody says so.
    const onConnection = () => {
      if (!connection.lost) return
      turn.underWay = null
      giveUp()
    }
    const onClick = (event: MouseEvent) => {
      if (!isPlainClick(event)) return
      const anchor = (event.target as Element).closest('a')
      const url = followedAddress(anchor)
      if (!anchor || !url) return
      if (anchor.closest('.list-pages') && waits(event)) return
      if (!anchor.closest('[data-keep-scroll]')) return giveUp()
      if (waits(event, anchor)) return
      choose(event, () => navigate(url.pathname + url.search, { preventScrollReset: true }))
    }
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement
      if (!form.matches('[data-keep-scroll] form') || waits(event, form)) return
      choose(event, () => submit(form, { preventScrollReset: true }))
    }
    const listening = new AbortController()
    const how = { capture: true, signal: listening.signal }
    addEventListener('click', onClick, how)
    addEventListener('submit', onSubmit, how)
    addEventListener('popstate', giveUp, how)
    addEventListener(connectionChanged, onConnection, how)
    return () => listening.abort()
  }, [navigate, submit, turn])
}

type Choice = HTMLAnchorElement | HTMLFormElement

/** `drawn`: the entry of the history that the page shows; `underWay`: the choice that was not answered yet. */
type Turn = { drawn: string; underWay: Promise<void> | null; waiting: Choice[] }

const isBusy = ({ drawn, underWay }: Turn) => underWay !== null || drawn !== shownEntry()

/** Makes the choice that waits longest and can still be made. */
function goOn(turn: Turn) {
  while (!isBusy(turn)) {
    const choice = turn.waiting.shift()
    if (!choice) return
    if (!choice.isConnected) continue
    if (choice instanceof HTMLFormElement) choice.requestSubmit()
    else choice.click()
  }
}
