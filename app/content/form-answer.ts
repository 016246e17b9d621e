import { createContext, useContext } from 'react'

/** What the server says to a form that came back incomplete: the fields at fault, and what was typed. */
export type FormAnswer = {
  contact?: { fields: readonly string[]; given: { readonly [field: string]: string | undefined } }
}

const FormAnswerContext = createContext<FormAnswer | undefined>(undefined)

export const FormAnswerProvider = FormAnswerContext.Provider

export function useFormAnswer<Form extends keyof FormAnswer>(form: Form): FormAnswer[Form] {
  return useContext(FormAnswerContext)?.[form]
}
