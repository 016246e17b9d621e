import type { FormEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { useDeed } from './use-deed.ts'

/** A form about an order: what it asks, what will follow, why it was refused, and what may be done all the same. */
export function OrderForm({
  label,
  deed,
  follows,
  submit,
  again,
  onSubmit,
  onStop,
  children,
}: {
  label: string
  deed: ReturnType<typeof useDeed>
  /** What will happen, sentence by sentence. */
  follows: readonly string[]
  submit: string
  /** Whether the refusal can be overruled: the same, confirmed. */
  again?: (() => void) | undefined
  onSubmit(): void
  onStop(): void
  children?: ReactNode
}) {
  const t = useTranslations('office.orders')
  return (
    <form
      noValidate
      aria-label={label}
      className="order-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <ul className="order-follows">
        {follows.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {deed.refusal && (
        <p role="alert" className="missing">
          {deed.refusal}
        </p>
      )}
      <div className="page-actions">
        <button type="submit" className="do" aria-disabled={deed.busy}>
          {submit}
        </button>
        {again && (
          <button type="button" className="do quiet" aria-disabled={deed.busy} onClick={again}>
            {t('form.really')}
          </button>
        )}
        <button type="button" className="do quiet" onClick={onStop}>
          {t('form.stop')}
        </button>
      </div>
    </form>
  )
}
