import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PhotoForStaff } from '#app/shop/piece-photos/read-photos.ts'
import { photoRoles, shotList } from '#app/shop/piece-photos/shots.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { BothVersions } from '../frame/BothVersions.tsx'
import { type AnswerOf, act, officeFetch } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { EarlierPhotos } from './EarlierPhotos.tsx'
import { FocusPoint } from './FocusPoint.tsx'
import { acceptedPhotos } from './PhotosBlock.tsx'
import type { PhotosShown } from './photos-answers.ts'
import { sendPhoto } from './send-photo.ts'
import { TurnPhoto } from './TurnPhoto.tsx'
import type { usePhotos } from './use-photos.ts'
import { useRefusals } from './use-refusals.ts'

/** What is known of one photo, and all that can be done to it. */
export function PhotoEditor({
  photo,
  number,
  shown,
  labelOf,
  change,
  begun,
  onReplaced,
  onPhoto,
  onRemove,
  onClose,
}: {
  photo: PhotoForStaff
  number: number
  shown: PhotosShown
  labelOf: (shot: string) => string
  change: ReturnType<typeof usePhotos>['change']
  /** Another picture has just taken the place of the one that was open: whoever was in here stays in here. */
  begun: boolean
  onReplaced: (shown: PhotosShown) => void
  /** Another original is to be open. */
  onPhoto: (original: string) => void
  onRemove: () => void
  onClose: () => void
}) {
  const t = useTranslations('office.photos')
  const announce = useAnnounce()
  const refusal = useRefusals()
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [turning, setTurning] = useState(false)
  const [returning, setReturning] = useState(false)
  const { kind } = shown.piece
  const title = useRef<HTMLHeadingElement>(null)
  // It opens below the photos, which may be out of sight.
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    title.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    if (begun) title.current?.focus()
  }, [begun])

  const tell = (answer: AnswerOf<'photos.replace' | 'photos.use-earlier'>) => {
    if ('shown' in answer && answer.shown) onReplaced(answer.shown)
    if (answer.ok) {
      const now = answer.shown?.photos.find((each) => each.id === answer.id)
      if (now) onPhoto(now.original)
      announce(answer.flaws > 0 ? t('replacedWithFlaws', { count: answer.flaws }) : t('replaced'))
    } else announce(answer.reason === 'changed' ? t('changedByShop') : refusal(answer.reason))
  }
  const putBack = async (original: string) => {
    setReturning(true)
    const input = { piece: shown.piece.id, photo: photo.id, version: shown.version }
    tell(await act('photos.use-earlier', { ...input, original }))
    setReturning(false)
  }
  const replace = async (file: File) => {
    setSent(0)
    const input = { piece: shown.piece.id, photo: photo.id, version: shown.version }
    for (;;) {
      const given = await sendPhoto('photos.replace', input, file, setSent)
      if (!given.arrived) {
        const again =
          given.why === 'signed-out'
            ? await officeFetch(`/office/data/pieces/${shown.piece.id}/photos`).catch(() => null)
            : null
        if (again?.ok) continue
        announce(t('failed'))
        break
      }
      tell(given.answer)
      break
    }
    setSent(null)
  }
  return (
    <section className="photo-editor" aria-labelledby={`${id}-title`}>
      <div className="photo-editor-head">
        <h2 id={`${id}-title`} ref={title} tabIndex={-1}>
          {t('photo', { number })}
        </h2>
        <button type="button" className="do quiet" onClick={onClose}>
          {t('close')}
        </button>
      </div>
      {turning ? (
        <TurnPhoto
          photo={photo}
          apiUrl={shown.apiUrl}
          onApply={async (turn) => {
            const done = await change('photos.turn', { photo: photo.id, ...turn }, t('turned'))
            if (done) setTurning(false)
          }}
          onCancel={() => setTurning(false)}
        />
      ) : (
        <FocusPoint
          photo={photo}
          apiUrl={shown.apiUrl}
          onFocus={(focus) => change('photos.describe', { photo: photo.id, words: { focus } })}
        />
      )}
      <div className="photo-editor-side">
        <Words piece={shown.piece.id} photo={photo} id={id} change={change} />
        <div className="two">
          <label htmlFor={`${id}-role`}>
            <span className="photo-label">{t('role')}</span>
            <select
              id={`${id}-role`}
              className="field"
              value={photo.role}
              onChange={(event) => {
                const role = photoRoles.find((each) => each === event.target.value)
                if (role) void change('photos.describe', { photo: photo.id, words: { role } }, t('saved'))
              }}
            >
              {photoRoles.map((role) => (
                <option key={role} value={role}>
                  {t(`roles.${role}`)}
                </option>
              ))}
            </select>
          </label>
          <label htmlFor={`${id}-shot`}>
            <span className="photo-label">{t('shot')}</span>
            <select
              id={`${id}-shot`}
              className="field"
              value={photo.shot ?? ''}
              onChange={(event) => {
                const shot = event.target.value || null
                void change('photos.describe', { photo: photo.id, words: { shot } }, t('saved'))
              }}
            >
              <option value="">{t('noShot')}</option>
              {Object.keys(shotList[kind]).map((shot) => (
                <option key={shot} value={shot}>
                  {labelOf(shot)}
                </option>
              ))}
            </select>
          </label>
        </div>
        <div className="page-actions">
          {!turning && (
            <button type="button" className="do quiet" onClick={() => setTurning(true)}>
              {t('turn')}
            </button>
          )}
          <button
            type="button"
            className="do quiet"
            disabled={sent !== null}
            onClick={() => picker.current?.click()}
          >
            {sent === null ? t('replace') : t('sending', { percent: Math.floor(sent * 100) })}
          </button>
          <button type="button" className="do quiet" onClick={onRemove}>
            {t('remove')}
          </button>
          <input
            ref={picker}
            type="file"
            accept={acceptedPhotos}
            hidden
            aria-label={t('replace')}
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) void replace(file)
            }}
          />
        </div>
        <EarlierPhotos
          shown={shown}
          earlier={shown.earlier[photo.id] ?? []}
          id={id}
          busy={returning || sent !== null}
          onUse={(original) => void putBack(original)}
        />
      </div>
    </section>
  )
}

