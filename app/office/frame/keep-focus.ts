/**
 * What had the focus last, and what that lies in, the nearest first. `isSeen`: with a ring around it, for it was reached by
 * keyboard; `isOut`: it cannot have the focus at the moment. `below`: where it was before the dialog was opened over it.
 */
type Place = {
  element: HTMLElement
  around: HTMLElement[]
  isSeen: boolean
  isOut: boolean
  below: Place | null
}

/** What has a heading or a message of its own. */
const parts = 'section, form, fieldset, li, dialog, details, .box'
const headings = 'h1, h2, h3, h4, legend, summary'

/**
 * Keeps the focus for whoever works by keyboard, in every screen: where what had it is gone, as the form of a step that was
 * taken, it goes to what asks once more (`data-asks`) or is said in its place, else to the heading of the nearest part that
 * is left, else to the screen's title; not to the top of the menu. What is out of use while the server is asked has it again
 * afterwards. Whoever takes it away from something that is still there is left alone. A key that is held down presses a
 * button once, for in its place there may be one that asks once more.
 */
export function keepFocus({ body }: Document): void {
  let place: Place | null = null
  let isLooking = false
  const settle = () => {
    if (place === null || !isFocusFree(body)) return
    const { element, isSeen, isOut, below } = place
    if (!isShown(element)) {
      if (below) {
        // The dialog is shut, and what opened it was out of use by then.
        place = { ...below, isOut: true }
        return settle()
      }
      const next = nextOf(place)
      place = null
      if (next) focusOn(next, isSeen)
    } else if (element.matches(':disabled')) place.isOut = true
    else {
      place = null
      if (isOut) element.focus({ preventScroll: true })
    }
  }
  const look = () => {
    if (isLooking || place === null || !isFocusFree(body)) return
    isLooking = true
    // Twice: what is drawn anew stands after the next picture, and whatever has a place of its own for the focus goes first.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        isLooking = false
        settle()
      }),
    )
  }
  body.addEventListener('focusin', ({ target }) => {
    place = target instanceof HTMLElement ? placeOf(target, place) : null
  })
  body.addEventListener('focusout', ({ target }) => {
    if (place?.element === target && place.element.matches(':disabled')) place.isOut = true
    look()
  })
  body.addEventListener('keydown', (event) => {
    const isPress = event.key === 'Enter' || event.key === ' '
    if (event.repeat && isPress && (event.target as Element).matches('button')) event.preventDefault()
  })
  // What is asked in between, as who one is, belongs to what was sent before.
  const isInBetween = (target: EventTarget | null) => (target as Element).closest('.interruption') !== null
  body.addEventListener('submit', ({ target }) => {
    if (!isInBetween(target)) sent = target as HTMLFormElement
  })
  body.addEventListener('input', ({ target }) => {
    if (!isInBetween(target)) sent = null
  })
  // Some browsers say nothing when what had the focus goes.
  new MutationObserver(look).observe(body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

/** Where somebody goes on whose place is gone; null: where they are is somebody else's care. */
function nextOf({ around }: Place): HTMLElement | null {
  // The rows of a list that is drawn in part are its own.
  if (around.some((each) => each.matches('[role="grid"]') && each.isConnected)) return null
  const below = around.findIndex((each) => each.matches('main'))
  for (const each of around.slice(0, below < 0 ? undefined : below)) {
    if (!isShown(each)) continue
    const shown = (selector: string) => [...each.querySelectorAll<HTMLElement>(selector)].filter(isShown)
    const [asking] = shown('[data-asks]')
    if (asking) return asking
    if (!each.matches(parts)) continue
    const said = shown('[role="alert"]').find(({ textContent }) => textContent !== '')
    const next = said ?? shown(headings)[0]
    if (next) return next
  }
  return document.getElementById('page-title')
}

/** The form that was sent last, until somebody goes on typing. */
let sent: HTMLFormElement | null = null

/** To be called once an input was refused: of the form that was sent, the first field with a fault has the focus. */
export function goToFault(): void {
  const form = sent
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (form === sent) form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }),
  )
}

function placeOf(element: HTMLElement, before: Place | null): Place {
  const around: HTMLElement[] = []
  for (let each = element.parentElement; each; each = each.parentElement) around.push(each)
  const dialog = element.closest('dialog')
  const below = before?.element.closest('dialog') === dialog ? before?.below : dialog && before
  return { element, around, isSeen: element.matches(':focus-visible'), isOut: false, below: below ?? null }
}

const isFocusFree = (body: HTMLElement) => document.activeElement === null || document.activeElement === body

const isShown = (element: HTMLElement) => element.isConnected && element.checkVisibility()

/** A heading has the focus only for this once. */
function focusOn(element: HTMLElement, isSeen: boolean): void {
  const isHeading = element.tabIndex < 0 && !element.hasAttribute('tabindex')
  if (isHeading) element.tabIndex = -1
  element.classList.toggle('goes-on-here', isSeen)
  element.addEventListener(
    'blur',
    () => {
      element.classList.remove('goes-on-here')
      if (isHeading) element.removeAttribute('tabindex')
    },
    { once: true },
  )
  element.focus({ preventScroll: true })
  // Whoever works with a mouse is looking elsewhere.
  if (isSeen) element.scrollIntoView({ block: 'nearest' })
}
