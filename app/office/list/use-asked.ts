import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Asked, type ListShape, readAsked, writeAsked } from '#app/shop/lists/list-shape.ts'

/** What the address asks of a list, and how to ask for something else; the address is all that a list remembers. */
export function useAsked<Shape extends ListShape>(shape: Shape) {
  const [given, setGiven] = useSearchParams()
  const text = given.toString()
  const asked = useMemo(() => readAsked(shape, new URLSearchParams(text)), [shape, text])
  const address = writeAsked(shape, asked).toString()
  const ask = useCallback(
    (change: Partial<Asked<Shape>>, { replace = false } = {}) =>
      // Another question begins with its first page.
      setGiven(writeAsked(shape, { ...asked, page: 1, ...change }), { replace }),
    [shape, asked, setGiven],
  )
  return { asked, address, ask }
}

export type Ask<Shape extends ListShape> = ReturnType<typeof useAsked<Shape>>['ask']
