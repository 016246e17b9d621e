import type { MouseEvent } from 'react'

const fields = 'input, select, textarea'

/** In a group of fields, the first at fault; of boxes, what is not ticked yet; among ways to choose from, the chosen one. */
const wanted = '[aria-invalid], [type=checkbox]:not(:checked), [type=radio]:checked'

/**
 * Leads from a message about a field, or a group of fields, to it, without the address changing: the router would take
 * that for a new page and forget what the form was answered. Without script the link's own address leads there.
 */
export function goToField(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  const place = document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)))
  if (!place) return
  const field = place.matches(fields)
    ? place
    : (place.querySelector(wanted) ?? place.querySelector(fields) ?? place)
  if (field instanceof HTMLElement) field.focus()
}
