import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { findShot } from '#app/shop/piece-photos/shots.ts'
import { photoAddress } from '#app/ui/photo-sources.ts'
import { type AnswerOf, act } from '../frame/calls.ts'
import { sendPhoto } from './send-photo.ts'
import { useRefusals } from './use-refusals.ts'

type Seen = Extract<AnswerOf<'camera.look'>, { ok: true }>

/** A photo that is on its way, or that did not arrive. */
type Sending = { key: number; file: File; shot: string | null; sent: number; fault: string | null }

/**
 * The camera page of one piece, on a phone that is not signed in: which shot is wanted next, what was taken, what is
 * still missing. The phone's own camera is opened by a file field, which needs no encrypted connection.
 */
export default function CameraScreen() {
  const t = useTranslations('office.photos.camera')
  const block = useTranslations('office.photos')
  const refusal = useRefusals()
  const locale = useLocale()
  const id = useId()
  const { token = '' } = useParams()
  const [seen, setSeen] = useState<Seen | null>(null)
  const [ended, setEnded] = useState(false)
  const [unreached, setUnreached] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const [sendings, setSendings] = useState<readonly Sending[]>([])
  const [said, setSaid] = useState('')
  const next = useRef(0)

  const look = useCallback(async () => {
    const answer = await act('camera.look', { token })
    if (answer.ok) setSeen(answer)
    setUnreached(!answer.ok && answer.reason !== 'ended')
    setEnded(!answer.ok && answer.reason === 'ended')
  }, [token])
  useEffect(() => void look(), [look])

  const change = (key: number, changes: Partial<Sending>) =>
    setSendings((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)))

  async function send({ key, file, shot }: Sending): Promise<void> {
    change(key, { sent: 0, fault: null })
    const given = await sendPhoto('camera.add', { token, ...(shot !== null && { shot }) }, file, (sent) =>
      change(key, { sent }),
    )
    if (!given.arrived) return change(key, { fault: t('offline') })
    const { answer } = given
    if (answer.ok) {
      setSeen(answer)
      setSaid(t('arrived'))
      return setSendings((all) => all.filter((each) => each.key !== key))
    }
    if (answer.reason === 'ended') return setEnded(true)
    change(key, { fault: refusal(answer.reason) })
  }

  if (ended)
    return (
      <main className="camera-page">
        <title>{t('title')}</title>
        <p role="alert">{t('ended')}</p>
      </main>
    )
  if (!seen)
    return (
      <main className="camera-page">
        <title>{t('title')}</title>
        <p role="status">{unreached ? t('offline') : block('loading')}</p>
        {unreached && (
          <button type="button" className="do" onClick={() => void look()}>
            {block('again')}
          </button>
        )}
      </main>
    )

  const labelOf = (shot: string) => findShot(seen.piece.kind, shot)?.label[locale] ?? shot
  const onWay = new Set(sendings.map(({ shot }) => shot))
  const missing = seen.missing.filter((shot) => !onWay.has(shot))
  const shot = chosen === null ? (missing[0] ?? null) : chosen === '' ? null : chosen
  const title = shot === null ? t('more') : labelOf(shot)
  const last = seen.photos.at(-1)
  const take = (files: FileList | null) => {
    for (const file of files ?? []) {
      next.current += 1
      const sending = { key: next.current, file, shot, sent: 0, fault: null }
      setSendings((all) => [...all, sending])
      void send(sending)
    }
    setChosen(null)
    setSaid('')
  }
  return (
    <main className="camera-page">
      <title>{`${t('title')} – ${seen.piece.name[locale]}`}</title>
      <header>
        <p className="sub">
          <span className="num">{seen.piece.id}</span> · {seen.piece.name[locale]}
        </p>
        <h1>
          {missing.length > 0 && <span className="sr-only">{t('next')}: </span>}
          {title}
        </h1>
      </header>
      <div className="camera-view">
        {last && <img src={photoAddress(last.id, 960, 'webp', seen.apiUrl)} alt="" />}
      </div>
      {sendings.length > 0 && (
        <ul className="camera-sending">
          {sendings.map((sending) => (
            <li key={sending.key}>
              {sending.fault === null ? (
                <>
                  <span>{t('sending', { percent: Math.floor(sending.sent * 100) })}</span>
                  <progress max={1} value={sending.sent} aria-label={sending.file.name} />
                </>
              ) : (
                <>
                  <span className="state-bad" role="alert">
                    {sending.fault}
                  </span>
                  <button type="button" className="do" onClick={() => void send(sending)}>
                    {block('again')}
                  </button>
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={block('dismiss', { name: sending.file.name })}
                    onClick={() => setSendings((all) => all.filter((each) => each.key !== sending.key))}
                  >
                    ×
                  </button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <footer>
        {seen.photos.length > 0 && (
          <ul className="camera-strip" aria-label={t('strip')}>
            {seen.photos.map((photo, index) => (
              <li key={photo.id}>
                <img
                  src={photoAddress(photo.id, 160, 'webp', seen.apiUrl)}
                  alt={
                    photo.shot === null
                      ? block('photo', { number: index + 1 })
                      : block('photoOf', { number: index + 1, what: labelOf(photo.shot) })
                  }
                />
              </li>
            ))}
          </ul>
        )}
        <label className="camera-take do" htmlFor={`${id}-take`}>
          {t('take')}
        </label>
        <input
          id={`${id}-take`}
          className="sr-only"
          type="file"
          accept="image/*"
          capture="environment"
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
        <label htmlFor={`${id}-shot`} className="camera-shot">
          <span className="photo-label">{t('skip')}</span>
          <select
            id={`${id}-shot`}
            className="field"
            value={shot ?? ''}
            onChange={(event) => setChosen(event.target.value)}
          >
            {seen.wanted.map((each) => (
              <option key={each} value={each}>
                {labelOf(each)}
              </option>
            ))}
            <option value="">{t('free')}</option>
          </select>
        </label>
        <p className="sub">
          {t('count', { count: seen.wanted.length - missing.length, wanted: seen.wanted.length })} ·{' '}
          {missing.length > 0 ? t('still', { shots: missing.map(labelOf).join(', ') }) : t('done')}
        </p>
        <p role="status" className="sr-only">
          {said}
        </p>
      </footer>
    </main>
  )
}
