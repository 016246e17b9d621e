import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from './use-formats.ts'

/** Something that was changed since it was seen, and that is wanted otherwise here. */
export type TwoVersions = {
  key: string
  label: string
  /** As it was when it was seen; left out where that says nothing. */
  before?: string
  theirs: string
  mine: string
  /** Who made it what it is now, and when; null: not known. */
  by: string | null
  at: string | null
  keep(whose: 'mine' | 'theirs'): void
}

/** What is there now and what was typed, side by side: nothing was written, and one of the two is chosen. */
export function BothVersions({
  of: versions,
  level = 3,
}: {
  of: readonly TwoVersions[]
  /** Of its heading: below a screen's title alone, or within a section of it. */
  level?: 2 | 3
}) {
  const t = useTranslations('office.frame.changed')
  const id = useId()
  const { moment: when } = useFormats()
  if (versions.length === 0) return null
  const [Title, Label] = level === 2 ? (['h2', 'h3'] as const) : (['h3', 'h4'] as const)
  return (
    <section aria-labelledby={id} className="piece-conflicts" role="alert">
      <Title id={id}>{t('title')}</Title>
      <p>{t('text')}</p>
      <ul>
        {versions.map(({ key, label, before, theirs, mine, by, at, keep }) => (
          <li key={key}>
            <Label>{label}</Label>
            <dl>
              {before !== undefined && (
                <>
                  <dt>{t('before')}</dt>
                  <dd>{before || t('empty')}</dd>
                </>
              )}
              <dt>
                {by !== null && at !== null
                  ? t('theirsBy', { by, when: when(at) })
                  : at !== null
                    ? t('theirsAt', { when: when(at) })
                    : t('theirs')}
              </dt>
              <dd>{theirs || t('empty')}</dd>
              <dt>{t('mine')}</dt>
              <dd>{mine || t('empty')}</dd>
            </dl>
            <p className="page-actions">
              <button type="button" className="do quiet" onClick={() => keep('theirs')}>
                {t('takeTheirs')}
              </button>
              <button type="button" className="do quiet" onClick={() => keep('mine')}>
                {t('takeMine')}
              </button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
