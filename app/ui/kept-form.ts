import { type RefObject, useEffect } from 'react'
import { honeypotName } from '#app/forms/honeypot.ts'

/** `checked`: of boxes and of ways to choose from. */
type KeptField = { name: string; value: string; checked: boolean }
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Milliseconds; the tab itself forgets it when it is closed. */
const keptFor = 86_400_000
const keyOf = (form: string) => `typed-${form}`

/** Neither what is sent unseen nor secrets and files; what is agreed to expressly is ticked anew each time. */
const others = ['hidden', 'password', 'file', 'submit', 'button']
const unkept = [honeypotName, 'consent']

/**
 * What was typed into a form, in the tab's own store: it is there again after a reload, in another language, and for
 * whoever leaves and comes back. What the server has written into the form, `answered`, is newer than that.
 */
export function useKeptForm(
  name: string,
  form: RefObject<HTMLFormElement | null>,
  {
    answered,
    own = noNames,
    onKept,
  }: {
    answered: boolean
    /** Fields that the form itself puts back, by `onKept`. */
    own?: readonly string[]
    onKept?: (fields: readonly KeptField[]) => void
  },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form comes with its answer, or begins with what was kept
  useEffect(() => {
    const element = form.current
    if (!element) return
    const kept = answered ? null : keptFields(name)
    let touched = answered || kept !== null || [...fieldsOf(element)].some(isChanged)
    const keep = () => {
      if (touched) store(name, element)
    }
    const change = () => {
      touched = true
      keep()
    }
    if (kept) {
      onKept?.(kept)
      restore(element, kept, own)
    }
    // What was typed before the script came.
    if (!kept) keep()
    element.addEventListener('input', change)
    element.addEventListener('change', change)
    addEventListener('pagehide', keep)
    return () => {
      element.removeEventListener('input', change)
      element.removeEventListener('change', change)
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [name, form])
}

const noNames: readonly string[] = []

/** With its order or request placed, the next form begins empty. */
export function forgetKept(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {
    // Storage may be forbidden: then nothing was kept.
  }
}

function keptFields(name: string): KeptField[] | null {
  try {
    const { at, fields } = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}') as {
      at?: number
      fields?: KeptField[]
    }
    return fields && at && Date.now() - at < keptFor ? fields : null
  } catch {
    // As above; and what is not ours cannot be read.
    return null
  }
}

function store(name: string, form: HTMLFormElement): void {
  const fields = [...fieldsOf(form)].map((field): KeptField => {
    const checked = field instanceof HTMLInputElement && field.checked
    return { name: field.name, value: field.value, checked }
  })
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify({ at: Date.now(), fields }))
  } catch {
    // Forbidden or full: what was typed lasts as long as the page.
  }
}

/** Every field by what it is: its name and place, ways to choose from by their value. */
function* fieldsOf(form: HTMLFormElement): Generator<Field> {
  for (const element of form.elements) {
    const isField =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    if (!isField || element.name === '') continue
    if (!others.includes(element.type) && !unkept.includes(element.name)) yield element
  }
}

/** Puts it back, but for where somebody has been faster. */
function restore(form: HTMLFormElement, kept: readonly KeptField[], own: readonly string[]): void {
  const left = [...kept]
  for (const field of [...fieldsOf(form)]) {
    const isTick = field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)
    const at = left.findIndex(({ name, value }) => name === field.name && (!isTick || value === field.value))
    const [found] = at < 0 ? [] : left.splice(at, 1)
    if (!found || own.includes(field.name) || isChanged(field)) continue
    if (isTick) {
      // Other ways of the group lose their tick by themselves.
      if (field.checked !== found.checked && (found.checked || field.type === 'checkbox')) field.click()
    } else if (field.value !== found.value && accepts(field, found.value)) {
      field.value = found.value
      const type = field instanceof HTMLSelectElement ? 'change' : 'input'
      field.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }
}

/** Whether somebody, or the browser itself, has changed what the page came with. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.defaultSelected && !option.selected)
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type))
    return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}

const accepts = (field: Field, value: string) =>
  !(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value)
