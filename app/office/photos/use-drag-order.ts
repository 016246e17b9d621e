import { type ComponentProps, type PointerEvent, useRef, useState } from 'react'

/** Pixels after which a press is a drag. */
const begins = 8

/**
 * Order by drag: what is dragged takes the place of what it is over, and `onOrder` is told where it was let go. With a
 * finger the list is scrolled instead; there, and by keyboard, buttons move a photo.
 */
export function useDragOrder(ids: readonly string[], onOrder: (ids: string[]) => void) {
  const [dragged, setDragged] = useState<{ id: string; order: string[] } | null>(null)
  const pressed = useRef<{ id: string; x: number; y: number } | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const order = dragged?.order.filter((id) => ids.includes(id)) ?? [...ids]

  const over = ({ clientX, clientY }: PointerEvent): string | undefined =>
    [...(list.current?.querySelectorAll<HTMLElement>('[data-photo]') ?? [])].find((tile) => {
      const { left, right, top, bottom } = tile.getBoundingClientRect()
      return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    })?.dataset.photo

  const end = (event: PointerEvent, keeps: boolean) => {
    const moved = dragged?.order
    pressed.current = null
    setDragged(null)
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      event.currentTarget.releasePointerCapture(event.pointerId)
    if (keeps && moved && moved.join() !== ids.join()) onOrder(moved)
  }

  const handleProps = (id: string): ComponentProps<'li'> & { 'data-dragged'?: boolean } => ({
    ...(dragged?.id === id && { 'data-dragged': true }),
    onPointerDown: (event) => {
      const onButton = (event.target as Element).closest('button') !== null
      if (event.pointerType === 'touch' || event.button !== 0 || onButton) return
      pressed.current = { id, x: event.clientX, y: event.clientY }
    },
    onPointerMove: (event) => {
      const from = pressed.current
      if (!from) return
      if (!dragged) {
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < begins) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged({ id: from.id, order: [...ids] })
        return
      }
      const target = over(event)
      if (target === undefined || target === from.id) return
      const without = dragged.order.filter((each) => each !== from.id)
      const at = dragged.order.indexOf(target)
      setDragged({ id: from.id, order: without.toSpliced(at, 0, from.id) })
    },
    onPointerUp: (event) => end(event, true),
    onPointerCancel: (event) => end(event, false),
  })

  return { order, listProps: { ref: list }, handleProps }
}
