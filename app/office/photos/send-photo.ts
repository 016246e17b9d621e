import type { OfficeRefusal } from '../answer.ts'
import { type ActionName, type AnswerOf, callHeaders, type InputOf } from '../frame/calls.ts'

/** Tells how much of a file has left, 0 to 1. `fetch` cannot say it. */
export type OnProgress = (part: number) => void

export type Sent<Answer> =
  | { arrived: true; answer: Answer }
  /**
   * Nobody is signed in any more, or somebody else than the page was drawn for; or the way to the server is lost: nothing
   * happened that another try would repeat.
   */
  | { arrived: false; why: 'signed-out' | 'unreached' }

/** Sends one file as the body of an action; the same file again is the same photo, so trying again is safe. */
export function sendPhoto<Name extends ActionName>(
  name: Name,
  input: InputOf<Name>,
  file: Blob,
  onProgress: OnProgress,
): Promise<Sent<AnswerOf<Name>>> {
  const given = Object.entries(input as Record<string, string | number | undefined>)
  const query = new URLSearchParams(
    given.flatMap(([key, each]) => (each === undefined ? [] : [[key, String(each)]])),
  )
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/office/act/${name}?${query}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 401 || isOfAnother(request)) resolve({ arrived: false, why: 'signed-out' })
      else if (request.response === null || request.status >= 500)
        resolve({ arrived: false, why: 'unreached' })
      else resolve({ arrived: true, answer: request.response as AnswerOf<Name> })
    }
    request.onerror = () => resolve({ arrived: false, why: 'unreached' })
    request.send(file)
  })
}

const isOfAnother = ({ status, response }: XMLHttpRequest): boolean =>
  status === 409 && (response as OfficeRefusal | null)?.reason === 'another-member'
