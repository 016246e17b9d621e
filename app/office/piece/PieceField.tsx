import { useTranslations } from 'use-intl'
import { Field, Select, TextArea, Tick } from '#app/ui/Field.tsx'
import type { Shown } from '../frame/calls.ts'

export type ShownField = Shown<'piece'>['fields'][number]
/** One that is no list of rows. */
export type SingleField = Omit<ShownField, 'parts'>

type FieldProps = {
  field: SingleField
  textAt(key: string): string
  put(changes: Record<string, string>): void
  /** Why each key cannot be saved. */
  faults: Readonly<Record<string, string>>
  /** Said behind the label: where a value came from. */
  note?: string | undefined
}

/** The id of a key's control. */
export const idOf = (key: string) => `field-${key.replaceAll('.', '-')}`

/** One field of a piece, as its kind is filled in. */
export function PieceField({ field, textAt, put, faults, note }: FieldProps) {
  const t = useTranslations('office.piece')
  const { kind, name, label, unit, help, editable, required } = field
  if (kind === 'bilingual' || kind === 'long-bilingual')
    return <BothLanguages field={field} textAt={textAt} put={put} faults={faults} note={note} />
  if (kind === 'choices') return <Choices field={field} textAt={textAt} put={put} faults={faults} />
  const common = {
    id: idOf(name),
    name,
    label: unit ? `${label} (${unit})` : label,
    note: required && textAt(name) === '' ? t('missing') : note,
    hint: help ?? undefined,
    error: faults[name],
    disabled: !editable,
  }
  if (kind === 'flag')
    return (
      <Tick
        {...{ id: common.id, name, label: common.label, error: common.error, disabled: !editable }}
        checked={textAt(name) === 'yes'}
        onChange={({ target }) => put({ [name]: target.checked ? 'yes' : 'no' })}
      />
    )
  if (kind === 'choice' || kind === 'yes-no') {
    const values =
      kind === 'choice'
        ? field.values
        : (['yes', 'no'] as const).map((id) => ({ id, label: t(id), meaning: null }))
    const chosen = values.find(({ id }) => id === textAt(name))
    return (
      <Select
        {...common}
        hint={chosen?.meaning ?? common.hint}
        value={textAt(name)}
        onChange={({ target }) => put({ [name]: target.value })}
      >
        <option value="">{t('unknown')}</option>
        {values.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
    )
  }
  if (kind === 'texts')
    return (
      <TextArea
        {...common}
        rows={2}
        value={textAt(name)}
        onChange={({ target }) => put({ [name]: target.value })}
      />
    )
  return (
    <Field
      {...common}
      autoComplete="off"
      inputMode={kind === 'figure' || kind === 'money' ? 'decimal' : undefined}
      value={textAt(name)}
      onChange={({ target }) => put({ [name]: target.value })}
    />
  )
}

/** German and English beside each other; what is missing is said where it is missing. */
function BothLanguages({ field, textAt, put, faults, note }: FieldProps) {
  const t = useTranslations('office.piece')
  const filled = field.keys.some((key) => textAt(key).trim() !== '')
  return (
    <div className="two piece-wide">
      {field.keys.map((key) => {
        const lang = key.endsWith('.de') ? 'de' : 'en'
        const isMissing = textAt(key).trim() === '' && (filled || field.required)
        const common = {
          id: idOf(key),
          name: key,
          lang: undefined,
          label: `${field.label} · ${t(`languages.${lang}`)}`,
          note: isMissing ? t('missing') : note,
          hint: field.help ?? undefined,
          error: faults[key],
          disabled: !field.editable,
          value: textAt(key),
        }
        return field.kind === 'long-bilingual' ? (
          <TextArea key={key} {...common} rows={5} onChange={({ target }) => put({ [key]: target.value })} />
        ) : (
          <Field
            key={key}
            {...common}
            autoComplete="off"
            onChange={({ target }) => put({ [key]: target.value })}
          />
        )
      })}
    </div>
  )
}

function Choices({ field, textAt, put, faults }: Omit<FieldProps, 'note'>) {
  const { name } = field
  const chosen = textAt(name).split(';').filter(Boolean)
  return (
    <fieldset id={idOf(name)} className="piece-wide" disabled={!field.editable}>
      <legend className="font-medium">{field.label}</legend>
      {field.help && <p className="text-ink-soft text-step--1">{field.help}</p>}
      <div className="piece-choices">
        {field.values.map(({ id, label }) => (
          <Tick
            key={id}
            id={`${idOf(name)}-${id}`}
            name={name}
            label={label}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              put({
                [name]: field.values
                  .map((each) => each.id)
                  .filter((each) => (each === id ? target.checked : chosen.includes(each)))
                  .join(';'),
              })
            }
          />
        ))}
      </div>
      {faults[name] && <p className="text-danger text-step--1">{faults[name]}</p>}
    </fieldset>
  )
}
