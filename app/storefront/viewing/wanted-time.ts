import type { WantedTime } from '#app/shop/appointments/place.ts'

/** The time that a form names, with its branch: what the page's query says may be older. Null: it names none. */
export function wantedTime(form: FormData): WantedTime | null {
  const given = form.get('time')
  const [branchId = '', at = ''] = typeof given === 'string' ? given.split('|') : []
  const startsAt = new Date(at)
  return branchId === '' || Number.isNaN(startsAt.getTime()) ? null : { branchId, startsAt }
}
