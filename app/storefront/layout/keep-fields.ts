type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** `group`: its form and name, which boxes to tick have in common. */
type Kept = { key: string; group: string; hidden: boolean; value: string; checked: boolean }

let kept: Kept[] = []

/**
 * Remembers what was typed and chosen in the page's forms, until the same page stands in another language. A form of
 * several steps carries what was typed and ticked before in hidden fields; in the other language it begins with its
 * first step.
 */
export function keepFields(): void {
  kept = [...fields(/^(password|file|submit|button)$/)].map(([key, field]) => ({
    key,
    group: groupOf(field),
    hidden: field.type === 'hidden',
    value: field.value,
    checked: isChecked(field),
  }))
}

/** Puts it back, as if it had been typed again, so that fields whose values React holds take it too. */
export function restoreFields(): void {
  const here = fields(/^(hidden|password|file|submit|button)$/)
  for (const { key, value, checked } of kept) {
    const field = here.get(key)
    if (!field) continue
    if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
      if (field.checked !== checked) field.click()
    } else if (field.value !== value && accepts(field, value)) {
      setterOf(field)?.call(field, value)
      field.dispatchEvent(
        new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
      )
    }
  }
  restoreBoxes(here)
  kept = []
}

/** Of boxes that an earlier step had, those were ticked that travelled with the form. */
function restoreBoxes(here: ReadonlyMap<string, Field>): void {
  for (const [key, field] of here) {
    if (field.type !== 'checkbox' || kept.some((each) => each.key === key)) continue
    const ticked = kept.filter(({ hidden, group }) => hidden && group === groupOf(field))
    if (ticked.length === 0) continue
    if ((field as HTMLInputElement).checked !== ticked.some(({ value }) => value === field.value))
      field.click()
  }
}

/** Every field of the page's content by form, name and place, but for those of some types. */
function fields(others: RegExp): Map<string, Field> {
  const found = new Map<string, Field>()
  const all = document.querySelectorAll<Field>('main :is(input, textarea, select)[name]')
  for (const field of all) {
    if (others.test(field.type)) continue
    const choice = /^(checkbox|radio)$/.test(field.type) ? field.value : ''
    let key = `${groupOf(field)} ${choice}`
    while (found.has(key)) key += '+'
    found.set(key, field)
  }
  return found
}

function groupOf({ form, name }: Field): string {
  return `${form ? [...document.forms].indexOf(form) : -1} ${name}`
}

const isChecked = (field: Field) => field instanceof HTMLInputElement && field.checked

/** A choice exists in both languages or is left alone. */
const accepts = (field: Field, value: string) =>
  !(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value)

/** React watches assignments to `value`, so the element's own setter is used. */
function setterOf(field: Field) {
  return Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
}
