import { useEffect, useRef } from 'react'

/** The window's event when somebody presses Ctrl+S; whoever saves by it calls `preventDefault`. */
const saveEvent = 'office-save'

/** Saves by Ctrl+S while `active`, whatever has the focus. Other forms are sent where the focus is in them. */
export function useSaveKey(save: () => void, active = true): void {
  const newest = useRef(save)
  newest.current = save
  useEffect(() => {
    if (!active) return
    const asked = (event: Event) => {
      event.preventDefault()
      newest.current()
    }
    window.addEventListener(saveEvent, asked)
    return () => window.removeEventListener(saveEvent, asked)
  }, [active])
}

/** Has what is open saved: whatever listens, else the form that the focus is in. False: there is nothing to save. */
export function askToSave(): boolean {
  if (!window.dispatchEvent(new CustomEvent(saveEvent, { cancelable: true }))) return true
  const form = document.activeElement?.closest('form')
  const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]')
  if (!form || !button || button.disabled || form.method === 'dialog') return false
  form.requestSubmit(button)
  return true
}
