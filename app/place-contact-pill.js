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
    let size = largest ?? pill.dataset.size ?? 1
    for (pill.dataset.size = size; size > 0; pill.dataset.size = --size) {
      const own = pill.getBoundingClientRect()
      if (!others.some((each) => covers(own, each))) break
    }
  }
  const idle = window.requestIdleCallback ?? setTimeout
  let frame, change, timer
  const grow = () => {
    clearTimeout(timer)
    timer = setTimeout(() => idle(() => place(3), { timeout: 500 }), 150)
  }
  const follow = () => {
    grow()
    if (frame) return
    frame = requestAnimationFrame(() => {
      frame = 0
      place()
    })
  }
  // Another page, or what was pressed, is to be painted first.
  const followChange = () => {
    grow()
    if (change) return
    change = idle(
      () => {
        change = 0
        place()
      },
      { timeout: 100 },
    )
  }
  for (const event of ['scroll', 'resize', 'load']) addEventListener(event, follow, true)
  addEventListener('focusin', followChange, true)
  new MutationObserver(followChange).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['class', 'open', 'hidden'],
  })
  place(3)
}
