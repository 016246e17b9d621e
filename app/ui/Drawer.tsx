import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

type DrawerProps = {
  dialog: RefObject<HTMLDialogElement | null>
  label: string
  /** The edge it comes from. */
  side: 'left' | 'right' | 'top'
  onClose?: () => void
  /** Remains open when the page changes: filters are chosen one after the other. */
  stays?: boolean
  children: ReactNode
}

/**
 * A modal drawer on the browser's own `<dialog>`: it traps and returns focus, makes the rest inert and closes on
 * Escape by itself. A click beside it closes it, and so does every change of page. It is made when it is wanted, and
 * opens as it comes.
 */
export function Drawer({ dialog, label, side, onClose, stays = false, children }: DrawerProps) {
  const { key } = useLocation()
  const shownAt = useRef(key)
  useEffect(() => dialog.current?.showModal(), [dialog])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the event
  useEffect(() => {
    if (!stays && shownAt.current !== key) dialog.current?.close()
    shownAt.current = key
  }, [key])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way out and built in
    <dialog
      ref={dialog}
      aria-label={label}
      className={`whole-window drawer drawer-${side}`}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
    >
      <div className="drawer-panel">{children}</div>
    </dialog>
  )
}
