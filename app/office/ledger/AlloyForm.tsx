import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Metal, metals } from '#app/shop/buying/valuables.ts'
import { Field, Select } from '#app/ui/Field.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useLotRefusal } from './use-lot-refusal.ts'

type Typed = { metal: Metal; weight: string; fineness: string }
type Answer =
  | { ok: true }
  | { ok: false; reason: string; faults?: Readonly<Record<string, string>>; lot?: string; things?: string[] }
type Fault = Parameters<ReturnType<typeof useTranslations<'office.ledger.faults'>>>[0]

/** Metal, weight and fineness of a thing, as they stand on the scale and in the stamp; drawn where it was asked for. */
export function AlloyForm({
  name,
  from,
  submit,
  send,
  onCancel,
}: {
  /** Unique on the page. */
  name: string
  /** What is known: hundredths of a gram, tenths of a per mille. */
  from: { metal: Metal | null; weight: number | null; fineness: number | null }
  submit: string
  send(typed: Typed): Promise<Answer>
  onCancel?: () => void
}) {
  const t = useTranslations('office.ledger.melting')
  const tFault = useTranslations('office.ledger.faults')
  const format = useFormats()
  const said = useLotRefusal()
  const written = (value: number | null, by: number) =>
    value === null ? '' : format.typedNumber(value / by, 2)
  const [typed, setTyped] = useState<Typed>({
    metal: from.metal ?? 'gold',
    weight: written(from.weight, 100),
    fineness: written(from.fineness, 10),
  })
  const [refused, setRefused] = useState<Extract<Answer, { ok: false }> | null>(null)
  const fault = (field: string) => refused?.faults?.[field] && tFault(refused.faults[field] as Fault)
  return (
    <form
      noValidate
      className="lot-line-form"
      onSubmit={async (event: FormEvent) => {
        event.preventDefault()
        const answer = await send(typed)
        setRefused(answer.ok ? null : answer)
      }}
    >
      <Select
        name={`${name}-metal`}
        autoFocus
        label={t('metal')}
        value={typed.metal}
        onChange={({ target }) =>
          setTyped({ ...typed, metal: metals.find((each) => each === target.value) ?? 'gold' })
        }
      >
        {metals.map((metal) => (
          <option key={metal} value={metal}>
            {t(`metals.${metal}`)}
          </option>
        ))}
      </Select>
      <Field
        name={`${name}-weight`}
        label={t('weightInGrams')}
        inputMode="decimal"
        autoComplete="off"
        value={typed.weight}
        error={fault('weight')}
        onChange={({ target }) => setTyped({ ...typed, weight: target.value })}
      />
      <Field
        name={`${name}-fineness`}
        label={t('fineness')}
        inputMode="decimal"
        autoComplete="off"
        value={typed.fineness}
        error={fault('fineness')}
        onChange={({ target }) => setTyped({ ...typed, fineness: target.value })}
      />
      <p className="toolbar pb-0">
        <button type="submit" className="do">
          {submit}
        </button>
        {onCancel && (
          <button type="button" className="do quiet" onClick={onCancel}>
            {t('back')}
          </button>
        )}
      </p>
      {refused && refused.reason !== 'invalid' && (
        <p role="alert" className="text-danger">
          {said(refused)}
        </p>
      )}
    </form>
  )
}
