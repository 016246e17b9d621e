{
  const controls =
    'a,button,input,select,textarea,summary,label,iframe,[tabindex]:not([tabindex="-1"]),:focus:not(main)'
  const covers = (own, [each, box]) =>
    box.left < own.right &&
    box.right > own.left &&
    box.top < own.bottom &&
    box.bottom > own.top &&
    each.checkVisibility({ visibilityProperty: true })
  const place = (largest) => {
    const pill = document.querySelector('.contact-pill>button')
    if (!pill) return
    // Measured once, for they stay where they are whatever its size.
    const others = [...document.querySelectorAll(controls)]
      .filter((each) => !pill.parentNode.contains(each))
      .map((each) => [each, each.getBoundingClientRect()])
    // Above a bar at the bottom of the window its icon is enough.
    const most = document.querySelector('.docked')?.checkVisibility() ? 2 : 3
    let size = Math.min(largest ?? pill.dataset.size ?? 1, most)
    for (pill.dataset.size = size; size > 0; pill.dataset.size = --size) {
      const own = pill.getBoundingClientRect()
      if (!others.some((each) => covers(own, each))) break
    }
  }
  const idle = window.requestIdleCallback ?? setTimeout
  let timer
  /** Places it when `start` has it done, once for however much happens until then, and tries a larger size at rest. */
  const placing = (start) => {
    let due
    return () => {
      clearTimeout(timer)
      timer = setTimeout(idle, 150, () => place(3))
      if (due) return
      due = start(() => {
        due = 0
        place()
      })
    }
  }
  const scrolled = placing(requestAnimationFrame)
  // Another page, or what was pressed, is to be painted first.
  const changed = placing((work) => idle(work, { timeout: 100 }))
  for (const event of ['scroll', 'resize', 'load']) addEventListener(event, scrolled, true)
  addEventListener('focusin', changed, true)
  new MutationObserver(changed).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['class', 'open', 'hidden'],
  })
  place(3)
}