/** The alternative text in both languages, beside each other; saved together. */
function Words({
  piece,
  photo,
  id,
  change,
}: {
  piece: string
  photo: PhotoForStaff
  id: string
  change: ReturnType<typeof usePhotos>['change']
}) {
  const t = useTranslations('office.photos')
  const kept = useKeptText(`photo-words:${piece}:${photo.id}`, photo.alt)
  const { texts: alt, from, put, done } = kept
  /** Described otherwise since it was typed here, which the field hides. */
  const clashes = (['de', 'en'] as const).filter(
    (locale) => from[locale] !== photo.alt[locale] && alt[locale] !== photo.alt[locale],
  )
  const [fault, setFault] = useState<'altNeeded' | 'altLong' | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (clashes.length > 0) return
    const words = { de: alt.de.trim(), en: alt.en.trim() }
    const found =
      words.de === '' || words.en === ''
        ? 'altNeeded'
        : words.de.length > 300 || words.en.length > 300
          ? 'altLong'
          : null
    setFault(found)
    if (found !== null) return
    if (await change('photos.describe', { photo: photo.id, words: { alt: words } }, t('saved'))) done()
  }
  const hinted = !photo.described || fault !== null
  return (
    <form onSubmit={save} noValidate>
      <BothVersions
        of={clashes.map((locale) => ({
          ...{ key: locale, label: locale === 'de' ? t('altDe') : t('altEn'), by: null, at: null },
          ...{ before: from[locale], theirs: photo.alt[locale], mine: alt[locale] },
          keep: (whose) => (whose === 'mine' ? kept.see(locale, photo.alt[locale]) : kept.forget(locale)),
        }))}
      />
      <div className="two">
        {(['de', 'en'] as const).map((locale) => (
          <label key={locale} htmlFor={`${id}-${locale}`}>
            <span className="photo-label">{locale === 'de' ? t('altDe') : t('altEn')}</span>
            <textarea
              id={`${id}-${locale}`}
              className="field"
              rows={2}
              lang={locale}
              value={alt[locale]}
              aria-invalid={fault !== null && (alt[locale].trim() === '' || alt[locale].length > 300)}
              aria-describedby={hinted ? `${id}-hint` : undefined}
              onChange={(event) => put(locale, event.target.value)}
            />
          </label>
        ))}
      </div>
      {hinted && (
        <p id={`${id}-hint`} className="missing" role={fault ? 'alert' : undefined}>
          {fault ? t(fault) : t('altHint')}
        </p>
      )}
      <button type="submit" className="do" disabled={clashes.length > 0}>
        {t('save')}
      </button>
    </form>
  )
}
