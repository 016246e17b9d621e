import { useTranslations } from 'use-intl'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { Field } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { OrderForm } from './OrderForm.tsx'
import { useDeed } from './use-deed.ts'

type Props = { onDone(): void }

/** What needs nothing but to be confirmed. */
export function StepForm({ step, onDone }: Props & { step: 'accept' | 'ready' | 'prepare' | 'complete' }) {
  const t = useTranslations('office.orders')
  const { number, seen } = useShown<'order'>()
  const deed = useDeed()
  const submit = async () => {
    const answer = await deed.take(
      () => act('orders.step', { order: number, seen, step }),
      () => t(`done.${step}`),
    )
    if (answer) onDone()
  }
  return (
    <OrderForm
      label={t(`acts.${step}`)}
      deed={deed}
      follows={[t(`follows.${step}`)]}
      submit={t(`acts.${step}`)}
      onSubmit={() => void submit()}
      onStop={onDone}
    />
  )
}

/** On which day the goods came into the buyer's hands. */
export function ReceivedForm({
  act: name,
  onDone,
}: Props & { act: 'hand-over' | 'deliver' | 'deliver-again' }) {
  const t = useTranslations('office.orders')
  const { number, seen, now } = useShown<'order'>()
  const deed = useDeed()
  const step = name === 'hand-over' ? name : 'deliver'
  const today = germanDay(new Date(now))
  const { texts, put, done } = useKeptText(`order:${number}:${name}`, { on: today })
  const submit = async () => {
    const on = texts.on === today && name !== 'deliver-again' ? null : texts.on
    const answer = await deed.take(
      () => act('orders.received', { order: number, seen, step, on }),
      () => t(`done.${step}`),
    )
    if (!answer) return
    done()
    onDone()
  }
  return (
    <OrderForm
      label={t(`acts.${name}`)}
      deed={deed}
      follows={[t(`follows.${name}`)]}
      submit={t(`acts.${name}`)}
      onSubmit={() => void submit()}
      onStop={onDone}
    >
      <Field
        name="on"
        id={`${name}-on`}
        type="date"
        label={t('day')}
        max={today}
        value={texts.on}
        error={deed.fault('on')}
        onChange={({ target }) => put('on', target.value)}
      />
    </OrderForm>
  )
}

/** Carrier and tracking number of a parcel that leaves, or travels under another number. */
export function ParcelForm({ act: name, onDone }: Props & { act: 'ship' | 'tracking' }) {
  const t = useTranslations('office.orders')
  const { number, seen, tracking } = useShown<'order'>()
  const deed = useDeed()
  const { texts, put, done } = useKeptText(`order:${number}:${name}`, {
    carrier: tracking?.carrier ?? '',
    code: tracking?.code ?? '',
    url: tracking?.url ?? '',
  })
  const submit = async () => {
    const given = { order: number, seen, ...texts }
    const said = () => t(`done.${name}`)
    const answer =
      name === 'ship'
        ? await deed.take(() => act('orders.ship', given), said)
        : await deed.take(() => act('orders.change-tracking', given), said)
    if (!answer) return
    done()
    onDone()
  }
  return (
    <OrderForm
      label={t(`acts.${name}`)}
      deed={deed}
      follows={[t(`follows.${name}`)]}
      submit={t(`acts.${name}`)}
      onSubmit={() => void submit()}
      onStop={onDone}
    >
      <div className="two">
        {(['carrier', 'code'] as const).map((field) => (
          <Field
            key={field}
            name={field}
            id={`${name}-${field}`}
            label={t(`form.${field}`)}
            required
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            value={texts[field]}
            error={deed.fault(field)}
            onChange={({ target }) => put(field, target.value)}
          />
        ))}
      </div>
      <Field
        name="url"
        id={`${name}-url`}
        type="url"
        label={t('form.url')}
        maxLength={500}
        autoComplete="off"
        value={texts.url}
        error={deed.fault('url')}
        onChange={({ target }) => put('url', target.value)}
      />
    </OrderForm>
  )
}
