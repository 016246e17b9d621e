import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { compareLimit } from '#app/shop/catalogue/kept-cards.ts'
import { useLocale } from '../shell-data.ts'
import type { KeptCard } from './use-cards.ts'

const formId = 'compare'

type Compared = { ids: readonly string[]; set: (id: string, isChosen: boolean) => void }

/** Which pieces of a list are chosen to stand beside each other. */
export function useCompared(): Compared {
  const [ids, setIds] = useState<readonly string[]>([])
  const set = (id: string, isChosen: boolean) =>
    setIds((before) => (isChosen ? [...before, id] : before.filter((each) => each !== id)))
  return { ids, set }
}

/** A box to choose a piece by; `of` so many in the list: one alone is compared with nothing. */
export function CompareTick({ piece, compared, of }: { piece: KeptCard; compared: Compared; of: number }) {
  const t = useTranslations('keeping')
  if (of < 2) return null
  const isChosen = compared.ids.includes(piece.id)
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        form={formId}
        name="pieces"
        value={piece.id}
        checked={isChosen}
        disabled={!isChosen && compared.ids.length >= compareLimit}
        onChange={({ target }) => compared.set(piece.id, target.checked)}
        aria-label={t('compareLabel', { name: piece.name })}
        className="size-5 accent-green"
      />
      <span aria-hidden="true">{t('compare')}</span>
    </label>
  )
}

/** Leads to the chosen pieces beside each other; a form of its own, so that it works without script too. */
export function CompareForm({ compared, of }: { compared: Compared; of: number }) {
  const t = useTranslations('keeping')
  const locale = useLocale()
  if (of < 2) return null
  return (
    <form
      id={formId}
      method="get"
      action={pathTo(locale, 'compare')}
      // In sight once there is something to do with it.
      className={`${compared.ids.length > 0 ? 'sticky bottom-0' : ''} flex flex-wrap items-center gap-x-5 gap-y-2 border-line border-b bg-paper py-3`}
    >
      <button type="submit" className="button button-quiet">
        {t('compareSelected')}
      </button>
      <p role="status" className="text-ink-soft text-step--1">
        {t('compareCount', { count: compared.ids.length, limit: compareLimit })}
      </p>
    </form>
  )
}
