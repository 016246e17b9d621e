import { createContext, useContext } from 'react'

/** What was typed, by the field's name. */
export type Given = { readonly [field: string]: string | undefined }

/** What the server says to a form that was not taken: why, the fields at fault, and what was typed. */
export type FormAnswer = {
  contact?: { reason: 'incomplete' | 'too-many'; fields: readonly string[]; given: Given }
}

const FormAnswerContext = createContext<FormAnswer | undefined>(undefined)

export const FormAnswerProvider = FormAnswerContext.Provider

export function useFormAnswer<Form extends keyof FormAnswer>(form: Form): FormAnswer[Form] {
  return useContext(FormAnswerContext)?.[form]
}
