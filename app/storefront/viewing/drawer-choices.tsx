import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { dateFormat, formatClock, timeZone } from '#app/language/formats.ts'
import { mostPieces, type ViewingKind, viewingKinds } from '#app/shop/appointments/kinds.ts'
import type { OfferedPiece, ViewingOffer } from '#app/shop/appointments/viewing-offer.ts'
import { Tick } from '#app/ui/Field.tsx'
import { photoAddress } from '#app/ui/photo-sources.ts'
import { useShell } from '../shell-data.ts'
import type { ShownPlace } from './shown-times.ts'
import { sayDay } from './TimeChoice.tsx'

/** In a branch, or by video. */
export function KindChoice({ kind, onChange }: { kind: ViewingKind; onChange: (kind: ViewingKind) => void }) {
  const t = useTranslations('viewing')
  return (
    <Group legend={t('kind')}>
      <div className="grid grid-cols-2 gap-2">
        {viewingKinds.map((each) => (
          <Choosable
            key={each}
            name="how"
            value={each}
            checked={each === kind}
            onChange={() => onChange(each)}
          >
            {t(`kinds.${each}`)}
          </Choosable>
        ))}
      </div>
    </Group>
  )
}

/** The piece, and what else may be laid out with it. */
export function PieceChoice({
  offer,
  chosen,
  place,
  onChange,
}: {
  offer: ViewingOffer
  chosen: readonly OfferedPiece[]
  place: string | undefined
  onChange: (also: readonly string[]) => void
}) {
  const t = useTranslations('viewing')
  const [first, ...others] = offer.pieces
  if (!first) return null
  const also = chosen.map(({ id }) => id).filter((id) => id !== first.id)
  const isFull = chosen.length >= mostPieces
  const cityOf = ({ branchId }: OfferedPiece) => offer.branches.find(({ id }) => id === branchId)?.city
  return (
    <div className="grid gap-3">
      <Piece piece={first} />
      {others.length > 0 && (
        <Group legend={t('also')} hint={t('drawer.alsoHint', { most: mostPieces })}>
          {others.map((piece) => {
            const city = cityOf(piece)
            const isTaken = also.includes(piece.id)
            return (
              <Tick
                key={piece.id}
                name="also"
                id={`viewing-also-${piece.id}`}
                value={piece.id}
                checked={isTaken}
                disabled={isFull && !isTaken}
                onChange={() =>
                  onChange(isTaken ? also.filter((id) => id !== piece.id) : [...also, piece.id])
                }
                label={
                  <Piece
                    piece={piece}
                    below={
                      city !== undefined && piece.branchId !== place
                        ? t('drawer.liesIn', { branch: city })
                        : null
                    }
                  />
                }
              />
            )
          })}
        </Group>
      )}
    </div>
  )
}

function Piece({ piece, below = null }: { piece: OfferedPiece; below?: string | null }) {
  const { apiUrl } = useShell()
  return (
    <span className="flex items-center gap-3">
      {piece.photo && (
        <img
          src={photoAddress(piece.photo, 160, 'webp', apiUrl)}
          alt=""
          width={44}
          height={55}
          className="h-14 w-11 shrink-0 object-cover"
        />
      )}
      <span>
        {piece.name}
        {below && <span className="block text-ink-soft text-step--1">{below}</span>}
      </span>
    </span>
  )
}

/** The branch: where all of it lies, or where it is brought. */
export function PlaceChoice({
  places,
  place,
  onChange,
}: {
  places: readonly ShownPlace[]
  place: ShownPlace
  onChange: (branch: string) => void
}) {
  const t = useTranslations('viewing')
  const locale = useShell().site.currentLocale
  const textOf = ({ brought, address }: ShownPlace) => (
    <>
      <span className="block text-ink-soft text-step--1">{address}</span>
      <span className="block text-step--1">
        {brought
          ? t('drawer.brought', {
              pieces: brought.pieces.map(({ name }) => name).join(', '),
              day: sayDay(brought.day, locale),
            })
          : t('drawer.lieHere')}
      </span>
    </>
  )
  if (places.length === 1)
    return (
      <div>
        <p className="font-medium">{place.name}</p>
        {textOf(place)}
      </div>
    )
  return (
    <Group legend={t('branch')}>
      <div className="grid gap-2">
        {places.map((each) => (
          <Choosable
            key={each.id}
            name="branch"
            value={each.id}
            checked={each.id === place.id}
            onChange={() => onChange(each.id)}
          >
            {each.name}
            {textOf(each)}
          </Choosable>
        ))}
      </div>
    </Group>
  )
}

const firstDays = 6

/** The days that have a free time: the next ones, and on demand all. */
export function DayChips({
  days,
  day,
  onChange,
}: {
  days: readonly string[]
  day: string
  onChange: (day: string) => void
}) {
  const t = useTranslations('viewing')
  const locale = useShell().site.currentLocale
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole || days.indexOf(day) >= firstDays ? days : days.slice(0, firstDays)
  const short = dateFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone })
  return (
    <Group legend={t('drawer.day')}>
      <div className="num grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
        {shown.map((each) => (
          <Choosable
            key={each}
            name="day"
            value={each}
            checked={each === day}
            onChange={() => onChange(each)}
          >
            <span aria-hidden="true">{short.format(new Date(`${each}T12:00:00Z`))}</span>
            <span className="sr-only">{sayDay(each, locale)}</span>
          </Choosable>
        ))}
      </div>
      {shown.length < days.length && (
        <button type="button" className="link min-h-11 justify-self-start" onClick={() => setWhole(true)}>
          {t('drawer.moreDays')}
        </button>
      )}
    </Group>
  )
}

/** The free times of a day; one is chosen, and none beforehand. */
export function TimeChips({
  day,
  time,
  error,
  onChange,
}: {
  day: ShownPlace['days'][number]
  time: string | undefined
  error: string | undefined
  onChange: (time: string) => void
}) {
  const t = useTranslations('viewing')
  const locale = useShell().site.currentLocale
  return (
    <Group id="viewing-time" legend={t('drawer.time', { day: sayDay(day.day, locale) })} error={error}>
      <div className="num grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2">
        {day.times.map((at) => (
          <Choosable key={at} name="time" value={at} checked={at === time} onChange={() => onChange(at)}>
            {t('clock', { time: formatClock(at, locale) })}
          </Choosable>
        ))}
      </div>
    </Group>
  )
}

type GroupProps = {
  id?: string
  legend: string
  hint?: string
  error?: string | undefined
  children: ReactNode
}

function Group({ id, legend, hint, error, children }: GroupProps) {
  const own = useId()
  const described = [hint && `${own}hint`, error && `${own}error`].filter(Boolean).join(' ')
  return (
    <fieldset
      id={id}
      tabIndex={id ? -1 : undefined}
      className="grid min-w-0 gap-2 outline-none"
      aria-describedby={described || undefined}
    >
      <legend className="pb-1 font-medium">{legend}</legend>
      {hint && (
        <p id={`${own}hint`} className="text-ink-soft text-step--1">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${own}error`} className="text-danger text-step--1">
          {error}
        </p>
      )}
      {children}
    </fieldset>
  )
}

/** A choice as large as a finger; the radio button in it is there for the keyboard and for those who listen. */
function Choosable({
  name,
  value,
  checked,
  onChange,
  children,
}: {
  name: string
  value: string
  checked: boolean
  onChange: () => void
  children: ReactNode
}) {
  return (
    <label className="choice">
      <input type="radio" name={name} value={value} checked={checked} onChange={onChange} />
      <span>{children}</span>
    </label>
  )
}
