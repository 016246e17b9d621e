import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { idOf, PieceField, type ShownField } from './PieceField.tsx'

type StonesProps = {
  field: ShownField
  textAt(key: string): string
  put(changes: Record<string, string>): void
  /** By key of a part, `stones.<row>.<key>`. */
  faults: Readonly<Record<string, string>>
}

type Row = Readonly<Record<string, string>>

/** The stones of a piece, a row for each kind: typed as one text, so that they are drafted, saved and merged as a field is. */
export function Stones({ field, textAt, put, faults }: StonesProps) {
  const t = useTranslations('office.piece.stones')
  const announce = useAnnounce()
  const { name, editable, parts } = field
  const rows = rowsOf(textAt(name))
  const set = (next: readonly Row[]) => put({ [name]: next.length === 0 ? '' : JSON.stringify(next) })
  const add = () => {
    const keys = parts.flatMap((part) => part.keys)
    const flags = new Set(parts.filter(({ kind }) => kind === 'flag').map((part) => part.name))
    set([...rows, Object.fromEntries(keys.map((key) => [key, flags.has(key) ? 'no' : '']))])
    announce(t('added', { number: rows.length + 1 }))
    const first = idOf(`${name}.${rows.length}.${parts[0]?.name}`)
    requestAnimationFrame(() => document.getElementById(first)?.focus())
  }
  const remove = (row: number) => {
    set(rows.filter((_, index) => index !== row))
    announce(t('removed', { number: row + 1 }))
    requestAnimationFrame(() => document.getElementById(idOf(name))?.querySelector('button')?.focus())
  }
  return (
    <div id={idOf(name)} className="piece-wide">
      {faults[name] && <p className="text-danger">{faults[name]}</p>}
      {rows.length === 0 && <p className="text-ink-soft">{t('none')}</p>}
      {rows.map((row, index) => {
        const prefix = `${name}.${index}.`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; two may say the same
          <fieldset key={index} className="stone-row" disabled={!editable}>
            <legend className="font-medium">{t('row', { number: index + 1 })}</legend>
            <div className="two">
              {parts.map((part) => (
                <PieceField
                  key={part.name}
                  field={{ ...part, name: prefix + part.name, keys: part.keys.map((key) => prefix + key) }}
                  textAt={(key) => row[key.slice(prefix.length)] ?? ''}
                  put={(changes) =>
                    set(
                      rows.map((each, at) =>
                        at === index ? { ...each, ...unprefixed(changes, prefix) } : each,
                      ),
                    )
                  }
                  faults={faults}
                />
              ))}
            </div>
            <p className="page-actions">
              <button type="button" className="do quiet" onClick={() => remove(index)}>
                {t('remove', { number: index + 1 })}
              </button>
            </p>
          </fieldset>
        )
      })}
      {editable && (
        <p className="page-actions">
          <button type="button" className="do quiet" onClick={add}>
            {t('add')}
          </button>
        </p>
      )}
    </div>
  )
}

const unprefixed = (changes: Record<string, string>, prefix: string) =>
  Object.fromEntries(Object.entries(changes).map(([key, text]) => [key.slice(prefix.length), text]))

/** What is typed for stones, by row; what nobody could have typed is no row. */
export function rowsOf(text: string): Row[] {
  if (text === '') return []
  try {
    const rows: unknown = JSON.parse(text)
    return Array.isArray(rows) ? (rows as Row[]) : []
  } catch {
    return []
  }
}

/** Stones in a line each, for a comparison of two versions. */
export function stonesSaid(text: string, { parts }: ShownField): string {
  return rowsOf(text)
    .map((row) =>
      parts
        .flatMap((part) => part.keys.map((key) => ({ part, typed: row[key] ?? '' })))
        .filter(({ typed }) => typed !== '' && typed !== 'no')
        .map(({ part, typed }) =>
          typed === 'yes' ? part.label : (part.values.find(({ id }) => id === typed)?.label ?? typed),
        )
        .join(', '),
    )
    .join('; ')
}
