/** Whether a delivered value is an object with fields, so that they can be looked at one by one. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The number that a delivered value is or spells, `NaN` for any other: an object may hold what no conversion bears. */
export function numberIn(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
}

/** The text or number that a delivered value is, as text; empty for any other. */
export function textIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
