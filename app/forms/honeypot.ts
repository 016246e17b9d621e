/** A field that people do not see and programs fill in, whatever it is called. */
export const trapName = 'website'

/** Whether a program gave itself away: it is answered as if its form had arrived. */
export function fillsTrap(form: FormData): boolean {
  return form.get(trapName) !== null && form.get(trapName) !== ''
}
