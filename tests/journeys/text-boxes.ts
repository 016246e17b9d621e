import type { Page } from '@playwright/test'

/**
 * What stands where it must not: texts that lie over each other, that leave the window at its sides, and, at the end of
 * the page, texts that something fixed covers. Each in words, with what it says.
 */
export function misplacedTexts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    type Box = { text: string; left: number; top: number; right: number; bottom: number }
    const drawn = () =>
      new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
    /** What keeps its place while the page is scrolled: over other things on purpose, but for the end of the page. */
    const keeper = (element: Element | null): Element | null => {
      for (let each = element; each; each = each.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(each).position)) return each
      return null
    }
    /** The box as far as nothing around it cuts it off; `null`: it is not seen. */
    const seen = (box: Box, element: Element): Box | null => {
      let cut = box
      for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(each)
        const around = each.getBoundingClientRect()
        if (overflowX !== 'visible')
          cut = { ...cut, left: Math.max(cut.left, around.left), right: Math.min(cut.right, around.right) }
        if (overflowY !== 'visible')
          cut = { ...cut, top: Math.max(cut.top, around.top), bottom: Math.min(cut.bottom, around.bottom) }
      }
      return cut.right - cut.left > 2 && cut.bottom - cut.top > 2 ? cut : null
    }
    const textBoxes = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const boxes: (Box & { keeper: Element | null; node: Node })[] = []
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = node.textContent?.trim() ?? ''
        const element = node.parentElement
        if (!text || !element || /^(SCRIPT|STYLE|OPTION|TITLE|NOSCRIPT)$/.test(element.tagName)) continue
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
        // The way to the content is above the page until it has the focus.
        if (element.closest('dialog, [popover], a[href="#content"]')) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const { left, top, right, bottom, height } of range.getClientRects()) {
          // Boxes of lines are higher than what is written in them.
          const box = seen({ text, left, right, top: top + height / 4, bottom: bottom - height / 4 }, element)
          if (box) boxes.push({ ...box, keeper: keeper(element), node })
        }
      }
      return boxes
    }
    const meet = (one: Omit<Box, 'text'>, other: Omit<Box, 'text'>) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2
    /** What comes into sight for the first time may be higher than it was thought to be, and the end further down. */
    const goToEnd = async () => {
      const { documentElement: page } = document
      for (let turn = 0; turn < 20; turn += 1) {
        scrollTo({ top: page.scrollHeight, behavior: 'instant' })
        await drawn()
        if (scrollY + innerHeight >= page.scrollHeight - 1) return
      }
      throw new Error('the end of the page moves away for ever')
    }
    const say = ({ text }: Box) => `“${text.slice(0, 40)}”`

    scrollTo({ top: 0, behavior: 'instant' })
    await drawn()
    const wrong = new Set<string>()
    const width = document.documentElement.clientWidth
    const boxes = textBoxes().toSorted((one, other) => one.top - other.top)
    for (const [index, box] of boxes.entries()) {
      if (box.left < -1 || box.right > width + 1) wrong.add(`${say(box)} leaves the window`)
      for (const other of boxes.slice(index + 1)) {
        if (other.top > box.bottom) break
        if (other.node !== box.node && other.keeper === box.keeper && meet(box, other))
          wrong.add(`${say(box)} lies over ${say(other)}`)
      }
    }
    await goToEnd()
    const atEnd = textBoxes()
    const fixed = new Set(
      [...document.body.querySelectorAll('*')].filter(
        (element) =>
          getComputedStyle(element).position === 'fixed' &&
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          !element.closest('dialog, [popover], a[href="#content"]'),
      ),
    )
    for (const element of fixed) {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      for (const box of atEnd)
        if (box.keeper === null && meet({ left, top, right, bottom }, box))
          wrong.add(`${say(box)} is covered at the end by ${element.className || element.tagName}`)
    }
    return [...wrong]
  })
}
