import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

/** A dialog that is open as long as it is drawn; Escape closes it. Then what opened it has the focus again. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // While it is still in the page: what had the focus before has it again.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="office-dialog"
      aria-labelledby={id}
      onClose={onClose}
      // At once: `close` comes some time after the focus is back at what opens it, and what is pressed there meanwhile
      // would open a dialog that is taken for open.
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
