import { useTranslations } from 'use-intl'
import type { Asked, ListShape } from '#app/shop/lists/list-shape.ts'
import { useFormats } from '../frame/use-formats.ts'
import type { KnownValues } from './ListFilters.tsx'
import type { ListWords } from './list-words.ts'

type Chip = { key: string; label: string; without: Partial<Asked<ListShape>> }

/** What a list is narrowed to: each is taken away by pressing it. */
export function ListChips<Shape extends ListShape>({
  shape,
  asked,
  words,
  known,
  onAsk,
}: {
  shape: Shape
  asked: Asked<Shape>
  words: ListWords<Shape>
  known: KnownValues
  onAsk(change: Partial<Asked<Shape>>): void
}) {
  const t = useTranslations('office.list')
  const format = useFormats()
  const { chosen, numbers, dates } = asked as unknown as {
    chosen: Record<string, readonly string[]>
    numbers: Record<string, { from: number | null; to: number | null } | null>
    dates: Record<string, { from: string | null; to: string | null } | null>
  }
  const { day } = useFormats()
  const chips = Object.entries(shape.filters).flatMap(([name, { kind }]): Chip[] => {
    const label = words.filter(name)
    if (kind === 'numbers' || kind === 'dates') {
      const span = kind === 'numbers' ? numbers[name] : dates[name]
      if (!span) return []
      const [from, to] = [span.from, span.to].map((end) =>
        end === null ? null : typeof end === 'string' ? day(end) : format.number(end),
      )
      const said =
        from && to
          ? t('between', { from, to })
          : from
            ? t('since', { day: from })
            : t('until', { day: to ?? '' })
      const all = kind === 'numbers' ? numbers : dates
      return [{ key: name, label: `${label}: ${said}`, without: { [kind]: { ...all, [name]: null } } }]
    }
    const values = chosen[name] ?? []
    return values.map((value) => ({
      key: `${name} ${value}`,
      label: `${label}: ${
        kind === 'known'
          ? (known[name]?.find((each) => each.value === value)?.label ?? value)
          : words.value(name, value)
      }`,
      without: { chosen: { ...chosen, [name]: values.filter((each) => each !== value) } },
    }))
  })
  if (chips.length === 0) return null
  return (
    <ul className="toolbar" aria-label={t('narrowed')}>
      {chips.map(({ key, label, without }) => (
        <li key={key}>
          <button
            type="button"
            className="office-chip"
            aria-label={t('without', { label })}
            onClick={() => onAsk(without as Partial<Asked<Shape>>)}
          >
            {label} <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
