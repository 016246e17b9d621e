type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** `group`: its form and name, which boxes to tick have in common. */
type Kept = { key: string; group: string; hidden: boolean; value: string; checked: boolean }

let kept: Kept[] = []
/** Of the page whose fields are kept: what happens in the other one comes too late. */
let language = ''
/** The field that somebody is writing into, and where in it. */
let writing: { key: string; from: number | null; to: number | null } | null = null

const changes = ['input', 'change', 'focusin']

/**
 * Remembers what was typed and chosen in the page's forms, until the same page stands in another language; whoever goes
 * on writing while it is on the way loses nothing either. A form of several steps carries what was typed and ticked
 * before in hidden fields; in the other language it begins with its first step.
 */
export function keepFields(): void {
  language = document.documentElement.lang
  for (const change of changes) document.addEventListener(change, snapshot, true)
  snapshot()
}

/** The language stayed as it was: nothing is pending any more. */
export function forgetFields(): void {
  for (const change of changes) document.removeEventListener(change, snapshot, true)
  kept = []
  writing = null
}

function snapshot(): void {
  if (document.documentElement.lang !== language) return
  const here = fields(/^(password|file|submit|button)$/)
  const [key] = [...here].find(([, field]) => field === document.activeElement) ?? []
  if (key === undefined) writing = null
  else {
    const { selectionStart: from = null, selectionEnd: to = null } = here.get(key) as HTMLInputElement
    writing = { key, from, to }
  }
  kept = [...here].map(([key, field]) => ({
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
  const field = writing && here.get(writing.key)
  if (writing && field) {
    field.focus({ preventScroll: true })
    // Numbers and choices have no cursor.
    if (writing.from !== null && !(field instanceof HTMLSelectElement))
      field.setSelectionRange(writing.from, writing.to)
  }
  forgetFields()
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
