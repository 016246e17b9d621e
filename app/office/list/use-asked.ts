import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Asked, type ListShape, readAsked, writeAsked } from '#app/shop/lists/list-shape.ts'
import { useQueryAsked } from '../frame/use-query-asked.ts'

/**
 * What the address asks of a list, and how to ask for something else; the address is all that a list remembers. `wanted`
 * is what was asked last, `asked` what is shown: one is the other but while an answer is under way.
 */
export function useAsked<Shape extends ListShape>(shape: Shape) {
  const [given, setGiven] = useSearchParams()
  const text = given.toString()
  const asked = useMemo(() => readAsked(shape, new URLSearchParams(text)), [shape, text])
  const latest = useQueryAsked().toString()
  const wanted = useMemo(() => readAsked(shape, new URLSearchParams(latest)), [shape, latest])
  const address = writeAsked(shape, asked).toString()
  const ask = useCallback(
    (change: Partial<Asked<Shape>>, { replace = false } = {}) =>
      // Another question begins with its first page.
      setGiven(writeAsked(shape, { ...wanted, page: 1, ...change }), { replace }),
    [shape, wanted, setGiven],
  )
  return { asked, wanted, address, ask }
}

export type Ask<Shape extends ListShape> = ReturnType<typeof useAsked<Shape>>['ask']
