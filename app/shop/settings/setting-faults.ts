import type { z } from 'zod'

/** Why a field cannot be used. */
export type SettingFault = (typeof settingFaults)[number]

/** Every reason there is; screens have words for each. */
export const settingFaults = [
  'missing',
  'not-a-number',
  'too-small',
  'too-large',
  'too-long',
  'not-a-day',
  'not-a-time',
  'not-an-email',
  'not-an-address',
  'wrong-form',
  'not-an-iban',
  'not-five-digits',
  'country-twice',
  'no-country',
  'not-rising',
  'below-law',
  'day-twice',
  'ends-before-begin',
  'closed-needs-days',
  'too-many-days',
  'least-above-most',
  'order-of-deadlines',
  'id-taken',
] as const

/** By field (`hours.0.opens`; `''`: the whole). */
export type Faults = Readonly<Record<string, SettingFault>>

/** The first reason of each field, of what a schema refused in `given`. */
export function faultsOf({ issues }: z.ZodError, given: unknown): Faults {
  const faults: Record<string, SettingFault> = {}
  for (const issue of issues) faults[issue.path.join('.')] ??= reasonOf(issue, valueAt(given, issue.path))
  return faults
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (value, name) => (value as Record<PropertyKey, unknown> | null | undefined)?.[name],
    given,
  )
}

function reasonOf(issue: z.core.$ZodIssue, value: unknown): SettingFault {
  const said = issue.code === 'custom' && settingFaults.find((known) => known === issue.params?.reason)
  if (said) return said
  if (value === undefined || value === null || value === '') return 'missing'
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? 'not-a-number' : 'missing'
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'missing' : 'too-small'
    case 'too_big':
      return issue.origin === 'string' ? 'too-long' : 'too-large'
    case 'invalid_format':
      return formats[issue.format] ?? 'wrong-form'
    default:
      return 'wrong-form'
  }
}

const formats: Record<string, SettingFault> = {
  date: 'not-a-day',
  email: 'not-an-email',
  url: 'not-an-address',
}
