import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'

/** Asks why something sealed is to be shown, before it is. It is a form, and stands in no other. */
export function RevealForm({
  busy,
  refused,
  does,
  onWhy,
  onCancel,
}: {
  busy: boolean
  refused: string | null
  /** What its button says; “Show” unless told otherwise. */
  does?: string
  onWhy(why: string): Promise<void>
  /** Where it stands from the beginning there is nothing to go back to. */
  onCancel?(): void
}) {
  const t = useTranslations('office.purchase')
  const id = useId()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void onWhy(String(new FormData(event.currentTarget).get('why') ?? ''))
      }}
      className="grid max-w-md gap-3"
    >
      <Field
        name="why"
        id={`${id}-why`}
        label={t('revealWhy')}
        hint={t('revealHint')}
        autoComplete="off"
        autoFocus={onCancel !== undefined}
        required
      />
      {refused && (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
      <p className="page-actions">
        <button type="submit" className="do" disabled={busy}>
          {does ?? t('show')}
        </button>
        {onCancel && (
          <button type="button" className="do quiet" onClick={onCancel}>
            {t('cancel')}
          </button>
        )}
      </p>
    </form>
  )
}
