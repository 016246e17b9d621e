import { data } from 'react-router'

/** What a page is given back with its form, beside the answer itself. */
export type FormAgain = {
  /** Something is to be put right: the title of the page says so. */
  atFault: boolean
}

/** A form comes back with what was typed. Where the status says that it was not taken, so does the page's title. */
export function formAgain<Answer extends object>(
  answer: Answer,
  init: { status: number; headers?: HeadersInit },
) {
  return data<Answer & FormAgain>({ ...answer, atFault: init.status >= 400 }, init)
}
