import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import { isPlaceholder } from '#app/shop/settings/placeholder.ts'
import { Field, Select, TextArea, Tick } from '#app/ui/Field.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useField, useForm } from './form-context.ts'
import { type Path, valueAt } from './use-setting-form.ts'

type FieldProps = { path: Path; hint?: string; required?: boolean }
type Typed = 'text' | 'email' | 'tel' | 'url' | 'time'

const shown = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** One line of text. `optional`: emptied, it is null. */
export function TextField({
  path,
  hint,
  type = 'text',
  optional = false,
}: FieldProps & { type?: Typed; optional?: boolean }) {
  const t = useTranslations('office.settings')
  const { value, set, control } = useField(path)
  const unsaid = isPlaceholder(shown(value))
  return (
    <Field
      {...control}
      hint={unsaid ? t('placeholder') : hint}
      type={type}
      required={!optional}
      value={shown(value)}
      // What nobody has said yet is written over.
      onFocus={({ target }) => unsaid && target.select()}
      onChange={({ target }) => set(target.value === '' && optional ? null : target.value)}
    />
  )
}

/** A longer text. */
export function LongField({ path, hint, required = false }: FieldProps) {
  const { value, set, control } = useField(path)
  return (
    <TextArea
      {...control}
      hint={hint}
      rows={4}
      required={required}
      value={shown(value)}
      onChange={({ target }) => set(target.value)}
    />
  )
}

/** A text in both languages, beside each other. */
export function BothLanguages({
  path,
  long = false,
  required = false,
}: {
  path: Path
  long?: boolean
  required?: boolean
}) {
  return (
    <div className="two">
      {(['de', 'en'] as const).map((locale) =>
        long ? (
          <LongField key={locale} path={[...path, locale]} required={required} />
        ) : (
          <TextField key={locale} path={[...path, locale]} optional={!required} />
        ),
      )}
    </div>
  )
}

/** A day; emptied, it is null. */
export function DayField({ path, hint, required = false }: FieldProps) {
  const { value, set, control } = useField(path)
  return (
    <Field
      {...control}
      hint={hint}
      type="date"
      required={required}
      value={shown(value)}
      onChange={({ target }) => set(target.value || null)}
    />
  )
}

/** A whole number. What is none stays as it was typed, and the server says so. `optional`: emptied, it is null. */
export function NumberField({ path, hint, optional = false }: FieldProps & { optional?: boolean }) {
  const { value, set, control } = useField(path)
  return (
    <Field
      {...control}
      hint={hint}
      inputMode="numeric"
      required={!optional}
      value={shown(value)}
      onChange={({ target }) => {
        const isNone = optional && target.value === ''
        set(isNone ? null : /^\d{1,9}$/.test(target.value) ? Number(target.value) : target.value)
      }}
    />
  )
}

/** An amount in euros, kept in cents. `optional`: emptied, it is null. */
export function MoneyField({ optional = false, ...field }: FieldProps & { optional?: boolean }) {
  const { typedAmount } = useFormats()
  return <DecimalField {...field} optional={optional} written={typedAmount} read={readAmount} />
}

/** A share in per cent, kept in thousandths. */
export function PercentField(field: FieldProps) {
  const { typedNumber } = useFormats()
  return (
    <DecimalField
      {...field}
      written={(perMille) => typedNumber(perMille / 10)}
      read={(text) => {
        const hundredths = readAmount(text)
        return hundredths === null || hundredths % 10 > 0 ? null : hundredths / 10
      }}
    />
  )
}

/** Degrees north or east; emptied, it is null. */
export function DegreesField(field: FieldProps) {
  const { typedNumber } = useFormats()
  return (
    <DecimalField
      {...field}
      optional
      written={(degrees) => typedNumber(degrees, 8)}
      read={(text) =>
        /^-?\d{1,3}([.,]\d{1,8})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null
      }
    />
  )
}

/** A number as people write it. What is none stays as it was typed, and the server says so. */
function DecimalField({
  path,
  hint,
  optional = false,
  written,
  read,
}: FieldProps & {
  optional?: boolean
  written: (value: number) => string
  read: (text: string) => number | null
}) {
  const { value, set, control } = useField(path)
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field
      {...control}
      hint={hint}
      inputMode="decimal"
      required={!optional}
      value={typed ?? (typeof value === 'number' ? written(value) : shown(value))}
      onChange={({ target }) => {
        setTyped(target.value)
        set(target.value.trim() === '' && optional ? null : (read(target.value) ?? target.value))
      }}
      onBlur={() => {
        setTyped(null)
        control.onBlur()
      }}
    />
  )
}

/** Yes or no. */
export function CheckField({ path, label }: { path: Path; label?: string }) {
  const { value, set, control } = useField(path)
  return (
    <Tick
      {...control}
      label={label ?? control.label}
      checked={value === true}
      onChange={({ target }) => set(target.checked)}
    />
  )
}

/** One of a few. */
export function ChoiceField({
  path,
  choices,
}: {
  path: Path
  choices: readonly { value: string; label: string }[]
}) {
  const { value, set, control } = useField(path)
  return (
    <Select {...control} value={shown(value)} onChange={({ target }) => set(target.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  )
}

/** The entries of a list, each with what takes it away, and below them what adds one. */
export function ListField({
  path,
  label,
  add,
  added,
  least = 0,
  nameOf,
  children,
}: {
  path: Path
  label: string
  /** Words of the button, and what it adds. */
  add: string
  added: () => unknown
  /** Entries that must stay. */
  least?: number
  nameOf: (entry: unknown, index: number) => string
  children: (path: Path, entry: unknown) => ReactNode
}) {
  const t = useTranslations('office.settings')
  const { value, set, faults } = useForm()
  const entries = (valueAt(value, path) ?? []) as unknown[]
  const fault = faults[path.join('.')]
  return (
    <fieldset className="grid gap-3">
      <legend className="pb-2 font-medium">{label}</legend>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name while they are typed
        <div key={index} className="grid items-end gap-3 border-line border-b pb-3 md:grid-cols-[1fr_auto]">
          <div className="grid gap-3">{children([...path, index], entry)}</div>
          {entries.length > least && (
            <button
              type="button"
              className="do quiet"
              aria-label={t('removeEntry', { name: nameOf(entry, index) })}
              onClick={() =>
                set(
                  path,
                  entries.filter((_, other) => other !== index),
                )
              }
            >
              {t('remove')}
            </button>
          )}
        </div>
      ))}
      {fault && <p className="text-danger">{t(`faults.${fault as 'missing'}`)}</p>}
      <p>
        <button type="button" className="do quiet" onClick={() => set(path, [...entries, added()])}>
          {add}
        </button>
      </p>
    </fieldset>
  )
}
