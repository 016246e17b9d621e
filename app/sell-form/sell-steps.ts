import { type SellStep, sellSteps } from '#app/shop/buying/sell-request-fields.ts'

const isStep = (value: string | undefined): value is SellStep =>
  (sellSteps as readonly string[]).includes(value ?? '')

const fieldOf = (form: HTMLFormElement | null, value: string) =>
  form?.querySelector<HTMLInputElement>(`[name="at"][value="${value}"]`)

/** At which step the form is, and which comes next; neither where all stand on one page. */
export function stepOf(form: HTMLFormElement | null): { now: SellStep | null; next: SellStep | null } {
  const at = form?.querySelector<HTMLInputElement>('[name="at"]:checked')?.value
  if (!isStep(at)) return { now: null, next: null }
  return { now: at, next: sellSteps[sellSteps.indexOf(at) + 1] ?? null }
}

/** Shows a step and goes on there: its number and name are read aloud. */
export function goToStep(form: HTMLFormElement | null, step: SellStep): void {
  // A press of its own keeps it with what was typed.
  fieldOf(form, step)?.click()
  form?.querySelector<HTMLElement>(`[data-step="${step}"]`)?.focus({ preventScroll: true })
  // What was pressed may have stood far below the beginning of what comes.
  form?.scrollIntoView({ block: 'start' })
}
