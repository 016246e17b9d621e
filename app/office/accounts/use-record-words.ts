import { useTranslations } from 'use-intl'
import type { Shown } from '../frame/calls.ts'
import type { OfficeFormats } from '../frame/formats.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useFieldName } from '../settings/use-field-name.ts'
import { useSaidValue } from '../settings/use-said-value.ts'

type Listed = Shown<'records'>['records'][number]
type Line = Listed['lines'][number]

/** As long as anybody reads. */
const longest = 400

/** Says what a record of a change holds: what changed, and what it was and became. */
export function useRecordWords() {
  const t = useTranslations('office.records')
  const format = useFormats()
  const settings = useTranslations('office.settings')
  const nameOf = useFieldName()
  const saySetting = useSaidValue()

  const isSetting = ({ part }: Pick<Listed, 'part'>) => part === 'setting' || part === 'branch'
  const aboutOf = ({ part, subjectId }: Pick<Listed, 'part' | 'subjectId'>) =>
    part === 'branch' ? 'branch' : subjectId

  /** What a record is about: „Kontakt“, „10482 Rolex Submariner“. */
  const thing = ({ subject, subjectId, thing }: Pick<Listed, 'subject' | 'subjectId' | 'thing'>) => {
    if (subject === 'setting' && settings.has(`about.${subjectId as 'bank'}`))
      return settings(`about.${subjectId as 'bank'}`)
    if (subject === 'payout-rate' && t.has(`rates.${subjectId as 'silver'}`))
      return t(`rates.${subjectId as 'silver'}`)
    if (subject === 'piece') return [subjectId, thing].filter(Boolean).join(' ')
    return thing ?? subjectId
  }

  const labelled = (record: Pick<Listed, 'part' | 'subjectId'>, { label, path }: Line): string => {
    const language = path.endsWith('.de') ? t('german') : path.endsWith('.en') ? t('english') : null
    if (label !== null) return language ? `${label} · ${language}` : label
    if (isSetting(record)) {
      const { field, entry } = nameOf(aboutOf(record), path)
      return entry ? `${field} (${entry})` : field
    }
    const column = path.split('.')[0] ?? path
    const key = `columns.${record.part}_${column}` as 'columns.product_status'
    const said = t.has(key) ? t(key) : column
    return language ? `${said} · ${language}` : said
  }

  const say = (record: Pick<Listed, 'part'>, { label, path }: Line, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('nothing')
    if (value === true || value === 'yes') return t('yes')
    if (value === false || value === 'no') return t('no')
    if (label === null && isSetting(record)) return cut(saySetting(path, value))
    const key = `values.${record.part}_${path}_${String(value)}` as 'values.product_status_draft'
    if (label === null && t.has(key)) return t(key)
    if (typeof value === 'string') return cut(timeIn(value, format) ?? value)
    if (path.endsWith('_cents')) return format.amount(Number(value))
    if (path === 'per_mille') return format.percent(Number(value) / 1000)
    return cut(JSON.stringify(value))
  }

  /** Which of several: „Foto“, „Stein 2“. */
  const part = ({ part, partId }: Pick<Listed, 'part' | 'partId'>): string | null => {
    const key = `parts.${part}` as 'parts.stone'
    return t.has(key) ? t(key, { number: Number(partId ?? 0) + 1 }) : null
  }
  return { thing, labelled, say, part }
}

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)} …` : text)

/** A day or a moment as it is read; null: it is neither. */
function timeIn(text: string, format: OfficeFormats): string | null {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return format.day(text)
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? format.moment(text) : null
}
