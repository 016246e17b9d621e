import { fieldsOf, isChanged, isTick, type KeptField } from './use-kept-form.ts'

/** Milliseconds; the tab itself forgets it when it is closed. */
const keptFor = 86_400_000

/** Puts back what was kept, but for where somebody has been faster; answers whether there was anything. */
export function restoreForm(
  form: HTMLFormElement,
  written: string,
  own: readonly string[],
  onKept: ((fields: readonly KeptField[]) => void) | undefined,
): boolean {
  const kept = keptFields(written)
  if (!kept) return false
  onKept?.(kept)
  const left = [...kept]
  for (const field of [...fieldsOf(form)]) {
    const at = left.findIndex(
      ({ name, value }) => name === field.name && (!isTick(field) || value === field.value),
    )
    const [found] = at < 0 ? [] : left.splice(at, 1)
    if (!found || own.includes(field.name) || isChanged(field)) continue
    if (isTick(field)) {
      // Other ways of the group lose their tick by themselves.
      if (field.checked !== found.checked && (found.checked || field.type === 'checkbox')) field.click()
    } else if (field.value !== found.value && accepts(field, found.value)) {
      field.value = found.value
      const type = field instanceof HTMLSelectElement ? 'change' : 'input'
      field.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }
  return true
}

function keptFields(written: string): KeptField[] | null {
  try {
    const { at, fields } = JSON.parse(written) as { at?: number; fields?: KeptField[] }
    return fields && at && Date.now() - at < keptFor ? fields : null
  } catch {
    // What is not ours cannot be read.
    return null
  }
}

const accepts = (field: Element, value: string) =>
  !(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value)
