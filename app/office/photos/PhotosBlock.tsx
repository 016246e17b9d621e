import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { findShot } from '#app/shop/piece-photos/shots.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { useMay, useMember } from '../frame/member.ts'
import { PhonePanel } from './PhonePanel.tsx'
import { PhotoEditor } from './PhotoEditor.tsx'
import { PhotoTile } from './PhotoTile.tsx'
import type { PhotosShown } from './photos-answers.ts'
import { UploadList } from './UploadList.tsx'
import { useDragOrder } from './use-drag-order.ts'
import { usePhotos } from './use-photos.ts'
import { useUploads } from './use-uploads.ts'

/** Without HEIC, a telephone hands out its photos as JPEG. */
export const acceptedPhotos = 'image/jpeg,image/png,image/webp,image/avif'

/**
 * The photos of a piece, with all that can be done to them; brings its own data unless it is given. `onChanged`: they are
 * others than when they were first shown, or stand in another order. `saved`: the version of the piece that is shown around
 * it; with another one, other shots may be wanted.
 */
export function PhotosBlock({
  pieceId,
  given = null,
  saved,
  onChanged,
}: {
  pieceId: string
  saved?: number
  given?: PhotosShown | null
  onChanged?: () => void
}) {
  const t = useTranslations('office.photos')
  const announce = useAnnounce()
  const { locale } = useMember()
  const mayEdit = useMay('photos.edit')
  const { shown, failed, show, reload, change } = usePhotos(pieceId, given)
  const version = shown?.version
  const seen = useRef(version)
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== version) onChanged?.()
    seen.current = version
  }, [version, onChanged])
  useEffect(() => {
    if (saved !== undefined && seen.current !== undefined && seen.current < saved) void reload()
  }, [saved, reload])
  const { uploads, add, again, dismiss } = useUploads(pieceId, (next, arrived) => {
    show(next)
    if (arrived) announce(t('arrived', { count: 1 }))
  })
  /** The original of the photo that is open: turned, a photo is another picture of it. */
  const [editing, setEditing] = useState<string | null>(null)
  /** The one that is open has just taken the place of another. */
  const [begun, setBegun] = useState(false)
  const [removed, setRemoved] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const wantedShot = useRef<string | null>(null)
  const ids = shown?.photos.map(({ id }) => id) ?? []
  const { order, listProps, handleProps } = useDragOrder(ids, (next) => {
    void change('photos.order', { photos: next })
  })

  if (!shown)
    return failed ? (
      <p role="alert">
        {t('failed')}{' '}
        <button type="button" className="do quiet" onClick={() => void reload()}>
          {t('again')}
        </button>
      </p>
    ) : (
      <p>{t('loading')}</p>
    )

  const labelOf = (shot: string) => findShot(shown.piece.kind, shot)?.label[locale] ?? shot
  const photos = order.flatMap((id) => shown.photos.find((photo) => photo.id === id) ?? [])
  const open = photos.findIndex(({ original }) => original === editing)
  const opened = photos[open]
  const pick = (shot: string | null) => {
    wantedShot.current = shot
    picker.current?.click()
  }
  const move = async (from: number, by: number) => {
    const to = from + by
    const moved = photos.map(({ id }) => id)
    moved.splice(to, 0, ...moved.splice(from, 1))
    await change('photos.order', { photos: moved }, t('moved', { number: to + 1, count: moved.length }))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (mayEdit)
      add([...event.dataTransfer.files].filter(({ type }) => type === '' || !type.startsWith('text/')))
  }
  const remove = async (id: string) => {
    setEditing(null)
    if (await change('photos.remove', { photo: id }, t('removed'))) setRemoved(id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for everybody
    <div
      className="photos-block"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(event.dataTransfer.types.includes('Files'))
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {mayEdit && (
        <div className="toolbar">
          <button type="button" className="do" onClick={() => pick(null)}>
            {t('add')}
          </button>
          <span className="photos-drop">{t('drop')}</span>
          <PhonePanel pieceId={pieceId} onTick={reload} />
          <span className="grow" />
          <span className="sub">{t('count', { count: photos.length })}</span>
        </div>
      )}
      <input
        ref={picker}
        type="file"
        accept={acceptedPhotos}
        multiple
        hidden
        aria-label={t('add')}
        onChange={(event) => {
          add(event.target.files ?? [], wantedShot.current)
          event.target.value = ''
        }}
      />
      {removed !== null && (
        <p className="photos-undo">
          {t('removed')}{' '}
          <button
            type="button"
            className="do quiet"
            onClick={async () => {
              if (await change('photos.restore', { photo: removed }, t('restored'))) setRemoved(null)
            }}
          >
            {t('undo')}
          </button>
        </p>
      )}
      <UploadList uploads={uploads} onAgain={again} onDismiss={dismiss} />
      <ul className="photo-tiles" aria-label={t('list')} {...listProps}>
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.original}
            photo={photo}
            index={index}
            count={photos.length}
            apiUrl={shown.apiUrl}
            label={photo.shot === null ? null : labelOf(photo.shot)}
            mayEdit={mayEdit}
            open={photo.original === editing}
            handle={handleProps(photo.id)}
            onOpen={() => {
              setEditing(photo.original === editing ? null : photo.original)
              setBegun(false)
            }}
            onMove={(by) => void move(index, by)}
          />
        ))}
        {shown.missing.map((shot) => (
          <li key={shot} className="photo-wanted">
            {mayEdit ? (
              <button
                type="button"
                onClick={() => pick(shot)}
                aria-label={t('addShot', { shot: labelOf(shot) })}
              >
                {t('missing', { shot: labelOf(shot) })}
              </button>
            ) : (
              <span>{t('missing', { shot: labelOf(shot) })}</span>
            )}
          </li>
        ))}
      </ul>
      {opened && (
        <PhotoEditor
          // What is typed stays while others change the photo; another photo begins anew.
          key={opened.original}
          photo={opened}
          number={open + 1}
          shown={shown}
          labelOf={labelOf}
          change={change}
          begun={begun}
          onReplaced={show}
          onPhoto={(original) => {
            setEditing(original)
            setBegun(true)
          }}
          onRemove={() => void remove(opened.id)}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  )
}
