import { useState } from 'react'
import { Field } from '#app/ui/Field.tsx'
import type { QuotedChoice } from './checkout-view.ts'
import { useCheckoutWords } from './checkout-words.ts'
import { useFormState } from './form-state.ts'

/** For businesses alone, and closed until one opens it: a VAT id, which may take the tax out of the price. */
export function BusinessSection({ vatId }: Pick<QuotedChoice, 'vatId'>) {
  const t = useCheckoutWords()
  const { given, errors } = useFormState()
  // Opened once, it stays so when a fault in it is mended.
  const [isOpen, setOpen] = useState(Boolean(given.vatId || errors.vatId))
  return (
    <details
      className="border-line border-y py-1"
      open={isOpen || Boolean(errors.vatId)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-2.5">{t('business.title')}</summary>
      <div className="grid gap-3 pb-5">
        <p className="max-w-prose text-ink-soft">{t('business.text')}</p>
        <Field
          name="vatId"
          label={t('business.vatId')}
          note={t('optional')}
          hint={t('business.vatIdHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={given.vatId}
          error={errors.vatId}
        />
        <p role="status" className="text-ink-soft">
          {vatId?.ok && t(`business.${vatId.checked.outcome}`, { id: vatId.checked.id })}
          {/* It is told when the field is left: whoever does not see it hears it. */}
          {vatId?.ok === false && <span className="sr-only">{errors.vatId}</span>}
        </p>
      </div>
    </details>
  )
}
