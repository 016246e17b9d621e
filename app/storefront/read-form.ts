import { data } from 'react-router'
import type { ErrorAnswer } from './not-found.ts'

/** The form a request carries. @throws a 400 for a body that is none. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw data<ErrorAnswer>({ message: 'Bad Request', fatal: false }, { status: 400 })
  }
}
