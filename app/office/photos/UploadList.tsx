import { useTranslations } from 'use-intl'
import { useRefusals } from './use-refusals.ts'
import type { Upload } from './use-uploads.ts'

/** Photos on their way: how far each is, and what became of those that did not arrive. */
export function UploadList({
  uploads,
  onAgain,
  onDismiss,
}: {
  uploads: readonly Upload[]
  onAgain: (keys: readonly number[]) => void
  onDismiss: (key: number) => void
}) {
  const t = useTranslations('office.photos')
  const refusal = useRefusals()
  if (uploads.length === 0) return null
  const unsent = uploads.filter(({ state }) => state === 'unsent').map(({ key }) => key)
  const stateOf = ({ state, sent, reason }: Upload) => {
    if (state === 'refused') return refusal(reason ?? '')
    if (state === 'unsent') return t('unsent')
    if (state === 'waiting') return t('waiting')
    return sent < 1 ? t('sending', { percent: Math.floor(sent * 100) }) : t('processing')
  }
  return (
    <section className="photo-uploads" aria-label={t('uploads')}>
      <ul>
        {uploads.map((upload) => (
          <li key={upload.key}>
            <span className="photo-file">{upload.file.name}</span>
            {upload.state === 'sending' && (
              <progress max={1} value={upload.sent} aria-label={upload.file.name} />
            )}
            <span className={upload.state === 'refused' || upload.state === 'unsent' ? 'state-bad' : 'sub'}>
              {stateOf(upload)}
            </span>
            {upload.state === 'unsent' && (
              <button type="button" className="do quiet" onClick={() => onAgain([upload.key])}>
                {t('again')}
              </button>
            )}
            {(upload.state === 'unsent' || upload.state === 'refused') && (
              <button
                type="button"
                className="icon-button"
                aria-label={t('dismiss', { name: upload.file.name })}
                onClick={() => onDismiss(upload.key)}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      {unsent.length > 1 && (
        <button type="button" className="do quiet" onClick={() => onAgain(unsent)}>
          {t('allAgain')}
        </button>
      )}
    </section>
  )
}
