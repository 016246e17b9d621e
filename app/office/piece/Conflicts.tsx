import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { AnswerOf } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import type { ShownField } from './PieceField.tsx'
import { stonesSaid } from './Stones.tsx'

export type Conflict = Extract<AnswerOf<'piece.save'>, { reason: 'conflict' }>

type ConflictsProps = {
  /** Who typed the other version: somebody who saved it, or the same member in another window. */
  from: 'shop' | 'window'
  conflicts: Conflict['fields']
  fields: readonly ShownField[]
  textAt(key: string): string
  /** Takes one's own or theirs. */
  choose(key: string, whose: 'mine' | 'theirs'): void
}

/** What two changed to different things: both are shown, and one is chosen by field. */
export function Conflicts({ from, conflicts, fields, textAt, choose }: ConflictsProps) {
  const t = useTranslations('office.piece.conflict')
  const format = useFormats()
  const id = useId()
  return (
    <section aria-labelledby={id} className="piece-conflicts" role="alert">
      <h2 id={id}>{t(`${from}.title`)}</h2>
      <p>{t(`${from}.text`)}</p>
      <ul>
        {Object.entries(conflicts).map(([key, { base, theirs, by, at }]) => {
          const field = fields.find(({ keys }) => keys.includes(key))
          const said = (value: string) =>
            field?.kind === 'stones'
              ? stonesSaid(value, field)
              : (field?.values.find((each) => each.id === value)?.label ?? value)
          const when = at ? format.day(at) : ''
          return (
            <li key={key}>
              <h3>{field?.label ?? key}</h3>
              <dl>
                <dt>{t('before')}</dt>
                <dd>{said(base) || t('empty')}</dd>
                <dt>{by ? t('theirs', { by, when }) : t(`${from}.theirs`)}</dt>
                <dd>{said(theirs) || t('empty')}</dd>
                <dt>{t(`${from}.mine`)}</dt>
                <dd>{said(textAt(key)) || t('empty')}</dd>
              </dl>
              <p className="page-actions">
                <button type="button" className="do quiet" onClick={() => choose(key, 'theirs')}>
                  {t(`${from}.takeTheirs`)}
                </button>
                <button type="button" className="do quiet" onClick={() => choose(key, 'mine')}>
                  {t(`${from}.takeMine`)}
                </button>
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
