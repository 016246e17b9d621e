import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { BulkDialog } from './BulkDialog.tsx'

/** As many as fit onto labels at once. */
const mostLabels = 500

/** What can be done with the pieces that are chosen in the list. */
export function ChosenBar({ ids }: { ids: ReadonlySet<string> }) {
  const t = useTranslations('office.pieces')
  const announce = useAnnounce()
  const navigate = useNavigate()
  const mayEdit = useMay('pieces.edit')
  const mayExport = useMay('pieces.export')
  if (ids.size === 0) return null
  const chosen = [...ids]
  const query = new URLSearchParams({ ids: chosen.join(',') })
  const duplicate = async (id: string) => {
    const answer = await act('pieces.duplicate', { id })
    if (answer.ok) return navigate(`/pieces/${answer.id}`)
    announce(t('failed'))
  }
  return (
    <fieldset aria-label={t('bulk.bar', { count: ids.size })} className="toolbar">
      <b>{t('bulk.bar', { count: ids.size })}</b>
      {mayEdit && <BulkDialog ids={chosen} />}
      {ids.size <= mostLabels && (
        <Link className="do quiet" to={`/labels?${query}`}>
          {t('bulk.labels')}
        </Link>
      )}
      {mayExport && (
        <Link className="do quiet" to={`/export?${query}`}>
          {t('bulk.export')}
        </Link>
      )}
      {mayEdit && chosen.length === 1 && (
        <button type="button" className="do quiet" onClick={() => void duplicate(String(chosen[0]))}>
          {t('bulk.duplicate')}
        </button>
      )}
      {mayEdit && (
        <Link className="link" to="/bulk-changes">
          {t('bulk.earlier')}
        </Link>
      )}
    </fieldset>
  )
}
