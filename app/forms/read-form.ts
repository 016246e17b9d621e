import { data } from 'react-router'
import type { ErrorAnswer } from '#app/error-answer.ts'
import { readFormBody } from '#app/platform/form-body.ts'
import { FormFault } from '#app/platform/multipart.ts'

const messages = { 400: 'Bad Request', 413: 'Content Too Large' } as const

/** The form a request carries. @throws a 400 for a body that is none, a 413 for one that is too long. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await readFormBody(request)
  } catch (error) {
    if (!(error instanceof FormFault)) throw error
    const { status } = error
    throw data<ErrorAnswer>({ message: messages[status], fatal: false }, { status })
  }
}
