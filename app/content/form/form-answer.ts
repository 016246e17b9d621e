import { createContext, useContext, useState } from 'react'
import type { SellField, SellFieldFault } from '#app/shop/buying/sell-request-form.ts'
import type { AmountFault, EnteredLine } from '#app/shop/buying/valuation.ts'
import type { PhotoRefusal } from '#app/shop/catalogue/photos-inspect.ts'

/** What was typed, by the field's name. */
export type Given = { readonly [field: string]: string | undefined }

/** `network`: it did not arrive, and only the browser knows. */
export type SellPhotoRefusal = PhotoRefusal | 'too-many' | 'too-often' | 'no-such-request' | 'network'

/** A photo that arrived before its request. */
export type SentPhoto = { id: string; width: number; height: number }

/** `lines` and `photos`: nothing is wrong, the form only comes back with one of them more or less. */
export type SellAnswer = {
  reason: 'incomplete' | 'too-often' | 'lines' | 'photos'
  fields: { readonly [Field in SellField]?: SellFieldFault }
  /** Beside the lines of `lines`. */
  lineFaults: readonly (AmountFault | 'unknown-item' | null)[]
  lines: readonly EnteredLine[]
  given: Given
  /** Token of the photos that arrived. */
  upload: string | null
  photos: readonly SentPhoto[]
  refused: readonly { name: string; reason: SellPhotoRefusal }[]
}

/** What the server says to a form that was not taken: why, the fields at fault, and what was typed. */
export type FormAnswer = {
  contact?: { reason: 'incomplete' | 'too-many'; fields: readonly string[]; given: Given }
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
