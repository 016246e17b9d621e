import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type ListQuestion, readQuestion, writeQuestion } from '#app/shop/stock/list-question.ts'
import { useQueryAsked } from '../frame/use-query-asked.ts'

/**
 * What the address asks for, and how to ask for something else; the address is all that a list remembers. `wanted` is
 * what was asked last, `question` what is shown: one is the other but while an answer is under way.
 */
export function useQuestion() {
  const [given, setGiven] = useSearchParams()
  const text = given.toString()
  const question = useMemo(() => readQuestion(new URLSearchParams(text)), [text])
  const latest = useQueryAsked().toString()
  const wanted = useMemo(() => readQuestion(new URLSearchParams(latest)), [latest])
  const address = writeQuestion(question).toString()
  const ask = useCallback(
    (change: Partial<ListQuestion>, { replace = false } = {}) => {
      setGiven(writeQuestion({ ...wanted, ...change }), { replace })
    },
    [wanted, setGiven],
  )
  return { question, wanted, address, ask }
}

export type Ask = ReturnType<typeof useQuestion>['ask']

/** Whether two addresses ask for the same, in whatever way they are written. */
export function sameList(one: string, other: string): boolean {
  const plain = (address: string) => writeQuestion(readQuestion(new URLSearchParams(address))).toString()
  return plain(one) === plain(other)
}
