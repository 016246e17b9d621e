/** Whether a calendar has a day that is written as `2026-11-26`. */
export function isRealDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** A day as German banks write it (`26.11.2026`, `26.11.26`) or as `2026-11-26`, as the latter; null for anything else. */
export function readDay(text: string): string | null {
  const [, day, month, year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(text.trim()) ?? []
  const iso =
    day === undefined
      ? text.trim()
      : `${year.length === 2 ? `20${year}` : year}-${(month ?? '').padStart(2, '0')}-${day.padStart(2, '0')}`
  return isRealDay(iso) ? iso : null
}
