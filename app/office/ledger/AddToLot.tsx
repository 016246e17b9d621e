import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type Shown } from '../frame/calls.ts'
import { useShown } from '../frame/use-shown.ts'
import { AlloyForm } from './AlloyForm.tsx'
import { useLedgerFormats } from './use-ledger-formats.ts'
import { useLotRefusal } from './use-lot-refusal.ts'

type Thing = Shown<'refiner-lot'>['waiting'][number]

/** Puts things into a lot: what waits, or what a label says. */
export function AddToLot() {
  const t = useTranslations('office.ledger.melting')
  const { waiting } = useShown<'refiner-lot'>()
  const [found, setFound] = useState<Thing | null>(null)
  return (
    <section className="block-section">
      <h2>{t('add')}</h2>
      <FindThing onFound={setFound} />
      {found && (
        <ul>
          <AddThing key={found.number} thing={found} onAdded={() => setFound(null)} />
        </ul>
      )}
      <h3 className="pt-4">{t('waiting', { count: waiting.length })}</h3>
      {waiting.length === 0 ? <p>{t('nothingWaits')}</p> : <AddWaiting />}
      <ul>
        {waiting
          .filter(({ number }) => number !== found?.number)
          .map((thing) => (
            <AddThing key={thing.number} thing={thing} onAdded={() => undefined} />
          ))}
      </ul>
    </section>
  )
}

/** Everything that waits and was weighed when it was bought, in one press. */
function AddWaiting() {
  const t = useTranslations('office.ledger.melting')
  const { id: lot, version, waiting } = useShown<'refiner-lot'>()
  const { revalidate } = useRevalidator()
  const announce = useAnnounce()
  const said = useLotRefusal()
  const [refusal, setRefusal] = useState<string | null>(null)
  const known = waiting.filter(
    ({ metal, weight, fineness }) => metal !== null && weight !== null && fineness !== null,
  )
  if (known.length < 2) return null
  return (
    <>
      <p>
        <button
          type="button"
          className="do quiet"
          onClick={async () => {
            const ledgers = known.map(({ number }) => number)
            const answer = await act('melting.add-waiting', { lot, version, ledgers })
            setRefusal(answer.ok ? null : said(answer))
            if (answer.ok) announce(t('areIn', { count: answer.added }))
            await revalidate()
          }}
        >
          {t('addWaiting', { count: known.length })}
        </button>
      </p>
      {refusal && (
        <p role="alert" className="text-danger">
          {refusal}
        </p>
      )}
    </>
  )
}

function FindThing({ onFound }: { onFound(thing: Thing): void }) {
  const t = useTranslations('office.ledger.melting')
  const said = useLotRefusal()
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  return (
    <form
      noValidate
      className="lot-line-form"
      onSubmit={async (event: FormEvent) => {
        event.preventDefault()
        const answer = await act('melting.find', { typed })
        if (!answer.ok) return setRefusal(said(answer))
        setRefusal(null)
        setTyped('')
        if (answer.thing.isMeltable && answer.thing.lot === null) return onFound(answer.thing)
        setRefusal(
          said(
            answer.thing.lot === null
              ? { reason: 'thing-not-meltable' }
              : { reason: 'in-lot', lot: answer.thing.lot },
          ),
        )
      }}
    >
      <Field
        name="find-thing"
        label={t('find')}
        autoComplete="off"
        value={typed}
        error={refusal ?? undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button type="submit" className="do quiet">
        {t('findNow')}
      </button>
    </form>
  )
}

function AddThing({ thing, onAdded }: { thing: Thing; onAdded(): void }) {
  const t = useTranslations('office.ledger.melting')
  const { id: lot, version } = useShown<'refiner-lot'>()
  const { revalidate } = useRevalidator()
  const announce = useAnnounce()
  const { grams, fineness } = useLedgerFormats()
  const [open, setOpen] = useState(false)
  const { metal, weight, number, title } = thing
  const isKnown = metal !== null && weight !== null && thing.fineness !== null
  return (
    <li className="py-2">
      {title}
      <span className="sub">
        {[
          t('number', { number }),
          thing.product,
          metal && t(`metals.${metal}`),
          thing.fineness !== null && fineness(thing.fineness),
          weight !== null && grams(weight),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {open ? (
        <AlloyForm
          name={`add-${number}`}
          from={thing}
          submit={t('addNow')}
          onCancel={() => setOpen(false)}
          send={async (alloy) => {
            const answer = await act('melting.add', { lot, version, ledger: number, ...alloy })
            if (answer.ok) {
              announce(t('isIn', { title }))
              onAdded()
            }
            await revalidate()
            return answer
          }}
        />
      ) : (
        <button
          type="button"
          className="do quiet"
          aria-label={t('addOne', { title })}
          onClick={() => setOpen(true)}
        >
          {t(isKnown ? 'addIt' : 'weighAndAdd')}
        </button>
      )}
    </li>
  )
}
