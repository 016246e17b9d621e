import { data } from 'react-router'
import type { ErrorAnswer, SentForm } from '#app/error-answer.ts'
import { readFormBody } from '#app/platform/form-body.ts'
import { FormFault, isMultipart, readMultipart } from '#app/platform/multipart.ts'

const messages = { 400: 'Bad Request', 413: 'Content Too Large' } as const

/** Bytes and parts of a form that is read for its words alone: its photos are passed over. */
const limits = { total: 256 * 1024 * 1024, field: 64 * 1024, parts: 200 }

const read = new WeakMap<Request, FormData>()

/** The form a request carries. @throws a 400 for a body that is none, a 413 for one that is too long. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return rememberForm(request, await readFormBody(request))
  } catch (error) {
    if (!(error instanceof FormFault)) throw error
    const { status } = error
    throw data<ErrorAnswer>({ message: messages[status], fatal: false }, { status })
  }
}

/** Where a form is read part by part; what is added to it later is remembered with it. */
export function rememberForm(request: Request, form: FormData): FormData {
  read.set(request, form)
  return form
}

/** The words of a form that could not be dealt with, to be sent once more. Null for what carries none that can be read. */
export async function sentForm(request: Request): Promise<SentForm | null> {
  const form = read.get(request) ?? (await readLate(request))
  if (form === null) return null
  const fields = [...form].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  const { pathname, search } = new URL(request.url)
  return { action: pathname.replace(/\.data$/, '') + search, fields, withFiles: isMultipart(request) }
}

async function readLate(request: Request): Promise<FormData | null> {
  if (request.bodyUsed || request.signal.aborted) return null
  try {
    if (!isMultipart(request)) return await readFormBody(request)
    const form = new FormData()
    for await (const part of readMultipart(request, limits))
      if (part.kind === 'field') form.append(part.name, part.text)
    return form
  } catch (error) {
    if (error instanceof FormFault || request.signal.aborted) return null
    throw error
  }
}
