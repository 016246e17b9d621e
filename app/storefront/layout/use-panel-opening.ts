import { type RefObject, useEffect, useRef } from 'react'
import type { Department } from '#app/shop/catalogue/types.ts'
import type { DepartmentPanels } from './DepartmentEntry.tsx'

/** A mouse that only passes opens nothing, and one that strays for a moment closes nothing. ms */
const hoverOpens = 200
const hoverCloses = 350

type PanelOpening = {
  department: Department
  entry: RefObject<HTMLLIElement | null>
  panel: RefObject<HTMLElement | null>
  panels: DepartmentPanels
}

/**
 * Opens and closes a department's panel by what mouse and keys do: a mouse that rests opens it; arrow down opens it and
 * leads into it; Escape closes it, from wherever, and leads back from inside; so does whatever is pressed or focused
 * elsewhere.
 */
export function usePanelOpening({ department, entry, panel, panels }: PanelOpening): void {
  const latest = useRef(panels)
  latest.current = panels
  const entering = useRef(false)
  const { shown } = panels
  const open = shown?.department === department

  useEffect(() => {
    if (!open || !entering.current) return
    // Its links may still be on their way.
    const focusFirst = () => {
      const first = panel.current?.querySelector('a')
      if (!first) return false
      entering.current = false
      first.focus()
      return true
    }
    if (focusFirst() || !panel.current) return
    const watching = new MutationObserver(() => {
      if (!entering.current || focusFirst()) watching.disconnect()
    })
    watching.observe(panel.current, { childList: true, subtree: true })
    return () => watching.disconnect()
  }, [open, panel])

  useEffect(() => {
    const element = entry.current
    if (!element) return
    const ending = new AbortController()
    const { signal } = ending
    let timer: ReturnType<typeof setTimeout> | undefined
    const isOpen = () => latest.current.shown?.department === department
    const later = (wait: number, act: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(act, wait)
    }
    const openSoon = () =>
      later(hoverOpens, () => {
        if (!isOpen()) latest.current.show({ department, stays: false })
      })
    const close = () => {
      clearTimeout(timer)
      entering.current = false
      if (isOpen()) latest.current.show(null)
    }
    const onEnter = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') openSoon()
    }
    const onLeave = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      clearTimeout(timer)
      const { shown } = latest.current
      // Nor is what the keyboard has come into taken away.
      const isUsed = panel.current?.contains(document.activeElement)
      if (isOpen() && !shown?.stays && !isUsed) later(hoverCloses, close)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isOpen() && !event.defaultPrevented) {
        const isInside = panel.current?.contains(document.activeElement)
        close()
        if (isInside) element.querySelector('button')?.focus()
        return
      }
      const isAtEntry = event.target instanceof Element && event.target.parentElement === element
      if (event.key !== 'ArrowDown' || !isAtEntry) return
      event.preventDefault()
      entering.current = true
      const first = isOpen() && panel.current?.querySelector('a')
      if (first) {
        entering.current = false
        first.focus()
      }
      latest.current.show({ department, stays: true })
    }
    const isOutside = (target: EventTarget | null) => !(target instanceof Node && element.contains(target))
    element.addEventListener('pointerenter', onEnter, { signal })
    element.addEventListener('pointerleave', onLeave, { signal })
    document.addEventListener('keydown', onKey, { signal })
    document.addEventListener('pointerdown', ({ target }) => isOutside(target) && close(), { signal })
    document.addEventListener('focusin', ({ target }) => isOutside(target) && close(), { signal })
    // It came because a mouse did, which has entered already.
    if (element.matches(':hover') && matchMedia('(hover: hover)').matches) openSoon()
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [department, entry, panel])
}
