import { useEffect, useId, useRef, useState } from 'react'
import { encode } from 'uqr'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { type AnswerOf, act, callHeaders } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useRefusals } from './use-refusals.ts'

type Link = Extract<AnswerOf<'photos.open-link'>, { ok: true }>

/** How often photos that come from the phone are looked for, ms. */
const looksEvery = 2000

/** Opens the camera page of the piece on a phone, by a code that is valid as long as it is shown here. */
export function PhonePanel({ pieceId, onTick }: { pieceId: string; onTick: () => Promise<void> }) {
  const t = useTranslations('office.photos')
  const announce = useAnnounce()
  const refusal = useRefusals()
  const id = useId()
  const [link, setLink] = useState<Link | null>(null)
  const [ended, setEnded] = useState(false)
  const tick = useRef(onTick)
  tick.current = onTick

  useEffect(() => {
    if (!link) return
    const looking = setInterval(() => void tick.current(), looksEvery)
    const expiry = setTimeout(() => {
      setLink(null)
      setEnded(true)
    }, link.minutes * 60_000)
    // Also when the page is left: what is open for a phone must not outlive it.
    const end = () =>
      void fetch('/office/act/photos.end-link', {
        method: 'POST',
        body: JSON.stringify({ piece: pieceId }),
        headers: { 'content-type': 'application/json', ...callHeaders() },
        keepalive: true,
      }).catch(() => undefined)
    window.addEventListener('pagehide', end)
    return () => {
      clearInterval(looking)
      clearTimeout(expiry)
      window.removeEventListener('pagehide', end)
      end()
    }
  }, [link, pieceId])

  const open = async () => {
    setEnded(false)
    const answer = await act('photos.open-link', { piece: pieceId })
    if (answer.ok) setLink(answer)
    else announce(refusal(answer.reason))
  }
  return (
    <>
      <button
        type="button"
        className="do quiet"
        aria-expanded={link !== null}
        aria-controls={id}
        onClick={() => (link ? setLink(null) : void open())}
      >
        {link ? t('phoneEnd') : t('phone')}
      </button>
      <div id={id} className="phone-panel" hidden={!link && !ended}>
        {ended && !link && (
          <p role="status">
            {t('phoneEnded')}{' '}
            <button type="button" className="do quiet" onClick={() => void open()}>
              {t('phoneNew')}
            </button>
          </p>
        )}
        {link && <Code link={link} />}
      </div>
    </>
  )
}

function Code({ link: { address, expiresAt, reach } }: { link: Link }) {
  const t = useTranslations('office.photos')
  const format = useFormats()
  const { data, size } = encode(address, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  const own = reach.addresses[0] ?? '192.168.…'
  return (
    <>
      {reach.problem !== null && (
        <div role="alert" className="phone-unreached">
          <p>{reach.problem === 'host' ? t('reachHost', { host: 'HOST=0.0.0.0' }) : t('reachSiteUrl')}</p>
          {reach.problem === 'site-url' && <pre>{`HOST=0.0.0.0\nSITE_URL=http://${own}:${reach.port}`}</pre>}
          {reach.addresses.length > 0 && (
            <p>{t('reachAddresses', { addresses: reach.addresses.join(', ') })}</p>
          )}
        </div>
      )}
      <svg
        className="phone-code"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('phoneCode')}
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} />
        <path d={path} />
      </svg>
      <div>
        <p>
          {t('phoneText', {
            time: format.clock(expiresAt),
          })}
        </p>
        <p className="sub">
          {t('phoneAddress')}: <a href={address}>{address}</a>
        </p>
      </div>
    </>
  )
}
