import { useTranslations } from 'use-intl'

const known = [
  'wrong',
  'wrong-code',
  'too-many',
  'refused',
  'missing',
  'too-short',
  'too-long',
  'too-easy',
  'own-words',
  'invalid-email',
  'email-taken',
  'unreachable-email',
  'unknown',
  'used',
  'expired',
  'last-owner',
  'changed',
  'not-found',
  'no-account',
  'already-set-up',
  'disabled',
  'not-allowed',
] as const

/** Why something was refused, in words; `retryAfter` in seconds. */
export function useReason() {
  const t = useTranslations('office.accounts.reasons')
  return (reason: string | undefined, retryAfter = 0): string => {
    const word = known.find((each) => each === reason) ?? 'failed'
    return t(word, { minutes: Math.ceil(retryAfter / 60) })
  }
}
