/** Sends a form as a browser does without script, with what its button carries, which is lost when a script sends it. */
export function sendPlainly(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const button = submitter instanceof HTMLButtonElement && submitter.name ? submitter : null
  const field = document.createElement('input')
  if (button) {
    Object.assign(field, { type: 'hidden', name: button.name, value: button.value })
    form.append(field)
  }
  HTMLFormElement.prototype.submit.call(form)
  // A page that somebody comes back to has its own fields only.
  field.remove()
}
