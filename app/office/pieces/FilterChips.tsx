import { useTranslations } from 'use-intl'
import type { ListQuestion, Span } from '#app/shop/stock/list-question.ts'
import type { Shown } from '../frame/calls.ts'
import type { Ask } from './use-question.ts'

type Chip = { key: string; label: string; without: Partial<ListQuestion> }

/** What a list is narrowed to: each is taken away by pressing it. */
export function FilterChips({
  question,
  shown,
  onAsk,
}: {
  question: ListQuestion
  shown: Pick<Shown<'pieces'>, 'brands' | 'branches'>
  onAsk: Ask
}) {
  const t = useTranslations('office.pieces')
  const { statuses, kinds, branches, brands, missing, cameBack, held } = question
  const others = <Item,>(list: readonly Item[], one: Item) => list.filter((each) => each !== one)
  const span = (name: 'days' | 'price' | 'cost', given: Span | null): Chip[] =>
    given
      ? [
          {
            key: name,
            label: `${t(`filters.${name}`)}: ${given.from ?? '…'}–${given.to ?? '…'}`,
            without: { [name]: null },
          },
        ]
      : []
  const chips: Chip[] = [
    ...statuses.map((each) => ({
      key: each,
      label: t(`statuses.${each}`),
      without: { statuses: others(statuses, each) },
    })),
    ...kinds.map((each) => ({
      key: each,
      label: t(`kinds.${each}`),
      without: { kinds: others(kinds, each) },
    })),
    ...branches.map((each) => ({
      key: `branch ${each}`,
      label: each === 'none' ? t('noBranch') : (shown.branches.find(({ id }) => id === each)?.name ?? each),
      without: { branches: others(branches, each) },
    })),
    ...brands.map((each) => ({
      key: `brand ${each}`,
      label: shown.brands.find(({ slug }) => slug === each)?.name ?? each,
      without: { brands: others(brands, each) },
    })),
    ...missing.map((each) => ({
      key: `missing ${each}`,
      label: t('isMissing', { parts: t(`missing.${each}`) }),
      without: { missing: others(missing, each) },
    })),
    ...(cameBack ? [{ key: 'back', label: t('cameBack'), without: { cameBack: false } }] : []),
    ...(held ? [{ key: 'held', label: t('held'), without: { held: false } }] : []),
    ...span('days', question.days),
    ...span('price', question.price),
    ...span('cost', question.cost),
  ]
  if (chips.length === 0) return null
  return (
    <ul className="toolbar" aria-label={t('narrowed')}>
      {chips.map(({ key, label, without }) => (
        <li key={key}>
          <button
            type="button"
            className="office-chip"
            aria-label={t('without', { label })}
            onClick={() => onAsk(without)}
          >
            {label} <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
