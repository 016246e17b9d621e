import { createContext, useContext } from 'react'
import { useTranslations } from 'use-intl'
import type { SettingFault } from '#app/shop/settings/setting-faults.ts'
import { useFieldName } from './use-field-name.ts'
import { type Path, type SettingForm, valueAt } from './use-setting-form.ts'

export const FormContext = createContext<SettingForm | null>(null)

/** The form that fields stand in. @throws outside of one */
export function useForm(): SettingForm {
  const form = useContext(FormContext)
  if (!form) throw new Error('a field stands in a form')
  return form
}

/** Everything that a field needs to know of its place. */
export function useField(path: Path) {
  const t = useTranslations('office.settings.faults')
  const { formKey, value, set, faults, leave } = useForm()
  const nameOf = useFieldName()
  const dotted = path.join('.')
  const fault = faults[dotted]
  return {
    value: valueAt(value, path),
    set: (next: unknown) => set(path, next),
    control: {
      id: `${formKey}-${path.join('-')}`,
      name: dotted,
      label: nameOf(formKey, dotted).field,
      error: fault === undefined ? undefined : t(fault as SettingFault),
      onBlur: () => leave(dotted),
      autoComplete: 'off',
    },
  }
}
