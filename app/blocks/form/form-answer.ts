import { createContext, useContext, useState } from 'react'
import type { Given } from '#app/forms/parse-form.ts'
import type { SellAnswer } from '#app/sell-form/sell-answer.ts'
import type { ContactFaults } from '#app/shop/enquiries/contact-message.ts'

/** What the server says to a form that was not taken: why, the fields at fault, and what was typed. */
export type FormAnswer = {
  contact?: { reason: 'incomplete' | 'too-many'; faults: ContactFaults; given: Given }
  sell?: SellAnswer
}

const FormAnswerContext = createContext<FormAnswer | undefined>(undefined)

export const FormAnswerProvider = FormAnswerContext.Provider

export function useFormAnswer<Form extends keyof FormAnswer>(form: Form): FormAnswer[Form] {
  const answer = useContext(FormAnswerContext)?.[form]
  // A link to a field at fault is a navigation, with which the router forgets what the action answered; the form must
  // not forget what was typed.
  const [kept, setKept] = useState(answer)
  if (answer !== undefined && answer !== kept) setKept(answer)
  return answer ?? kept
}
