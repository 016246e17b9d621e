import { createContext, useContext } from 'react'
import type { Given } from '#app/forms/parse-form.ts'
import type { Problem } from './checkout-action.ts'

/** What the fields of the form need to know: what had been typed, and what is wrong where. */
type FormState = {
  given: Given
  /** Sentences by field. */
  errors: Partial<Record<Problem['at'], string>>
}

const FormContext = createContext<FormState>({ given: {}, errors: {} })

export const FormStateProvider = FormContext.Provider

export function useFormState(): FormState {
  return useContext(FormContext)
}
