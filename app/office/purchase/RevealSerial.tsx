import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { useMay } from '../frame/member.ts'
import { RevealForm } from './RevealForm.tsx'
import { useFaultWords } from './use-fault-words.ts'

/** Milliseconds after which it is hidden by itself. */
const shownFor = 60_000

/** A sealed serial number where it is compared at the counter: for a reason that is written down, and not for long. */
export function RevealSerial({
  masked,
  of,
  ask,
}: {
  masked: string
  /** The thing that bears it. */
  of: string
  ask(why: string): Promise<{ ok: true; serial: string } | { ok: false; reason: string }>
}) {
  const t = useTranslations('office.purchase')
  const say = useFaultWords()
  const announce = useAnnounce()
  const maySee = useMay('serials.reveal')
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [serial, setSerial] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    if (serial === null) return
    const timer = setTimeout(() => setSerial(null), shownFor)
    return () => clearTimeout(timer)
  }, [serial])
  const show = async (why: string) => {
    setBusy(true)
    setRefused(null)
    const answer = await ask(why)
    setBusy(false)
    if (!answer.ok) return setRefused(say(answer.reason))
    setAsking(false)
    setSerial(answer.serial)
    announce(t('serialShown'))
  }
  return (
    <div className="grid gap-2 basis-full">
      <p className="page-actions">
        <span>
          {t('serial')} <b className="num">{serial ?? masked}</b>
        </span>
        {maySee && serial === null && !asking && (
          <button
            type="button"
            className="do quiet"
            aria-label={t('showSerialOf', { thing: of })}
            onClick={() => setAsking(true)}
          >
            {t('show')}
          </button>
        )}
        {serial !== null && (
          <>
            <button type="button" className="do quiet" onClick={() => setSerial(null)}>
              {t('hide')}
            </button>
            <span className="sub">{t('hidesItself')}</span>
          </>
        )}
      </p>
      {asking && <RevealForm busy={busy} refused={refused} onWhy={show} onCancel={() => setAsking(false)} />}
    </div>
  )
}
