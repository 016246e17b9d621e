import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { giveScan, type Scanned } from '../frame/scans.ts'
import { whenScannerOpens } from './open-scanner.ts'
import { type CameraFault, scanWithCamera } from './scan-camera.ts'

/** The camera as a scanner: what it reads goes where a hand scanner's codes go. It stays until something was opened. */
export function ScanDialog() {
  const t = useTranslations('office.scanner')
  const { key } = useLocation()
  const dialog = useRef<HTMLDialogElement>(null)
  const closing = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(
    () =>
      whenScannerOpens(() => {
        setOpen(true)
        dialog.current?.showModal()
      }),
    [],
  )
  // Before the new screen takes the focus.
  useLayoutEffect(() => {
    if (key) dialog.current?.close()
  }, [key])
  return (
    <dialog
      ref={dialog}
      className="office-dialog scanner"
      aria-labelledby="scanner-title"
      // It may have been opened again before this is told.
      onClose={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <h2 id="scanner-title">{t('title')}</h2>
      {isOpen && (
        <Scanning
          key={tries}
          onAgain={() => {
            setTries(tries + 1)
            // The button that was pressed goes.
            closing.current?.focus()
          }}
        />
      )}
      <form method="dialog">
        <button ref={closing} type="submit" className="do quiet">
          {t('close')}
        </button>
      </form>
    </dialog>
  )
}

/** Looks as long as it stands and the page is seen. */
function Scanning({ onAgain }: { onAgain: () => void }) {
  const t = useTranslations('office.scanner')
  const video = useRef<HTMLVideoElement>(null)
  const [isShown, setShown] = useState(!document.hidden)
  const [isSeeing, setSeeing] = useState(false)
  const [fault, setFault] = useState<CameraFault | null>(null)
  const [scanned, setScanned] = useState<(Scanned & { at: number }) | null>(null)
  useEffect(() => {
    const told = () => setShown(!document.hidden)
    document.addEventListener('visibilitychange', told)
    return () => document.removeEventListener('visibilitychange', told)
  }, [])
  useEffect(() => {
    if (!video.current || !isShown) return
    const ended = new AbortController()
    setFault(null)
    void scanWithCamera(video.current, {
      signal: ended.signal,
      onFault: setFault,
      onCode: async (code) => {
        // Whoever looks at the label feels that it was read.
        navigator.vibrate?.(60)
        const outcome = await giveScan(code)
        if (outcome) setScanned({ ...outcome, at: performance.now() })
      },
    })
    return () => {
      ended.abort()
      setSeeing(false)
    }
  }, [isShown])
  return (
    <>
      <video
        ref={video}
        aria-label={t('video')}
        autoPlay
        muted
        playsInline
        hidden={fault !== null}
        onPlaying={() => setSeeing(true)}
      />
      <div role="alert">
        {fault && (
          <>
            <p className="missing">{t(`faults.${fault}`)}</p>
            <p>{t('instead')}</p>
          </>
        )}
      </div>
      <div role="status">
        {!fault && !scanned && <p>{t(isSeeing ? 'hint' : 'starting')}</p>}
        {!fault && scanned && (
          // A new one each time, so that the same words are said again.
          <p key={scanned.at} className={scanned.ok ? 'scanner-read' : 'missing'}>
            {scanned.said}
          </p>
        )}
      </div>
      {fault && fault !== 'not-encrypted' && (
        <button type="button" className="do" onClick={onAgain}>
          {t('again')}
        </button>
      )}
    </>
  )
}
