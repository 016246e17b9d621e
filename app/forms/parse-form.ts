import type { z } from 'zod'
import { cleanLine } from '#app/language/clean-text.ts'
import type { Field } from './fields.ts'

/** What stands in a form, or in a part of it, by the fields' names. */
type Fields = { readonly [name: string]: Field<unknown, string> }

export type ValueOf<Form extends Fields> = { [Name in keyof Form]: z.output<Form[Name]> }

/** Why fields cannot be used, in the order in which they are declared: one reason each. */
export type FaultsOf<Form extends Fields> = { [Name in keyof Form]?: NonNullable<Form[Name]['reason']> }

/** What was typed, by the field's name, to be shown again. */
export type Given<Name extends string = string> = { readonly [Field in Name]?: string }

export type ParsedForm<Form extends Fields> =
  | { ok: true; value: ValueOf<Form>; given: Given<keyof Form & string> }
  | {
      ok: false
      faults: FaultsOf<Form>
      /** Of the fields that can be used. */
      value: Partial<ValueOf<Form>>
      given: Given<keyof Form & string>
    }

/**
 * The one way from a form that was sent to what it says. Files, and fields that are not declared, are as if they were
 * not there; of a field sent twice the first counts. `rules` finds what is wrong between fields.
 */
export function parseForm<Form extends Fields>(
  form: FormData,
  fields: Form,
  rules: (value: Partial<ValueOf<Form>>) => FaultsOf<Form> = () => ({}),
): ParsedForm<Form> {
  const given = givenIn(form, Object.keys(fields))
  const value: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    const read = field.safeParse(given[name] ?? '')
    if (read.success) value[name] = read.data
    else faults[name] = (read.error.issues[0] as z.core.$ZodIssue).message
  }
  const usable = value as Partial<ValueOf<Form>>
  const all = faultsIn({ ok: false, faults: faults as FaultsOf<Form> }, { ok: false, faults: rules(usable) })
  return Object.keys(all).length === 0
    ? { ok: true, value: value as ValueOf<Form>, given }
    : { ok: false, faults: all, value: usable, given }
}

/** The texts of these fields as they were typed. */
export function givenIn<const Name extends string>(form: FormData, names: readonly Name[]): Given<Name> {
  const texts = names.map((name) => [name, form.get(name)] as const)
  return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')) as Given<Name>
}

/** The texts of a field that may be sent more than once: boxes, pieces. Each is a clean line. */
export function textsIn(form: FormData, name: string): string[] {
  return form
    .getAll(name)
    .filter((text) => typeof text === 'string')
    .map(cleanLine)
}

/** The faults of a form's parts, one after the other; where a field is in two, the first reason stays. */
export function faultsIn<Faults extends object>(
  ...parts: readonly ({ ok: true } | { ok: false; faults: Faults })[]
): Faults {
  const faults: Record<string, unknown> = {}
  for (const part of parts) {
    for (const [name, reason] of part.ok ? [] : Object.entries(part.faults)) faults[name] ??= reason
  }
  return faults as Faults
}
