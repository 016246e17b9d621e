import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type AnswerOf, act } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'

type Moments = Extract<AnswerOf<'bank.history'>, { ok: true }>['moments']

/** What a line was booked for before, and who took that back; read when somebody asks. */
export function LineHistory({ line }: { line: number }) {
  const t = useTranslations('office.bank')
  const [moments, setMoments] = useState<Moments | null>(null)
  const { moment: when } = useFormats()
  async function read() {
    const answer = await act('bank.history', { line })
    if (answer.ok) setMoments(answer.moments)
  }
  return (
    <details
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && moments === null) void read()
      }}
    >
      <summary className="link w-fit cursor-pointer">{t('history')}</summary>
      <ol>
        {moments?.map(({ at, by, kind, about, undoneAt, undoneBy, reason }) => (
          <li key={at}>
            {t('historyLine', { when: when(at), by, what: t(`kinds.${kind}`), about })}
            {undoneAt && (
              <span className="sub">
                {t('historyUndone', { when: when(undoneAt), by: undoneBy ?? '–' })}
                {reason && ` · ${reason}`}
              </span>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
