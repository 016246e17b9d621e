import { useEffect, useEffectEvent } from 'react'

/** What is typed into; everything else has no use of its own for a paste. */
const fields =
  'textarea, select, [contenteditable=""], [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="file"], [type="button"], [type="submit"])'

const isField = (target: EventTarget | null) => target instanceof Element && target.closest(fields) !== null

/**
 * Takes what is pasted while nothing is typed into; `take` says whether it did. Listens on the document: browsers send a
 * paste to the page where what has the focus is no field.
 */
export function usePaste(take: (pasted: DataTransfer) => boolean): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || isField(event.target) || isField(document.activeElement)) return
    if (document.querySelector('dialog:modal')) return
    if (event.clipboardData && take(event.clipboardData)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}
