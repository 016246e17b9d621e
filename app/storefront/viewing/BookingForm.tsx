import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatClock } from '#app/language/formats.ts'
import { phoneLink } from '#app/language/phone.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { ViewingKind } from '#app/shop/appointments/kinds.ts'
import type { ViewingAnswer, ViewingOffer } from '#app/shop/appointments/viewing-offer.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { FaultSummary } from '#app/ui/FaultSummary.tsx'
import { Field, Honeypot, TextArea } from '#app/ui/Field.tsx'
import { useMailAddressWords } from '#app/ui/mail-address-words.ts'
import { useShell } from '../shell-data.ts'
import type { Booked } from './BookedViewing.tsx'
import { DayChips, KindChoice, PieceChoice, PlaceChoice, TimeChips } from './drawer-choices.tsx'
import { shownPlaces, timesAfter } from './shown-times.ts'
import { sayDay } from './TimeChoice.tsx'

/** In the order in which they stand. */
const inOrder = ['time', 'name', 'email', 'phone', 'about'] as const
type Name = (typeof inOrder)[number]

type Refusal = (Extract<ViewingAnswer, { ok: false }> | { ok: false; reason: 'failed'; faults: object }) & {
  /** The time that was wanted, and the address that was typed. */
  at: string | null
  email: string
}

type BookingFormProps = {
  offer: ViewingOffer
  opened: ViewingKind
  /** Times or pieces are no longer what is shown. */
  onOld: () => Promise<void>
  onBooked: (booked: Booked) => void
}

