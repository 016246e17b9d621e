import { startTransition, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { listenForScans, type Scanned, useScans } from '../frame/scans.ts'

/** Opens the piece whose label was scanned, and says so; what is no piece of this shop is said as well. */
export function useOpenCode(): (code: string) => Promise<Scanned> {
  const t = useTranslations('office.palette')
  const navigate = useNavigate()
  const announce = useAnnounce()
  return async (code) => {
    const answer = await act('palette.open-code', { code: code.slice(0, 300) })
    const said = answer.ok
      ? t('scanned', { name: answer.name, number: answer.id })
      : answer.reason === 'no-such-piece'
        ? t('noSuchCode', { code: code.slice(0, 60) })
        : t('failed')
    if (answer.ok) await navigate(`/pieces/${answer.id}`)
    // Together with the screen, not before it: beside the scanner, which that closes, nothing is heard.
    startTransition(() => announce(said))
    return { ok: answer.ok, said }
  }
}

/** Scanners work on every screen; those that count take the codes themselves. */
export function OpenScanned() {
  const open = useOpenCode()
  useScans(open)
  useEffect(() => listenForScans(), [])
  return null
}
