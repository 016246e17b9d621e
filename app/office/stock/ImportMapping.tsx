import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { byPlace } from '#app/ui/by-place.ts'
import { BothVersions } from '../frame/BothVersions.tsx'
import { act } from '../frame/calls.ts'
import type { ShownImport } from './ImportListScreen.tsx'
import { useMapping } from './use-mapping.ts'

const otherwiseFields = ['kind', 'tax', 'branch'] as const

/** Which column of a list is which field, and what holds where the list says nothing. */
export function ImportMapping({
  shown: { list, sample, fields, otherwise },
  onChecked,
  onRefused,
}: {
  shown: ShownImport
  onChecked(sentence: string): Promise<void>
  onRefused(reason: string): void
}) {
  const t = useTranslations('office.stock.import')
  const { mapping, seen, clashes, setMapping, checked, keep } = useMapping({ list })
  const [busy, setBusy] = useState(false)
  const name = useId()
  const { noHeadings = false } = mapping
  const first = sample?.headings ?? []
  // The sample's headings are its first row, whatever that is.
  const shownRows = (sample?.rows ?? []).map(({ cells }) => cells)
  const headings = first.map((heading, at) => (noHeadings ? '' : heading) || `(${at + 1})`)
  const held = noHeadings ? [first, ...shownRows] : shownRows
  async function check() {
    setBusy(true)
    const answer = await act('stock.check', { id: list.id, mapping, from: seen })
    setBusy(false)
    if (!answer.ok) return onRefused(answer.reason)
    checked(mapping)
    const { result } = answer
    await onChecked(
      t('sentence', {
        rows: result.rows,
        new: String(result.new),
        changed: String(result.changed),
        same: String(result.same),
        faulty: String(result.faulty),
      }),
    )
  }
  /** A part of a mapping in words, by its path. */
  const said = (path: string, value: unknown) => {
    if (path === 'noHeadings') return value ? '–' : '✓'
    if (path === 'decimals') return t(value === 'comma' ? 'decimalsComma' : 'decimalsPoint')
    if (path.startsWith('columns.')) return fields.find((each) => each.value === value)?.label ?? t('skip')
    return String(value ?? t('nothing'))
  }
  const labelOf = (path: string) => {
    const [part, of = ''] = path.split('.')
    if (part === 'columns') return headings[Number(of)] ?? ''
    return t(part === 'noHeadings' ? 'hasHeadings' : part === 'decimals' ? 'decimals' : (of as 'kind'))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void check()
      }}
    >
      <h2>{t('mapping')}</h2>
      <BothVersions
        of={clashes.map((clash) => ({
          ...{ key: clash.path, label: labelOf(clash.path), by: null, at: null },
          ...{ theirs: said(clash.path, clash.theirs), mine: said(clash.path, clash.mine) },
          keep: (whose) => keep(clash, whose),
        }))}
      />
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          checked={!noHeadings}
          onChange={({ currentTarget: { checked } }) =>
            setMapping((before) => ({ ...before, noHeadings: !checked }))
          }
        />
        {t('hasHeadings')}
      </label>
      <div className="overflow-x-auto">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('column')}</th>
              <th scope="col">{t('holds')}</th>
              <th scope="col">{t('field')}</th>
            </tr>
          </thead>
          <tbody>
            {byPlace(headings, (heading, at) => (
              <tr>
                <th scope="row">{heading}</th>
                <td>
                  <span className="sub">
                    {held
                      .map((cells) => (cells[at] ?? '').slice(0, 60))
                      .filter((cell) => cell !== '')
                      .slice(0, 3)
                      .join(' · ')}
                  </span>
                </td>
                <td>
                  <select
                    className="field"
                    aria-label={`${heading}: ${t('field')}`}
                    value={mapping.columns[at] ?? ''}
                    onChange={({ currentTarget: { value } }) =>
                      setMapping((before) => ({
                        ...before,
                        columns: headings.map((_, place) =>
                          place === at ? value || null : (before.columns[place] ?? null),
                        ),
                      }))
                    }
                  >
                    <option value="">{t('skip')}</option>
                    {fields.map(({ value, label }) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!mapping.columns.some((each) => each === 'stock' || each === 'own') && (
        <p className="missing">{t('noNumber')}</p>
      )}
      <fieldset className="mt-4 flex flex-wrap gap-4">
        <legend className="font-medium">{t('otherwise')}</legend>
        {otherwiseFields.map((field) => (
          <label key={field}>
            {t(field)}
            <select
              className="field"
              value={mapping.otherwise[field] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setMapping((before) => ({
                  ...before,
                  otherwise: { ...before.otherwise, [field]: value || undefined },
                }))
              }
            >
              <option value="">{t('nothing')}</option>
              {otherwise[field].map(({ value, label }) => (
                <option key={value} value={label}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        ))}
        <p className="sub w-full">{t('otherwiseHint')}</p>
      </fieldset>
      <fieldset className="mt-4 flex flex-wrap gap-4">
        <legend className="font-medium">{t('decimals')}</legend>
        {(['comma', 'point'] as const).map((decimals) => (
          <label key={decimals} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={name}
              checked={mapping.decimals === decimals}
              onChange={() => setMapping((before) => ({ ...before, decimals }))}
            />
            {t(decimals === 'comma' ? 'decimalsComma' : 'decimalsPoint')}
          </label>
        ))}
      </fieldset>
      <p className="sub">{t('emptyCells')}</p>
      <button type="submit" className="do mt-2" disabled={busy || clashes.length > 0}>
        {busy ? t('checking') : t('check')}
      </button>
    </form>
  )
}
