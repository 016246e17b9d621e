const fields = 'input, select, textarea'

/** In a group of fields, the first at fault; of boxes, what is not ticked yet; among ways to choose from, the chosen one. */
const wanted = '[aria-invalid], [type=checkbox]:not(:checked), [type=radio]:checked'

/** Leads from a link in a message about a field, or a group of fields, to it. */
export function goToField({ hash }: HTMLAnchorElement): void {
  const place = document.getElementById(decodeURIComponent(hash.slice(1)))
  if (!place) return
  const field = place.matches(fields)
    ? place
    : (place.querySelector(wanted) ?? place.querySelector(fields) ?? place)
  if (field instanceof HTMLElement) field.focus()
}
