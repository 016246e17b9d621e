import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { RecordedBulkChange } from '#app/shop/stock/bulk-change.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import { Scrolled } from '../frame/Scrolled.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'

/** Changes of many pieces that were made, and the way back from each. */
export default function BulkChangesScreen() {
  const t = useTranslations('office.pieces')
  const format = useFormats()
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const say = useSaidChange()
  const { changes } = useShown<'bulk-changes'>()
  const [busy, setBusy] = useState(false)
  const undo = async (id: number) => {
    setBusy(true)
    const answer = await act('pieces.undo-bulk', { id })
    setBusy(false)
    announce(
      answer.ok
        ? `${t('bulk.undone', { count: answer.restored })} ${answer.left.length > 0 ? t('bulk.left', { count: answer.left.length }) : ''}`
        : t('failed'),
    )
    await revalidate()
  }
  return (
    <Page title={t('bulk.earlier')} back={<Link to="/pieces">{t('title')}</Link>}>
      {changes.length === 0 ? (
        <p>{t('bulk.none')}</p>
      ) : (
        <Scrolled label={t('bulk.earlier')}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('bulk.when')}</th>
                <th scope="col">{t('bulk.who')}</th>
                <th scope="col">{t('bulk.what')}</th>
                <th scope="col" className="num">
                  {t('bulk.pieces')}
                </th>
                <th scope="col">{t('bulk.undo')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ id, change, by, madeAt, undoneAt, undoneBy, pieces, mayUndo }) => (
                <tr key={id}>
                  <td>{format.moment(madeAt)}</td>
                  <td>{by}</td>
                  <th scope="row">{say(change)}</th>
                  <td className="num">{pieces}</td>
                  <td>
                    {undoneAt ? (
                      t('bulk.undoneBy', { by: undoneBy ?? '' })
                    ) : mayUndo && pieces > 0 ? (
                      <button
                        type="button"
                        className="do quiet"
                        disabled={busy}
                        aria-label={t('bulk.undoOf', { change: say(change) })}
                        onClick={() => void undo(id)}
                      >
                        {t('bulk.undo')}
                      </button>
                    ) : (
                      '–'
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolled>
      )}
    </Page>
  )
}

/** What was changed by how much, in words. */
function useSaidChange() {
  const t = useTranslations('office.pieces.bulk.said')
  const format = useFormats()
  const columns = useTranslations('office.pieces.columns')
  const { branches } = useShown<'bulk-changes'>()
  const signed = (text: string, value: number) => `${value < 0 ? '−' : '+'}${text}`
  return (change: RecordedBulkChange): string => {
    if (change.how === 'pasted')
      return t('pasted', { parts: change.parts.map((part) => columns(part)).join(', ') })
    if (change.how === 'to-branch')
      return t('branch', { branch: branches.find(({ id }) => id === change.branch)?.name ?? change.branch })
    if (change.how === 'to-amount') return t('set', { amount: format.price(change.cents) })
    const amount =
      change.how === 'by-share'
        ? signed(format.percent(Math.abs(change.perMille) / 1000), change.perMille)
        : signed(format.price(Math.abs(change.cents)), change.cents)
    return t('by', { amount })
  }
}
