import { type RefObject, useEffect } from 'react'
import { honeypotName } from '#app/forms/honeypot.ts'

/** `checked`: of boxes and of ways to choose from. */
export type KeptField = { name: string; value: string; checked: boolean }
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const keyOf = (form: string) => `typed-${form}`

/** Neither what is sent unseen nor secrets and files; what is agreed to expressly is ticked anew each time. */
const unkept = /^(hidden|password|file|submit|button)$/
const agreed = 'consent'

/**
 * What was typed into a form, in the tab's own store: it is there again after a reload, in another language, and for
 * whoever leaves and comes back. What the server has written into the form, `answered`, is newer than that. What puts
 * it back is fetched where there is something to put back.
 */
export function useKeptForm(
  name: string,
  form: RefObject<HTMLFormElement | null>,
  {
    answered,
    own = noNames,
    onKept,
    onRestored,
  }: {
    answered: boolean
    /** Fields that the form itself puts back, by `onKept`. */
    own?: readonly string[]
    onKept?: (fields: readonly KeptField[]) => void
    onRestored?: () => void
  },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form comes with its answer, or begins with what was kept
  useEffect(() => {
    const element = form.current
    if (!element) return
    const kept = answered ? null : attempt(() => sessionStorage.getItem(keyOf(name)))
    let touched = answered || [...fieldsOf(element)].some(isChanged)
    // Until it has been put back, what was kept is not written over.
    let waits = Boolean(kept)
    const keep = () => {
      if (touched && !waits) store(name, element)
    }
    const change = () => {
      touched = true
      keep()
    }
    if (kept) {
      import('./restore-form.ts')
        .then(({ restoreForm }) => {
          if (waits && restoreForm(element, kept, own, onKept)) onRestored?.()
        })
        // Without it, the form begins as it came.
        .catch(() => undefined)
        .then(() => {
          waits = false
          keep()
        })
    }
    // What was typed before the script came.
    keep()
    element.addEventListener('input', change)
    element.addEventListener('change', change)
    addEventListener('pagehide', keep)
    return () => {
      element.removeEventListener('input', change)
      element.removeEventListener('change', change)
      removeEventListener('pagehide', keep)
      keep()
      waits = false
      touched = false
    }
  }, [name, form])
}

const noNames: readonly string[] = []

/** With its order or request placed, the next form begins empty. */
export function forgetKept(name: string): void {
  attempt(() => sessionStorage.removeItem(keyOf(name)))
}

function store(name: string, form: HTMLFormElement): void {
  const fields = [...fieldsOf(form)].map((field): KeptField => {
    return { name: field.name, value: field.value, checked: isTick(field) && field.checked }
  })
  attempt(() => sessionStorage.setItem(keyOf(name), JSON.stringify({ at: Date.now(), fields })))
}

/** Storage may be forbidden or full: then nothing was kept, and what is typed lasts as long as the page. */
function attempt<Result>(use: () => Result): Result | null {
  try {
    return use()
  } catch {
    return null
  }
}

/** Every field by what it is: its name and place, ways to choose from by their value. */
export function* fieldsOf(form: HTMLFormElement): Generator<Field> {
  for (const element of form.elements) {
    const { name, type } = element as Field
    // Neither pictures nor groups of fields have a value of their own.
    if (!name || !('value' in element) || unkept.test(type)) continue
    if (name !== honeypotName && name !== agreed) yield element as Field
  }
}

export const isTick = (field: Field): field is HTMLInputElement => /^(checkbox|radio)$/.test(field.type)

/** Whether somebody, or the browser itself, has changed what the page came with. */
export function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.defaultSelected && !option.selected)
  return isTick(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}
