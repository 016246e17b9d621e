import { email, line, optionalLine, optionalText } from '#app/forms/fields.ts'
import { fillsHoneypot } from '#app/forms/honeypot.ts'
import { type FaultsOf, type Given, parseForm, textsIn } from '#app/forms/parse-form.ts'
import type { WantedTime } from './place.ts'

const fields = {
  name: line(200),
  email: email(320, 'no-email'),
  phone: optionalLine(60),
  about: optionalText(2000),
}

export type ViewingFaults = FaultsOf<typeof fields> & { time?: 'missing' }
export type ViewingGiven = Given<keyof typeof fields>

type Parsed =
  | {
      ok: true
      value: WantedTime & { name: string; email: string; phone: string | null; about: string | null }
      given: ViewingGiven
    }
  /** Filled the trap: answered as if it had arrived, and dropped. */
  | { ok: false; reason: 'robot' }
  | { ok: false; reason: 'incomplete'; faults: ViewingFaults; given: ViewingGiven }

/** The time that somebody chose, and who they are: of the page and of the drawer. */
export function parseViewing(form: FormData): Parsed {
  if (fillsHoneypot(form)) return { ok: false, reason: 'robot' }
  const parsed = parseForm(form, fields)
  const time = wantedTime(form)
  if (parsed.ok && time !== null) {
    const value = { ...parsed.value, ...time, about: parsed.value.about || null }
    return { ok: true, value, given: parsed.given }
  }
  const faults: ViewingFaults = {
    ...(time === null && { time: 'missing' }),
    ...(!parsed.ok && parsed.faults),
  }
  return { ok: false, reason: 'incomplete', faults, given: parsed.given }
}

/** The pieces that the drawer's form names; the page has them in its address. */
export const piecesOf = (form: FormData): string[] => textsIn(form, 'piece')

/** The time that a form names, with its branch: what the page's query says may be older. Null: it names none. */
export function wantedTime(form: FormData): WantedTime | null {
  const given = form.get('time')
  const [branchId = '', at = ''] = typeof given === 'string' ? given.split('|') : []
  const startsAt = new Date(at)
  return branchId === '' || Number.isNaN(startsAt.getTime()) ? null : { branchId, startsAt }
}
