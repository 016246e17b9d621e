import { useTranslations } from 'use-intl'

const known = [
  'empty',
  'too-heavy',
  'too-many-pixels',
  'not-a-photo',
  'heic',
  'animated',
  'disguised',
  'damaged',
  'storage-full',
  'no-such-piece',
  'no-such-photo',
  'no-such-shot',
  'too-many',
  'already-there',
  'no-such-earlier',
  'not-allowed',
] as const

/** Says why something about a photo was not done. */
export function useRefusals(): (reason: string) => string {
  const t = useTranslations('office.photos')
  return (reason) => {
    const found = known.find((each) => each === reason)
    return found ? t(`refused.${found}`) : t('failed')
  }
}
