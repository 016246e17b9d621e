import { domainToUnicode } from 'node:url'
import { z } from 'zod'
import { cleanLine, cleanText } from '#app/language/clean-text.ts'
import { readMailAddress } from '#app/language/mail-address.ts'

/**
 * How a field is read: a schema from its text as typed (none: `''`) to its value. Every issue's message is the reason
 * why it cannot be used; `reason` is that for the compiler alone. Schemas stay on the server: screens import types.
 */
export type Field<Value, Reason extends string = never> = z.ZodType<Value, string> & {
  readonly reason?: Reason
}

const oneLine = z.string().transform(cleanLine)

/** One line that must be filled in; `max` in characters, as everywhere here. */
export function line(max: number): Field<string, 'missing' | 'too-long'> {
  return oneLine.pipe(z.string().min(1, 'missing').max(max, 'too-long'))
}

/** One line, null when nothing is in it. */
export function optionalLine(max: number): Field<string | null, 'too-long'> {
  return oneLine.pipe(z.string().max(max, 'too-long')).transform((text) => (text === '' ? null : text))
}

/** Words of any number of lines, needed. */
export function text(max: number): Field<string, 'missing' | 'too-long'> {
  return optionalText(max).pipe(z.string().min(1, 'missing'))
}

/** Words of any number of lines, or `''`. */
export function optionalText(max: number): Field<string, 'too-long'> {
  return z
    .string()
    .transform((typed) => cleanText(typed).trim())
    .pipe(z.string().max(max, 'too-long'))
}

/** An address that mail can go to, its domain in its own letters; mail servers are told it in ASCII. */
export function email<const Reason extends string>(
  max: number,
  otherwise: Reason,
): Field<string, 'missing' | 'too-long' | Reason> {
  return line(max).pipe(
    z.string().transform((typed, context) => {
      const read = readMailAddress(typed)
      if (read.ok) return `${read.local}@${domainToUnicode(read.domain)}`
      context.addIssue({ code: 'custom', message: otherwise })
      return z.NEVER
    }),
  )
}

/** One of `values`; `missing` where nothing was chosen, unless that is the same. */
export function choice<const Value extends string, const Reason extends string>(
  values: readonly Value[],
  otherwise: Reason,
  missing = otherwise,
): Field<Value, Reason> {
  return oneLine.pipe(z.string().min(1, missing)).pipe(z.enum(values, otherwise))
}

/** One of `values`; what is none of them counts as `otherwise`. */
export function choiceOr<const Value extends string>(
  values: readonly Value[],
  otherwise: NoInfer<Value>,
): Field<Value> {
  return z.string().pipe(z.enum(values)).catch(otherwise)
}

/** The number a form was given when it was made (UUID), so that sent twice it counts once. */
export function submission<const Reason extends string>(otherwise: Reason): Field<string, Reason> {
  return oneLine.pipe(z.uuid(otherwise)).transform((id) => id.toLowerCase())
}

/** A box that is ticked or not. */
export const box: Field<boolean> = z.string().transform((value) => value === 'on')

/** `field`, where its value must fit besides. */
export function fitting<Value, Reason extends string, const Other extends string>(
  field: Field<Value, Reason>,
  fits: (value: Value) => boolean,
  otherwise: Other,
): Field<Value, Reason | Other> {
  return field.refine(fits, otherwise)
}
