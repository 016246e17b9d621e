import { type ReactNode, type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'

type DrawerProps = {
  dialog: RefObject<HTMLDialogElement | null>
  label: string
  /** The edge it comes from. */
  side: 'left' | 'top'
  onClose?: () => void
  /** Remains open when the page changes: filters are chosen one after the other. */
  stays?: boolean
  children: ReactNode
}

/**
 * A modal drawer on the browser's own `<dialog>`: it traps and returns focus, makes the rest inert and closes on
 * Escape by itself. A click beside it closes it, and so does every change of page.
 */
export function Drawer({ dialog, label, side, onClose, stays = false, children }: DrawerProps) {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location's key is the event
  useEffect(() => {
    if (!stays) dialog.current?.close()
  }, [key])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way out and built in
    <dialog
      ref={dialog}
      aria-label={label}
      className={`drawer drawer-${side}`}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
    >
      <div className="drawer-panel">{children}</div>
    </dialog>
  )
}
