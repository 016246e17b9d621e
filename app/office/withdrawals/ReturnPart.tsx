import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'
import { act, type Shown } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useDeed } from './use-deed.ts'

export type OrderPart = NonNullable<Shown<'withdrawal'>['of']>

/** What comes back: its label, its arrival, or that it need not come. */
export function ReturnPart({ of }: { of: OrderPart }) {
  const t = useTranslations('office.withdrawals')
  const deed = useDeed()
  const { texts, put, done } = useKeptText(`withdrawal-label-${of.number}`, {
    carrier: '',
    code: '',
    url: '',
  })
  const file = useRef<HTMLInputElement>(null)
  const which = { order: of.number, seen: of.seen }
  async function send() {
    const body = file.current?.files?.[0] ?? new Blob([])
    const sent = await deed.take(
      () => act('withdrawals.label', { ...which, ...texts }, { body }),
      t('labelDone'),
    )
    if (sent) done()
  }
  const step = (name: 'receive-return' | 'waive-return', said: string) =>
    void deed.take(() => act('withdrawals.step', { ...which, step: name }), said)
  return (
    <section className="block-section" aria-labelledby="withdrawal-return">
      <h2 id="withdrawal-return">{t('return')}</h2>
      {deed.refusal && (
        <p role="alert" className="missing">
          {deed.refusal}
        </p>
      )}
      {of.label && (
        <p>{t('labelSent', { carrier: of.label.carrier, code: of.label.code ?? of.label.url ?? '' })}</p>
      )}
      <p className="page-actions">
        <button
          type="button"
          className="do"
          disabled={deed.busy}
          onClick={() => step('receive-return', t('receiveDone'))}
        >
          {t('receive')}
        </button>
      </p>
      <details className="pt-3">
        <summary className="link w-fit cursor-pointer">{t(of.label ? 'labelAgain' : 'label')}</summary>
        <form
          className="grid max-w-prose gap-3 pt-2"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          {(['carrier', 'code', 'url'] as const).map((name) => (
            <Field
              key={name}
              name={name}
              label={t(name)}
              value={texts[name]}
              error={deed.fault(name)}
              onChange={({ currentTarget }) => put(name, currentTarget.value)}
            />
          ))}
          <label className="block">
            {t('labelFile')}
            <input
              ref={file}
              type="file"
              accept="application/pdf,image/png"
              className="file-field mt-1.5 min-h-11"
            />
          </label>
          {deed.fault('file') && <p className="missing">{deed.fault('file')}</p>}
          <p className="page-actions">
            <button type="submit" className="do quiet" disabled={deed.busy}>
              {t('sendLabel')}
            </button>
          </p>
        </form>
      </details>
      <details className="pt-3">
        <summary className="link w-fit cursor-pointer">{t('waive')}</summary>
        <p>{t('waiveText')}</p>
        <button
          type="button"
          className="do quiet"
          disabled={deed.busy}
          onClick={() => step('waive-return', t('waiveDone'))}
        >
          {t('waive')}
        </button>
      </details>
    </section>
  )
}
