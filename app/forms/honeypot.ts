/** A field that people do not see and programs fill in, whatever it is called. */
export const honeypotName = 'website'

/** Whether a program gave itself away: it is answered as if its form had arrived. */
export function fillsHoneypot(form: FormData): boolean {
  return form.get(honeypotName) !== null && form.get(honeypotName) !== ''
}
