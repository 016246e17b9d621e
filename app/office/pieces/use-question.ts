import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type ListQuestion, readQuestion, writeQuestion } from '#app/shop/stock/list-question.ts'

/** What the address asks for, and how to ask for something else; the address is all that a list remembers. */
export function useQuestion() {
  const [given, setGiven] = useSearchParams()
  const text = given.toString()
  const question = useMemo(() => readQuestion(new URLSearchParams(text)), [text])
  const address = writeQuestion(question).toString()
  const ask = useCallback(
    (change: Partial<ListQuestion>, { replace = false } = {}) => {
      setGiven(writeQuestion({ ...question, ...change }), { replace })
    },
    [question, setGiven],
  )
  return { question, address, ask }
}

export type Ask = ReturnType<typeof useQuestion>['ask']

/** Whether two addresses ask for the same, in whatever way they are written. */
export function sameList(one: string, other: string): boolean {
  const plain = (address: string) => writeQuestion(readQuestion(new URLSearchParams(address))).toString()
  return plain(one) === plain(other)
}
