{
  const controls =
    'a,button,input,select,textarea,summary,label,iframe,[tabindex]:not([tabindex="-1"]),:focus:not(main)'
  const isFree = (pill) => {
    const own = pill.getBoundingClientRect()
    return ![...document.querySelectorAll(controls)].some((each) => {
      const box = each.getBoundingClientRect()
      return (
        box.left < own.right &&
        box.right > own.left &&
        box.top < own.bottom &&
        box.bottom > own.top &&
        !pill.parentNode.contains(each) &&
        each.checkVisibility({ visibilityProperty: true })
      )
    })
  }
  const place = (largest) => {
    const pill = document.querySelector('.contact-pill>button')
    if (!pill) return
    let size = largest ?? pill.dataset.size ?? 1
    for (pill.dataset.size = size; size > 0 && !isFree(pill); size--) pill.dataset.size = size - 1
  }
  let frame, timer
  const follow = () => {
    clearTimeout(timer)
    timer = setTimeout(place, 150, 3)
    if (frame) return
    frame = requestAnimationFrame(() => {
      frame = 0
      place()
    })
  }
  for (const event of ['scroll', 'resize', 'focusin', 'load']) addEventListener(event, follow, true)
  new MutationObserver(follow).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['class', 'open', 'hidden'],
  })
  place(3)
}
