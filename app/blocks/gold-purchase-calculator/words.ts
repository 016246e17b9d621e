import { createContext, useContext } from 'react'
import type { CalculatorWords } from '#app/sell-form/calculator-words-in.ts'

/** The calculator's words in the page's language; the other language's never travel. */
export const WordsContext = createContext<CalculatorWords | null>(null)

export function useWords(): CalculatorWords {
  const words = useContext(WordsContext)
  if (!words) throw new Error('useWords is for the parts of the calculator')
  return words
}
