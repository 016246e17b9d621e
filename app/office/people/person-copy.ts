import type { Locale } from '#app/language/locales.ts'
import type { CopyValue, PersonCopy } from '#app/letters/documents/PersonCopyDocument.tsx'
import type { PersonExport } from '#app/shop/people/export-person.ts'
import { officeFormats } from '../frame/formats.ts'
import { peopleWords } from './people-words.ts'

/** A person's data in words: what files for people, not programs, are made of. What is empty is left out. */
export function personCopy(data: PersonExport, locale: Locale): PersonCopy {
  const t = peopleWords(locale)
  const labelOf = (key: string) => {
    const name = `labels.${key}` as 'labels.name'
    return t.has(name) ? t(name) : key
  }
  const { format: _, version: __, photos: ___, ...parts } = data
  return {
    ...{ locale, title: t('export.title'), intro: t('export.intro'), photos: labelOf('photos') },
    sections: Object.entries(parts)
      .filter(([, value]) => !isEmpty(value))
      .map(([key, value]) => ({ heading: labelOf(key), value: shown(value, { locale, labelOf }) })),
  }
}

type Words = { locale: Locale; labelOf(key: string): string }

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

function shown(value: unknown, words: Words): CopyValue {
  if (Array.isArray(value)) return { list: value.map((each) => shown(each, words)) }
  if (typeof value !== 'object' || value === null) return said(value, words.locale)
  const entries = Object.entries(value).filter(([, each]) => !isEmpty(each))
  return {
    fields: entries.map(([key, each]) => ({ label: words.labelOf(key), value: inField(key, each, words) })),
  }
}

/** Amounts in euros; what else there is as it is. */
function inField(key: string, value: unknown, words: Words): CopyValue {
  return key.endsWith('Cents') && typeof value === 'number'
    ? officeFormats(words.locale).amount(value)
    : shown(value, words)
}

function said(value: unknown, locale: Locale): string {
  const text = String(value)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return text
  return officeFormats(locale).moment(text)
}
