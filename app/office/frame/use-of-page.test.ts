import { expect, test } from 'vitest'
import { followUse, isPageUnused, pageUsed } from './use-of-page.ts'

test('a page is unused until somebody is at it, and again a minute after they were', () => {
  pageUsed(Number.NEGATIVE_INFINITY)
  expect(isPageUnused()).toBe(true)
  const page = new EventTarget()
  followUse(page)
  page.dispatchEvent(new Event('mousemove'))
  expect(isPageUnused()).toBe(true)
  for (const sign of ['keydown', 'pointerdown', 'click', 'input', 'wheel', 'touchstart', 'paste']) {
    page.dispatchEvent(new Event(sign))
    expect([sign, isPageUnused()]).toEqual([sign, false])
    pageUsed(Number.NEGATIVE_INFINITY)
  }
  pageUsed(1000)
  expect(isPageUnused(61_000)).toBe(false)
  expect(isPageUnused(61_001)).toBe(true)
})
