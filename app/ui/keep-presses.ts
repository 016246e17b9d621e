import { isPlainClick } from './follow-links.ts'

/** How far a pointer may stray between being pressed and let go, px; beyond, what was pressed was thought better of. */
const steady = 6

/** What binds (`data-binding`) wants a whole press at its place: amounts that came meanwhile have not been read. */
const controls = ':is(a, button, summary, label, input):not([data-binding])'

type Press = { control: HTMLElement; x: number; y: number }

/**
 * What is pressed may move before it is let go: an answer comes meanwhile, or the field that was left by the press says
 * what is wrong with it; a finger's press, too, is first one and then the other. Browsers then click what both places
 * have in common, and nothing happens. Here what was pressed is clicked, unless the pointer was moved away from it.
 */
export function keepPresses(signal: AbortSignal): void {
  let press: Press | null = null
  const how = { capture: true, signal }
  const begin = (event: MouseEvent) => {
    const control = isPlainClick(event) ? (event.target as Element).closest<HTMLElement>(controls) : null
    press = control && { control, x: event.clientX, y: event.clientY }
  }
  const end = (event: MouseEvent) => {
    const ended = press
    press = null
    if (!ended || !isPlainClick(event) || !hasSlippedAway(ended, event)) return
    ended.control.click()
    swallowClick()
  }
  addEventListener('mousedown', begin, how)
  addEventListener('mouseup', end, how)
}

/** Whether what was pressed is elsewhere now, and the pointer stayed where it was. */
function hasSlippedAway({ control, x, y }: Press, { target, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom, width } = control.getBoundingClientRect()
  // What was taken away meanwhile, or is covered, is not meant any more.
  if (width === 0 || control.contains(target as Node)) return false
  const isBelow = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  return !isBelow && Math.hypot(clientX - x, clientY - y) <= steady
}

/** The browser's own, at what both places have in common: a dialog may take it for one beside it, and close. */
function swallowClick(): void {
  const done = new AbortController()
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('click', swallow, { capture: true, once: true, signal: done.signal })
  setTimeout(() => done.abort())
}
