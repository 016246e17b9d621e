import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { listenForScans, useScans } from '../frame/scans.ts'

/** Opens the piece whose label was scanned, and says so; what is no piece of this shop is said as well. */
export function useOpenCode(): (code: string) => Promise<boolean> {
  const t = useTranslations('office.palette')
  const navigate = useNavigate()
  const announce = useAnnounce()
  return async (code) => {
    const answer = await act('palette.open-code', { code: code.slice(0, 300) })
    if (answer.ok) {
      announce(t('scanned', { name: answer.name, number: answer.id }))
      await navigate(`/pieces/${answer.id}`)
      return true
    }
    announce(answer.reason === 'no-such-piece' ? t('noSuchCode', { code: code.slice(0, 60) }) : t('failed'))
    return false
  }
}

/** Hand scanners work on every screen; those that count take the codes themselves. */
export function OpenScanned() {
  const open = useOpenCode()
  useScans((code) => void open(code))
  useEffect(() => listenForScans(), [])
  return null
}
