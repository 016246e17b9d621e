import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'

/** Asks why something sealed is to be shown, before it is. */
export function RevealForm({
  busy,
  refused,
  onWhy,
  onCancel,
}: {
  busy: boolean
  refused: string | null
  onWhy(why: string): Promise<void>
  onCancel(): void
}) {
  const t = useTranslations('office.purchase')
  const id = useId()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // It may stand within another form, which is not meant.
        event.stopPropagation()
        if (!busy) void onWhy(String(new FormData(event.currentTarget).get('why') ?? ''))
      }}
      className="grid gap-3"
    >
      <Field
        name="why"
        id={`${id}-why`}
        label={t('revealWhy')}
        hint={t('revealHint')}
        autoComplete="off"
        autoFocus
        required
      />
      {refused && (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
      <p className="page-actions">
        <button type="submit" className="do" disabled={busy}>
          {t('show')}
        </button>
        <button type="button" className="do quiet" onClick={onCancel}>
          {t('cancel')}
        </button>
      </p>
    </form>
  )
}
