import type { RefObject } from 'react'
import { LineIcon } from '#app/ui/LineIcon.tsx'

/** `first`: the focus begins here when the drawer opens, and not on all of it, which would be read out in one go. */
export function CloseButton({
  dialog,
  label,
  first = false,
}: {
  dialog: RefObject<HTMLDialogElement | null>
  label: string
  first?: boolean
}) {
  return (
    <button
      // React keeps the attribute to itself, and `showModal` looks for it.
      ref={(button) => {
        if (first) button?.setAttribute('autofocus', '')
      }}
      type="button"
      aria-label={label}
      className="icon-button"
      onClick={() => dialog.current?.close()}
    >
      <LineIcon>
        <path d="m5 5 14 14M19 5 5 19" />
      </LineIcon>
    </button>
  )
}
