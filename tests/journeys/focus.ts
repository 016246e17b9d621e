import { expect, type Locator, type Page } from '@playwright/test'

/** What is wrong with the element that has the focus: nobody sees its ring, or other parts of the page hide it. */
type Stop = { name: string; faults: string[]; walked: boolean }

function inspectFocus(): Stop | null {
  const element = document.activeElement
  if (!element || element === document.body || !element.parentElement) return null
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  const colourOf = (colour: string): number[] => {
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  }
  const luminance = (colour: number[]): number => {
    const [red = 0, green = 0, blue = 0] = colour.map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const groundOf = (from: Element): number[] => {
    for (let each: Element | null = from; each; each = each.parentElement) {
      const colour = colourOf(getComputedStyle(each).backgroundColor)
      if ((colour[3] ?? 0) > 250) return colour
    }
    return [255, 255, 255]
  }
  const faults: string[] = []
  // A choice is outlined with its words.
  const label = element.closest('label')
  const ringed = label && getComputedStyle(label).outlineStyle !== 'none' ? label : element
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(ringed)
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) faults.push('has no ring')
  else {
    const [ring, ground] = [
      luminance(colourOf(outlineColor)),
      luminance(groundOf(ringed.parentElement ?? ringed)),
    ]
    const contrast = (Math.max(ring, ground) + 0.05) / (Math.min(ring, ground) + 0.05)
    if (contrast < 3) faults.push(`its ring has a contrast of ${contrast.toFixed(2)}`)
  }
  const box = element.getBoundingClientRect()
  const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)]
  const [width, height] = [Math.min(box.right, innerWidth) - left, Math.min(box.bottom, innerHeight) - top]
  const parts = [0.1, 0.5, 0.9]
  const seen = parts.some((across) =>
    parts.some((down) => {
      const hit = document.elementFromPoint(left + width * across, top + height * down)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    }),
  )
  if (width <= 0 || height <= 0 || !seen) {
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    const place = [box.left, box.top, box.width, box.height].map(Math.round).join(' ')
    faults.push(`is hidden at ${place} below ${over?.outerHTML.slice(0, 120)}`)
  }
  // A field is named by its label.
  const name = element.getAttribute('aria-label') || element.textContent || label?.textContent || element.id
  const walked = element.hasAttribute('data-walked')
  element.setAttribute('data-walked', '')
  return { name: `${element.tagName} ${name.trim().slice(0, 40)}`, faults, walked }
}

/**
 * Presses Tab (or Shift+Tab) from where the focus is until it leaves the page or comes round: every stop shows where
 * it is (WCAG 2.4.7), with a contrast of 3:1 (1.4.11), and is not covered (2.4.11). @returns the names of all stops
 */
export async function walkByTab(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string[]> {
  const names: string[] = []
  const faults: string[] = []
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('[data-walked]')) each.removeAttribute('data-walked')
  })
  for (;;) {
    await page.keyboard.press(key)
    let stop = await page.evaluate(inspectFocus)
    if (!stop || stop.walked) break
    // What the focus brings in, or lets go, settles some frames later; a busy machine takes its time.
    for (const until = Date.now() + 5_000; stop.faults.length > 0 && Date.now() < until; ) {
      await page.evaluate(() => new Promise(requestAnimationFrame))
      stop = (await page.evaluate(inspectFocus)) ?? stop
    }
    names.push(stop.name)
    faults.push(...stop.faults.map((fault) => `${stop.name} ${fault}`))
  }
  expect(faults, 'every stop of the keyboard can be seen').toEqual([])
  return names
}

/** Presses Tab until something has the focus, and looks at it there. Nothing but the keyboard leads to it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  const element = await target.elementHandle()
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press(key)
    if (!(await page.evaluate((wanted) => document.activeElement === wanted, element))) continue
    // The skip link slides in.
    await expect.poll(async () => (await page.evaluate(inspectFocus))?.faults).toEqual([])
    return
  }
  throw new Error(`${key} never comes to ${target}`)
}
