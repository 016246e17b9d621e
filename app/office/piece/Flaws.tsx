import { type FormEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'
import { photoAddress } from '#app/ui/photo-sources.ts'
import { BothVersions } from '../frame/BothVersions.tsx'
import type { Shown } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { type Flaw, type Place, useFlaws } from './use-flaws.ts'

type Piece = Shown<'piece'>

/** Thousandths that one press of an arrow moves a flaw. */
const step = 10
const within = (value: number) => Math.min(1000, Math.max(0, Math.round(value)))

/** A flaw that is not pinned yet. */
type Begun = Place & { photo: string; de: string; en: string }

/** One that was begun before, while its photo is there. */
function readBegun(kept: string, { photos }: Piece): Begun | null {
  const begun = kept === '' ? null : (JSON.parse(kept) as Begun)
  return begun && photos.some(({ id }) => id === begun.photo) ? begun : null
}

/** Flaws, pinned to their places on photos: pressed where they are, moved by dragging or by arrows. */
export function Flaws({ piece, onChanged }: { piece: Piece; onChanged(): void }) {
  const t = useTranslations('office.piece.flaws')
  const mayEdit = useMay('photos.edit')
  const kept = useKeptText(`flaw of ${piece.id}`, { begun: '' })
  const [adding, setAdding] = useState<Begun | null>(() => readBegun(kept.texts.begun, piece))
  const begin = (begun: Begun | null) => {
    setAdding(begun)
    // Nothing is lost with a place alone.
    kept.put('begun', begun && (begun.de || begun.en) ? JSON.stringify(begun) : '')
  }
  const pinned = useFlaws(piece, onChanged)
  const { flaws, fault } = pinned
  const added = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!adding) return
    const { de, en, ...place } = adding
    if (await pinned.add({ ...place, text: { de, en } })) begin(null)
  }
  const confirm = async ({ id, photo }: Flaw) => {
    // The button goes.
    if (await pinned.confirm({ id, photo })) document.getElementById(`flaw-${id}-de`)?.focus()
  }
  if (piece.photos.length === 0) return null
  return (
    <section className="block-section" aria-labelledby="flaws">
      <h2 id="flaws">{t('title')}</h2>
      <ul className="flaw-photos">
        {piece.photos.map((photo, index) => (
          <li key={photo.id}>
            <FlawPhoto
              photo={photo}
              apiUrl={piece.apiUrl}
              flaws={flaws.filter((flaw) => flaw.photo === photo.id)}
              pin={adding?.photo === photo.id ? adding : null}
              onPlace={adding ? (place) => begin({ ...adding, photo: photo.id, ...place }) : undefined}
              onMove={mayEdit ? pinned.move : undefined}
            />
            {mayEdit && (
              <button
                type="button"
                className="do quiet"
                onClick={() => begin({ de: '', en: '', ...adding, photo: photo.id, x: 500, y: 500 })}
              >
                {t('add', { number: index + 1 })}
              </button>
            )}
          </li>
        ))}
      </ul>
      {fault && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
      {adding && (
        <form onSubmit={added} className="grid gap-3 pt-3" noValidate>
          <p>{t('place')}</p>
          <div className="two">
            {(['de', 'en'] as const).map((lang) => (
              <Field
                key={lang}
                name={lang}
                id={`flaw-${lang}`}
                label={t(lang === 'de' ? 'german' : 'english')}
                autoComplete="off"
                autoFocus={lang === 'de'}
                value={adding[lang]}
                onChange={({ target }) => begin({ ...adding, [lang]: target.value })}
              />
            ))}
          </div>
          <p className="page-actions">
            <button type="submit" className="do">
              {t('pin')}
            </button>
            <button type="button" className="do quiet" onClick={() => begin(null)}>
              {t('cancel')}
            </button>
          </p>
        </form>
      )}
      <BothVersions of={pinned.versions} />
      <ol className="flaw-list">
        {flaws.map((flaw) => (
          <li key={flaw.id} className="two">
            {flaw.checkPlace && (
              <p className="flaw-check missing">
                {t('checkPlace', { number: flaw.number })}{' '}
                {mayEdit && (
                  <button type="button" className="do quiet" onClick={() => void confirm(flaw)}>
                    {t('placeRight', { number: flaw.number })}
                  </button>
                )}
              </p>
            )}
            {(['de', 'en'] as const).map((lang) => (
              <Field
                key={lang}
                id={`flaw-${flaw.id}-${lang}`}
                name={`flaw-${flaw.id}-${lang}`}
                label={t(lang === 'de' ? 'germanOf' : 'englishOf', { number: flaw.number })}
                value={pinned.textOf(flaw, lang)}
                disabled={!mayEdit}
                onChange={({ target }) => pinned.type(flaw, lang, target.value)}
                onBlur={() => pinned.left(flaw, lang)}
              />
            ))}
            {mayEdit && (
              <button type="button" className="do quiet" onClick={() => void pinned.remove(flaw)}>
                {t('remove', { number: flaw.number })}
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

type FlawPhotoProps = {
  photo: Piece['photos'][number]
  apiUrl: string
  flaws: readonly Flaw[]
  /** Of a flaw that is being added. */
  pin: Place | null
  onPlace?: ((place: Place) => void) | undefined
  onMove?: ((flaw: Flaw, place: { from: Place; to: Place }) => void) | undefined
}

function FlawPhoto({ photo, apiUrl, flaws, pin, onPlace, onMove }: FlawPhotoProps) {
  const frame = useRef<HTMLDivElement>(null)
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Place => {
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: within(((clientX - left) / width) * 1000), y: within(((clientY - top) / height) * 1000) }
  }
  return (
    // Only a shortcut: the arrows of a pin say its place as well.
    <div
      ref={frame}
      className="flaw-photo"
      onPointerDown={(event) => event.target instanceof HTMLImageElement && onPlace?.(placeOf(event))}
    >
      <img src={photoAddress(photo.id, 480, 'webp', apiUrl)} alt={photo.alt} draggable={false} />
      {flaws.map((flaw) => (
        <Pin key={`${flaw.id} ${flaw.x} ${flaw.y}`} flaw={flaw} placeOf={placeOf} onMove={onMove} />
      ))}
      {pin && (
        <span
          className="flaw-pin"
          style={{ left: `${pin.x / 10}%`, top: `${pin.y / 10}%` }}
          aria-hidden="true"
        />
      )}
    </div>
  )
}

type PinProps = {
  flaw: Flaw
  placeOf(event: { clientX: number; clientY: number }): Place
  onMove?: FlawPhotoProps['onMove']
}

/** Moved at once to the eye, and saved when it is let go. */
function Pin({ flaw, placeOf, onMove }: PinProps) {
  const t = useTranslations('office.piece.flaws')
  const [place, setPlace] = useState<Place>({ x: flaw.x, y: flaw.y })
  const from = useRef(place)
  const save = () => {
    if (place.x === from.current.x && place.y === from.current.y) return
    onMove?.(flaw, { from: from.current, to: place })
    from.current = place
  }
  const pressed = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[
      event.key
    ]
    if (!by || !onMove) return
    event.preventDefault()
    setPlace(({ x, y }) => ({ x: within(x + (by[0] ?? 0)), y: within(y + (by[1] ?? 0)) }))
  }
  return (
    <button
      type="button"
      className="flaw-pin"
      data-check={flaw.checkPlace || undefined}
      style={{ left: `${place.x / 10}%`, top: `${place.y / 10}%` }}
      aria-label={t(flaw.checkPlace ? 'pinnedToCheck' : 'pinned', { number: flaw.number })}
      onKeyDown={pressed}
      onBlur={save}
      onPointerDown={(event: PointerEvent<HTMLButtonElement>) =>
        onMove && event.currentTarget.setPointerCapture(event.pointerId)
      }
      onPointerMove={(event) =>
        event.currentTarget.hasPointerCapture(event.pointerId) && setPlace(placeOf(event))
      }
      onPointerUp={save}
    >
      {flaw.checkPlace ? `${flaw.number}?` : flaw.number}
    </button>
  )
}
