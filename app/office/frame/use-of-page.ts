/** Milliseconds for which whoever used the page counts as being at it. */
const staysFor = 60_000

/** What nobody does without being there. */
const signs = [
  'pointerdown',
  'click',
  'keydown',
  'input',
  'wheel',
  'touchstart',
  'paste',
  'popstate',
] as const

let usedAt = Number.NEGATIVE_INFINITY

/** Somebody used the page, in a way that it does not notice by itself: held a code before its camera, say. */
export function pageUsed(at = performance.now()): void {
  usedAt = at
}

/** Notices when somebody uses the page. */
export function followUse(page: Pick<EventTarget, 'addEventListener'>): void {
  for (const sign of signs) page.addEventListener(sign, () => pageUsed(), { capture: true, passive: true })
}

/** Whether nobody has been at the page lately: what it asks then, it asks by itself. */
export const isPageUnused = (at = performance.now()): boolean => at - usedAt > staysFor
