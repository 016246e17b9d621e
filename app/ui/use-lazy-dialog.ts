import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react'
import { connection } from './connection.ts'
import { isPlainClick } from './follow-links.ts'

type LateDialog = {
  dialog: RefObject<HTMLDialogElement | null>
  /** Whether it has been opened, so that it must be in the page; it opens itself when it comes. */
  made: boolean
  /** Its code, from when somebody comes near what opens it. */
  onNear: () => void
  /** For the link that opens it, which leads on where the code cannot be had. */
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** A dialog whose code waits until somebody wants it. `load` brings the component that is shown when `made`. */
export function useLazyDialog(load: () => Promise<unknown>): LateDialog {
  const dialog = useRef<HTMLDialogElement>(null)
  const [made, setMade] = useState(false)
  return {
    dialog,
    made,
    // What fails here is asked for again by the click.
    onNear: () => void load().catch(() => undefined),
    onOpen: (event) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      const { href } = event.currentTarget
      if (dialog.current) dialog.current.showModal()
      else
        load().then(
          () => setMade(true),
          () => {
            const go = () => location.assign(href)
            // What is on the page itself is there without a connection.
            if (connection.teller && !href.startsWith(`${location.href.split('#')[0]}#`))
              connection.teller.codeLost(go)
            else go()
          },
        )
    },
  }
}

/** A link with the role of a button answers to the space bar as buttons do. */
export function pressOnSpace(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
