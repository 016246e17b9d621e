import type { MouseEvent } from 'react'

/**
 * Leads from a message about a field to it, without the address changing: the router would take that for a new page
 * and forget what the form was answered. Without script the link's own address leads there.
 */
export function goToField(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  const field = document.getElementById(event.currentTarget.hash.slice(1))
  const first = field instanceof HTMLFieldSetElement ? field.querySelector('input') : field
  first?.focus()
}