/** Branch or video, pieces, day, time and who comes. What is typed stays whatever is chosen, and whatever was taken meanwhile. */
export function BookingForm({ offer, opened, onOld, onBooked }: BookingFormProps) {
  const t = useTranslations('viewing')
  const { apiUrl, site, contact } = useShell()
  const locale = site.currentLocale
  const form = useRef<HTMLFormElement>(null)
  const [changed, setKind] = useState<{ of: ViewingKind; kind: ViewingKind }>()
  const [also, setAlso] = useState<readonly string[]>([])
  const [wantedBranch, setBranch] = useState<string>()
  const [wantedDay, setDay] = useState<string>()
  const [wantedTime, setTime] = useState<string>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const mailAddress = useMailAddressWords()

  // The link that was pressed last says which, until somebody chooses here.
  const kind = !offer.video ? 'viewing' : changed?.of === opened ? changed.kind : opened
  const pieces = offer.pieces.filter(({ id }, index) => index === 0 || also.includes(id))
  const places = shownPlaces(offer, pieces, kind).filter(({ days }) => days.length > 0)
  const isApart = shownPlaces(offer, pieces, kind).length === 0
  const place =
    places.find(({ id }) => id === wantedBranch) ??
    places.find(({ id }) => id === pieces[0]?.branchId) ??
    places[0]
  const day = place?.days.find((each) => each.day === wantedDay) ?? place?.days[0]
  const time = day?.times.find((at) => at === wantedTime)

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const sent = new FormData(event.currentTarget)
    for (const { id } of pieces) sent.append('piece', id)
    if (place && time) sent.set('time', `${place.id}|${time}`)
    sent.set('kind', kind)
    sent.set('locale', locale)
    const email = String(sent.get('email') ?? '').trim()
    setBusy(true)
    const answer = await post(`${apiUrl}/viewing`, sent)
    if (answer.ok) {
      if (place && time)
        onBooked({
          token: answer.token,
          kind,
          at: time,
          place,
          pieces: pieces.map(({ name }) => name),
          email,
        })
    } else {
      if (answer.reason !== 'incomplete' && answer.reason !== 'failed') await onOld()
      setMended(new Set())
      setRefusal({ ...answer, at: time ?? null, email })
    }
    setBusy(false)
  }

  const faults = (refusal?.faults ?? {}) as Partial<Record<Name, string>>
  const wrong = inOrder.filter((name) => faults[name])
  const textOf = (name: Name) =>
    [t(`errors.${name}`), name === 'email' && mailAddress(refusal?.email)].filter(Boolean).join(' ')
  const error = (name: Name) => (faults[name] && !mended.has(name) ? textOf(name) : undefined)
  const idOf = (name: Name) => `viewing-${name}`
  const field = (name: Exclude<Name, 'time'>) => ({
    name,
    id: idOf(name),
    label: t(name),
    error: error(name),
  })
  const mend = (name: string) => setMended((known) => new Set(known).add(name))
  const take = (at: string) => {
    setDay(germanDay(new Date(at)))
    setTime(at)
    mend('time')
    form.current?.querySelector<HTMLElement>('#viewing-time')?.focus()
  }
  const next =
    refusal?.at && place && (refusal.reason === 'taken' || refusal.reason === 'no-such-time')
      ? timesAfter(place, refusal.at)
      : []

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-7"
      onSubmit={(event) => void send(event)}
      onChange={({ target }) => mend((target as unknown as HTMLInputElement).name)}
    >
      {refusal && wrong.length > 0 && (
        <FaultSummary
          title={t('incomplete')}
          answer={refusal}
          faults={wrong.map((name) => ({ field: idOf(name), text: textOf(name), mended: mended.has(name) }))}
        />
      )}
      {refusal && wrong.length === 0 && (
        <FaultSummary
          title={
            refusal.reason === 'failed' || refusal.reason === 'incomplete'
              ? t('drawer.failed')
              : t(`refused.${refusal.reason}`)
          }
          answer={refusal}
        >
          {next.length > 0 && (
            <>
              <p className="pt-1">{t('drawer.next')}</p>
              <ul className="num flex flex-wrap gap-2 pt-2">
                {next.map((at) => (
                  <li key={at}>
                    <button type="button" className="button button-quiet" onClick={() => take(at)}>
                      {t('own.when', {
                        day: sayDay(germanDay(new Date(at)), locale),
                        time: formatClock(at, locale),
                      })}
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </FaultSummary>
      )}
      {offer.video && <KindChoice kind={kind} onChange={(each) => setKind({ of: opened, kind: each })} />}
      <PieceChoice offer={offer} chosen={pieces} place={place?.id} onChange={setAlso} />
      {isApart && <p role="status">{t('drawer.apart')}</p>}
      {!place && !isApart && (
        <p>
          {t.rich('none', {
            phone: () => (
              <a href={phoneLink(contact.phone)} className="link num whitespace-nowrap">
                {contact.phone}
              </a>
            ),
          })}
        </p>
      )}
      {place && day && (
        <>
          {kind === 'video' ? (
            <p className="border-line-strong border-l-2 pl-3">
              {t('drawer.videoText', { branch: place.name })}
              {place.brought &&
                ` ${t('drawer.brought', {
                  pieces: place.brought.pieces.map(({ name }) => name).join(', '),
                  day: sayDay(place.brought.day, locale),
                })}`}
            </p>
          ) : (
            <PlaceChoice places={places} place={place} onChange={setBranch} />
          )}
          <DayChips
            key={place.id}
            days={place.days.map((each) => each.day)}
            day={day.day}
            onChange={setDay}
          />
          <TimeChips day={day} time={time} error={error('time')} onChange={setTime} />
          <fieldset className="grid gap-5">
            <legend className="pb-1 font-medium">{t('drawer.you')}</legend>
            <p className="text-ink-soft text-step--1">{t('required')}</p>
            <Field {...field('name')} autoComplete="name" required maxLength={200} />
            <Field {...field('email')} type="email" autoComplete="email" required maxLength={320} />
            <Field {...field('phone')} type="tel" note={t('optional')} autoComplete="tel" maxLength={60} />
            <TextArea {...field('about')} note={t('optional')} rows={2} maxLength={2000} />
          </fieldset>
          <Honeypot form="viewing-drawer" label={t('leaveEmpty')} />
          <p className="text-ink-soft text-step--1">
            {t.rich('consent', {
              days: offer.forgetDays,
              privacy: (words) => (
                <a href={pathTo(locale, 'privacy')} className="link" target="_blank" rel="noreferrer">
                  {words}
                </a>
              ),
            })}
          </p>
          <button type="submit" className="button" aria-disabled={busy}>
            {busy ? t('drawer.sending') : t('book')}
          </button>
        </>
      )}
    </form>
  )
}

/** The answer to the form; `failed` where there is none, and what was typed stays. */
async function post(
  address: string,
  body: FormData,
): Promise<ViewingAnswer | { ok: false; reason: 'failed'; faults: object }> {
  try {
    const answer = await fetch(address, { method: 'POST', body })
    if (!answer.headers.get('content-type')?.includes('json')) throw new Error('no answer of the shop')
    return (await answer.json()) as ViewingAnswer
  } catch {
    // No connection, or a page in the way: nothing was said of the time, and trying again is no second booking.
    return { ok: false, reason: 'failed', faults: {} }
  }
}
