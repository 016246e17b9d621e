import { sayRefusal } from './say-refusal.ts'
import { t } from './sell-words.ts'
import type { Upload } from './use-uploads.ts'

/** Fetched with the first photo that somebody chooses. */
export default function PhotoOnItsWay({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  const { name, percent, refused } = upload
  if (refused) {
    return (
      <li className="col-span-2 border-danger border-l-2 pl-3">
        <p className="text-step--1">
          <span className="font-medium">{name}</span>
          <br />
          <span role="alert" className="text-danger">
            {sayRefusal(refused)}
          </span>
        </p>
        <button type="button" onClick={onDismiss} className="link min-h-11 text-step--1">
          {t.rich('photoDismiss', {
            file: name,
            name: (words) => <span className="sr-only">{words}</span>,
          })}
        </button>
      </li>
    )
  }
  return (
    <li className="grid aspect-square content-end gap-2 bg-paper-deep p-3">
      <span className="truncate text-step--1">{name}</span>
      <progress value={percent ?? 0} max={100} aria-label={name} className="h-1 w-full accent-green" />
      <span className="num text-ink-soft text-step--1">
        {percent === null
          ? t('photoWaiting')
          : percent < 100
            ? t('photoLoading', { percent })
            : t('photoChecking')}
      </span>
    </li>
  )
}
